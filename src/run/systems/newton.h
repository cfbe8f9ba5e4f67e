// Run stage: Newton iteration (runtime/systems/newton.h, which has the formulas) with the linear solver of
// variable-step methods.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run/systems/linear_solver.h"
#include "runtime/systems/newton.h"

namespace mica::run {

class NewtonProblem {
 public:
  virtual ~NewtonProblem() = default;
  // False: F cannot be evaluated at x.
  virtual bool Residual(std::span<const double> x, std::span<double> r) = 0;
  // At the point of the last Residual, in the order of the solver's pattern.
  virtual bool Jacobian(std::span<double> entries) = 0;
  // Residuals at x with everything that they are computed from moved by a few units of its rounding: how far they are
  // from those at x is what rounding makes of them. False: not known.
  virtual bool Rounded(std::span<const double> /* x */, std::span<double> /* r */) { return false; }
};

struct NewtonSettings {
  double tolerance = 1e-12;  // of the scaled step
  int max_iterations = 60;
  bool reuse_factors = false;  // start with the factors that the solver holds
  bool damped = true;          // if not, full steps are taken whether or not they reduce anything
  bool least_squares = false;
  bool use_bounds = true;
};

enum class NewtonEnd : std::uint8_t {
  kConverged,
  kNotEvaluable /* at the start */,
  kSingular,
  kNoDescent,
  kTooManyIterations
};

struct NewtonCounts {
  std::size_t iterations = 0, residuals = 0, jacobians = 0;
};

class Newton {
 public:
  static constexpr double kNominalShare = MICA_NEWTON_NOMINAL_SHARE;
  // `entry_count` of the Jacobian, for which memory is taken now; else at the first solution.
  explicit Newton(std::size_t size, std::size_t entry_count = 0);
  Newton(const Newton&) = delete;
  Newton& operator=(const Newton&) = delete;

  // x: start, then solution (or the point where it ended). `nominal` is positive.
  NewtonEnd Solve(NewtonProblem& problem, LinearSolver& solver, std::span<double> x, std::span<const double> nominal,
                  std::span<const double> lower, std::span<const double> upper, const NewtonSettings& settings);

  NewtonCounts counts() const { return {work_.iterations, work_.residuals, work_.jacobians}; }
  std::span<const double> residuals() const { return {work_.r, size_}; }  // at the point where it ended
  double last_step() const { return work_.last_step; }                    // scaled norm
  // How far that point may be from a solution; empty: nothing is known.
  std::span<const double> error() const {
    return work_.error ? std::span<const double>(work_.error, size_) : std::span<const double>();
  }

 private:
  std::size_t size_;
  MicaNewton work_;
  std::vector<double> memory_, entries_, magnitudes_;
};

}  // namespace mica::run
