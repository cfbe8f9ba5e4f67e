// Linear parts of expressions: e = factor*x + rest, where neither factor nor rest contains x; and the same for several
// unknowns at once. The test is exact in structure: an expression is taken for linear only if its derivative to the
// unknowns does not contain them, and no unknown stands inside something that is not differentiable (a relation, floor,
// sign, a condition).
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "symbolic/gradient.h"
#include "symbolic/substitute.h"

namespace mica::symbolic {

struct LinearParts {
  Expr factor, rest;
};

// Empty if `e` is not linear in `leaf`, or cannot be differentiated. If it does not contain it, the factor is 0.
std::optional<LinearParts> FindLinearParts(FunctionDerivatives& functions, Expr e, Expr leaf);

struct LinearForm {
  std::vector<PartialTerm> terms;  // unknown and its factor, unknowns that occur only, in the order of their handles
  Expr rest;
};

// For many expressions over one set of unknowns: sparse rows of A·x = b. Work on shared parts is done once.
class LinearForms {
 public:
  LinearForms(FunctionDerivatives& functions, std::span<const Expr> unknowns);
  // Empty if the expression is not linear in the unknowns together (x*y is not).
  std::optional<LinearForm> Of(Expr e);

 private:
  bool IsUnknown(Expr e) const { return unknowns_.contains(e); }

  Algebra algebra_;
  ExprSet unknowns_;
  Contains depends_, hidden_;
  Gradient gradient_;
  Substitution at_zero_;
};

}  // namespace mica::symbolic
