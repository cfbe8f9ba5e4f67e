// Pass find-invariants: unknowns that follow from parameters alone are computed with the parameters, once.
//
// Reads: equalities with one unknown left whose other scalars are constants and parameters, without time, events or
// impure functions; calls and algorithms that read nothing else. Changes: the scalar becomes a parameter (its
// declaration still says that it is a variable), the equality a parameter equation; its derivative becomes the constant
// 0. Goes on while that leaves other equations with one unknown: linear in the occurrences. Keeps: a scalar with a
// fixed start value or more than one equation stays, so that the checks can name what contradicts; so does one whose
// pre() has an initial equation (initial_pre.h).
#include <algorithm>
#include <deque>

#include "structure/passes.h"
#include "structure/scalar/initial_pre.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/equation_graph.h"
#include "structure/sort/partial_derivative.h"
#include "structure/sort/solve_equation.h"

namespace mica::structure {

namespace {

class InvariantFinder {
 public:
  explicit InvariantFinder(PassContext& context)
      : context_(context),
        model_(context.model),
        store_(context.store),
        occurrences_(context.store),
        partial_(context.derivatives),
        solver_(context),
        uses_(model_.scalars.size()),
        unknown_count_(model_.equations.size(), -1),
        has_initial_pre_(ScalarsWithInitialPre(model_, store_)) {}

  void Run() {
    std::deque<EquationId> queue;
    for (std::size_t i = 0; i < model_.equations.size(); ++i) {
      const ScalarEquation& equation = model_.equations[EquationId(i)];
      if (equation.is_removed || equation.clock != kNoClock ||
          (!equation.is_equality() && !IsFunctional(model_.steps[equation.step])))
        continue;
      occurrences_.Clear();
      AddReads(equation, model_, occurrences_);
      if (occurrences_.reads_time() || occurrences_.reads_history() || occurrences_.reads_time_in_held()) continue;
      if (std::ranges::any_of(occurrences_.found(),
                              [&](const Occurrence& o) { return model_.is_known(o.scalar) && !IsSteady(o.scalar); }))
        continue;
      int count = 0;
      for (const Occurrence& o : occurrences_.found())
        if (!model_.is_known(o.scalar) && !IsOwnOutput(equation, o.scalar)) {
          ++count;
          uses_[o.scalar.index()].push_back(EquationId(i));
        }
      unknown_count_[i] = count;
      if (count == (equation.is_equality() ? 1 : 0)) queue.push_back(EquationId(i));
    }
    while (!queue.empty()) {
      EquationId id = queue.front();
      queue.pop_front();
      if (model_.equations[id].is_removed) continue;
      if (!model_.equations[id].is_equality()) {
        for (ScalarId output : MoveStep(id)) Spread(output, queue);
      } else if (unknown_count_[id.index()] == 1) {
        if (ScalarId solved = Solve(id)) Spread(solved, queue);
      }
    }
  }

 private:
  // The scalar is known by now, and so are its derivatives: equations that hold them have one unknown less.
  void Spread(ScalarId solved, std::deque<EquationId>& queue) {
    for (; solved; solved = model_.scalars[solved].derivative) {
      for (EquationId use : uses_[solved.index()])
        if (--unknown_count_[use.index()] == (model_.equations[use].is_equality() ? 1 : 0)) queue.push_back(use);
      ScalarId derivative = model_.scalars[solved].derivative;
      if (!derivative || model_.is_known(derivative)) break;
      model_.scalars[derivative].kind = ScalarKind::kConstant;
      model_.scalars[derivative].value = store_.exprs.Real(0);
    }
  }

  static bool IsFunctional(const Step& step) {
    return step.kind == Step::Kind::kCall || step.kind == Step::Kind::kAlgorithm;
  }
  bool IsOwnOutput(const ScalarEquation& equation, ScalarId id) const {
    if (equation.is_equality()) return false;
    const Step& step = model_.steps[equation.step];
    return step.kind == Step::Kind::kAlgorithm && std::ranges::find(step.targets, id) != step.targets.end();
  }

  // The outputs of the step, computed with the parameters from now on; none if it has to stay.
  std::vector<ScalarId> MoveStep(EquationId id) {
    ScalarEquation& equation = model_.equations[id];
    std::vector<ScalarId> outputs;
    for (ScalarId target : model_.steps[equation.step].targets) {
      if (!target) continue;
      const Scalar& scalar = model_.scalars[target];
      if (scalar.fixed || scalar.alias_of || model_.is_known(target) || model_.facts[target].is_when_assigned)
        return {};
      if (has_initial_pre_[target.index()]) return {};
      outputs.push_back(target);
    }
    for (ScalarId output : outputs) model_.scalars[output].kind = ScalarKind::kParameter;
    model_.parameter_equations.push_back(equation);
    equation.is_removed = true;
    return outputs;
  }

  bool IsSteady(ScalarId id) const {
    ScalarKind kind = model_.scalars[id].kind;
    return kind == ScalarKind::kConstant || kind == ScalarKind::kParameter || kind == ScalarKind::kObject;
  }

  // The scalar that the equation was solved for; invalid if it was not.
  ScalarId Solve(EquationId id) {
    ScalarEquation& equation = model_.equations[id];
    occurrences_.Clear();
    occurrences_.Add(equation.left);
    occurrences_.Add(equation.right);
    ScalarId unknown;
    for (const Occurrence& o : occurrences_.found())
      if (!model_.is_known(o.scalar)) unknown = o.how == kSolvable ? o.scalar : ScalarId();
    if (!unknown) return {};
    const Scalar& scalar = model_.scalars[unknown];
    if (scalar.fixed || model_.facts[unknown].is_when_assigned || model_.facts[unknown].derivative_of ||
        is_output(unknown) || has_initial_pre_[unknown.index()])
      return {};
    Expr value;
    if (store_.types.kind(scalar.type) == TypeKind::kReal) {
      Factor factor = partial_.FactorOf(equation.left, equation.right, unknown, model_);
      if (factor == Factor::kConstant || factor == Factor::kParameter)
        value = solver_.Solve(equation.left, equation.right, unknown);
    } else {
      value = SolveDiscrete(equation.left, equation.right, unknown, store_);
    }
    if (!value) return {};
    ScalarEquation made = equation;
    made.left = model_.Ref(unknown, store_);
    made.right = value;
    model_.parameter_equations.push_back(made);
    equation.is_removed = true;
    model_.scalars[unknown].kind = ScalarKind::kParameter;
    return unknown;
  }

  // An output of a step has its equation already.
  bool is_output(ScalarId id) {
    if (outputs_.empty()) {
      outputs_.assign(model_.scalars.size(), false);
      for (const Step& step : model_.steps)
        for (ScalarId target : step.targets)
          if (target) outputs_[target.index()] = true;
    }
    return outputs_[id.index()];
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  OccurrenceCollector occurrences_;
  PartialDerivative partial_;
  EquationSolver solver_;
  std::vector<std::vector<EquationId>> uses_;
  std::vector<int> unknown_count_;  // -1: not a candidate
  std::vector<bool> outputs_, has_initial_pre_;
};

}  // namespace

bool FindInvariants(PassContext& context) {
  if (context.options.leaves_out("find-invariants")) return true;  // decide-invariants calls it, too
  InvariantFinder(context).Run();
  return true;
}

}  // namespace mica::structure
