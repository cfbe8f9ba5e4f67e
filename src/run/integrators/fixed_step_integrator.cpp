#include "run/integrators/fixed_step_integrator.h"

#include <algorithm>
#include <cmath>

#include "run/events/root_location.h"
#include "run/integrators/step_cubic.h"
#include "runtime/step/bounded_step.h"

namespace mica::run {

FixedStepIntegrator::FixedStepIntegrator(OdeProblem& problem, ExplicitMethod method, double start, double step,
                                         double look_interval)
    : problem_(problem), method_(method), start_(start), step_(step), inside_(problem, look_interval) {
  Check(step > 0, "a fixed step that is not positive");
  std::size_t n = problem.state_count();
  for (std::vector<double>* v : {&states_, &begin_states_, &end_states_, &begin_derivatives_, &end_derivatives_, &k1_,
                                 &k2_, &k3_, &k4_, &stage_})
    v->resize(n);
  watched_.resize(problem.crossing_count());
  watched_end_.resize(problem.crossing_count());
}

void FixedStepIntegrator::Restart(double time, std::span<const double> states) {
  time_ = begin_ = end_ = time;
  std::copy(states.begin(), states.end(), states_.begin());
  begin_states_ = end_states_ = states_;
  has_derivatives_ = false;
  crossed_.clear();
  inside_.Restart();
}

bool FixedStepIntegrator::Evaluate(double time, std::span<const double> states, std::vector<double>& derivatives) {
  if (states.empty()) return true;
  ++counts_.evaluations;
  return problem_.Evaluate(time, states, derivatives) == Status::kOk;
}

// end_states_ := the states at begin_ + h, from begin_states_ and begin_derivatives_.
bool FixedStepIntegrator::Advance(double h) {
  std::size_t n = states_.size();
  const std::vector<double>& y = begin_states_;
  const std::vector<double>& k1 = begin_derivatives_;
  if (method_ == ExplicitMethod::kEuler) {
    for (std::size_t i = 0; i < n; ++i) end_states_[i] = y[i] + h * k1[i];
    return true;
  }
  for (std::size_t i = 0; i < n; ++i) stage_[i] = y[i] + h / 2 * k1[i];
  if (!Evaluate(begin_ + h / 2, stage_, k2_)) return false;
  for (std::size_t i = 0; i < n; ++i) stage_[i] = y[i] + h / 2 * k2_[i];
  if (!Evaluate(begin_ + h / 2, stage_, k3_)) return false;
  for (std::size_t i = 0; i < n; ++i) stage_[i] = y[i] + h * k3_[i];
  if (!Evaluate(begin_ + h, stage_, k4_)) return false;
  for (std::size_t i = 0; i < n; ++i) end_states_[i] = y[i] + h / 6 * (k1[i] + 2 * (k2_[i] + k3_[i]) + k4_[i]);
  return true;
}

StepEnd FixedStepIntegrator::Fail(double time) {
  failure_ = {IntegratorFailure::Kind::kEvaluation, time, {}, "a method of fixed step cannot try a shorter one"};
  return StepEnd::kFailed;
}

StepEnd FixedStepIntegrator::Step(double limit) {
  crossed_.clear();
  if (!has_derivatives_) {
    if (!Evaluate(time_, states_, end_derivatives_)) return Fail(time_);
    ++counts_.watches;
    if (problem_.Watch(time_, states_, watched_) != Status::kOk) return Fail(time_);
    has_derivatives_ = true;
  }
  begin_ = time_;
  begin_states_ = states_;
  begin_derivatives_ = end_derivatives_;
  // The next point of the grid that is not the present one, up to rounding.
  double target = start_ + (std::floor((time_ - start_) / step_ + MICA_STEP_SAME_POINT) + 1) * step_;
  // Without states and crossings nothing happens before the limit.
  bool at_limit = target >= limit - MICA_STEP_SAME_LIMIT * step_ || (states_.empty() && watched_.empty());
  end_ = at_limit ? limit : target;
  if (!Advance(end_ - begin_)) return Fail(end_);
  if (!Evaluate(end_, end_states_, end_derivatives_)) return Fail(end_);
  ++counts_.steps;
  if (!watched_.empty()) {
    ++counts_.watches;
    if (problem_.Watch(end_, end_states_, watched_end_) != Status::kOk) return Fail(end_);
    inside_.Note(begin_, watched_);
    inside_.Note(end_, watched_end_);
    auto root =
        inside_.Find(begin_, end_, [&](double t, std::span<double> states) { return Interpolate(t, states), true; });
    if (!root)
      root = LocateFirstRoot(begin_, end_, watched_, watched_end_, [&](double t, std::span<double> g) {
        Interpolate(t, stage_);
        ++counts_.watches;
        return problem_.Watch(t, stage_, g) == Status::kOk;
      });
    if (root) {
      time_ = root->time;
      crossed_ = root->changed;
      if (time_ == end_)
        states_ = end_states_;
      else
        Interpolate(time_, states_);
      has_derivatives_ = false;
      return StepEnd::kCrossing;
    }
    watched_.swap(watched_end_);
  }
  time_ = end_;
  states_ = end_states_;
  return at_limit ? StepEnd::kLimit : StepEnd::kStep;
}

IntegratorCounts FixedStepIntegrator::counts() const {
  IntegratorCounts all = counts_;
  all.watches += inside_.watches();
  return all;
}

void FixedStepIntegrator::Interpolate(double time, std::span<double> states) {
  double h = end_ - begin_;
  if (!(h > 0)) {
    std::copy(states_.begin(), states_.end(), states.begin());
    return;
  }
  CubicShares at = ValueShares((time - begin_) / h, h);
  for (std::size_t i = 0; i < states.size(); ++i)
    states[i] = at.begin * begin_states_[i] + at.begin_slope * begin_derivatives_[i] + at.end * end_states_[i] +
                at.end_slope * end_derivatives_[i];
}

}  // namespace mica::run
