// Solves a Real equation for one scalar in a formula: symbolic/solve.h for the forms, with held relations taken as
// constant.
#pragma once

#include "structure/pass.h"
#include "symbolic/solve.h"

namespace mica::structure {

class EquationSolver {
 public:
  explicit EquationSolver(PassContext& context);

  // The value of `unknown` by left = right; invalid if there is no formula. A factor that may vanish is divided by all
  // the same: what may not be is for the caller to decide (PartialDerivative::Classify).
  Expr Solve(Expr left, Expr right, ScalarId unknown);

 private:
  Expr SolveAroundHeld(Expr left, Expr right, Expr leaf);

  PassContext& context_;
  symbolic::Solver solver_;
};

}  // namespace mica::structure
