// Pass decide-conditions: what parameters decide about the structure of equations is decided.
//
// Reads: equations, bindings of parameters. Changes: if-expressions with a condition of parameters whose branches hold
// different unknowns (i = if G <= 0 then 0 else G*v); products of a derivative and parameters that are zero (C*der(v)
// with C = 0: v is no state), or of a derivative and what vanishes by parameters (vanishing_factors.h); products of an
// unknown and computed parameters that are zero; elements of arrays of unknowns, by subscripts of parameters. The
// checks that keep the decisions honest (binding_values.h) are added, calls that nothing reads any more taken out.
// Keeps: all other conditions and factors: a parameter that only chooses between values stays settable.
//
// Pass decide-invariants: the same again, once find-invariants has made parameters of what follows from them (whether a
// port of a closed volume lies below its level); and what it uncovers: aliases, further invariants.
#include <algorithm>

#include "structure/passes.h"
#include "structure/values/binding_values.h"
#include "structure/values/vanishing_factors.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

class UnknownsOf {
 public:
  explicit UnknownsOf(PassContext& context) : model_(context.model), occurrences_(context.store) {}
  const std::vector<ScalarId>& operator()(Expr e) {
    auto [at, is_new] = memo_.try_emplace(e);
    if (!is_new) return at->second;
    occurrences_.Clear();
    occurrences_.Add(e);
    for (const Occurrence& o : occurrences_.found())
      if ((o.how & kSolvable) != 0 && !model_.is_known(o.scalar)) at->second.push_back(o.scalar);
    std::ranges::sort(at->second);
    return at->second;
  }

 private:
  const ScalarModel& model_;
  OccurrenceCollector occurrences_;
  std::unordered_map<Expr, std::vector<ScalarId>> memo_;
};

// Calls that only branches ruled out would have read: nothing is to be computed by them, with arguments that they may
// not be made for.
void DropUnusedCalls(PassContext& context) {
  ScalarModel& model = context.model;
  OccurrenceCollector occurrences(context.store);
  const std::vector<ScalarEquation>* lists[] = {&model.equations.items(), &model.initial_equations,
                                                &model.parameter_equations};
  for (const std::vector<ScalarEquation>* list : lists)
    for (const ScalarEquation& equation : *list) {
      occurrences.Add(equation.left);
      occurrences.Add(equation.right);
      occurrences.Add(equation.when_clock);
      occurrences.Add(equation.active);
    }
  for (const Step& step : model.steps) occurrences.Add(step);
  for (const Delay& delay : model.delays) occurrences.Add(delay.value), occurrences.Add(delay.delay_time);
  for (const Held& held : model.held) occurrences.Add(held.value);
  for (const TickingClock& clock : model.clocks) occurrences.Add(clock.ticks);
  std::vector<bool> is_used(model.scalars.size(), false);
  for (const Occurrence& o : occurrences.found()) is_used[o.scalar.index()] = true;
  for (const Scalar& scalar : model.scalars)
    if (scalar.alias_of) is_used[scalar.alias_of.index()] = true;
  for (ScalarEquation& equation : model.equations) {
    if (equation.is_removed || equation.is_equality() || model.steps[equation.step].kind != Step::Kind::kCall) continue;
    const std::vector<ScalarId>& targets = model.steps[equation.step].targets;
    bool drops = std::ranges::all_of(targets, [&](ScalarId id) {
      return !id ||
             (model.facts[id].is_auxiliary && !is_used[id.index()] && !model.scalars[id].alias_of &&
              !model.scalars[id].derivative && context.store.types.kind(model.scalars[id].type) == TypeKind::kReal);
    });
    if (!drops) continue;
    equation.is_removed = true;
    for (ScalarId id : targets) {
      if (!id) continue;
      model.scalars[id].kind = ScalarKind::kConstant;
      model.scalars[id].value = context.store.exprs.Real(0);
    }
  }
}

}  // namespace

bool DecideConditions(PassContext& context) {
  ExprPool& exprs = context.store.exprs;
  symbolic::Contains has_derivative(exprs, [&](Expr e) {
    return exprs.op(e) == Op::kScalar && context.model.facts[exprs.scalar(e)].derivative_of.valid();
  });
  UnknownsOf unknowns(context);
  // Parameters that others give, or that are final: nobody sets them by themselves, and what they are zero for is part
  // of how the model was built.
  std::vector<bool> is_computed(context.model.scalars.size(), false);
  for (const ScalarEquation& equation : context.model.parameter_equations) {
    if (equation.is_equality()) {
      ScalarId id = exprs.scalar(equation.left);
      is_computed[id.index()] = !exprs.is_literal(equation.right) || context.model.facts[id].is_final;
    } else
      for (ScalarId target : context.model.steps[equation.step].targets)
        if (target) is_computed[target.index()] = true;
  }
  symbolic::Contains has_computed(
      exprs, [&](Expr e) { return exprs.op(e) == Op::kScalar && is_computed[exprs.scalar(e).index()]; });
  DecidedConditions decide(context, [&](Expr e) {
    if (exprs.op(e) == Op::kIndex)
      return exprs.op(exprs.arg(e, 0)) == Op::kArray && !unknowns(exprs.arg(e, 0)).empty() &&
             !exprs.is_literal(exprs.arg(e, 1));
    if (exprs.op(e) == Op::kMul) return has_derivative(e) || (has_computed(e) && !unknowns(e).empty());
    return has_derivative(exprs.arg(e, 1)) || has_derivative(exprs.arg(e, 2)) ||
           unknowns(exprs.arg(e, 1)) != unknowns(exprs.arg(e, 2));
  });
  symbolic::Algebra algebra(context.store);
  VanishingFactors vanishing(context.model, context.store);
  Rewriter drop_vanishing(context.store, [&](Expr e) -> Expr {
    if (!has_derivative(e)) return e;
    if (exprs.op(e) != Op::kMul) return {};
    for (std::size_t i = 0; i < 2; ++i) {
      Expr factor = exprs.arg(e, i);
      if (exprs.number(factor) || has_derivative(factor) || !has_derivative(exprs.arg(e, 1 - i))) continue;
      Expr zero = vanishing.AtPoint(factor);
      if (!zero || !decide.IsOfParameters(zero)) continue;
      decide.AddCheck(algebra.Relation(Op::kEqual, zero, exprs.Real(0)));
      return exprs.Real(0);
    }
    return {};
  });
  auto decide_in = [&](ScalarEquation& equation) {
    if (!equation.is_equality()) return;
    equation.left = drop_vanishing(decide(equation.left));
    equation.right = drop_vanishing(decide(equation.right));
  };
  for (ScalarEquation& equation : context.model.equations) decide_in(equation);
  for (ScalarEquation& equation : context.model.initial_equations) decide_in(equation);
  DropUnusedCalls(context);
  return true;
}

bool DecideInvariants(PassContext& context) {
  constexpr int kMaxRounds = 10;
  for (int round = 0; round < kMaxRounds; ++round) {
    auto sides = [&] {
      std::vector<std::pair<Expr, Expr>> all;
      for (const ScalarEquation& equation : context.model.equations) all.emplace_back(equation.left, equation.right);
      return all;
    };
    auto before = sides();
    if (!DecideConditions(context)) return false;
    if (sides() == before) break;
    if (!EliminateAliases(context) || !FindInvariants(context)) return false;
  }
  return true;
}

}  // namespace mica::structure
