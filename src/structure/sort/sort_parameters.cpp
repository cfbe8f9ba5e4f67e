// Pass sort-parameters: in which order constants and parameters are computed.
//
// Reads: parameter equations. Changes: a parameter with a literal binding gets it as `value` and no step (what is set
// from outside takes its place); the others become steps of the section `parameters`, each after those that it needs; a
// constant that is not a literal becomes a parameter. What depends on a parameter with fixed = false is marked as
// solved initially: its equation goes into the initialization problem. Keeps: all values settable. A cycle is the
// user's mistake (E5301), named by a shortest one.
#include <fmt/format.h>
#include <algorithm>

#include "graph/topological_order.h"
#include "structure/codes.h"
#include "structure/passes.h"
#include "structure/scalar/rewrite.h"
#include "structure/sort/equation_graph.h"
#include "structure/values/binding_values.h"

namespace mica::structure {

namespace {

class ParameterSorter {
 public:
  explicit ParameterSorter(PassContext& context) : context_(context), model_(context.model), store_(context.store) {}

  bool Run() {
    FoldConstants();
    return Sort();
  }

 private:
  bool Sort() {
    equation_of_.assign(model_.scalars.size(), graph::kNone);
    const auto& equations = model_.parameter_equations;
    for (std::size_t i = 0; i < equations.size(); ++i)
      for (ScalarId target : TargetsOf(equations[i])) equation_of_[target.index()] = static_cast<Index>(i);
    graph::CompressedRows needs(static_cast<Index>(equations.size()));
    OccurrenceCollector occurrences(store_);
    std::vector<std::vector<ScalarId>> reads(equations.size());
    for (std::size_t i = 0; i < equations.size(); ++i) {
      occurrences.Clear();
      if (equations[i].is_equality())
        occurrences.Add(equations[i].right);
      else
        occurrences.Add(model_.steps[equations[i].step]);
      std::vector<Index> entries;
      for (const Occurrence& o : occurrences.found()) {
        reads[i].push_back(o.scalar);
        Index needed = equation_of_[o.scalar.index()];
        bool is_own =
            needed == static_cast<Index>(i) && !equations[i].is_equality();  // an algorithm reads what it has assigned
        if (needed != graph::kNone && !is_own) entries.push_back(needed);
      }
      needs.AddRow(entries);
    }
    graph::TopologicalOrder order = graph::SortTopologically(needs);
    if (!order.acyclic()) return DecideIn(order.cycle) ? Sort() : ReportCycle(order.cycle);
    for (Index i : order.order) Emit(equations[i], reads[i]);
    return true;
  }

  // A circle may go through branches that other parameters rule out: if a then f(q) else 1. Whether deciding their
  // conditions changed anything.
  bool DecideIn(const std::vector<Index>& cycle) {
    DecidedConditions decide(context_, [](Expr) { return true; });
    bool changed = false;
    for (Index i : cycle) {
      ScalarEquation& equation = model_.parameter_equations[i];
      if (!equation.is_equality()) continue;
      Expr decided = decide(equation.right);
      changed = changed || decided != equation.right;
      equation.right = decided;
    }
    return changed;
  }

  std::vector<ScalarId> TargetsOf(const ScalarEquation& equation) const {
    if (equation.is_equality()) return {store_.exprs.scalar(equation.left)};
    std::vector<ScalarId> targets;
    for (ScalarId target : model_.steps[equation.step].targets)
      if (target) targets.push_back(target);
    return targets;
  }

  // Constants that are literals go into the equations that use them.
  void FoldConstants() {
    ExprPool& exprs = store_.exprs;
    for (ScalarEquation& equation : model_.parameter_equations) {
      if (!equation.is_equality() || !exprs.is_literal(equation.right)) continue;
      Scalar& scalar = model_.scalars[exprs.scalar(equation.left)];
      scalar.value = Coerce(equation.right, scalar.type);
    }
    Rewriter rewrite(store_, [&](Expr e) -> Expr {
      if (exprs.op(e) != Op::kScalar) return {};
      const Scalar& scalar = model_.scalars[exprs.scalar(e)];
      return scalar.kind == ScalarKind::kConstant ? scalar.value : Expr();
    });
    for (ScalarEquation& equation : model_.parameter_equations) {
      if (!equation.is_equality())
        rewrite.Apply(model_.steps[equation.step]);
      else
        rewrite.Apply(equation.right);
    }
  }

  Expr Coerce(Expr literal, TypeId type) {
    if (store_.types.kind(type) == TypeKind::kReal && store_.exprs.op(literal) == Op::kInteger)
      return store_.exprs.Real(static_cast<double>(store_.exprs.integer(literal)));
    return literal;
  }

  void Emit(const ScalarEquation& equation, const std::vector<ScalarId>& reads) {
    bool waits = std::ranges::any_of(reads, [&](ScalarId id) { return model_.facts[id].solved_initially; });
    for (ScalarId target : TargetsOf(equation)) {
      model_.facts[target].solved_initially = waits;
      if (model_.scalars[target].kind == ScalarKind::kConstant && !model_.scalars[target].value &&
          !(equation.is_equality() && store_.exprs.is_literal(equation.right)))
        model_.scalars[target].kind = ScalarKind::kParameter;
    }
    if (waits) {
      model_.initial_equations.push_back(equation);
      return;
    }
    if (equation.is_equality()) {
      Scalar& scalar = model_.scalars[store_.exprs.scalar(equation.left)];
      if (store_.exprs.is_literal(equation.right)) {
        scalar.value = Coerce(equation.right, scalar.type);
        return;
      }
      Step step;
      step.kind = Step::Kind::kAssign;
      step.targets = {store_.exprs.scalar(equation.left)};
      step.value = equation.right;
      step.origin = model_.origins[equation.origin];
      context_.blocks.parameters.push_back(std::move(step));
      return;
    }
    Step step = model_.steps[equation.step];
    step.origin = model_.origins[equation.origin];
    context_.blocks.parameters.push_back(std::move(step));
  }

  bool ReportCycle(const std::vector<Index>& cycle) {
    const auto& equations = model_.parameter_equations;
    std::string names;
    for (Index i : cycle) names += model_.scalars[TargetsOf(equations[i])[0]].name + " -> ";
    names += model_.scalars[TargetsOf(equations[cycle[0]])[0]].name;
    Diagnostic& diagnostic =
        context_.sink.Report(kParameterCycle, model_.origins[equations[cycle[0]].origin].span,
                             fmt::format("parameters depend on each other in a circle: {}", names));
    for (std::size_t k = 0; k < cycle.size() && k < context_.options.message_limit; ++k)
      diagnostic.notes.push_back(
          {model_.origins[equations[cycle[k]].origin].span, EquationText(model_, equations[cycle[k]], store_)});
    diagnostic.hint =
        "give one of them a value that does not depend on the others, or fixed = false and an initial equation";
    return false;
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  std::vector<Index> equation_of_;
};

}  // namespace

bool SortParameters(PassContext& context) { return ParameterSorter(context).Run(); }

}  // namespace mica::structure
