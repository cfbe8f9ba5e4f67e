// Linear systems of system_solver.h: one step from the present point; the nearest solution, or the one that switches
// mean, where the matrix is singular.
#include <algorithm>
#include <cmath>
#include <limits>

#include "run/systems/system_solver.h"
#include "runtime/systems/bounded_solver.h"

namespace mica::run {

bool SystemSolver::SolveLinear() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    x_[i] = instance_.reals()[slots_[i]];
    if (!std::isfinite(x_[i])) x_[i] = starts_[i];
  }
  ++totals_.residuals;
  if (!Residual(x_, r_) || !std::all_of(r_.begin(), r_.end(), [](double value) { return std::isfinite(value); })) {
    KeepFailure(SolveEnd::kNotEvaluable, x_, r_);
    return false;
  }
  bool keeps = system_.changes == MICA_CHANGES_NEVER ||
               (system_.changes == MICA_CHANGES_AT_EVENTS && instance_.raw().event == 0);
  bool fresh = !(keeps && solver_valid_);
  if (fresh) {
    ++totals_.jacobians;
    bool regular = Jacobian(entries_) && solver_.Factor(entries_, nominal_);
    solver_valid_ = regular;
    solver_.RowMagnitudes(row_magnitudes_);
    // What rounding leaves of a vanishing pivot is no pivot: an answer that is beyond all measure for a right side of
    // one unit tells.
    if (regular && switches_.size() > 0) {
      std::copy(row_magnitudes_.begin(), row_magnitudes_.end(), d_.begin());
      solver_.Solve(d_);
      for (std::size_t i = 0; i < d_.size(); ++i)
        regular = regular && std::abs(d_[i]) <= MICA_SOLVER_BEYOND_MEASURE * nominal_[i];
      solver_valid_ = regular;
    }
    if (!regular) return SolveSingular();
  }
  return TakeLinearStep(fresh);
}

// x := x - J⁻¹ r(x), then once more with the residual that rounding left.
bool SystemSolver::TakeLinearStep(bool fresh) {
  std::size_t n = slots_.size();
  double size = 0, correction = 0;
  for (int step = 0; step < 3; ++step) {
    for (std::size_t i = 0; i < n; ++i) d_[i] = -r_[i];
    solver_.Solve(d_);
    size = correction = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x_[i] += d_[i];
      size = std::max(size, std::abs(x_[i]) / nominal_[i]);
      correction = std::max(correction, std::abs(d_[i]) / nominal_[i]);
    }
    ++totals_.residuals;
    if (!std::isfinite(size + correction) || !Residual(x_, r_)) break;
    // Of an extended matrix neither the pivots nor the sizes of rows, which follow from those of long chains of
    // variables, tell whether its factors are good: only that one more step changes nothing.
    if (solver_.is_extended() && solver_.is_sparse()) {
      if (step >= 1 && correction <= MICA_SOLVER_UNCHANGED * std::max(size, MICA_SOLVER_LINEAR_NOTHING)) return true;
      continue;
    }
    double error = RowError(r_);
    if (error <= MICA_SOLVER_LINEAR_ROUNDING * std::max(size, std::numeric_limits<double>::min())) return true;
    // After the refinement nothing better can be had from these factors.
    if (step >= 1 && error <= MICA_SOLVER_LINEAR_GOOD * std::max(size, MICA_SOLVER_LINEAR_NOTHING)) return true;
  }
  if (fresh) return SolveSingular();
  // Kept factors that do not fit: the equations have changed with something that the analysis did not see. Take new
  // ones.
  solver_valid_ = false;
  return SolveLinear();
}

void SystemSolver::CollectLeaks() {
  std::fill(leak_.begin(), leak_.end(), 0.0);
  std::fill(leak_entries_.begin(), leak_entries_.end(), 0.0);
  auto is_finite = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  };
  for (std::size_t which = 0; which < switches_.size(); ++which) {
    switches_.Toggle(which);
    // A branch that cannot be evaluated here says nothing.
    bool good = Residual(x_, toggled_) && is_finite(toggled_) && Jacobian(toggled_entries_);
    switches_.Toggle(which);
    if (!good) continue;
    for (std::size_t i = 0; i < leak_.size(); ++i) leak_[i] += toggled_[i] - r_[i];
    for (std::size_t e = 0; e < leak_entries_.size(); ++e) leak_entries_[e] += toggled_entries_[e] - entries_[e];
  }
}

bool SystemSolver::SolveSingular() {
  std::size_t n = slots_.size();
  solver_valid_ = false;
  for (std::size_t i = 0; i < n; ++i) {
    x_[i] = instance_.reals()[slots_[i]];
    if (!std::isfinite(x_[i])) x_[i] = starts_[i];
  }
  if (!Residual(x_, r_)) {
    KeepFailure(SolveEnd::kNotEvaluable, x_, r_);
    return false;
  }
  first_residuals_.assign(r_.begin(), r_.end());
  first_point_.assign(x_.begin(), x_.end());
  for (std::size_t i = 0; i < n; ++i) d_[i] = -r_[i];
  LinearSolver::LeastNorm found;
  bool leaks = switches_.size() > 0;
  if (leaks) {
    CollectLeaks();
    found = solver_.SolveInLimit(d_, leak_, leak_entries_, first_point_);
    leaks = found.relative_residual >= 0;
  }
  if (!leaks) found = solver_.SolveLeastNorm(d_, first_point_);
  if (found.relative_residual >= 0 && found.relative_residual <= LinearSolver::kConsistent) {
    for (std::size_t i = 0; i < n; ++i) x_[i] += d_[i];
    if (Residual(x_, r_)) {
      was_singular_ = true;
      if (singular_unknowns_.empty() && found.rank < n)
        solver_.UndeterminedColumns(kListedUnknowns, singular_unknowns_);
      return true;
    }
  } else if (leaks) {
    has_escape_ = true;
    // However little the equations disagree by: the limit is infinite.
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) size = std::max(size, std::abs(d_[i]) / nominal_[i]);
    double leak = LeakingSwitches::kLeak * std::clamp(size, std::numeric_limits<double>::min(), 1.0);
    for (std::size_t i = 0; i < n; ++i) escape_[i] = first_point_[i] + d_[i] / leak;
  }
  KeepFailure(found.relative_residual > LinearSolver::kConsistent ? SolveEnd::kInconsistent : SolveEnd::kSingular,
              first_point_, first_residuals_);
  solver_.UndeterminedColumns(kListedUnknowns, failure_.undetermined);
  return false;
}

bool SystemSolver::TakeEscape() {
  if (bounded_) return mica_solver_take_escape(&bounded_->solver()) != 0;
  if (!has_escape_ || !std::all_of(escape_.begin(), escape_.end(), [](double value) { return std::isfinite(value); }))
    return false;
  return Residual(escape_, r_);
}

}  // namespace mica::run
