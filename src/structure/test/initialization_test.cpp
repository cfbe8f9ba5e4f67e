// The initialization problem: which conditions count, and what it finds.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

TEST(Initialization, SteadyState) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1), y(start = 1);
    initial equation
      der(x) = 0; der(y) = 0;
    equation
      der(x) = 4 - x*y; der(y) = x - y;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().initialization.activated_starts.empty());
  model.Initialize();
  EXPECT_NEAR(model.Get("x"), 2, 1e-9);
  EXPECT_NEAR(model.Get("y"), 2, 1e-9);
}

TEST(Initialization, OpenStatesTakeTheirStartValues) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 3), y(start = 5, fixed = true), z;
    equation
      der(x) = -y; der(y) = x; der(z) = x + y;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().initialization.activated_starts.size(), 2u);
  EXPECT_TRUE(model.HasCode("N5501"));
  model.Initialize();
  EXPECT_DOUBLE_EQ(model.Get("x"), 3);
  EXPECT_DOUBLE_EQ(model.Get("y"), 5);
  EXPECT_DOUBLE_EQ(model.Get("z"), 0);
}

TEST(Initialization, AParameterIsFound) {
  AnalyzedModel model(R"(
    model M
      parameter Real p(fixed = false, start = 1), q = 2*p;
      Real x(start = 1, fixed = true);
    initial equation
      der(x) = 5;
    equation
      der(x) = q*x + 1;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  EXPECT_NEAR(model.Get("p"), 2, 1e-9);
  EXPECT_NEAR(model.Get("q"), 4, 1e-9);
}

TEST(Initialization, PreOfADiscreteVariableFollowsFromAnInitialEquation) {
  AnalyzedModel model(R"(
    model M
      Integer n(start = 3), m(start = 4, fixed = true);
      Real x(start = 0, fixed = true);
    initial equation
      pre(n) = 8;
    equation
      der(x) = 1;
      when x > 1 then n = pre(n) + 1; m = pre(m) + 1; end when;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  EXPECT_DOUBLE_EQ(model.Get("n"), 8);
  EXPECT_DOUBLE_EQ(model.Get("m"), 4);
}

TEST(Initialization, ARedundantConditionIsCheckedNotUsed) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1, fixed = true), y(start = 2, fixed = true);
    equation
      der(x) = -x; y = 2*x;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.HasCode("N5505")) << model.Diagnostics();
  EXPECT_FALSE(model.HasCode("W5502"));
  model.Initialize();  // the kept check holds: no failure
  EXPECT_DOUBLE_EQ(model.Get("y"), 2);
}

TEST(Initialization, ConditionsThatContradictAreToldWithTheirValues) {
  AnalyzedModel model(R"(
    model M
      parameter Real k = 2;
      Real x(start = 1, fixed = true), y(start = 3, fixed = true);
    equation
      der(x) = -x; y = k*x;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  std::string text = model.MessagesOf("W5502");
  EXPECT_NE(text.find("contradicts the others"), std::string::npos) << model.Diagnostics();
  EXPECT_NE(text.find("2 = 3"), std::string::npos) << text;
  EXPECT_NE(text.find("also: x = 1"), std::string::npos) << text;
  EXPECT_NE(text.find("by way of: y = k*x"), std::string::npos) << text;
}

TEST(Initialization, AConditionOfSimultaneousEquationsIsLeftToTheRun) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1, fixed = true), y(start = 1, fixed = true);
    equation
      der(x) = -x; y + sin(y) = x;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_NE(model.MessagesOf("W5502").find("checked when the simulation starts"), std::string::npos)
      << model.Diagnostics();
}

TEST(Initialization, AParameterThatNothingDetermines) {
  AnalyzedModel model(R"(
    model M
      parameter Real p(fixed = false, start = 7);
      Real x(start = 1, fixed = true), z(start = 4);
    equation
      der(x) = -p*x; der(z) = x;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_NE(model.MessagesOf("W5506").find("p = 7"), std::string::npos) << model.Diagnostics();
  std::string text = model.MessagesOf("N5501");
  EXPECT_NE(text.find("2 states and 1 parameter with fixed = false need 3 initial conditions; 1 is given"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("z = 4"), std::string::npos) << text;
  model.Initialize();
  EXPECT_DOUBLE_EQ(model.Get("p"), 7);
}

TEST(Initialization, InitialAlgorithm) {
  AnalyzedModel model(R"(
    model M
      parameter Real p = 2;
      Real x;
    initial algorithm
      x := 0;
      for i in 1:4 loop x := x + i*p; end for;
    equation
      der(x) = -x;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  EXPECT_DOUBLE_EQ(model.Get("x"), 20);
}

}  // namespace
}  // namespace mica::structure
