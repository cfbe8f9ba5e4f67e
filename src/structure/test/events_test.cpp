// When-clauses, held relations, samplers, time events, reinit.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzed_model.h"
#include "structure/sort/step_use.h"

namespace mica::structure {
namespace {

TEST(Events, BouncingBall) {
  AnalyzedModel model(R"(
    model Ball
      parameter Real e = 0.8;
      Real h(start = 1, fixed = true), v(start = 0, fixed = true);
      Integer bounces(start = 0, fixed = true);
    equation
      der(h) = v; der(v) = -9.81;
      when h < 0 then
        reinit(v, -e*pre(v));
        bounces = pre(bounces) + 1;
      end when;
    end Ball;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_EQ(model.blocks().held.size(), 1u);
  EXPECT_EQ(model.blocks().held[HeldId(0)].crossings.size(), 1u);
  model.Initialize();
  model.RunEvent();
  model.Integrate(0.6, 1e-3);
  EXPECT_DOUBLE_EQ(model.Get("bounces"), 1);
  // Falls for sqrt(2/g), hits with sqrt(2 g), leaves with 0.8 of that.
  double hit = std::sqrt(2 / 9.81), speed = std::sqrt(2 * 9.81);
  EXPECT_NEAR(model.Get("v"), 0.8 * speed - 9.81 * (0.6 - hit), 0.05);
}

TEST(Events, DiscreteControllerWithSample) {
  AnalyzedModel model(R"(
    model M
      parameter Real k = 2, T = 0.1;
      Real x(start = 1, fixed = true);
      discrete Real u(start = 0, fixed = true);
      discrete Real integral(start = 0, fixed = true);
    equation
      der(x) = -x + u;
      when sample(0, T) then
        integral = pre(integral) + T*(3 - x);
        u = k*(3 - x) + integral;
      end when;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_EQ(model.blocks().samplers.size(), 1u);
  EXPECT_EQ(model.KindOf("u"), ScalarKind::kDiscrete);
  std::string flag = model.blocks().scalars[model.blocks().samplers[0].flag].name;
  model.Initialize();
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("u"), 0);  // initialization does not tick
  model.Set(flag, 1);
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("integral"), 0.2);  // once, though the event is iterated
  EXPECT_DOUBLE_EQ(model.Get("u"), 4.2);
  model.Set(flag, 0);
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("u"), 4.2);
  model.Run(false);
  EXPECT_DOUBLE_EQ(model.Get("der(x)"), 3.2);
}

TEST(Events, ElsewhenHasPriorityAndInitialFires) {
  AnalyzedModel model(R"(
    model M
      Integer n(start = 7);
      Boolean a = time > 1, b = time > 1;
    equation
      when {initial(), a} then n = 1;
      elsewhen b then n = 2;
      end when;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  EXPECT_DOUBLE_EQ(model.Get("n"), 1);
  model.RunEvent();
  model.time = 2;
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("n"), 1);
}

TEST(Events, TimeRelationsAreTimeEventsWithExactComparison) {
  AnalyzedModel model(R"(
    model M
      parameter Real T = 0.3;
      Real y = if time - T > 0.1 then 1 else 0;
      Real z = if 2 < 4*time then 1 else 0;
      Real q = if noEvent(time > 1) then 1 else 0;
      Integer k = integer(time/T);
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_EQ(model.blocks().held.size(), 3u);
  for (const Held& held : model.blocks().held) {
    EXPECT_TRUE(held.time_event.valid());
    EXPECT_TRUE(held.crossings.empty());
  }
  model.Initialize();
  model.time = 0.1 + 0.3;
  model.Run(true);
  EXPECT_DOUBLE_EQ(model.Get("y"), 1);  // at the very time of the event
  EXPECT_DOUBLE_EQ(model.Get("z"), 0);
  model.time = 0.5;
  model.Run(true);
  EXPECT_DOUBLE_EQ(model.Get("z"), 1);
  for (int n = 1; n < 2000; ++n) {  // no step is missed by rounding
    model.time = n * 0.3;
    model.Run(true);
    ASSERT_DOUBLE_EQ(model.Get("k"), n);
  }
}

TEST(Events, RelationsOfDiscreteVariablesNeedNoCrossing) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 0, fixed = true);
      Integer n(start = 0, fixed = true);
      Boolean many = n > 3;
    equation
      der(x) = 1;
      when x > pre(n) then n = pre(n) + 1; end when;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().held.size(), 1u);
}

TEST(Events, WhenInAlgorithm) {
  AnalyzedModel model(R"(
    model M
      Real x = time;
      Integer n(start = 0, fixed = true);
      Boolean up(start = false, fixed = true);
    algorithm
      when x > 0.5 then n := pre(n) + 10; up := true;
      elsewhen x > 2 then n := 0;
      end when;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("n"), 0);
  model.time = 1;
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("n"), 10);
  model.time = 1.5;
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("n"), 10);
  model.time = 2.5;
  model.RunEvent();
  EXPECT_DOUBLE_EQ(model.Get("n"), 0);
}

TEST(Events, StepsBetweenEventsAreClassified) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1, fixed = true), a, b, y;
      Boolean p;
    equation
      a = sin(x); der(x) = -a;
      b = cos(x)*2; p = b > 0.5;
      y = x + 5;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  std::map<std::string, const Step*> by_target;
  for (const Step& step : model.blocks().dynamics) by_target[model.blocks().scalars[step.targets[0]].name] = &step;
  EXPECT_TRUE(by_target["a"]->for_derivatives && !by_target["a"]->for_crossings);
  EXPECT_TRUE(!by_target["b"]->for_derivatives && by_target["b"]->for_crossings);
  EXPECT_TRUE(by_target["p"]->discrete_only);
  EXPECT_TRUE(!by_target["y"]->for_derivatives && !by_target["y"]->for_crossings && !by_target["y"]->discrete_only);
}

TEST(Events, StepsAreComputedNoMoreOftenThanTheyChange) {
  AnalyzedModel model(R"(
    model M
      parameter Real k = 2;
      input Real u;
      Real x(start = 1, fixed = true), a, b, c, d, e, f, y;
      discrete Real n(start = 0, fixed = true);
    equation
      y = d + time;            // an output: of time and of what stays between events
      a = sin(time);
      b = a*k + n;
      c = k + pre(n);
      d = c*n;
      e = u*k;
      f = delay(a, 0.5);
      der(x) = if time > 3 then b + d + e + f else -x;
      when sample(0, 1) then n = pre(n) + x; end when;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  std::map<std::string, StepUse> use;
  std::vector<StepUse> runs;
  for (const Step& step : model.blocks().dynamics) {
    if (!step.targets.empty()) use[model.blocks().scalars[step.targets[0]].name] = UseOf(step);
    if (runs.empty() || runs.back() != UseOf(step)) runs.push_back(UseOf(step));
  }
  EXPECT_EQ(use["a"], StepUse::kTimed);
  EXPECT_EQ(use["b"], StepUse::kTimed);
  EXPECT_EQ(use["c"], StepUse::kEvents);
  EXPECT_EQ(use["d"], StepUse::kEvents);
  EXPECT_EQ(use["e"], StepUse::kDerivatives);  // an input may be set at any time
  EXPECT_EQ(use["f"], StepUse::kDerivatives);
  EXPECT_EQ(use["der(x)"], StepUse::kDerivatives);
  EXPECT_EQ(use["y"], StepUse::kOutputs);
  EXPECT_TRUE(model.blocks().steps_time);
  EXPECT_EQ(std::ranges::count(runs, StepUse::kDerivatives), 1);
  EXPECT_EQ(std::ranges::count(runs, StepUse::kOutputs), 1);
}

}  // namespace
}  // namespace mica::structure
