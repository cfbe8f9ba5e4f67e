#include "run/integrators/variable_inline_integrator.h"

#include <algorithm>
#include <cmath>

#include "run/events/root_location.h"
#include "run/integrators/step_cubic.h"
#include "runtime/step/tableaux.h"

namespace mica::run {

namespace {

// Weights of the slopes where the step begins and in its stages.
constexpr double kError[] = {0, -3. / 16, -27. / 32, 25. / 32, 0, 1. / 4};
// Every embedded formula of order 3 has the same weight for the fourth stage as the method, a large one, and none has
// any for the begin: what these alone see shows in no estimate of this order. Two others show it, zero where
// derivatives are straight in time, of order h³: the share of the begin, and of the fourth stage, that a line through
// all slopes does not explain. Where the solution is smooth they are up to T/h times the first estimate, T being the
// time in which derivatives change: at a tolerance of 1e-12 that is some 1e3.
constexpr double kOfBegin[] = {634. / 1505, -566. / 1505, 44. / 1505, -40. / 301, -261. / 1505, 349. / 1505};
constexpr double kOfFourth[] = {-261. / 1505, -256. / 1505, -246. / 1505, -50. / 301, 1254. / 1505, -241. / 1505};
constexpr double kSecondShare = 1e-3;
// Of the step that the error estimate asks for, and the bounds of its change (Hairer, Norsett & Wanner, Solving
// Ordinary Differential Equations I, II.4: 0.8 to 0.9, 1.5 to 5, 0.2); after a stage that has no solution (CVODE:
// 0.25).
constexpr double kSafety = 0.9, kMostGrowth = 5, kMostShrink = 0.2, kShrinkOnFailure = 0.25;
constexpr double kNoError = 1e-10;  // in tolerances: a smaller one lets the step grow no further than kMostGrowth
constexpr double kFilterFrom = 1;   // smaller errors need no second look

double Gamma() { return mica_tableau(5)->gamma; }

}  // namespace

VariableInlineIntegrator::VariableInlineIntegrator(OdeProblem& problem, const VariableInlineSettings& settings)
    : problem_(problem),
      settings_(settings),
      next_step_(settings.first_step),
      inside_(problem, settings.look_interval) {
  Check(settings.first_step > 0 && settings.smallest_step > 0, "a step size that is not positive");
  std::size_t n = problem.state_count();
  for (std::vector<double>* v :
       {&begin_states_, &states_, &base_, &begin_slopes_, &errors_, &filtered_, &spare_, &shifted_})
    v->resize(n);
  slopes_.assign(kStages, std::vector<double>(n));
  watched_.resize(problem.crossing_count());
  watched_end_.resize(problem.crossing_count());
}

void VariableInlineIntegrator::Restart(double time, std::span<const double> states) {
  time_ = begin_ = time;
  std::copy(states.begin(), states.end(), states_.begin());
  begin_states_ = states_;
  has_begun_ = false;
  crossed_.clear();
  inside_.Restart();
}

StepEnd VariableInlineIntegrator::Fail(IntegratorFailure::Kind kind, std::string detail) {
  failure_ = {kind, begin_, {}, std::move(detail)};
  return StepEnd::kFailed;
}

bool VariableInlineIntegrator::Try(double h) {
  const MicaTableau& tableau = *mica_tableau(static_cast<int>(kStages));
  const double* row = tableau.below;
  for (std::size_t stage = 0; stage < kStages; ++stage) {
    base_ = begin_states_;
    for (std::size_t before = 0; before < stage; ++before, ++row)
      for (std::size_t i = 0; i < base_.size(); ++i) base_[i] += h * *row * slopes_[before][i];
    const std::vector<double>& guess = stage == 0 ? begin_slopes_ : slopes_[stage - 1];
    for (std::size_t i = 0; i < base_.size(); ++i) states_[i] = base_[i] + tableau.gamma * h * guess[i];
    ++counts_.evaluations;
    bool is_last = stage + 1 == kStages;
    if (problem_.Stage(is_last ? begin_ + h : begin_ + tableau.nodes[stage] * h, base_, tableau.gamma * h, states_,
                       slopes_[stage]) != Status::kOk)
      return false;
  }
  if (watched_end_.empty()) return true;
  ++counts_.watches;
  return problem_.WatchStage(watched_end_) == Status::kOk;
}

double VariableInlineIntegrator::Norm(std::span<const double> errors) const {
  double sum = 0;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    double weight =
        settings_.tolerance * (std::max(std::abs(begin_states_[i]), std::abs(states_[i])) + problem_.nominal()[i]);
    sum += errors[i] / weight * (errors[i] / weight);
  }
  return states_.empty() ? 0 : std::sqrt(sum / static_cast<double>(states_.size()));
}

double VariableInlineIntegrator::ErrorOf(double h) {
  return std::max({Estimate(h, kError, 1), Estimate(h, kOfBegin, kSecondShare), Estimate(h, kOfFourth, kSecondShare)});
}

double VariableInlineIntegrator::Estimate(double h, std::span<const double> weights, double share) {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    errors_[i] = share * h * weights[0] * begin_slopes_[i];
    for (std::size_t stage = 0; stage < kStages; ++stage)
      errors_[i] += share * h * weights[stage + 1] * slopes_[stage][i];
  }
  double raw = Norm(errors_);
  if (raw <= kFilterFrom) return raw;
  for (std::size_t i = 0; i < states_.size(); ++i) shifted_[i] = base_[i] + errors_[i];  // the base of the last stage
  filtered_ = states_;
  ++counts_.evaluations;
  if (problem_.Stage(begin_ + h, shifted_, Gamma() * h, filtered_, spare_) != Status::kOk) return raw;
  for (std::size_t i = 0; i < states_.size(); ++i) filtered_[i] -= states_[i];
  return std::min(raw, Norm(filtered_));
}

bool VariableInlineIntegrator::Crossed() const {
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if ((watched_[i] > 0 && watched_end_[i] <= 0) || (watched_[i] < 0 && watched_end_[i] >= 0)) return true;
  return false;
}

// The step goes beyond a change of sign: it is repeated so that it ends just beyond the first.
StepEnd VariableInlineIntegrator::Locate(double end) {
  std::vector<double> at_end = watched_end_;
  auto root = LocateFirstRoot(begin_, end, watched_, at_end, [&](double time, std::span<double> values) {
    if (!Try(time - begin_)) return false;
    std::copy(watched_end_.begin(), watched_end_.end(), values.begin());
    return true;
  });
  if (!root || !Try(root->time - begin_))
    return Fail(IntegratorFailure::Kind::kEvaluation, "the step up to an event could not be repeated");
  time_ = root->time;
  crossed_ = root->changed;
  has_begun_ = false;
  return StepEnd::kCrossing;
}

// On the interpolation of the step first; what is found there is repeated as a step of its own.
bool VariableInlineIntegrator::FindInside(double end) {
  time_ = end;
  std::vector<double> end_states = states_;
  inside_.Note(begin_, watched_);
  inside_.Note(end, watched_end_);
  auto root =
      inside_.Find(begin_, end, [&](double t, std::span<double> states) { return Interpolate(t, states), true; });
  time_ = begin_;
  if (!root || root->time >= end) return false;
  if (Try(root->time - begin_)) {
    time_ = root->time;
    crossed_ = root->changed;
    has_begun_ = false;
    return true;
  }
  // The end as it was: the crossing is beyond what can be repeated.
  if (!Try(end - begin_)) states_ = end_states;
  return false;
}

IntegratorCounts VariableInlineIntegrator::counts() const {
  IntegratorCounts all = counts_;
  all.watches += inside_.watches();
  return all;
}

StepEnd VariableInlineIntegrator::Step(double limit) {
  crossed_.clear();
  begin_ = time_;
  begin_states_ = states_;
  if (!has_begun_) {
    ++counts_.evaluations;
    if (problem_.Evaluate(begin_, begin_states_, begin_slopes_) != Status::kOk ||
        problem_.Watch(begin_, begin_states_, watched_) != Status::kOk)
      return Fail(IntegratorFailure::Kind::kEvaluation, "the equations have no solution where the step begins");
    has_begun_ = true;
  } else {
    begin_slopes_ = slopes_[kStages - 1];
  }
  double h = next_step_;
  for (;;) {
    if (settings_.longest_step > 0) h = std::min(h, settings_.longest_step);
    double left = limit - begin_;
    bool at_limit = h >= 0.999 * left;
    double length = at_limit ? left : std::min(h, left > 1.5 * h ? h : left / 2);
    if (!Try(length)) {
      ++counts_.convergence_failures;
      h = kShrinkOnFailure * length;
      if (h < settings_.smallest_step)
        return Fail(IntegratorFailure::Kind::kEvaluation, "a stage could not be solved, however short the step");
      continue;
    }
    double error = ErrorOf(length);
    double factor = std::clamp(kSafety * std::pow(std::max(error, kNoError), -0.25), kMostShrink, kMostGrowth);
    if (!(error <= 1)) {
      ++counts_.error_failures;
      h = length * (std::isfinite(error) ? std::min(factor, kSafety) : kMostShrink);
      if (h < settings_.smallest_step)
        return Fail(IntegratorFailure::Kind::kStepTooSmall, "the error stays above the tolerance");
      continue;
    }
    ++counts_.steps;
    // A step that was short for the limit's sake says nothing against longer ones.
    next_step_ = at_limit ? std::max(next_step_, length * factor) : length * factor;
    double end = at_limit ? limit : begin_ + length;
    if (FindInside(end)) {
      next_step_ = std::min(next_step_, length);
      return StepEnd::kCrossing;
    }
    if (Crossed()) {
      next_step_ = std::min(next_step_, length);
      return Locate(end);
    }
    time_ = end;
    watched_.swap(watched_end_);
    return at_limit ? StepEnd::kLimit : StepEnd::kStep;
  }
}

void VariableInlineIntegrator::Interpolate(double time, std::span<double> states) {
  double h = time_ - begin_;
  CubicShares at = ValueShares(h > 0 ? (time - begin_) / h : 1, h);
  for (std::size_t i = 0; i < states.size(); ++i)
    states[i] = at.begin * begin_states_[i] + at.end * states_[i] + at.begin_slope * begin_slopes_[i] +
                at.end_slope * slopes_[kStages - 1][i];
}

// What the defect leaves beyond the interpolation, taken for a part of the derivative over `span`, moves the solution
// of an implicit step of that length as it would move the states.
double VariableInlineIntegrator::Contradiction(double time, std::span<const double> slopes, double span) {
  double h = time_ - begin_;
  if (!(h > 0)) return 0;
  auto slope = [&](double s, std::size_t i) {
    // The shares of both ends are each other's negative: of their difference nothing is lost where it is small.
    CubicShares at = SlopeShares(s, h);
    return at.end * (states_[i] - begin_states_[i]) + at.begin_slope * begin_slopes_[i] +
           at.end_slope * slopes_[kStages - 1][i];
  };
  double gain = std::min(Gamma() * h, span);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    errors_[i] = gain * BeyondVariation(slopes[i] - slope((time - begin_) / h, i), slopes[i], slope(0, i),
                                        slope(0.5, i), slope(1, i));
  }
  double raw = Norm(errors_);
  if (raw <= kFilterFrom) return raw;
  Interpolate(time, filtered_);
  spare_.assign(filtered_.begin(), filtered_.end());
  for (std::size_t i = 0; i < states_.size(); ++i) base_[i] = filtered_[i] - gain * slopes[i] + errors_[i];
  std::vector<double> derivatives(states_.size());
  ++counts_.evaluations;
  bool solved = problem_.Stage(time, base_, gain, filtered_, derivatives) == Status::kOk;
  for (std::size_t i = 0; i < states_.size(); ++i) filtered_[i] -= spare_[i];
  // The caller goes on with the model at this point.
  ++counts_.evaluations;
  bool is_back = problem_.Evaluate(time, spare_, derivatives) == Status::kOk;
  return solved && is_back ? std::min(raw, Norm(filtered_)) : raw;
}

}  // namespace mica::run
