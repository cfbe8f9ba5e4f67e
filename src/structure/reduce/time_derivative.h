// The derivative of an expression with respect to time: d/dt f(x, t) = Σ ∂f/∂x · der(x) + ∂f/∂t. Scalars that get a
// derivative by it are made.
#pragma once

#include <string>

#include "structure/pass.h"
#include "structure/sort/partial_derivative.h"
#include "symbolic/derivative.h"

namespace mica::structure {

class TimeDerivative {
 public:
  explicit TimeDerivative(PassContext& context);
  TimeDerivative(const TimeDerivative&) = delete;

  // Invalid if there is none; failure() then says why, as the end of a sentence.
  Expr operator()(Expr e);
  const std::string& failure() const { return failure_; }

 private:
  Expr Seed(Expr leaf);

  PassContext& context_;
  symbolic::Differentiator differentiator_;
  Rewriter without_events_;
  std::string failure_;
};

}  // namespace mica::structure
