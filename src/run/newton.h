// Run stage: damped Newton iteration for F(x) = 0 with an analytic Jacobian.
//
// Steps d = -J⁻¹F are judged by the natural monotonicity test, in the norm of the unknowns scaled by s_i = max(|x_i|, 1e-4 nominal_i):
//   |J(x)⁻¹ F(x + λd)| < (1 - λ/4) |d|.
// It is invariant under scaling of the equations. λ starts from an estimate by the affine-invariant Lipschitz constant and is cut until
// the test holds; where F cannot be evaluated or is not finite, λ is halved. Iterates stay inside [lower, upper]: a component that would
// leave is put on the bound. Converged when the simplified step after a full step is below the tolerance in every component,
// and the full step was short: the Jacobian of a point far away says nothing of the residuals here.
// Without damping, full steps are taken as long as F can be evaluated: through the kinks of piecewise linear equations that is the quicker way,
// for a few steps from a point nearby.
// While the iteration contracts well in short steps, the factored Jacobian of an earlier point (of an earlier solution, too) serves on.
// With `least_squares`, steps are the least-norm solution of a Jacobian that may be singular, judged by the size of the residuals.
// Where no step helps and steps are small, but as large as those that rounding of the data alone would ask for, F is as near to zero as its terms, much larger than
// itself, allow: a flow that comes to rest between two large pressures. That is converged too.
// On success the last evaluation of F was at the solution. References: Deuflhard, Newton Methods for Nonlinear Problems (2004), algorithm NLEQ-ERR.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run/linear_solver.h"

namespace mica::run {

class NewtonProblem {
 public:
  virtual ~NewtonProblem() = default;
  // False: F cannot be evaluated at x.
  virtual bool Residual(std::span<const double> x, std::span<double> r) = 0;
  // At the point of the last Residual, in the order of the solver's pattern.
  virtual bool Jacobian(std::span<double> entries) = 0;
  // Residuals at x with everything that they are computed from moved by a few units of its rounding: how far they are from those at x is what
  // rounding makes of them. False: not known.
  virtual bool Rounded(std::span<const double> /* x */, std::span<double> /* r */) { return false; }
};

struct NewtonSettings {
  double tolerance = 1e-12;   // of the scaled step
  double acceptable = 1e-7;   // where rounding stops progress, a scaled step below this is good enough
  int max_iterations = 60;
  bool reuse_factors = false;  // start with the factors that the solver holds
  bool damped = true;          // if not, full steps are taken whether or not they reduce anything
  bool least_squares = false;
  bool use_bounds = true;
};

enum class NewtonEnd : std::uint8_t { kConverged, kNotEvaluable /* at the start */, kSingular, kNoDescent, kTooManyIterations };

struct NewtonCounts {
  std::size_t iterations = 0, residuals = 0, jacobians = 0;
};

class Newton {
 public:
  // An unknown counts as no smaller than this share of its nominal value, often the default, 1: much smaller solutions must be found, too.
  static constexpr double kNominalShare = 1e-4;
  // Steps that are no larger are looked at for rounding; larger ones mean that the unknowns are not determined to any useful number of digits.
  static constexpr double kRoundedStep = 1e-4;
  // `entry_count` of the Jacobian, for which memory is taken now; else at the first solution.
  explicit Newton(std::size_t size, std::size_t entry_count = 0);

  // x: start, then solution (or the point where it ended). `nominal` is positive.
  NewtonEnd Solve(NewtonProblem& problem, LinearSolver& solver, std::span<double> x, std::span<const double> nominal,
                  std::span<const double> lower, std::span<const double> upper, const NewtonSettings& settings);

  const NewtonCounts& counts() const { return counts_; }
  std::span<const double> residuals() const { return r_; }  // at the point where it ended
  double last_step() const { return last_step_; }           // scaled norm

 private:
  bool Evaluate(NewtonProblem& problem, std::span<const double> x, std::vector<double>& r);
  bool Refactor(NewtonProblem& problem, LinearSolver& solver, std::span<const double> nominal);
  double ScaledNorm(const std::vector<double>& d) const;
  // At x, with a step of size `norm`. Leaves r_trial_ and d_bar_ behind.
  bool IsRounding(NewtonProblem& problem, LinearSolver& solver, std::span<const double> x, double norm);
  // Where the iteration cannot get on at x although the step d is short: whether the equations change along d as the Jacobian says. A Jacobian that is much too large (the
  // formula of a derivative outside its region, an edge) makes any residual look like rounding. Leaves r_trial_, x_trial_ and d_bar_ behind.
  bool HasSlope(NewtonProblem& problem, LinearSolver& solver, std::span<const double> x, std::span<const double> lower, std::span<const double> upper, bool use_bounds);
  void SetScale(std::span<const double> x, std::span<const double> nominal);
  // x + λ d inside the bounds.
  void Trial(std::span<const double> x, double lambda, std::span<const double> lower, std::span<const double> upper, bool use_bounds);
  NewtonEnd SolveByResiduals(NewtonProblem& problem, LinearSolver& solver, std::span<double> x, std::span<const double> nominal,
                             std::span<const double> lower, std::span<const double> upper, const NewtonSettings& settings);

  NewtonCounts counts_;
  double last_step_ = 0;
  std::vector<double> r_, r_trial_, d_, d_bar_, x_trial_, scale_, entries_;
};

}  // namespace mica::run
