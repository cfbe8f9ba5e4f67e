// The verifier finds an order that is wrong, inside systems too, and lets what is lagged on purpose pass.
#include "structure/verify.h"

#include <gtest/gtest.h>

#include "analyzed_model.h"
#include "base/check.h"
#include "structure/modes/specialize.h"
#include "structure/systems/lagged_reads.h"

namespace mica::structure {
namespace {

// One nonlinear system: x is iterated, y and z follow one after the other.
constexpr const char* kLoop = R"(
  model Test
    Real x(start = 1), y, z, s(start = 0, fixed = true);
  equation
    der(s) = x;
    y = x^2 + 1;
    z = y*sin(y) + x;
    x + exp(z/10) + y*z = 3 + time;
  end Test;)";

System* SystemOfDynamics(BlockModel& blocks) {
  for (const Step& step : blocks.dynamics)
    if (step.kind == Step::Kind::kSolve) return &blocks.systems[step.system];
  return nullptr;
}

std::string FaultOf(const BlockModel& blocks, const Store& store) {
  try {
    VerifyBlocks(blocks, store);
  } catch (const InternalError& error) {
    return error.what();
  }
  return "";
}

TEST(Verify, InnerStepsInTheWrongOrder) {
  AnalyzedModel model(kLoop);
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  BlockModel blocks = model.blocks();
  EXPECT_EQ(FaultOf(blocks, model.store()), "");
  System* system = SystemOfDynamics(blocks);
  ASSERT_NE(system, nullptr) << model.Text();
  ASSERT_GE(system->inner.size(), 2u) << model.Text();
  std::ranges::reverse(system->inner);
  EXPECT_NE(FaultOf(blocks, model.store()).find("is read before it is computed"), std::string::npos);
}

TEST(Verify, ResidualsAndJacobiansOfWhatComesLater) {
  AnalyzedModel model(kLoop);
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ScalarId slope = model.Find("der(s)");
  for (bool in_jacobian : {false, true}) {
    BlockModel blocks = model.blocks();
    System* system = SystemOfDynamics(blocks);
    ASSERT_NE(system, nullptr) << model.Text();
    ASSERT_FALSE(system->jacobian.empty());
    // der(s) is computed from x, after the system.
    Expr later = model.store().exprs.Scalar(slope, model.store().types.real());
    (in_jacobian ? system->jacobian[0].value : system->residuals[0]) = later;
    EXPECT_NE(FaultOf(blocks, model.store()).find("der(s) is read before it is computed"), std::string::npos);
  }
}

TEST(Verify, TargetsOfASystem) {
  AnalyzedModel model(kLoop);
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  BlockModel blocks = model.blocks();
  for (Step& step : blocks.dynamics)
    if (step.kind == Step::Kind::kSolve) step.targets.pop_back();
  EXPECT_NE(FaultOf(blocks, model.store()).find("targets of a system"), std::string::npos);
}

// Two Booleans that depend on each other at one instant: one of them is read as the round before left it.
TEST(Verify, LoopsOfDiscreteVariablesAreLagged) {
  AnalyzedModel model(R"(
    model Test
      Boolean a(start = false, fixed = true), b(start = false, fixed = true);
      Real x(start = 0, fixed = true);
    equation
      der(x) = if a then 1 else 2;
      a = b and x > 0.5;
      b = a or x > 0.25;
    end Test;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.HasCode("W5402"));
  EXPECT_NE(model.Text().find("lagged, from the round before: "), std::string::npos) << model.Text();
}

// A step that reads a later one which does not read it back stands in the wrong place: that is no lag.
TEST(Verify, DiscreteStepsInTheWrongOrder) {
  NameTable names;
  Store store(names);
  auto scalar = [&](std::size_t i) { return store.exprs.Scalar(ScalarId(i), store.types.boolean()); };
  auto assign = [](std::size_t target, Expr value) {
    Step step;
    step.targets = {ScalarId(target)};
    step.value = value;
    return step;
  };
  std::vector<Step> chain{assign(0, scalar(1)), assign(1, scalar(2)), assign(2, scalar(5))};
  for (const auto& lagged : LaggedReads(chain, store)) EXPECT_TRUE(lagged.empty());
  std::vector<Step> circle{assign(0, scalar(1)), assign(1, scalar(0)), assign(2, scalar(2)), assign(3, scalar(0))};
  auto lagged = LaggedReads(circle, store);
  EXPECT_EQ(lagged[0], std::vector<ScalarId>{ScalarId(1)});
  EXPECT_TRUE(lagged[1].empty());
  EXPECT_EQ(lagged[2], std::vector<ScalarId>{ScalarId(2)});
  EXPECT_TRUE(lagged[3].empty());
}

TEST(Verify, ModesToo) {
  AnalyzedModel model(kLoop);
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  auto made = Specialize(model.blocks(), model.store(), {}, [](ScalarId) { return std::nullopt; });
  ASSERT_TRUE(made.has_value());
  System* system = SystemOfDynamics(*made);
  ASSERT_NE(system, nullptr);
  ASSERT_GE(system->inner.size(), 2u);
  std::ranges::reverse(system->inner);
  EXPECT_THROW(VerifyMode(*made, model.store()), InternalError);
}

}  // namespace
}  // namespace mica::structure
