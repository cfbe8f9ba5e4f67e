// When-clauses of equations (the specification, 8.3.5): for each variable that a clause assigns, a step of its own that
// keeps pre(v) unless a branch fires; one step more for the clause's effects (reinit, assert, terminate, calls). See
// scalarizer.h.
//
// A branch fires when its condition becomes true: c and not pre(c), where c is a Boolean variable or the hidden scalar
// $whenN that the condition is computed into. A sample() fires by its flag. At initialization only an explicit
// initial() fires (8.6).
#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "structure/codes.h"
#include "structure/scalar/scalarizer.h"

namespace mica::structure {

void Scalarizer::MarkDiscrete(ScalarId id) {
  Scalar& scalar = model_.scalars[id];
  if (scalar.kind == ScalarKind::kAlgebraic) scalar.kind = ScalarKind::kDiscrete;
  model_.facts[id].is_when_assigned = true;
}

Expr Scalarizer::TriggerOf(Expr condition, bool in_algorithm, std::vector<Statement>* before) {
  symbolic::Algebra algebra(store_);
  Expr variable = condition;
  bool is_variable = exprs_.op(condition) == Op::kScalar &&
                     (model_.scalars[exprs_.scalar(condition)].kind == ScalarKind::kTimeFlag || !in_algorithm);
  if (!is_variable) {
    std::string name = fmt::format("$when{}", ++when_count_);
    if (in_algorithm) {
      ScalarId id = scalars_.NewAuxiliary(name, store_.types.boolean());
      variable = model_.Ref(id, store_);
      Statement assign;
      assign.kind = Statement::Kind::kAssign;
      assign.targets = {variable};
      assign.value = condition;
      before->push_back(std::move(assign));
    } else {
      variable = model_.Ref(scalars_.Auxiliary(name, condition), store_);
    }
  }
  ScalarKind kind = model_.scalars[exprs_.scalar(variable)].kind;
  if (kind == ScalarKind::kParameter || kind == ScalarKind::kConstant)
    return exprs_.Boolean(false);  // never becomes true
  return algebra.And(variable, algebra.Not(exprs_.Make(Op::kPre, store_.types.boolean(), {variable})));
}

Expr Scalarizer::Trigger(Expr condition) {
  symbolic::Algebra algebra(store_);
  auto items = scalars_.PlainItems(condition);
  if (!items) return {};
  bool has_initial = false;
  Expr fires = exprs_.Boolean(false);
  for (Expr item : *items) {
    if (exprs_.op(item) == Op::kInitial)
      has_initial = true;
    else if (exprs_.op(item) == Op::kTerminal)
      fires = algebra.Or(fires, item);  // holds once, at the end
    else if (!exprs_.is_literal(item))
      fires = algebra.Or(fires, TriggerOf(item, false, nullptr));
  }
  Expr initial = exprs_.Make(Op::kInitial, store_.types.boolean(), {});
  Expr later = algebra.And(algebra.Not(initial), fires);
  return has_initial ? algebra.Or(initial, later) : later;
}

void Scalarizer::ConvertState(const flat::Equation& equation, Pieces& out) {
  Expr active = scalars_.PlainScalar(equation.branches[0].condition);
  if (!active) return;
  std::size_t first = out.size();
  for (const flat::Equation& inner : equation.branches[0].equations) Convert(inner, out);
  for (std::size_t i = first; i < out.size(); ++i) out[i].active = active;
}

// Equations of any kind, marked with the clock.
void Scalarizer::ConvertClockedWhen(const flat::Equation& equation, Pieces& out) {
  Expr clock = scalars_.PlainScalar(equation.branches[0].condition);
  if (!clock) return;
  model_.has_clocks = true;
  std::size_t first = out.size();
  for (const flat::Equation& inner : equation.branches[0].equations) Convert(inner, out);
  auto clause = static_cast<std::uint32_t>(++when_count_);
  for (std::size_t i = first; i < out.size(); ++i) {
    out[i].when_clock = clock;
    out[i].when_clause = clause;
  }
}

void Scalarizer::ConvertWhen(const flat::Equation& equation, Pieces& out) {
  if (store_.types.kind(exprs_.type(equation.branches[0].condition)) == TypeKind::kClock)
    return ConvertClockedWhen(equation, out);
  std::uint32_t origin = scalars_.origin();
  std::vector<Expr> triggers;
  std::vector<std::vector<Step>> bodies;
  for (const flat::EquationBranch& branch : equation.branches) {
    scalars_.SetOrigin(origin);
    Expr trigger = Trigger(branch.condition);
    if (!trigger) return;
    std::vector<Step> body;
    bool was_in_when = std::exchange(in_when_, true);
    bool ok = ConvertWhenBody(branch.equations, body);
    in_when_ = was_in_when;
    if (!ok) return;
    triggers.push_back(trigger);
    bodies.push_back(std::move(body));
  }
  scalars_.SetOrigin(origin);
  // One step per assigned variable (per call for calls), in the order of first assignment; effects together at the end.
  std::map<ScalarId, std::size_t> step_of;
  std::vector<Step> steps;
  Step effects;
  effects.kind = Step::Kind::kWhen;
  bool has_effects = false;
  auto new_when = [&](std::vector<ScalarId> targets) {
    Step step;
    step.kind = Step::Kind::kWhen;
    for (Expr trigger : triggers) step.branches.push_back({trigger, {}});
    step.targets = std::move(targets);
    return step;
  };
  for (Expr trigger : triggers) effects.branches.push_back({trigger, {}});
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (Step& body_step : bodies[b]) {
      if (body_step.kind != Step::Kind::kAssign && body_step.kind != Step::Kind::kCall) {
        effects.branches[b].steps.push_back(std::move(body_step));
        has_effects = true;
        continue;
      }
      std::vector<ScalarId> targets;
      for (ScalarId target : body_step.targets)
        if (target) targets.push_back(target);
      if (targets.empty()) continue;
      // A call assigns several: if branches group them differently, they end up in one step.
      std::size_t place = steps.size();
      for (ScalarId target : targets)
        if (auto found = step_of.find(target); found != step_of.end()) place = std::min(place, found->second);
      if (place == steps.size()) steps.push_back(new_when({}));
      for (ScalarId target : targets) {
        auto [at, is_new] = step_of.try_emplace(target, place);
        if (!is_new && at->second != place) {  // join the steps
          std::size_t other = at->second;
          for (std::size_t k = 0; k < triggers.size(); ++k)
            std::ranges::move(steps[other].branches[k].steps, std::back_inserter(steps[place].branches[k].steps));
          for (ScalarId moved : steps[other].targets) {
            step_of[moved] = place;
            steps[place].targets.push_back(moved);
          }
          steps[other].targets.clear();
          steps[other].branches.clear();
        } else if (is_new) {
          steps[place].targets.push_back(target);
        }
        MarkDiscrete(target);
      }
      steps[place].branches[b].steps.push_back(std::move(body_step));
    }
  for (Step& step : steps)
    if (!step.targets.empty()) out.push_back({{}, {}, std::move(step), origin});
  if (has_effects) out.push_back({{}, {}, std::move(effects), origin});
}

bool Scalarizer::ConvertWhenBody(const std::vector<flat::Equation>& equations, std::vector<Step>& out) {
  for (const flat::Equation& equation : equations) {
    scalars_.SetOrigin(AddOrigin(equation.origin));
    std::size_t first = out.size();
    if (!ConvertWhenEquation(equation, out)) return false;
    for (std::size_t i = first; i < out.size(); ++i)
      if (!out[i].origin.span.valid()) out[i].origin = equation.origin;
  }
  return true;
}

bool Scalarizer::ConvertWhenEquation(const flat::Equation& equation, std::vector<Step>& out) {
  using Kind = flat::Equation::Kind;
  auto assign = [&](Expr target, Expr value) {
    if (exprs_.op(target) != Op::kScalar || model_.is_known(exprs_.scalar(target))) {
      context_.sink.Report(kWhenLeftNotVariable, equation.origin.span,
                           fmt::format("the left side of an equation in a when-clause must be a variable, not {}",
                                       ExprText(target, store_, ScalarNames(model_.scalars), 100)));
      return false;
    }
    Step step;
    step.kind = Step::Kind::kAssign;
    step.targets = {exprs_.scalar(target)};
    step.value = value;
    out.push_back(std::move(step));
    return true;
  };
  switch (equation.kind) {
    case Kind::kEqual: {
      bool is_scalar = store_.types.is_scalar(exprs_.type(equation.left)) &&
                       store_.types.kind(exprs_.type(equation.left)) != TypeKind::kRecord;
      auto lefts = scalars_.PlainItems(equation.left);
      if (!lefts) return false;
      if (!is_scalar && exprs_.op(equation.right) == Op::kCall) {
        Step step;
        step.kind = Step::Kind::kCall;
        step.value = scalars_.PlainWhole(equation.right);
        bool all_scalars = std::ranges::all_of(*lefts, [&](Expr e) { return exprs_.op(e) == Op::kScalar; });
        if (step.value && exprs_.op(step.value) == Op::kCall && all_scalars) {
          for (Expr target : *lefts) step.targets.push_back(exprs_.scalar(target));
          out.push_back(std::move(step));
          return true;
        }
      }
      auto rights = scalars_.PlainItems(equation.right);
      if (!rights) return false;
      if (lefts->size() != rights->size()) {
        context_.sink.Report(
            kElementCountsDiffer, equation.origin.span,
            fmt::format("the sides of the equation have {} and {} elements", lefts->size(), rights->size()));
        return false;
      }
      for (std::size_t i = 0; i < lefts->size(); ++i)
        if (!assign((*lefts)[i], (*rights)[i])) return false;
      return true;
    }
    case Kind::kTupleEqual: {
      Step step;
      step.kind = Step::Kind::kCall;
      step.value = scalars_.PlainWhole(equation.right);
      if (!step.value) return false;
      Pieces equalities;
      auto targets = TargetScalars(equation.targets, step.value, equalities);
      if (!targets) return false;
      step.targets = std::move(*targets);
      out.push_back(std::move(step));
      for (const Piece& piece : equalities)
        if (!assign(piece.left, piece.right)) return false;
      return true;
    }
    case Kind::kFor: {
      auto values = RangeValues(equation.left);
      if (!values) return false;
      for (Expr value : *values) {
        symbolic::Substitution one(store_);
        one.Set(equation.iterator, value);
        for (const flat::Equation& inner : equation.branches[0].equations)
          if (!ConvertWhenEquation(Substituted(inner, one), out)) return false;
      }
      return true;
    }
    case Kind::kIf:
      return ConvertWhenIf(equation, out);
    case Kind::kReinit: {
      auto lefts = scalars_.PlainItems(equation.left);
      auto rights = lefts ? scalars_.PlainItems(equation.right) : std::nullopt;
      if (!lefts || !rights) return false;
      for (std::size_t i = 0; i < lefts->size(); ++i) {
        Step step;
        step.kind = Step::Kind::kReinit;
        if (exprs_.op((*lefts)[i]) != Op::kScalar) {
          context_.sink.Report(kReinitNotVariable, equation.origin.span,
                               "the first argument of reinit must be a variable");
          return false;
        }
        step.targets = {exprs_.scalar((*lefts)[i])};
        step.value = (*rights)[rights->size() == 1 ? 0 : i];
        out.push_back(std::move(step));
      }
      return true;
    }
    case Kind::kAssert:
    case Kind::kTerminate:
    case Kind::kCall: {
      Pieces pieces;
      ConvertCheck(equation, pieces);
      for (Piece& piece : pieces) out.push_back(std::move(*piece.step));
      return true;
    }
    case Kind::kState:
    case Kind::kWhen:
      context_.sink.Report(kNestedWhenClause, equation.origin.span, "a when-clause stands inside another");
      return false;
  }
  return true;
}

bool Scalarizer::ConvertWhenIf(const flat::Equation& equation, std::vector<Step>& out) {
  symbolic::Algebra algebra(store_);
  struct Body {
    Expr condition;
    std::vector<Step> steps;
  };
  std::vector<Body> bodies;
  for (const flat::EquationBranch& branch : equation.branches) {
    Body body;
    if (branch.condition) {
      body.condition = scalars_.PlainScalar(branch.condition);
      if (!body.condition) return false;
      if (exprs_.op(body.condition) == Op::kBoolean && !exprs_.boolean(body.condition)) continue;
      if (exprs_.op(body.condition) == Op::kBoolean) body.condition = {};
    }
    if (!ConvertWhenBody(branch.equations, body.steps)) return false;
    bodies.push_back(std::move(body));
    if (!bodies.back().condition) break;
  }
  // v = if … then … else …, where a branch that does not assign v keeps it; effects stand in a conditional step.
  std::vector<ScalarId> order;
  std::map<ScalarId, std::vector<Expr>> values;
  Step effects;
  effects.kind = Step::Kind::kWhen;
  bool has_effects = false;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    effects.branches.push_back({bodies[b].condition ? bodies[b].condition : exprs_.Boolean(true), {}});
    for (Step& step : bodies[b].steps) {
      if (step.kind != Step::Kind::kAssign) {
        effects.branches[b].steps.push_back(std::move(step));
        has_effects = true;
        continue;
      }
      auto [at, is_new] = values.try_emplace(step.targets[0], std::vector<Expr>(bodies.size()));
      if (is_new) order.push_back(step.targets[0]);
      at->second[b] = step.value;
    }
  }
  for (ScalarId target : order) {
    Expr keep = exprs_.Make(Op::kPre, model_.scalars[target].type, {model_.Ref(target, store_)});
    Expr value = bodies.back().condition ? keep : Expr();
    for (std::size_t b = bodies.size(); b-- > 0;) {
      Expr here = values[target][b] ? values[target][b] : keep;
      value = value ? algebra.If(bodies[b].condition, here, value) : here;
    }
    Step step;
    step.kind = Step::Kind::kAssign;
    step.targets = {target};
    step.value = value;
    out.push_back(std::move(step));
  }
  if (!has_effects) return true;
  // Targets of calls under the condition are targets of the conditional step.
  bool has_calls = false;
  for (const Step::Branch& branch : effects.branches)
    for (const Step& step : branch.steps) has_calls = has_calls || step.kind == Step::Kind::kCall;
  if (has_calls) {
    context_.sink.Report(kConditionalCallInWhen, equation.origin.span,
                         "a call with several results under a condition in a when-clause is not supported yet");
    return false;
  }
  out.push_back(std::move(effects));
  return true;
}

}  // namespace mica::structure
