// The inlined methods on equations whose stages have closed solutions: the order of each, damping at infinity, events
// at the ends of steps.
#include "run/integrators/bounded_step_integrator.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

// der(x) = -x², x(0) = 1: x = 1/(1 + t). Watches x - 0.6, which is 0 at t = 2/3.
class Decay : public OdeProblem {
 public:
  std::size_t state_count() const override { return 1; }
  std::size_t crossing_count() const override { return 1; }
  Status Evaluate(double, std::span<const double> x, std::span<double> slope) override {
    slope[0] = -x[0] * x[0];
    return Status::kOk;
  }
  Status Watch(double, std::span<const double> x, std::span<double> values) override {
    last_ = x[0];
    return WatchStage(values);
  }
  Status Stage(double, std::span<const double> base, double gain, std::span<double> x,
               std::span<double> slope) override {
    last_ = x[0] = (std::sqrt(1 + 4 * gain * base[0]) - 1) / (2 * gain);
    slope[0] = -x[0] * x[0];
    return Status::kOk;
  }
  Status WatchStage(std::span<double> values) override {
    values[0] = last_ - 0.6;
    return Status::kOk;
  }
  std::span<const double> nominal() const override { return nominal_; }

 private:
  double last_ = 0;
  std::vector<double> nominal_{1};
};

// der(x) = λ x with a λ so large that a step is all decay.
class Stiff : public OdeProblem {
 public:
  std::size_t state_count() const override { return 1; }
  std::size_t crossing_count() const override { return 0; }
  Status Evaluate(double, std::span<const double> x, std::span<double> slope) override {
    slope[0] = kLambda * x[0];
    return Status::kOk;
  }
  Status Watch(double, std::span<const double>, std::span<double>) override { return Status::kOk; }
  Status Stage(double, std::span<const double> base, double gain, std::span<double> x,
               std::span<double> slope) override {
    x[0] = base[0] / (1 - gain * kLambda);
    slope[0] = kLambda * x[0];
    return Status::kOk;
  }
  Status WatchStage(std::span<double>) override { return Status::kOk; }
  std::span<const double> nominal() const override { return nominal_; }

 private:
  static constexpr double kLambda = -1e9;
  std::vector<double> nominal_{1};
};

double ErrorAtOne(BoundedMethod method, double step) {
  Decay decay;
  BoundedStepIntegrator integrator(decay, method, 0, step);
  double one = 1;
  integrator.Restart(0, {&one, 1});
  while (integrator.time() < 1) {
    if (integrator.Step(1) == StepEnd::kFailed) return HUGE_VAL;
  }
  return std::abs(integrator.states()[0] - 0.5);
}

struct Expected {
  BoundedMethod method;
  double order;
};

class Order : public testing::TestWithParam<Expected> {};

TEST_P(Order, HalvingTheStepDividesTheErrorByTwoToTheOrder) {
  double ratio = ErrorAtOne(GetParam().method, 0.05) / ErrorAtOne(GetParam().method, 0.025);
  EXPECT_NEAR(std::log2(ratio), GetParam().order, 0.25);
}

INSTANTIATE_TEST_SUITE_P(Methods, Order,
                         testing::Values(Expected{BoundedMethod::kEuler, 1}, Expected{BoundedMethod::kImplicitEuler, 1},
                                         Expected{BoundedMethod::kRungeKutta2, 2},
                                         Expected{BoundedMethod::kRungeKutta3, 3},
                                         Expected{BoundedMethod::kRungeKutta4, 4}),
                         [](const auto& each) {
                           return "Kind" + std::to_string(each.param.method.kind) + "Stages" +
                                  std::to_string(each.param.method.stages);
                         });

// der(s) = -s + f - cos(t), der(f) = 1e6 (cos(t) - f): f is implicit and follows cos(t), s is explicit and decays like
// exp(-t).
class FastAndSlow : public OdeProblem {
 public:
  std::size_t state_count() const override { return 2; }
  std::size_t crossing_count() const override { return 0; }
  Status Evaluate(double t, std::span<const double> x, std::span<double> slope) override {
    slope[0] = -x[0] + x[1] - std::cos(t);
    slope[1] = kRate * (std::cos(t) - x[1]);
    return Status::kOk;
  }
  Status Watch(double, std::span<const double>, std::span<double>) override { return Status::kOk; }
  Status Stage(double t, std::span<const double> base, double gain, std::span<double> x,
               std::span<double> slope) override {
    x[0] = base[0];
    x[1] = (base[1] + gain * kRate * std::cos(t)) / (1 + gain * kRate);
    return Evaluate(t, x, slope);
  }
  Status WatchStage(std::span<double>) override { return Status::kOk; }
  std::span<const double> nominal() const override { return nominal_; }
  std::span<const std::uint8_t> is_explicit() const override { return is_explicit_; }

 private:
  static constexpr double kRate = 1e6;
  std::vector<double> nominal_{1, 1};
  std::vector<std::uint8_t> is_explicit_{1, 0};
};

TEST(BoundedStepIntegrator, MixedTakesSlowStatesExplicitly) {
  FastAndSlow problem;
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    double step = k == 0 ? 0.02 : 0.01;
    BoundedStepIntegrator integrator(problem, BoundedMethod::kMixedEuler, 0, step);
    integrator.Restart(0, std::vector<double>{1, 1});
    for (StepEnd end = StepEnd::kStep; end == StepEnd::kStep;) end = integrator.Step(2);
    EXPECT_EQ(integrator.time(), 2);
    // One evaluation to begin with, then one stage a step.
    EXPECT_EQ(integrator.counts().evaluations, static_cast<std::size_t>(std::lround(2 / step)) + 1);
    EXPECT_NEAR(integrator.states()[1], std::cos(2), 1e-5);
    // Explicit Euler of der(s) = -s, but for what the start of f leaves.
    EXPECT_NEAR(integrator.states()[0], std::pow(1 - step, 2 / step), 1e-4);
    errors[k] = std::abs(integrator.states()[0] - std::exp(-2));
  }
  EXPECT_NEAR(errors[0] / errors[1], 2, 0.1);
}

TEST(BoundedStepIntegrator, ImplicitMethodsDampWhatIsInfinitelyFast) {
  for (BoundedMethod method : {BoundedMethod::kImplicitEuler, BoundedMethod::kRungeKutta2, BoundedMethod::kRungeKutta3,
                               BoundedMethod::kRungeKutta4}) {
    Stiff stiff;
    BoundedStepIntegrator integrator(stiff, method, 0, 0.1);
    double one = 1;
    integrator.Restart(0, {&one, 1});
    EXPECT_EQ(integrator.Step(10), StepEnd::kStep);
    EXPECT_LT(std::abs(integrator.states()[0]), 1e-6);
  }
}

TEST(BoundedStepIntegrator, ARelationThatChangesIsAnEventAtTheEndOfItsStep) {
  Decay decay;
  BoundedStepIntegrator integrator(decay, BoundedMethod::kRungeKutta3, 0, 0.25);
  double one = 1;
  integrator.Restart(0, {&one, 1});
  EXPECT_EQ(integrator.Step(2), StepEnd::kStep);
  EXPECT_EQ(integrator.Step(2), StepEnd::kStep);
  EXPECT_EQ(integrator.Step(2), StepEnd::kCrossing);  // x = 0.6 at 2/3
  EXPECT_EQ(integrator.time(), 0.75);
  ASSERT_EQ(integrator.crossed().size(), 1u);
  EXPECT_EQ(integrator.Step(0.8), StepEnd::kLimit);  // a time event shortens the step
  EXPECT_EQ(integrator.time(), 0.8);
  EXPECT_EQ(integrator.Step(2), StepEnd::kStep);  // and the grid goes on as it was
  EXPECT_DOUBLE_EQ(integrator.time(), 1);
}

}  // namespace
}  // namespace mica::run
