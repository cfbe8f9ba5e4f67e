// Sums whose terms cancel or repeat, collected: x + (y - x) is y; x + 2*x is 3*x.
#pragma once

#include "symbolic/algebra.h"

namespace mica::symbolic {

// The sum as terms with numeric factors, equal terms taken together, rebuilt if that leaves fewer; `e` otherwise.
// Scalar Real sums of at most `limit` terms only, so that the cost at each node of a long chain is bounded.
Expr CollectTerms(Algebra& algebra, Expr e, std::size_t limit = 24);

}  // namespace mica::symbolic
