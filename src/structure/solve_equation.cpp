#include "structure/solve_equation.h"

#include <algorithm>

#include "structure/incidence.h"
#include "structure/partial_derivative.h"
#include "structure/rewrite.h"

namespace mica::structure {

Expr SolveEquation(Expr left, Expr right, ScalarId unknown, PassContext& context) {
  Store& store = context.store;
  ExprPool& exprs = store.exprs;
  Expr leaf = context.model.Ref(unknown, store);
  auto reads = [&](Expr e) {
    OccurrenceCollector occurrences(store);
    occurrences.Add(e);
    return std::ranges::any_of(occurrences.found(), [&](const Occurrence& o) { return o.scalar == unknown && o.is_needed(); });
  };
  if (left == leaf && !reads(right)) return right;
  if (right == leaf && !reads(left)) return left;
  PartialDerivative partial(context.derivatives);
  Expr factor = partial.OfEquation(left, right, unknown);
  if (!factor || exprs.is_number(factor, 0) || reads(factor)) return {};
  symbolic::Algebra algebra(store);
  Rewriter at_zero(store, [&](Expr e) { return e == leaf ? exprs.Real(0) : exprs.op(e) == Op::kHeld ? e : Expr(); });
  Expr rest = at_zero(algebra.Sub(left, right));
  return algebra.Neg(algebra.Div(rest, factor));
}

}  // namespace mica::structure
