// Models with a mode put in: the same derivatives as the general model, with smaller systems.
#include "structure/modes/specialize.h"

#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

// The present mode of the model.
std::vector<ModeValue> PresentMode(AnalyzedModel& model) {
  std::vector<ModeValue> mode;
  for (const ModeVariable& variable : FindModeVariables(model.blocks(), model.store())) {
    double value = 0;
    if (variable.held.valid()) {
      value = model.held(variable.held);
    } else {
      const Value* present = model.Scalar(variable.scalar);
      TypeKind kind = model.store().types.kind(model.blocks().scalars[variable.scalar].type);
      value = kind == TypeKind::kBoolean ? present->boolean() : static_cast<double>(present->integer());
    }
    mode.push_back({variable, value});
  }
  return mode;
}

std::optional<BlockModel> SpecializePresent(AnalyzedModel& model) {
  auto parameter = [&](ScalarId id) -> std::optional<double> {
    if (model.store().types.kind(model.blocks().scalars[id].type) != TypeKind::kReal) return std::nullopt;
    return model.Scalar(id)->real();
  };
  return Specialize(model.blocks(), model.store(), PresentMode(model), parameter);
}

// The circuit of the paper: a diode between a source with a resistor and a load.
constexpr const char* kRectifier = R"(
  model Rectifier
    parameter Real R1 = 2, R2 = 10, C = 0.1;
    Real v0, v1, i0, u, s;
    Real v2(start = START, fixed = true);
    Boolean off;
  equation
    v0 = 4;
    off = s < 0;
    u = v1 - v2;
    u = if off then s else 0;
    i0 = if off then 0 else s;
    v0 - v1 = R1*i0;
    C*der(v2) = i0 - v2/R2;
  end Rectifier;)";

std::string RectifierFrom(const std::string& start) {
  std::string text = kRectifier;
  text.replace(text.find("START"), 5, start);
  return text;
}

TEST(Specialize, ADiodeThatConductsLeavesAssignments) {
  AnalyzedModel model(RectifierFrom("1"));
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.RunEvent();
  std::optional<BlockModel> special = SpecializePresent(model);
  ASSERT_TRUE(special.has_value());
  EXPECT_TRUE(special->systems.empty());
  for (const Step& step : special->dynamics) EXPECT_EQ(step.kind, Step::Kind::kAssign);
  model.Take(std::move(*special));
  model.Set("v2", 3);
  model.Run(false);
  // i0 = (4 - 3)/2, der(v2) = (0.5 - 0.3)/0.1
  EXPECT_NEAR(model.Get("der(v2)"), 2, 1e-12);
}

TEST(Specialize, ADiodeThatBlocksCutsTheCircuit) {
  AnalyzedModel model(RectifierFrom("5"));
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.RunEvent();
  ASSERT_EQ(model.Scalar(model.Find("off"))->boolean(), true);
  std::optional<BlockModel> special = SpecializePresent(model);
  ASSERT_TRUE(special.has_value());
  EXPECT_TRUE(special->systems.empty());
  // The crossing function s = v1 - v2 = 4 - v2 is all that is left beside the derivative.
  EXPECT_LE(special->dynamics.size(), 3u);
  model.Take(std::move(*special));
  model.Set("v2", 5);
  model.Run(false);
  EXPECT_NEAR(model.Get("der(v2)"), -5, 1e-12);
}

// Two clutches in a row: each stuck one is an equation between accelerations. With both stuck one body is left.
TEST(Specialize, StuckClutchesAreSolvedInAdvance) {
  AnalyzedModel model(R"(
    model Chain
      parameter Real J[3] = {1, 2, 3}, c = 100;
      Real w[3](each start = 1, each fixed = true), a[3], tau[2], s[2];
      Boolean slides[2](each start = false, each fixed = true);
      Real drive = 6;
    equation
      der(w) = a;
      J[1]*a[1] = drive - tau[1];
      J[2]*a[2] = tau[1] - tau[2];
      J[3]*a[3] = tau[2];
      for i in 1:2 loop
        slides[i] = s[i] > c;
        tau[i] = if slides[i] then c else s[i];
        a[i] - a[i + 1] = if slides[i] then s[i] - c else 0;
      end for;
    end Chain;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_FALSE(model.blocks().systems.empty());
  model.Initialize();
  model.RunEvent();
  std::optional<BlockModel> special = SpecializePresent(model);
  ASSERT_TRUE(special.has_value());
  EXPECT_TRUE(special->systems.empty());
  model.Take(std::move(*special));
  model.Run(false);
  for (const char* name : {"der(w[1])", "der(w[2])", "der(w[3])"}) EXPECT_NEAR(model.Get(name), 1, 1e-12) << name;
}

TEST(Specialize, WhatHasNoUniqueSolutionIsLeftToTheGeneralModel) {
  // Two brakes that are both stuck on one shaft: only the sum of their torques is determined.
  AnalyzedModel model(R"(
    model Brakes
      Real w(start = 0, fixed = true), tau[2], s[2];
      Boolean slides[2](each start = false, each fixed = true);
    equation
      der(w) = time - tau[1] - tau[2];
      for i in 1:2 loop
        slides[i] = s[i] > 10;
        tau[i] = if slides[i] then 10 else s[i];
        der(w) = if slides[i] then s[i] - 10 else 0;
      end for;
    end Brakes;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  std::vector<ModeValue> mode;
  for (const ModeVariable& variable : FindModeVariables(model.blocks(), model.store())) mode.push_back({variable, 0});
  EXPECT_FALSE(Specialize(model.blocks(), model.store(), mode, [](ScalarId) { return std::nullopt; }).has_value());
}

TEST(ModeVariables, ACounterThatIsANumberMakesNoModes) {
  AnalyzedModel model(R"(
    model Counts
      Real x(start = 0, fixed = true), y;
      Integer n(start = 0, fixed = true), gear(start = 1, fixed = true);
    equation
      der(x) = n + (if gear > 1 then 2 else 1);
      y = sin(time);
      when y > 0.5 then
        n = pre(n) + 1;
        gear = 3 - pre(gear);
      end when;
    end Counts;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  std::string names;
  for (const ModeVariable& variable : FindModeVariables(model.blocks(), model.store()))
    names += ModeVariableText(variable, model.blocks(), model.store()) + ";";
  EXPECT_NE(names.find("gear"), std::string::npos) << names;
  EXPECT_EQ(names.find("n;"), std::string::npos) << names;
}

}  // namespace
}  // namespace mica::structure
