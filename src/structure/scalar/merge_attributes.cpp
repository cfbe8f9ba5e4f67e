#include "structure/scalar/merge_attributes.h"

#include <fmt/format.h>
#include <algorithm>

#include "structure/codes.h"
#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

Expr Signed(Expr e, int sign, Store& store) { return e && sign < 0 ? symbolic::Algebra(store).Neg(e) : e; }

std::size_t PathLength(const PassContext& context, ScalarId id) {
  VarId source = context.model.scalars[id].source;
  return source ? context.flat.variables[source].path.size() : 1000;
}

Span SpanOf(const PassContext& context, ScalarId id) {
  VarId source = context.model.scalars[id].source;
  return source ? context.flat.variables[source].span : context.flat.span;
}

// The narrower of two bounds of one side; `larger` tells which side is narrower.
Expr Narrower(Expr a, Expr b, bool larger, const ExprPool& exprs) {
  if (!a || !b) return a ? a : b;
  auto x = exprs.number(a), y = exprs.number(b);
  if (!x || !y) return a;
  return (*x < *y) == larger ? b : a;
}

}  // namespace

void MergeAttributes(PassContext& context, ScalarId representative, std::span<const SignedMember> members) {
  Store& store = context.store;
  ScalarModel& model = context.model;
  Scalar& kept = model.scalars[representative];
  ScalarFacts& kept_facts = model.facts[representative];
  ScalarId start_from = kept.start ? representative : ScalarId();
  bool start_is_fixed = kept.start && kept.fixed;
  ScalarId never = kept_facts.state_select == flat::StateSelect::kNever ? representative : ScalarId();
  ScalarId always = kept_facts.state_select == flat::StateSelect::kAlways ? representative : ScalarId();
  for (auto [id, sign] : members) {
    const Scalar& member = model.scalars[id];
    const ScalarFacts& facts = model.facts[id];
    Expr start = Signed(member.start, sign, store);
    if (member.fixed && start && start_is_fixed && start != kept.start) {
      auto a = store.exprs.number(start), b = store.exprs.number(kept.start);
      if (a && b && *a != *b) {
        auto& diagnostic = context.sink.Report(
            kFixedStartsDiffer, SpanOf(context, id),
            fmt::format(
                "{} and {} are the same variable{}, but both have a fixed start value, and these differ: {} and {}",
                member.name, model.scalars[start_from].name, sign < 0 ? " up to sign" : "",
                *store.exprs.number(member.start), *store.exprs.number(model.scalars[start_from].start)));
        diagnostic.notes.push_back(
            {SpanOf(context, start_from), fmt::format("the other start value, of {}", model.scalars[start_from].name)});
        diagnostic.hint = "give fixed = true to one of them only";
      }
    }
    bool better = start && (!start_from || (member.fixed && !start_is_fixed) ||
                            (member.fixed == start_is_fixed && start_from != representative &&
                             PathLength(context, id) < PathLength(context, start_from)));
    if (better) {
      kept.start = start;
      start_from = id;
      start_is_fixed = member.fixed;
    }
    kept.fixed = kept.fixed || member.fixed;
    kept_facts.fixed_given = kept_facts.fixed_given || facts.fixed_given;
    if (!kept.nominal) kept.nominal = member.nominal;
    Expr low = sign > 0 ? member.min : Signed(member.max, -1, store),
         high = sign > 0 ? member.max : Signed(member.min, -1, store);
    kept.min = Narrower(kept.min, low, true, store.exprs);
    kept.max = Narrower(kept.max, high, false, store.exprs);
    if (facts.state_select == flat::StateSelect::kNever && !never) never = id;
    if (facts.state_select == flat::StateSelect::kAlways && !always) always = id;
    // The strongest wish: anything written beats the default; among what is written the higher one.
    auto wish = facts.state_select;
    if (wish != flat::StateSelect::kDefault &&
        (kept_facts.state_select == flat::StateSelect::kDefault || wish > kept_facts.state_select))
      kept_facts.state_select = wish;
  }
  if (always && never)
    context.sink.Report(
        kAlwaysAndNever, SpanOf(context, always),
        fmt::format(
            "{} has stateSelect = StateSelect.always, but it is the same variable as {}, which has StateSelect.never; "
            "always is taken",
            model.scalars[always].name, model.scalars[never].name));
}

}  // namespace mica::structure
