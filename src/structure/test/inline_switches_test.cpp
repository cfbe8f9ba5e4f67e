// Switches that states fix: which integrators join the dynamics, that others stay out, and that both modes have their
// values.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

std::vector<std::string> Inlined(const AnalyzedModel& model) {
  std::vector<std::string> names;
  for (ScalarId id : model.blocks().inlined) names.push_back(model.blocks().scalars[id].name);
  return names;
}

std::string Circuit(const char* leak) {
  return std::string(R"(
    model M
      parameter Real L = 0.01, C = 2e-4, R = 20, leak = )") +
         leak + R"(;
      Real i(start = 0, fixed = true), v(start = 1, fixed = true), u, s(start = 1), vd, vl;
      Boolean off;
    equation
      off = s < 0;
      vd = if off then s else leak*s;
      i = if off then leak*s else s;
      u = 10*cos(time);
      u = vl + vd + v;
      L*der(i) = vl;
      C*der(v) = i - v/R;
    end M;)";
}

TEST(InlineSwitches, DiodeInSeriesWithAnInductor) {
  AnalyzedModel model(Circuit("0"));
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(Inlined(model), std::vector<std::string>{"i"});
  EXPECT_NE(model.MessagesOf("N5403").find("the integrator of i "), std::string::npos) << model.Diagnostics();
  EXPECT_FALSE(model.blocks().stage.empty());
  // The source is above the capacitor: it conducts, L i' = u - v.
  model.Initialize(0);
  model.RunEvent();
  EXPECT_EQ(model.Get("off"), 0);
  EXPECT_NEAR(model.Get("vd"), 0, 1e-9);
  EXPECT_NEAR(model.Get("der(i)"), (10 - 1) / 0.01, 1e-5);
  // Below, and without current: it blocks and carries the difference.
  model.Initialize(3.14159265358979);
  model.RunEvent();
  EXPECT_EQ(model.Get("off"), 1);
  EXPECT_NEAR(model.Get("i"), 0, 1e-12);
  EXPECT_NEAR(model.Get("der(i)"), 0, 1e-6);
  EXPECT_NEAR(model.Get("vd"), -11, 1e-6);
  // Below, with a current: it goes on conducting.
  model.Set("i", 0.5);
  model.RunEvent();
  EXPECT_EQ(model.Get("off"), 0);
  EXPECT_NEAR(model.Get("der(i)"), -1100, 1e-4);
}

TEST(InlineSwitches, LeakageNeedsNone) {
  AnalyzedModel model(Circuit("1e-5"));
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().inlined.empty());
  EXPECT_TRUE(model.blocks().stage.empty());
  EXPECT_FALSE(model.HasCode("N5403"));
}

// With a resistor in the place of the inductor the diode stands in an algebraic loop: nothing is fixed.
TEST(InlineSwitches, ResistorNeedsNone) {
  AnalyzedModel model(R"(
    model M
      Real i, v(start = 1, fixed = true), u, s(start = 1), vd;
      Boolean off;
    equation
      off = s < 0;
      vd = if off then s else 0;
      i = if off then 0 else s;
      u = 10*cos(time);
      u = 5*i + vd + v;
      0.01*der(v) = i - v/20;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().inlined.empty());
  EXPECT_FALSE(model.HasCode("N5403"));
}

// Two inductors meet at a diode, beside a third state that has nothing to do with it: both of them, and not the third.
TEST(InlineSwitches, OnlyWhatFixesTheSwitch) {
  AnalyzedModel model(R"(
    model M
      Real i1(start = 0, fixed = true), i2(start = 0, fixed = true), x(start = 1, fixed = true), s(start = 1), vd, id, v1, v2;
      Boolean off;
    equation
      off = s < 0;
      vd = if off then s else 0;
      id = if off then 0 else s;
      id = i1 + i2;
      0.1*der(i1) = v1;
      0.2*der(i2) = v2;
      v1 = cos(time) - vd - i1;
      v2 = 2*cos(time) - vd - x*i2;
      der(x) = -x;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(Inlined(model), (std::vector<std::string>{"i1", "i2"}));
  model.Initialize(3.14159265358979);
  model.RunEvent();
  EXPECT_EQ(model.Get("off"), 1);
  // No current, and its derivative stays 0: (-1 - vd)/0.1 + (-2 - vd)/0.2 = 0
  EXPECT_NEAR(model.Get("vd"), -20.0 / 15, 1e-5);
}

// A source fixes the switch: the model is wrong as a model, and left as it is.
TEST(InlineSwitches, SourceIsNoIntegrator) {
  AnalyzedModel model(R"(
    model M
      Real i, s(start = 1), vd, x(start = 0, fixed = true);
      Boolean off;
    equation
      off = s < 0;
      vd = if off then s else 0;
      i = if off then 0 else s;
      i = 1 + time;
      der(x) = vd;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().inlined.empty());
}

}  // namespace
}  // namespace mica::structure
