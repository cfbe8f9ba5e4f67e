#include "run/bounded_step_integrator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"

namespace mica::run {

BoundedStepIntegrator::BoundedStepIntegrator(OdeProblem& problem, bool starts_from_slope, double start, double step)
    : problem_(problem), begin_states_(problem.state_count()), states_(problem.state_count()), slope_(problem.state_count()),
      watched_end_(problem.crossing_count()), starts_from_slope_(starts_from_slope), start_(start), step_(step), watched_(problem.crossing_count()),
      crossed_(problem.crossing_count()) {
  Check(step > 0, "a fixed step that is not positive");
}

void BoundedStepIntegrator::Restart(double time, std::span<const double> states) {
  time_ = begin_ = time;
  std::ranges::copy(states, states_.begin());
  begin_states_ = states_;
  has_watched_ = has_slope_ = false;
  crossed_count_ = 0;
}

StepEnd BoundedStepIntegrator::Fail(double time) {
  failure_ = {IntegratorFailure::Kind::kEvaluation, time, {}, "a method of fixed step cannot try a shorter one"};
  return StepEnd::kFailed;
}

bool BoundedStepIntegrator::FindSlope() {
  if (std::exchange(has_slope_, false)) return true;
  ++counts_.evaluations;
  return problem_.Evaluate(begin_, begin_states_, slope_) == Status::kOk;
}

// Which watched functions have changed sign. One that was 0 has not.
bool BoundedStepIntegrator::Crossed() {
  crossed_count_ = 0;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if ((watched_[i] > 0 && watched_end_[i] <= 0) || (watched_[i] < 0 && watched_end_[i] >= 0)) crossed_[crossed_count_++] = i;
  return crossed_count_ > 0;
}

StepEnd BoundedStepIntegrator::Step(double limit) {
  crossed_count_ = 0;
  if (!has_watched_ && !watched_.empty()) {
    ++counts_.watches;
    Status status = starts_from_slope_ ? problem_.EvaluateAndWatch(time_, states_, slope_, watched_) : problem_.Watch(time_, states_, watched_);
    if (status != Status::kOk) return Fail(time_);
    if (starts_from_slope_) ++counts_.evaluations;
    has_slope_ = starts_from_slope_;
  }
  has_watched_ = true;
  begin_ = time_;
  begin_states_ = states_;
  // The next point of the grid that is not the present one, up to rounding.
  double target = start_ + (std::floor((time_ - start_) / step_ + 1e-6) + 1) * step_;
  bool at_limit = target >= limit - 1e-9 * step_;
  double end = at_limit ? limit : target;
  if (!Advance(end - begin_)) return Fail(end);
  time_ = end;
  ++counts_.steps;
  if (Crossed()) {
    has_watched_ = false;
    return StepEnd::kCrossing;
  }
  watched_.swap(watched_end_);
  return at_limit ? StepEnd::kLimit : StepEnd::kStep;
}

void BoundedStepIntegrator::Interpolate(double time, std::span<double> states) {
  double share = time_ > begin_ ? (time - begin_) / (time_ - begin_) : 1;
  for (std::size_t i = 0; i < states.size(); ++i) states[i] = begin_states_[i] + share * (states_[i] - begin_states_[i]);
}

}  // namespace mica::run
