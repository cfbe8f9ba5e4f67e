// Simplification of whole expressions: every node through the constructors of algebra.h, and sums whose terms cancel or
// repeat collected (x + (y - x) is y; x + 2*x is 3*x). Memoised: simplifying all parts of a model costs one walk over
// its nodes.
#pragma once

#include "symbolic/algebra.h"
#include "symbolic/expr_map.h"

namespace mica::symbolic {

class Simplifier {
 public:
  explicit Simplifier(Store& store) : algebra_(store) {}
  Expr Simplify(Expr e);

 private:
  Algebra algebra_;
  ExprMap<Expr> memo_;
};

// The sum as terms with numeric factors, equal terms taken together, rebuilt if that leaves fewer; `e` otherwise.
// Scalar Real sums of at most `limit` terms only, so that the cost at each node of a long chain is bounded.
Expr CollectTerms(Algebra& algebra, Expr e, std::size_t limit = 24);

}  // namespace mica::symbolic
