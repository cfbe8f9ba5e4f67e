#include "run/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

namespace {
constexpr double kSmallestDamping = 1e-9;
constexpr double kMostSimplifiedSteps = 3;  // that the old Jacobian would still need: beyond, a new one is cheaper
// Of a scaled step. Beyond it the Jacobian of where the step began says nothing about where it ended: past a kink it may be steeper by many
// orders of magnitude, and any residual is small for it.
constexpr double kFarStep = 1e-2;
}

Newton::Newton(std::size_t size, std::size_t entry_count)
    : r_(size), r_trial_(size), d_(size), d_bar_(size), x_trial_(size), scale_(size), entries_(entry_count) {}

bool Newton::Evaluate(NewtonProblem& problem, std::span<const double> x, std::vector<double>& r) {
  ++counts_.residuals;
  return problem.Residual(x, r) && std::all_of(r.begin(), r.end(), [](double value) { return std::isfinite(value); });
}

bool Newton::Refactor(NewtonProblem& problem, LinearSolver& solver, std::span<const double> nominal) {
  ++counts_.jacobians;
  entries_.assign(solver.entry_count(), 0.0);
  return problem.Jacobian(entries_) && solver.Factor(entries_, nominal);
}

void Newton::SetScale(std::span<const double> x, std::span<const double> nominal) {
  for (std::size_t i = 0; i < x.size(); ++i) scale_[i] = std::max(std::abs(x[i]), kNominalShare * nominal[i]);
}

double Newton::ScaledNorm(const std::vector<double>& d) const {
  double norm = 0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    double part = std::abs(d[i]) / scale_[i];
    if (!(part <= norm)) norm = part;  // keeps NaN
  }
  return norm;
}

bool Newton::IsRounding(NewtonProblem& problem, LinearSolver& solver, std::span<const double> x, double norm) {
  constexpr double kRoundings = 4;  // of the size that was tried: errors of several terms and operations add up
  ++counts_.residuals;
  if (!(norm <= kRoundedStep) || !problem.Rounded(x, r_trial_)) return false;
  for (std::size_t i = 0; i < r_.size(); ++i) d_bar_[i] = r_trial_[i] - r_[i];
  solver.Solve(d_bar_);
  return norm <= kRoundings * ScaledNorm(d_bar_);
}

bool Newton::HasSlope(NewtonProblem& problem, LinearSolver& solver, std::span<const double> x, std::span<const double> lower, std::span<const double> upper,
                      bool use_bounds) {
  // Of the step: far beside the rounding that ended the iteration, short beside the curvature of equations.
  constexpr double kSteps = 100;
  constexpr double kMostOff = 0.5;  // of the distance; what rounding adds to it is 1/kSteps
  for (double steps : {-kSteps, kSteps}) {
    Trial(x, steps, lower, upper, use_bounds);
    ++counts_.residuals;
    if (!problem.Residual(x_trial_, r_trial_)) continue;
    for (std::size_t i = 0; i < r_.size(); ++i) d_bar_[i] = r_trial_[i] - r_[i];
    solver.Solve(d_bar_);
    double off = 0, distance = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      distance = std::max(distance, std::abs(x_trial_[i] - x[i]) / scale_[i]);
      double part = std::abs(d_bar_[i] - (x_trial_[i] - x[i])) / scale_[i];
      if (!(part <= off)) off = part;
    }
    if (distance > 0 && off <= kMostOff * distance) return true;
  }
  return false;
}

void Newton::Trial(std::span<const double> x, double lambda, std::span<const double> lower, std::span<const double> upper, bool use_bounds) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    x_trial_[i] = x[i] + lambda * d_[i];
    if (use_bounds && lower[i] <= upper[i]) x_trial_[i] = std::clamp(x_trial_[i], lower[i], upper[i]);
  }
}

NewtonEnd Newton::Solve(NewtonProblem& problem, LinearSolver& solver, std::span<double> x, std::span<const double> nominal,
                        std::span<const double> lower, std::span<const double> upper, const NewtonSettings& settings) {
  counts_ = {};
  last_step_ = std::numeric_limits<double>::infinity();
  std::size_t n = x.size();
  if (settings.use_bounds)
    for (std::size_t i = 0; i < n; ++i)
      if (lower[i] <= upper[i]) x[i] = std::clamp(x[i], lower[i], upper[i]);
  if (!Evaluate(problem, x, r_)) return NewtonEnd::kNotEvaluable;
  if (settings.least_squares) return SolveByResiduals(problem, solver, x, nominal, lower, upper, settings);

  bool fresh = false;  // the factors are of the present point
  if (!settings.reuse_factors || !solver.is_factored()) {
    if (!Refactor(problem, solver, nominal)) return NewtonEnd::kSingular;
    fresh = true;
  }
  double lambda = 1, previous_norm = 0, previous_bar = 0;
  bool has_previous = false, has_step = false;  // the step of this point was found when the last one was judged
  while (true) {
    if (++counts_.iterations > static_cast<std::size_t>(settings.max_iterations)) return NewtonEnd::kTooManyIterations;
    SetScale(x, nominal);
    if (has_step) {
      std::swap(d_, d_bar_);
    } else {
      for (std::size_t i = 0; i < n; ++i) d_[i] = -r_[i];
      solver.Solve(d_);
    }
    has_step = false;
    double norm = ScaledNorm(d_);
    if (!std::isfinite(norm)) {
      if (fresh) return NewtonEnd::kSingular;
      if (!Refactor(problem, solver, nominal)) return NewtonEnd::kSingular;
      fresh = true;
      continue;
    }
    last_step_ = norm;
    if (norm <= settings.tolerance) return NewtonEnd::kConverged;  // x itself is good: r_ was taken there
    if (has_previous && fresh && settings.damped) {
      // |d̄ - d| measures how far the Jacobian has turned since the last point.
      double turn = 0;
      for (std::size_t i = 0; i < n; ++i) turn = std::max(turn, std::abs(d_bar_[i] - d_[i]) / scale_[i]);
      double estimate = turn * norm > 0 ? previous_norm * previous_bar / (turn * norm) * lambda : 1.0;
      lambda = std::min(1.0, estimate);
    } else {
      lambda = 1;
    }
    lambda = std::max(lambda, 10 * kSmallestDamping);
    bool accepted = false, enlarged = false, was_rounding_tried = false;
    double bar_norm = 0;
    while (lambda >= kSmallestDamping) {
      Trial(x, lambda, lower, upper, settings.use_bounds);
      if (!Evaluate(problem, x_trial_, r_trial_)) {
        if (!fresh) break;
        lambda /= 2;
        continue;
      }
      for (std::size_t i = 0; i < n; ++i) d_bar_[i] = -r_trial_[i];
      solver.Solve(d_bar_);
      bar_norm = ScaledNorm(d_bar_);
      double bend = 0;  // |d̄ - (1-λ)d|
      for (std::size_t i = 0; i < n; ++i) bend = std::max(bend, std::abs(d_bar_[i] - (1 - lambda) * d_[i]) / scale_[i]);
      double estimate = bend > 0 ? 0.5 * norm * lambda * lambda / bend : 1.0;
      if (!(bar_norm <= (1 - lambda / 4) * norm)) {
        // Rounding: no better can be had. Old factors may be to blame.
        if (!fresh) break;
        if (bar_norm <= settings.acceptable && norm <= settings.acceptable) {
          bool is_rounding = HasSlope(problem, solver, x, lower, upper, settings.use_bounds);
          return is_rounding && Evaluate(problem, x, r_) ? NewtonEnd::kConverged : NewtonEnd::kNoDescent;
        }
        if (!was_rounding_tried && norm <= kRoundedStep) {
          was_rounding_tried = true;
          if (IsRounding(problem, solver, x, norm)) return Evaluate(problem, x, r_) ? NewtonEnd::kConverged : NewtonEnd::kNoDescent;
          continue;  // with the trial point of before
        }
        if (!settings.damped && std::isfinite(bar_norm)) {
          accepted = true;
          break;
        }
        lambda = std::min(std::isfinite(estimate) ? estimate : lambda / 2, lambda / 2);
        continue;
      }
      if (!enlarged && lambda < 1 && estimate >= 4 * lambda) {
        enlarged = true;
        lambda = std::min(1.0, estimate);
        continue;
      }
      accepted = true;
      break;
    }
    if (!accepted) {
      if (fresh) {
        bool is_rounding = norm <= settings.acceptable && HasSlope(problem, solver, x, lower, upper, settings.use_bounds);
        return is_rounding && Evaluate(problem, x, r_) ? NewtonEnd::kConverged : NewtonEnd::kNoDescent;
      }
      // The old Jacobian has served its time: take the one of this point. F must be evaluated here again, for its inner values.
      if (!Evaluate(problem, x, r_) || !Refactor(problem, solver, nominal)) return NewtonEnd::kSingular;
      fresh = true;
      has_previous = false;
      continue;
    }
    std::copy(x_trial_.begin(), x_trial_.end(), x.begin());
    std::swap(r_, r_trial_);
    last_step_ = bar_norm;
    double contraction = bar_norm / norm;
    bool is_near = lambda == 1 && norm <= kFarStep;
    if (is_near && bar_norm <= settings.tolerance) return NewtonEnd::kConverged;
    if (is_near && fresh && bar_norm <= settings.acceptable && norm <= settings.acceptable && contraction > 0.5) return NewtonEnd::kConverged;
    previous_norm = norm;
    previous_bar = bar_norm;
    bool serves_on = is_near && contraction < 0.5 && std::log(settings.tolerance / bar_norm) >= kMostSimplifiedSteps * std::log(contraction);
    if (serves_on) {
      fresh = has_previous = false;
      has_step = true;
      continue;
    }
    if (!Refactor(problem, solver, nominal)) return NewtonEnd::kSingular;
    fresh = true;
    has_previous = true;
  }
}

// Gauss-Newton with the least-norm step and backtracking on the sum of squares of the residuals, scaled by their row of the Jacobian.
NewtonEnd Newton::SolveByResiduals(NewtonProblem& problem, LinearSolver& solver, std::span<double> x, std::span<const double> nominal,
                                   std::span<const double> lower, std::span<const double> upper, const NewtonSettings& settings) {
  std::size_t n = x.size();
  int small_steps = 0;
  for (int k = 0; k < settings.max_iterations; ++k) {
    ++counts_.iterations;
    SetScale(x, nominal);
    bool regular = Refactor(problem, solver, nominal);
    if (!std::all_of(entries_.begin(), entries_.end(), [](double value) { return std::isfinite(value); })) return NewtonEnd::kSingular;
    for (std::size_t i = 0; i < n; ++i) d_[i] = -r_[i];
    if (regular) solver.Solve(d_);
    else if (solver.SolveLeastNorm(d_).relative_residual < 0) return NewtonEnd::kSingular;
    last_step_ = ScaledNorm(d_);
    if (!std::isfinite(last_step_)) return NewtonEnd::kSingular;
    // The residuals in units of their largest term make the merit independent of how an equation is scaled.
    std::vector<double> unit;
    solver.RowMagnitudes(unit);
    auto merit = [&](const std::vector<double>& r) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += (r[i] / unit[i]) * (r[i] / unit[i]);
      return sum;
    };
    double before = merit(r_);
    if (last_step_ <= settings.tolerance) {
      // With a singular Jacobian a zero step proves nothing: the residuals must vanish, too.
      return regular || std::sqrt(before) <= settings.acceptable ? NewtonEnd::kConverged : NewtonEnd::kNoDescent;
    }
    double lambda = 1;
    bool accepted = false;
    for (; lambda >= kSmallestDamping; lambda /= 2) {
      Trial(x, lambda, lower, upper, settings.use_bounds);
      if (Evaluate(problem, x_trial_, r_trial_) && merit(r_trial_) <= (1 - 1e-4 * lambda) * before) {
        accepted = true;
        break;
      }
    }
    if (!accepted) {
      if (std::sqrt(before) > settings.acceptable) return NewtonEnd::kNoDescent;
      if (regular && !HasSlope(problem, solver, x, lower, upper, settings.use_bounds)) return NewtonEnd::kNoDescent;
      return Evaluate(problem, x, r_) ? NewtonEnd::kConverged : NewtonEnd::kNoDescent;
    }
    std::copy(x_trial_.begin(), x_trial_.end(), x.begin());
    std::swap(r_, r_trial_);
    double after = merit(r_);
    small_steps = last_step_ * lambda <= settings.acceptable && after <= settings.acceptable * settings.acceptable ? small_steps + 1 : 0;
    if (after == 0) return NewtonEnd::kConverged;
    if (small_steps < 3) continue;
    if (regular && !HasSlope(problem, solver, x, lower, upper, settings.use_bounds)) return NewtonEnd::kNoDescent;
    return Evaluate(problem, x, r_) ? NewtonEnd::kConverged : NewtonEnd::kNoDescent;
  }
  return NewtonEnd::kTooManyIterations;
}

}  // namespace mica::run
