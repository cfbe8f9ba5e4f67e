// Run stage: a solution of F(x) = 0 by continuation from a point x0 that is far from it.
//
//   F(x) - (1 - λ) F(x0) = 0
//
// holds at λ = 0 for x0: sources are added to the equations such that the start values solve them. They are withdrawn
// along the curve of solutions (x, λ), which is followed by its length, not by λ: where the Jacobian of F becomes
// singular, λ turns back for a while, and damped Newton iteration, which follows the same curve, ends. Predictor along
// the tangent, corrector by Newton iteration in the plane normal to it. Where the curve has passed λ = 1, ordinary
// Newton iteration takes over. Unknowns are scaled by max(|x0|, nominal), equations by their largest term at x0. Dense:
// O(n³) a step, kMostUnknowns. Deterministic. References: Branin, IBM J. Res. Dev. 16 (1972); Allgower and Georg,
// Numerical Continuation Methods (1990), chapters 3 and 6.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "run/systems/newton.h"

namespace mica::run {

class NewtonPath {
 public:
  static constexpr std::size_t kMostUnknowns = 200;  // a thousand factors of this size take a second
  static constexpr int kMostSteps = 400;
  // Of the scaled curve: a step is a share of the size of the unknowns. The first must keep to the curve, the last is
  // lost in rounding.
  static constexpr double kFirstStep = 0.02, kLongestStep = 0.5, kShortestStep = 1e-7;
  // Beyond this many times their size the unknowns run away: there is no solution on this curve.
  static constexpr double kFarAway = 1e6;

  NewtonPath(NewtonProblem& problem, std::vector<MatrixEntry> pattern, std::size_t size, std::function<bool()> stop);

  // x: x0, then a point near a solution. False: the curve does not lead to λ = 1; furthest() tells how far it came.
  bool Follow(std::span<double> x, std::span<const double> nominal);
  double furthest() const { return furthest_; }
  int steps() const { return steps_; }

 private:
  bool Evaluate(std::span<const double> y);
  bool FillMatrix();
  // The bordered matrix with the last row `normal`; the solution for the right side b, in place.
  bool SolveBordered(std::span<const double> normal, std::vector<double>& b);
  bool Tangent();
  bool Correct(std::vector<double>& y);

  NewtonProblem& problem_;
  std::vector<MatrixEntry> pattern_;
  std::size_t n_;
  std::function<bool()> stop_;
  std::vector<double> scale_, row_, f0_;  // of unknowns, of equations; the scaled residuals at x0
  std::vector<double> x_, r_, entries_, matrix_, factors_, tangent_;
  double furthest_ = 0;
  int steps_ = 0;
};

}  // namespace mica::run
