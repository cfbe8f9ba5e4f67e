// Passes split-calls and inline-calls (inline_calls.h).
//
// split-calls, before index reduction. Reads: equations. Changes: a step with a call of such a function becomes one
// equality for each of its outputs; a call that is linear with factors of parameters (an orientation that is fixed)
// becomes what it computes. inline-calls, after it. Changes: all calls of such functions, and those that derivatives
// brought in, become what the functions compute. Both keep the number of scalar equations; differentiated equations
// stay linked to where they come from. Forces resolved by orientation matrices stand in loops with accelerations: only
// the inlined form shows that they are linear.
#include "structure/scalar/inline_calls.h"

#include <algorithm>

#include "structure/passes.h"
#include "structure/scalar/call_outputs.h"

namespace mica::structure {

CallInliner::CallInliner(PassContext& context)
    : model_(context.model),
      store_(context.store),
      exprs_(context.store.exprs),
      inliner_(context.store, symbolic::InlineStage::kAfterIndexReduction),
      elements_(context.store, [](Expr variable, std::size_t) { return variable; }),
      partial_(context.derivatives),
      occurrences_(context.store),
      has_call_(context.store.exprs, [this](Expr e) { return Wants(e); }),
      without_events_(TakeOffEvents(context.store)),
      all_(context.store, [this](Expr e) { return without_events_(Inlined(e)); }),
      plain_(context.store, [this](Expr e) {
        Expr inlined = Inlined(e);
        return inlined && IsPlain(inlined) ? inlined : Expr();
      }) {}

Expr CallInliner::Inlined(Expr e) {
  Expr base = e;
  while (exprs_.op(base) == Op::kIndex || exprs_.op(base) == Op::kField || exprs_.op(base) == Op::kTupleItem)
    base = exprs_.arg(base, 0);
  // An element of a sum of such calls, as derivatives make it.
  bool is_element = base != e && exprs_.op(base) != Op::kArray && exprs_.op(base) != Op::kCall && has_call_(base);
  if ((!Wants(base) && !is_element) || !store_.types.is_scalar(exprs_.type(e)) ||
      store_.types.kind(exprs_.type(e)) == TypeKind::kRecord)
    return {};
  Expr inlined = inliner_.Inline(e);
  return inlined == e ? Expr() : elements_.Scalar(inlined);
}

bool CallInliner::IsPlain(Expr e) {
  auto terms = partial_.All(e, [&](ScalarId id) { return !model_.is_known(id); });
  if (!terms) return false;
  if (!std::ranges::all_of(*terms, [&](const PartialTerm& term) {
        return ChangesOf(term.derivative, model_, occurrences_) == ChangesWith::kNever;
      }))
    return false;
  occurrences_.Clear();
  occurrences_.Add(e);
  return !occurrences_.reads_time() && !occurrences_.reads_delayed() &&
         std::ranges::none_of(occurrences_.found(), [&](const Occurrence& o) {
           return (o.how & kInCondition) != 0 && !model_.is_known(o.scalar);
         });
}

bool CallInliner::Split(EquationId id) {
  ScalarEquation equation = model_.equations[id];
  const Step& step = model_.steps[equation.step];
  if (step.kind != Step::Kind::kCall || !Wants(step.value)) return false;
  std::vector<ScalarEquation> made;
  std::vector<Expr> items = ScalarItems(step.value, store_);
  for (std::size_t i = 0; i < step.targets.size(); ++i) {
    if (!step.targets[i]) continue;
    if (i >= items.size() || !Inlined(items[i]) ||
        store_.types.kind(model_.scalars[step.targets[i]].type) != TypeKind::kReal)
      return false;
    equation.left = equation.written_left = model_.Ref(step.targets[i], store_);
    equation.right = Plain(items[i]);
    equation.written_right = items[i];
    equation.step = kNoStep;
    made.push_back(equation);
  }
  if (made.empty()) return false;
  model_.equations[id] = made[0];
  for (std::size_t i = 1; i < made.size(); ++i) model_.equations.Add(made[i]);
  return true;
}

bool SplitCalls(PassContext& context) {
  CallInliner inliner(context);
  std::size_t count = context.model.equations.size();
  for (std::size_t i = 0; i < count; ++i) {
    ScalarEquation& equation = context.model.equations[EquationId(i)];
    if (equation.is_removed) continue;
    if (!equation.is_equality()) {
      inliner.Split(EquationId(i));
      continue;
    }
    equation.left = inliner.Plain(equation.left);
    equation.right = inliner.Plain(equation.right);
  }
  return true;
}

bool InlineCalls(PassContext& context) {
  CallInliner inliner(context);
  auto apply = [&](ScalarEquation& equation) {
    if (equation.is_removed || !equation.is_equality()) return;
    equation.left = inliner(equation.left);
    equation.right = inliner(equation.right);
  };
  for (ScalarEquation& equation : context.model.equations) apply(equation);
  for (ScalarEquation& equation : context.model.initial_equations) apply(equation);
  return true;
}

}  // namespace mica::structure
