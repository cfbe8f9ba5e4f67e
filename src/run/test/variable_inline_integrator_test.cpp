// The inlined method with step-size control: its order, what it does with a tolerance, and where it finds events.
#include "run/integrators/variable_inline_integrator.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

// der(x) = λ (x - cos t) - sin t, with the solution cos t from x(0) = 1; watched: x - level.
class Cosine final : public OdeProblem {
 public:
  explicit Cosine(double lambda, std::size_t crossings = 0, double level = 0)
      : lambda_(lambda), crossings_(crossings), level_(level) {}
  std::size_t state_count() const override { return 1; }
  std::size_t crossing_count() const override { return crossings_; }
  Status Evaluate(double time, std::span<const double> x, std::span<double> slope) override {
    slope[0] = lambda_ * (x[0] - std::cos(time)) - std::sin(time);
    return Status::kOk;
  }
  Status Watch(double, std::span<const double> x, std::span<double> values) override {
    if (crossings_ > 0) values[0] = x[0] - level_;
    return Status::kOk;
  }
  Status Stage(double time, std::span<const double> base, double gain, std::span<double> x,
               std::span<double> slope) override {
    if (gain > longest_gain) return Status::kFailed;
    x[0] = (base[0] - gain * (lambda_ * std::cos(time) + std::sin(time))) / (1 - gain * lambda_);
    last_ = x[0];
    return Evaluate(time, x, slope);
  }
  Status WatchStage(std::span<double> values) override {
    if (crossings_ > 0) values[0] = last_ - level_;
    return Status::kOk;
  }
  std::span<const double> nominal() const override { return {&nominal_, 1}; }

  double longest_gain = 1e300;  // beyond, a stage has no solution

 private:
  double lambda_;
  std::size_t crossings_;
  double level_, last_ = 0, nominal_ = 1;
};

double EndError(double lambda, double tolerance, std::size_t* steps = nullptr) {
  Cosine problem(lambda);
  VariableInlineIntegrator integrator(problem, {tolerance, 1e-3, 0, 1e-12});
  double start[] = {1};
  integrator.Restart(0, start);
  while (integrator.time() < 3) EXPECT_NE(integrator.Step(3), StepEnd::kFailed);
  EXPECT_EQ(integrator.time(), 3);
  if (steps) *steps = integrator.counts().steps;
  return std::abs(integrator.states()[0] - std::cos(3.0));
}

TEST(VariableInlineIntegrator, ErrorFollowsTheTolerance) {
  for (double lambda : {-1.0, -1e6}) {
    std::size_t coarse = 0, fine = 0;
    EXPECT_LT(EndError(lambda, 1e-4, &coarse), 1e-3) << lambda;
    EXPECT_LT(EndError(lambda, 1e-8, &fine), 1e-7) << lambda;
    EXPECT_GT(fine, coarse) << lambda;
    EXPECT_LT(fine, 1000u) << lambda;  // stiffness does not shorten the steps
  }
}

TEST(VariableInlineIntegrator, EventIsFoundInsideOfAStep) {
  Cosine problem(-1, 1, 0.5);
  VariableInlineIntegrator integrator(problem, {1e-10, 1e-2, 0, 1e-12});
  double start[] = {1};
  integrator.Restart(0, start);
  StepEnd end = StepEnd::kStep;
  while (end == StepEnd::kStep) end = integrator.Step(3);
  ASSERT_EQ(end, StepEnd::kCrossing);
  EXPECT_NEAR(integrator.time(), std::acos(0.5), 1e-8);
  EXPECT_LE(integrator.states()[0], 0.5);
  ASSERT_EQ(integrator.crossed().size(), 1u);
  // Between the ends of the step the solution is followed.
  double inside = 0.0;
  integrator.Interpolate(integrator.time() - 1e-3, {&inside, 1});
  EXPECT_NEAR(inside, std::cos(integrator.time() - 1e-3), 1e-7);
}

TEST(VariableInlineIntegrator, StageWithoutASolutionShortensTheStep) {
  Cosine problem(-1);
  problem.longest_gain = 1e-3;
  VariableInlineIntegrator integrator(problem, {1e-6, 0.1, 0, 1e-12});
  double start[] = {1};
  integrator.Restart(0, start);
  ASSERT_NE(integrator.Step(1), StepEnd::kFailed);
  EXPECT_LE(integrator.time(), 4e-3);
  EXPECT_GT(integrator.counts().convergence_failures, 0u);
  problem.longest_gain = 0;
  EXPECT_EQ(integrator.Step(1), StepEnd::kFailed);
  EXPECT_EQ(integrator.failure().kind, IntegratorFailure::Kind::kEvaluation);
}

}  // namespace
}  // namespace mica::run
