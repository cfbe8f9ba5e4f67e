// Solving one equation left = right for one scalar unknown: linear equations, and equations where the unknown stands
// once, below functions that have exactly one inverse (exp, log, odd powers, …) or a function with an `inverse`
// annotation (the specification, 12.8).
#pragma once

#include <functional>
#include <optional>

#include "symbolic/linear_form.h"
#include "symbolic/variability.h"

namespace mica::symbolic {

// How safe it is to compute the unknown so, in ascending order of doubt. Tearing may rely on the first two, and on the
// third once the parameters are known.
enum class Certainty : std::uint8_t {
  kAlways,     // nothing is divided by, or only literals that are not 0
  kNonzero,    // divided by what cannot vanish, by its sign
  kParameter,  // divided by an expression of parameters, which may be 0
  kMayVanish,  // divided by what changes, or an inverse outside whose domain there is no solution
};

struct Solution {
  Expr value;  // does not contain the unknown
  Certainty certainty = Certainty::kAlways;
  bool is_linear = true;
};

class Solver {
 public:
  // `is_parameter` tells of leaves that do not change during a run; `sign` what is known of the signs of leaves.
  Solver(FunctionDerivatives& functions, std::function<bool(Expr)> is_parameter, std::function<SignSet(Expr)> sign);

  // Empty if the unknown does not occur, or if there is no unique solution in closed form.
  std::optional<Solution> Solve(Expr left, Expr right, Expr unknown);

  // What dividing by the expression means.
  Certainty CertaintyOf(Expr divisor);

 private:
  std::optional<Solution> SolveLinear(Expr left, Expr right, Expr unknown);
  std::optional<Solution> Isolate(Expr side, Expr other, Expr unknown);
  bool Step(Expr& side, Expr& other, Expr unknown, Certainty& certainty);
  bool StepPower(Expr& side, Expr& other, Expr unknown, Certainty& certainty);
  bool StepInverse(Expr& side, Expr& other, Expr unknown);

  FunctionDerivatives& functions_;
  Algebra algebra_;
  ExprPool& pool_;
  Contains changes_;
  Signs signs_;
};

}  // namespace mica::symbolic
