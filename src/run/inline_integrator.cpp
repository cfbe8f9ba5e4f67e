#include "run/inline_integrator.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mica::run {

namespace {

// A tableau whose diagonal is γ and whose last row is the new point: what stands left of the diagonal, row by row.
struct Tableau {
  double gamma;
  std::span<const double> nodes;  // by stage, in steps
  std::span<const double> below;  // 0, 1, 2, … coefficients of the stages before
};

constexpr double kGamma2 = 0.29289321881345247560;  // 1 - 1/√2
constexpr double kNodes2[] = {kGamma2, 1};
constexpr double kBelow2[] = {1 - kGamma2};

constexpr double kGamma3 = 0.43586652150845899942;  // the root of x³ - 3x² + 3x/2 - 1/6 that makes the method L-stable
constexpr double kNodes3[] = {kGamma3, (1 + kGamma3) / 2, 1};
constexpr double kBelow3[] = {(1 - kGamma3) / 2, -(6 * kGamma3 * kGamma3 - 16 * kGamma3 + 1) / 4, (6 * kGamma3 * kGamma3 - 20 * kGamma3 + 5) / 4};

constexpr double kNodes4[] = {1. / 4, 3. / 4, 11. / 20, 1. / 2, 1};
constexpr double kBelow4[] = {1. / 2, 17. / 50, -1. / 25, 371. / 1360, -137. / 2720, 15. / 544, 25. / 24, -49. / 48, 125. / 16, -85. / 12};

constexpr double kNodes1[] = {1};

Tableau TableauOf(InlineMethod method) {
  switch (method) {
    case InlineMethod::kEuler:  // explicit: it has none
    case InlineMethod::kMixedEuler:
    case InlineMethod::kImplicitEuler: return {1, kNodes1, {}};
    case InlineMethod::kRungeKutta2: return {kGamma2, kNodes2, kBelow2};
    case InlineMethod::kRungeKutta3: return {kGamma3, kNodes3, kBelow3};
    case InlineMethod::kRungeKutta4: return {1. / 4, kNodes4, kBelow4};
  }
  FailCheck("an inlined method without a tableau");
}

}  // namespace

InlineIntegrator::InlineIntegrator(OdeProblem& problem, InlineMethod method, double start, double step)
    : problem_(problem), method_(method), start_(start), step_(step) {
  Check(step > 0, "a fixed step that is not positive");
  std::size_t n = problem.state_count();
  for (std::vector<double>* v : {&begin_states_, &states_, &base_}) v->resize(n);
  slopes_.assign(TableauOf(method).nodes.size(), std::vector<double>(n));
  watched_.resize(problem.crossing_count());
  watched_end_.resize(problem.crossing_count());
  crossed_.resize(problem.crossing_count());
}

void InlineIntegrator::Restart(double time, std::span<const double> states) {
  time_ = begin_ = time;
  std::copy(states.begin(), states.end(), states_.begin());
  begin_states_ = states_;
  has_watched_ = has_slope_ = false;
  crossed_count_ = 0;
}

StepEnd InlineIntegrator::Fail(double time) {
  failure_ = {IntegratorFailure::Kind::kEvaluation, time, {}, "a method of fixed step cannot try a shorter one"};
  return StepEnd::kFailed;
}

// At the begin of the step.
bool InlineIntegrator::FindSlope() {
  if (!std::exchange(has_slope_, false)) {
    ++counts_.evaluations;
    return problem_.Evaluate(begin_, begin_states_, slopes_[0]) == Status::kOk;
  }
  return true;
}

bool InlineIntegrator::Explicit(double h) {
  if (!FindSlope()) return false;
  for (std::size_t i = 0; i < states_.size(); ++i) states_[i] = begin_states_[i] + h * slopes_[0][i];
  if (watched_end_.empty()) return true;
  ++counts_.evaluations;
  has_slope_ = problem_.EvaluateAndWatch(begin_ + h, states_, slopes_[0], watched_end_) == Status::kOk;
  return has_slope_;
}

bool InlineIntegrator::Mixed(double h) {
  std::span<const std::uint8_t> is_explicit = problem_.is_explicit();
  Check(is_explicit.size() == states_.size(), "a mixed method without a partition of the states");
  if (!FindSlope()) return false;
  for (std::size_t i = 0; i < states_.size(); ++i) base_[i] = states_[i] = is_explicit[i] != 0 ? begin_states_[i] + h * slopes_[0][i] : begin_states_[i];
  ++counts_.evaluations;
  if (problem_.Stage(begin_ + h, base_, h, states_, slopes_[0]) != Status::kOk || problem_.WatchStage(watched_end_) != Status::kOk) return false;
  has_slope_ = true;
  return true;
}

bool InlineIntegrator::Implicit(double h) {
  Tableau tableau = TableauOf(method_);
  const double* row = tableau.below.data();
  for (std::size_t stage = 0; stage < tableau.nodes.size(); ++stage) {
    base_ = begin_states_;
    for (std::size_t before = 0; before < stage; ++before, ++row)
      for (std::size_t i = 0; i < base_.size(); ++i) base_[i] += h * *row * slopes_[before][i];
    ++counts_.evaluations;
    bool is_last = stage + 1 == tableau.nodes.size();
    if (problem_.Stage(is_last ? begin_ + h : begin_ + tableau.nodes[stage] * h, base_, tableau.gamma * h, states_, slopes_[stage]) != Status::kOk) return false;
  }
  return problem_.WatchStage(watched_end_) == Status::kOk;
}

// Which watched functions have changed sign. One that was 0 has not.
bool InlineIntegrator::Crossed() {
  crossed_count_ = 0;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if ((watched_[i] > 0 && watched_end_[i] <= 0) || (watched_[i] < 0 && watched_end_[i] >= 0)) crossed_[crossed_count_++] = i;
  return crossed_count_ > 0;
}

StepEnd InlineIntegrator::Step(double limit) {
  crossed_count_ = 0;
  if (!has_watched_ && !watched_.empty()) {
    ++counts_.watches;
    Status status = starts_from_slope() ? problem_.EvaluateAndWatch(time_, states_, slopes_[0], watched_) : problem_.Watch(time_, states_, watched_);
    if (status != Status::kOk) return Fail(time_);
    if (starts_from_slope()) ++counts_.evaluations;
    has_slope_ = starts_from_slope();
  }
  has_watched_ = true;
  begin_ = time_;
  begin_states_ = states_;
  // The next point of the grid that is not the present one, up to rounding.
  double target = start_ + (std::floor((time_ - start_) / step_ + 1e-6) + 1) * step_;
  bool at_limit = target >= limit - 1e-9 * step_;
  double end = at_limit ? limit : target;
  double h = end - begin_;
  bool done = method_ == InlineMethod::kEuler ? Explicit(h) : method_ == InlineMethod::kMixedEuler ? Mixed(h) : Implicit(h);
  if (!done) return Fail(end);
  time_ = end;
  ++counts_.steps;
  if (Crossed()) {
    has_watched_ = false;
    return StepEnd::kCrossing;
  }
  watched_.swap(watched_end_);
  return at_limit ? StepEnd::kLimit : StepEnd::kStep;
}

void InlineIntegrator::Interpolate(double time, std::span<double> states) {
  double share = time_ > begin_ ? (time - begin_) / (time_ - begin_) : 1;
  for (std::size_t i = 0; i < states.size(); ++i) states[i] = begin_states_[i] + share * (states_[i] - begin_states_[i]);
}

}  // namespace mica::run
