// Small systems of linear equations A·x = b, solved in symbols. Only by what cannot vanish: by elimination with pivots
// that are literals or have a sign, of the least fill first (Markowitz); or, up to size 3, by Cramer's rule if the
// determinant has a sign. Anything else is refused: a division by zero at run time would come from us, not from the
// model.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "symbolic/algebra.h"
#include "symbolic/variability.h"

namespace mica::symbolic {

struct LinearSystem {
  std::size_t size = 0;
  std::vector<Expr> matrix;  // row by row; zeros are the literal 0
  std::vector<Expr> right;
};

struct LinearLimits {
  std::size_t largest = 12;            // systems beyond are refused
  std::size_t nodes_per_unknown = 40;  // nodes that may be made
};

// The unknowns, in terms of what the coefficients are made of.
std::optional<std::vector<Expr>> SolveLinearSystem(Algebra& algebra, const LinearSystem& system,
                                                   const std::function<SignSet(Expr)>& sign_of_leaf,
                                                   LinearLimits limits = {});

}  // namespace mica::symbolic
