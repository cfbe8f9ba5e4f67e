// Rosenbrock methods on equations with closed solutions: the order of each, also where time appears by itself; damping
// at infinity; events at the ends of steps.
#include "run/integrators/bounded_step_integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace mica::run {
namespace {

class Problem : public OdeProblem {
 public:
  using Slopes = std::function<void(double t, std::span<const double> x, std::span<double> slope)>;
  Problem(std::size_t states, Slopes slopes, std::function<double(double, double)> watched = {})
      : slopes_(std::move(slopes)), watched_(std::move(watched)), nominal_(states, 1.0) {}

  std::size_t state_count() const override { return nominal_.size(); }
  std::size_t crossing_count() const override { return watched_ ? 1 : 0; }
  Status Evaluate(double t, std::span<const double> x, std::span<double> slope) override {
    slopes_(t, x, slope);
    return Status::kOk;
  }
  Status Watch(double t, std::span<const double> x, std::span<double> values) override {
    values[0] = watched_(t, x[0]);
    return Status::kOk;
  }
  std::span<const double> nominal() const override { return nominal_; }

 private:
  Slopes slopes_;
  std::function<double(double, double)> watched_;
  std::vector<double> nominal_;
};

BoundedMethod MethodOf(int order) { return order == 2 ? BoundedMethod::kRosenbrock2 : BoundedMethod::kRosenbrock3; }

std::vector<double> StatesAt(double stop, Problem& problem, int order, double step, std::vector<double> start) {
  BoundedStepIntegrator integrator(problem, MethodOf(order), 0, step, nullptr);
  integrator.Restart(0, start);
  for (StepEnd end = StepEnd::kStep; end != StepEnd::kLimit;) {
    end = integrator.Step(stop);
    if (end == StepEnd::kFailed) ADD_FAILURE() << "failed at " << integrator.time();
    if (end == StepEnd::kFailed) break;
  }
  return {integrator.states().begin(), integrator.states().end()};
}

class RosenbrockOrder : public testing::TestWithParam<int> {};

TEST_P(RosenbrockOrder, HalvingTheStepDividesTheErrorByTwoToTheOrder) {
  // x = y + t³ with y = 1/(1 + t) and the coupled z = sin(t) x, drawn to it at the rate 5: nonlinear, coupled, and time
  // by itself.
  Problem problem(2, [](double t, std::span<const double> x, std::span<double> slope) {
    double y = x[0] - t * t * t;
    slope[0] = -y * y + 3 * t * t;
    slope[1] = std::cos(t) * x[0] + std::sin(t) * slope[0] - 5 * (x[1] - std::sin(t) * x[0]);
  });
  auto error = [&](double step) {
    std::vector<double> x = StatesAt(1.5, problem, GetParam(), step, {1, 0});
    double exact = 1 / 2.5 + 1.5 * 1.5 * 1.5;
    return std::hypot(x[0] - exact, x[1] - std::sin(1.5) * exact);
  };
  double coarse = error(0.05), fine = error(0.025);
  EXPECT_NEAR(std::log2(coarse / fine), GetParam(), 0.2) << coarse << " " << fine;
  EXPECT_LT(fine, 1e-3);
}

TEST_P(RosenbrockOrder, FollowsWhatAFastModeIsDrivenBy) {
  // The equation of Prothero and Robinson with a rate far beyond the step: x = cos(t), however it begins.
  Problem problem(1, [](double t, std::span<const double> x, std::span<double> slope) {
    slope[0] = 1e9 * (std::cos(t) - x[0]) - std::sin(t);
  });
  EXPECT_NEAR(StatesAt(2, problem, GetParam(), 0.01, {1})[0], std::cos(2), 2e-3);
  EXPECT_NEAR(StatesAt(2, problem, GetParam(), 0.01, {5})[0], std::cos(2), 2e-3);
}

TEST_P(RosenbrockOrder, EveryStepHasTheSameWork) {
  Problem problem(2, [](double, std::span<const double> x, std::span<double> slope) {
    slope[0] = -x[0] * x[1];
    slope[1] = x[0] - x[1];
  });
  BoundedStepIntegrator integrator(problem, MethodOf(GetParam()), 0, 0.1, nullptr);
  integrator.Restart(0, std::vector<double>{1, 0});
  for (int k = 0; k < 10; ++k) EXPECT_EQ(integrator.Step(100), StepEnd::kStep);
  // Derivatives at the begin, two colours, one later, and the stages after the first: one of order 2, two of order 3.
  EXPECT_EQ(integrator.counts().evaluations, 10u * (1 + 2 + 1 + static_cast<std::size_t>(GetParam()) - 1));
  EXPECT_EQ(integrator.counts().jacobians, 10u);
}

TEST_P(RosenbrockOrder, EventIsAtTheEndOfAStep) {
  // x = 2 - t crosses 1.25 at 0.75, within the eighth step of 0.1.
  Problem problem(
      1, [](double, std::span<const double>, std::span<double> slope) { slope[0] = -1; },
      [](double, double x) { return x - 1.25; });
  BoundedStepIntegrator integrator(problem, MethodOf(GetParam()), 0, 0.1, nullptr);
  integrator.Restart(0, std::vector<double>{2});
  for (int k = 0; k < 7; ++k) EXPECT_EQ(integrator.Step(10), StepEnd::kStep);
  EXPECT_EQ(integrator.Step(10), StepEnd::kCrossing);
  EXPECT_NEAR(integrator.time(), 0.8, 1e-12);
  EXPECT_NEAR(integrator.states()[0], 1.2, 1e-9);
  EXPECT_EQ(integrator.crossed().size(), 1u);
}

TEST_P(RosenbrockOrder, ThinMatrixGivesTheSame) {
  // A rod of 80 cells, nonlinear: by its pattern, which makes the matrix sparse, and as a full one.
  constexpr std::size_t kCells = 80;
  auto flow = [](double a, double b) { return 50 * (1 + 0.1 * a * b) * (a - b); };
  Problem problem(kCells, [&](double, std::span<const double> x, std::span<double> slope) {
    for (std::size_t i = 0; i < kCells; ++i)
      slope[i] = (i > 0 ? flow(x[i - 1], x[i]) : flow(1, x[0])) - (i + 1 < kCells ? flow(x[i], x[i + 1]) : 0);
  });
  std::vector<std::vector<graph::Index>> rows(kCells);
  for (std::size_t i = 0; i < kCells; ++i)
    for (std::size_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < kCells; ++j)
      rows[i].push_back(static_cast<graph::Index>(j));
  graph::CompressedRows pattern = graph::CompressedRows::FromRows(kCells, rows);
  BoundedStepIntegrator thin(problem, MethodOf(GetParam()), 0, 0.05, &pattern),
      full(problem, MethodOf(GetParam()), 0, 0.05, nullptr);
  for (BoundedStepIntegrator* each : {&thin, &full}) {
    each->Restart(0, std::vector<double>(kCells, 0.0));
    while (each->Step(1) == StepEnd::kStep) {
    }
  }
  EXPECT_LT(thin.counts().evaluations, full.counts().evaluations / 5);
  for (std::size_t i = 0; i < kCells; ++i) EXPECT_NEAR(thin.states()[i], full.states()[i], 1e-6) << i;
  EXPECT_GT(thin.states()[0], 0.9);
}

INSTANTIATE_TEST_SUITE_P(Rosenbrock, RosenbrockOrder, testing::Values(2, 3));

}  // namespace
}  // namespace mica::run
