#include "structure/clocks/discretize_clocked.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "structure/codes.h"

namespace mica::structure {

namespace {

enum class Method : std::uint8_t {
  kExplicitEuler,
  kImplicitEuler,
  kImplicitTrapezoid,
  kExplicitMidPoint2,
  kExplicitRungeKutta4
};

std::optional<Method> FindClockMethod(std::string_view name) {
  if (name == "ExplicitEuler") return Method::kExplicitEuler;
  if (name == "ImplicitEuler" || name == "External") return Method::kImplicitEuler;
  if (name == "ImplicitTrapezoid") return Method::kImplicitTrapezoid;
  if (name == "ExplicitMidPoint2") return Method::kExplicitMidPoint2;
  if (name == "ExplicitRungeKutta4") return Method::kExplicitRungeKutta4;
  return std::nullopt;
}

// One sub-partition with derivatives.
class Discretizer {
 public:
  Discretizer(PassContext& context, ClockTicks& ticks, std::uint32_t clock, std::vector<EquationId> equations,
              std::vector<ScalarId> states)
      : context_(context),
        model_(context.model),
        store_(context.store),
        exprs_(context.store.exprs),
        algebra_(context.store),
        ticks_(ticks),
        clock_(clock),
        equations_(std::move(equations)),
        states_(std::move(states)) {}

  void Run(Method method) {
    Expr first = ticks_.FirstTick(clock_);
    step_ = algebra_.If(first, exprs_.Real(0), ticks_.Interval(clock_));
    // From here on der(x) is a variable of its own.
    for (ScalarId x : states_) {
      derivatives_.push_back(model_.scalars[x].derivative);
      model_.facts[derivatives_.back()].derivative_of = {};
      model_.scalars[x].derivative = {};
    }
    switch (method) {
      case Method::kExplicitEuler:
        for (std::size_t i = 0; i < states_.size(); ++i) Advance(i, Pre(Ref(derivatives_[i])));
        break;
      case Method::kImplicitEuler:
        for (std::size_t i = 0; i < states_.size(); ++i) Advance(i, Ref(derivatives_[i]));
        break;
      case Method::kImplicitTrapezoid:
        for (std::size_t i = 0; i < states_.size(); ++i)
          Advance(i, Half(algebra_.Add(Ref(derivatives_[i]), Pre(Ref(derivatives_[i])))));
        break;
      case Method::kExplicitMidPoint2: {
        NameInputs();
        std::vector<Expr> k2 = Stage(2, 0.5, Starts());
        for (std::size_t i = 0; i < states_.size(); ++i) Advance(i, k2[i]);
        break;
      }
      case Method::kExplicitRungeKutta4: {
        NameInputs();
        std::vector<Expr> k1 = Starts(), k2 = Stage(2, 0.5, k1), k3 = Stage(3, 0.5, k2), k4 = Stage(4, 1, k3);
        for (std::size_t i = 0; i < states_.size(); ++i) {
          Expr middle = algebra_.Mul(exprs_.Real(2), algebra_.Add(k2[i], k3[i]));
          Advance(i, algebra_.Mul(exprs_.Real(1.0 / 6), algebra_.Add(algebra_.Add(k1[i], middle), k4[i])));
        }
        break;
      }
    }
  }

 private:
  Expr Ref(ScalarId id) { return model_.Ref(id, store_); }
  Expr Pre(Expr e) { return exprs_.Make(Op::kPre, exprs_.type(e), {e}); }
  Expr Half(Expr e) { return algebra_.Mul(exprs_.Real(0.5), e); }
  bool IsReal(Expr e) const { return store_.types.kind(exprs_.type(e)) == TypeKind::kReal; }

  void Put(ScalarEquation equation) {
    equation.written_left = equation.left;
    equation.written_right = equation.right;
    equation.clock = clock_;
    model_.equations.Add(equation);
  }

  // x = previous(x) + h*slope.
  void Advance(std::size_t i, Expr slope) {
    ScalarEquation equation;
    equation.left = Ref(states_[i]);
    equation.right = algebra_.Add(Pre(equation.left), algebra_.Mul(step_, slope));
    equation.origin = model_.equations[equations_[0]].origin;
    Put(equation);
  }

  std::vector<Expr> Starts() {
    std::vector<Expr> slopes;
    for (ScalarId d : derivatives_) slopes.push_back(Pre(Ref(d)));
    return slopes;
  }

  ScalarId Copy(ScalarId of, std::string_view suffix) {
    Scalar scalar;
    scalar.name = fmt::format("${}.{}", suffix, model_.scalars[of].name);
    scalar.type = model_.scalars[of].type;
    scalar.kind = ScalarKind::kDiscrete;
    scalar.start = model_.scalars[of].start;
    scalar.nominal = model_.scalars[of].nominal;
    scalar.is_hidden = true;
    ScalarFacts facts;
    facts.is_auxiliary = true;
    facts.clock = clock_;
    facts.variability = flat::Variability::kDiscrete;
    return model_.Add(std::move(scalar), facts);
  }

  // Values from outside the partition, pre(u) of a sample and hold(x), get variables on the clock: their values at the
  // last tick are needed.
  void NameInputs() {
    Rewriter rewrite(store_, [&](Expr e) -> Expr {
      bool is_outside =
          exprs_.op(e) == Op::kHold || (exprs_.op(e) == Op::kPre && exprs_.op(exprs_.arg(e, 0)) == Op::kScalar &&
                                        model_.facts[exprs_.scalar(exprs_.arg(e, 0))].clock == kNoClock);
      if (!is_outside) return {};
      auto [at, is_new] = inputs_.try_emplace(e, Expr());
      if (is_new)
        at->second = ticks_.NewVariable(fmt::format("$input{}.{}", clock_ + 1, model_.scalars.size()), exprs_.type(e),
                                        e, clock_);
      return at->second;
    });
    for (EquationId id : equations_) {
      ScalarEquation equation = model_.equations[id];
      if (equation.is_equality()) {
        rewrite.Apply(equation.left);
        rewrite.Apply(equation.right);
        model_.equations[id] = equation;
      } else {
        Step step = model_.steps[equation.step];
        rewrite.Apply(step);
        model_.steps[equation.step] = std::move(step);
      }
    }
  }

  // der(x) at previous(time) + fraction*h, with x = previous(x) + fraction*h*slope there.
  std::vector<Expr> Stage(int number, double fraction, const std::vector<Expr>& slopes) {
    std::string suffix = fmt::format("stage{}", number);
    std::unordered_map<ScalarId, Expr> there;
    for (std::size_t i = 0; i < states_.size(); ++i)
      there[states_[i]] =
          algebra_.Add(Pre(Ref(states_[i])), algebra_.Mul(algebra_.Mul(exprs_.Real(fraction), step_), slopes[i]));
    for (const auto& [outside, input] : inputs_) {
      ScalarId id = exprs_.scalar(input);
      there[id] = fraction == 1 ? input : IsReal(input) ? Half(algebra_.Add(input, Pre(input))) : Pre(input);
    }
    auto at_stage = [&](ScalarId id) -> Expr {
      if (auto found = there.find(id); found != there.end()) return found->second;
      if (model_.facts[id].clock != clock_ || model_.is_known(id)) return {};
      return there[id] = Ref(Copy(id, suffix));
    };
    Rewriter rewrite(store_, [&](Expr e) -> Expr {
      if (exprs_.op(e) == Op::kPre) return e;
      if (exprs_.op(e) == Op::kTime) return algebra_.Sub(e, algebra_.Mul(exprs_.Real(1 - fraction), step_));
      return exprs_.op(e) == Op::kScalar ? at_stage(exprs_.scalar(e)) : Expr();
    });
    for (EquationId id : equations_) {
      ScalarEquation equation = model_.equations[id];
      if (equation.is_equality()) {
        rewrite.Apply(equation.left);
        rewrite.Apply(equation.right);
        Put(equation);
        continue;
      }
      Step step = model_.steps[equation.step];
      bool computes = std::ranges::any_of(step.targets, [](ScalarId target) { return target.valid(); });
      if (!computes) continue;  // an assertion, an effect
      rewrite.Apply(step);
      for (ScalarId& target : step.targets)
        if (target)
          if (Expr copy = at_stage(target); copy && exprs_.op(copy) == Op::kScalar) target = exprs_.scalar(copy);
      equation.step = static_cast<std::uint32_t>(model_.steps.size());
      model_.steps.push_back(std::move(step));
      equation.clock = clock_;
      model_.equations.Add(equation);
    }
    std::vector<Expr> result;
    for (ScalarId d : derivatives_) result.push_back(at_stage(d));
    return result;
  }

  PassContext& context_;
  ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  symbolic::Algebra algebra_;
  ClockTicks& ticks_;
  std::uint32_t clock_;
  std::vector<EquationId> equations_;
  std::vector<ScalarId> states_, derivatives_;
  std::map<Expr, Expr> inputs_;
  Expr step_;  // h; 0 at the first tick
};

}  // namespace

bool DiscretizeClocked(PassContext& context, ClockPartitions& partitions) {
  ScalarModel& model = context.model;
  std::map<std::uint32_t, std::vector<EquationId>> equations_of;
  for (std::size_t i = 0; i < partitions.equation_count(); ++i)
    if (partitions.clock_of(EquationId(i)) != kNoClock)
      equations_of[partitions.part_of(EquationId(i))].push_back(EquationId(i));
  ClockScanner scanner(model, context.store);
  bool ok = true;
  for (const auto& [part, equations] : equations_of) {
    std::vector<ScalarId> states;
    EquationId where;
    for (EquationId id : equations)
      for (ScalarId scalar : scanner.Scan(model.equations[id]).incidence) {
        ScalarId base = model.facts[scalar].derivative_of;
        if (!base || std::ranges::find(states, base) != states.end()) continue;
        states.push_back(base);
        if (!where) where = id;
      }
    if (states.empty()) continue;
    Span span = model.origins[model.equations[where].origin].span;
    ClockPartitions::Method named = partitions.MethodOf(where);
    std::optional<Method> method = FindClockMethod(named.name);
    if (!named.conflicting.empty()) {
      context.sink.Report(kSolverMethods, span,
                          fmt::format("two solver methods are given for the equation of der({}): {} and {}",
                                      model.scalars[states[0]].name, named.name, named.conflicting));
      ok = false;
      continue;
    }
    if (!method) {
      Diagnostic& d = context.sink.Report(
          kSolverMethods, span,
          named.name.empty() ? fmt::format("der({}) stands in clocked equations, and their clock has no solver method",
                                           model.scalars[states[0]].name)
                             : fmt::format("there is no solver method {}", named.name));
      partitions.ExplainClocked(where, d);
      d.hint =
          "Clock(c, solverMethod = \"ImplicitEuler\"); other methods are ExplicitEuler, ExplicitMidPoint2, "
          "ExplicitRungeKutta4, ImplicitTrapezoid and External";
      ok = false;
      continue;
    }
    Discretizer(context, partitions.ticks(), partitions.clock_of(where), equations, states).Run(*method);
  }
  return ok;
}

}  // namespace mica::structure
