#include "run/inline_integrator.h"

#include "base/check.h"

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
    : BoundedStepIntegrator(problem, method == InlineMethod::kEuler || method == InlineMethod::kMixedEuler, start, step), method_(method), base_(problem.state_count()),
      slopes_(TableauOf(method).nodes.size(), std::vector<double>(problem.state_count())) {}

bool InlineIntegrator::Advance(double h) {
  if (method_ == InlineMethod::kEuler) return Explicit(h);
  return method_ == InlineMethod::kMixedEuler ? Mixed(h) : Implicit(h);
}

bool InlineIntegrator::Explicit(double h) {
  if (!FindSlope()) return false;
  for (std::size_t i = 0; i < states_.size(); ++i) states_[i] = begin_states_[i] + h * slope_[i];
  if (watched_end_.empty()) return true;
  ++counts_.evaluations;
  has_slope_ = problem_.EvaluateAndWatch(begin_ + h, states_, slope_, watched_end_) == Status::kOk;
  return has_slope_;
}

bool InlineIntegrator::Mixed(double h) {
  std::span<const std::uint8_t> is_explicit = problem_.is_explicit();
  Check(is_explicit.size() == states_.size(), "a mixed method without a partition of the states");
  if (!FindSlope()) return false;
  for (std::size_t i = 0; i < states_.size(); ++i) base_[i] = states_[i] = is_explicit[i] != 0 ? begin_states_[i] + h * slope_[i] : begin_states_[i];
  ++counts_.evaluations;
  if (problem_.Stage(begin_ + h, base_, h, states_, slope_) != Status::kOk || problem_.WatchStage(watched_end_) != Status::kOk) return false;
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

}  // namespace mica::run
