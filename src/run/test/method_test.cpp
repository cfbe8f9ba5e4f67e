// All integration methods on problems with known solutions: a decay that is stiff, an oscillation with an event.
#include "run/method.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

// der(x) = v, der(v) = -x from (0, 1): x = sin(t). der(z) = -1000 (z - x) + v: z = x. Watched: x - 1/2, which is first
// passed at pi/6 = 0.5236, and changes back at 5 pi/6.
class Oscillator : public OdeProblem {
 public:
  std::size_t state_count() const override { return 3; }
  std::size_t crossing_count() const override { return 1; }
  Status Evaluate(double, std::span<const double> y, std::span<double> f) override {
    f[0] = y[1];
    f[1] = -y[0];
    f[2] = -stiffness * (y[2] - y[0]) + y[1];
    return Status::kOk;
  }
  Status Watch(double, std::span<const double> y, std::span<double> g) override {
    g[0] = y[0] - 0.5;
    return Status::kOk;
  }
  std::span<const double> nominal() const override { return nominal_; }
  double stiffness = 1000;

 private:
  std::vector<double> nominal_ = std::vector<double>(3, 1.0);
};

TEST(Method, EachFindsTheSolutionAndItsCrossing) {
  for (const Method& method : Methods()) {
    if (method.name.starts_with("inline-"))
      continue;  // these have events at the ends of steps, and a test of their own
    Oscillator problem;
    bool is_explicit = method.name == "euler" || method.name == "rk4";
    if (is_explicit) problem.stiffness = 1;
    MethodSettings settings{0, 2, 1e-7, 1e-4, 0, 0, nullptr};
    std::unique_ptr<Integrator> integrator = method.make(problem, settings);
    double start[] = {0, 1, 0};
    integrator->Restart(0, start);
    StepEnd end = StepEnd::kStep;
    while (end == StepEnd::kStep) end = integrator->Step(2);
    double tolerance = method.name == "euler" || method.name == "implicit-euler" ? 1e-3 : 1e-4;
    ASSERT_EQ(end, StepEnd::kCrossing) << method.name;
    EXPECT_NEAR(integrator->time(), M_PI / 6, tolerance) << method.name;
    std::vector<double> states(integrator->states().begin(), integrator->states().end());
    integrator->Restart(integrator->time(), states);
    for (end = StepEnd::kStep; end == StepEnd::kStep;) end = integrator->Step(2);
    ASSERT_EQ(end, StepEnd::kLimit) << method.name;
    EXPECT_EQ(integrator->time(), 2) << method.name;
    EXPECT_NEAR(integrator->states()[0], std::sin(2.0), tolerance) << method.name;
    EXPECT_NEAR(integrator->states()[2], std::sin(2.0), tolerance) << method.name;
    EXPECT_GT(integrator->counts().steps, 2u) << method.name;
  }
}

// x = t² + c with c so slow that a step goes all the way: the pulse of g around t = 5 shows at neither end.
class Pulse : public OdeProblem {
 public:
  std::size_t state_count() const override { return 1; }
  std::size_t crossing_count() const override { return 1; }
  Status Evaluate(double, std::span<const double>, std::span<double> f) override {
    f[0] = 1;
    return Status::kOk;
  }
  Status Watch(double, std::span<const double> y, std::span<double> g) override {
    g[0] = std::abs(y[0] - 5) - 0.2;
    return Status::kOk;
  }
  std::span<const double> nominal() const override { return nominal_; }

 private:
  std::vector<double> nominal_{1.0};
};

TEST(Method, CrossingsInsideOfLongStepsAreFound) {
  for (MethodId id : {MethodId::kCvode, MethodId::kIda, MethodId::kDopri45, MethodId::kEsdirk5}) {
    const Method& method = MethodOf(id);
    std::string_view name = method.name;
    Pulse problem;
    MethodSettings settings{0, 10, 1e-6, 1, 0, 0.3, nullptr};
    std::unique_ptr<Integrator> integrator = method.make(problem, settings);
    double start[] = {0};
    integrator->Restart(0, start);
    StepEnd end = StepEnd::kStep;
    while (end == StepEnd::kStep) end = integrator->Step(10);
    ASSERT_EQ(end, StepEnd::kCrossing) << name;
    EXPECT_NEAR(integrator->time(), 4.8, 1e-9) << name;
    EXPECT_NEAR(integrator->states()[0], 4.8, 1e-9) << name;
  }
}

TEST(Method, BoundedWorkIsWhatMethodsForRealTimeHave) {
  EXPECT_EQ(MethodOf(MethodId::kInlineSdirk4).pacing, Pacing::kControlled);
  EXPECT_EQ(MethodOf(MethodId::kInlineEuler).pacing, Pacing::kBounded);
  EXPECT_EQ(MethodOf(MethodId::kRk4).pacing, Pacing::kFixed);
  EXPECT_TRUE(MethodOf(kMethodOfSwitches).has_formulas());
  for (const Method& method : Methods()) EXPECT_EQ(&MethodOf(method.id), &method);
}

}  // namespace
}  // namespace mica::run
