// Rows of a run, see simulation.h, and steps that are made again because of what rows show.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "run/simulation.h"

namespace mica::run {

bool Simulation::Append(std::span<const double> row) {
  if (!plan_.has_rows || is_quiet_) return true;
  // Just past the point where a relation changes, before it does, an expression that it guards may be outside of its
  // domain: no row.
  if (std::exchange(is_left_limit_, false)) {
    if (!ValueCheck::IsFinite(row)) return true;
  } else if (!values_.Passes(row)) {
    has_bad_value_ = true;
    return false;
  }
  ++result_.statistics.rows;
  if (!modes_ || is_paused_) return writer_.Append(instance_.time(), row);
  step_clock_.Pause();
  bool written = writer_.Append(instance_.time(), row);
  step_clock_.Resume();
  return written;
}

// After Append.
bool Simulation::FailRow() {
  return Fail(has_bad_value_ ? fmt::format("a variable has no valid value at time = {}", NumberText(instance_.time()))
                             : std::string("the result could not be written"));
}

bool Simulation::FailRelation() {
  return Fail(fmt::format("a relation contradicts the values at time = {}", NumberText(instance_.time())));
}

// Rows at the grid points of (…, to]; one at `to` itself only if no event follows there.
bool Simulation::WriteGrid(double to, bool event_follows) {
  if (!plan_.has_rows || grid_ > plan_.points || plan_.Point(grid_) > to) return true;
  if (!modes_) return WritePoints(to, event_follows);
  step_clock_.Pause();
  is_paused_ = true;
  bool written = WritePoints(to, event_follows);
  is_paused_ = false;
  step_clock_.Resume();
  return written;
}

bool Simulation::WritePoints(double to, bool event_follows) {
  for (; grid_ <= plan_.points && plan_.Point(grid_) <= to; ++grid_) {
    double point = plan_.Point(grid_);
    if (event_follows && point == to) {
      is_point_open_ = true;
      continue;
    }
    if (point == to) {
      states_.assign(integrator_->states().begin(), integrator_->states().end());
    } else {
      integrator_->Interpolate(point, states_);
    }
    if (!EvaluateAt(point, states_)) return false;
    row_time_ = point;
    if (point < to && IsContradicted(point)) return true;
    if (!plan_.method->has_bounded_work() && !relations_.AtOutput()) return FailRelation();
    if (!Append(rows_.Row(instance_))) return FailRow();
    if (progress_) progress_(point, plan_.start, plan_.stop);
    if (!Continues()) return false;
  }
  return true;
}

// A row at the end of a step, unless the grid has one there.
bool Simulation::WriteStep(double time) {
  if (!plan_.has_rows || plan_.Point(grid_ - 1) == time) return true;
  states_.assign(integrator_->states().begin(), integrator_->states().end());
  if (!EvaluateAt(time, states_)) return false;
  return Append(rows_.Row(instance_)) || FailRow();
}

// No more rows up to there.
void Simulation::PassPoints(double time) {
  while (grid_ <= plan_.points && plan_.Point(grid_) <= time) ++grid_;
}

// At an output point inside a step, with all variables computed: whether the derivatives are nothing that the step
// knows of. It has jumped over something, such as a pulse of data in a night when nothing else moves, and must be
// made again up to there.
bool Simulation::IsContradicted(double point) {
  // Interpolation is as exact as the tolerance; its derivative, times the length of the step, some ten times less.
  constexpr double kBeyondInterpolation = 100;
  if (endless_->resting().any() && endless_->resting().IsDrivenAway()) return is_contradicted_ = true;
  if (plan_.method->has_fixed_step() || states_.empty()) return false;
  slopes_.resize(states_.size());
  instance_.GetDerivatives(slopes_);
  for (std::size_t i : endless_->resting().states()) slopes_[i] = 0;
  is_contradicted_ = integrator_->Contradiction(point, slopes_, plan_.interval) > kBeyondInterpolation;
  return is_contradicted_;
}

// Back to the last output point inside the step, or its start at `begin`; the next step ends where the derivatives
// were others, so that it sees them.
bool Simulation::Retreat(double begin) {
  is_contradicted_ = false;
  loop_.is_event = 0;
  next_stop_ = plan_.Point(grid_);
  double time = std::max(begin, plan_.Point(grid_ - 1));
  integrator_->Interpolate(time, states_);
  instance_.delays().Forget(time);
  if (!EvaluateAt(time, states_)) return false;
  integrator_->Restart(time, states_);
  return Continues();
}

}  // namespace mica::run
