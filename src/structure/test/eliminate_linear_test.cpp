// Linear blocks of an inlined method in formulas: what is left to a solver, how the formulas grow, and that one stage
// solves the equations.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

using Sizes = std::vector<std::int64_t>;

std::string Rod(int n) {
  return fmt::format(R"(
    model Rod
      parameter Integer n = {};
      parameter Real a = 3, dx = 1/n;
      Real u[n + 1](each start = 1);
    initial equation
      for i in 2:n loop u[i] = 1 + 1/i; end for;
    equation
      u[1] = 2;
      der(u[2:n]) = a*(u[3:n + 1] - 2*u[2:n] + u[1:n - 1])/(dx*dx);
      u[n + 1] = u[n - 1];
    end Rod;)",
                     n);
}

// A band becomes a sequence of assignments, as many for each cell whatever the length, and no formula grows.
TEST(EliminateLinear, BandIsASequenceOfAssignments) {
  std::size_t steps[2], nodes[2];
  for (int k : {0, 1}) {
    AnalyzedModel model(Rod(k == 0 ? 300 : 600), Inlined());
    ASSERT_TRUE(model.ok()) << model.Diagnostics();
    EXPECT_EQ(model.StageSystems(), 0u);
    EXPECT_EQ(model.blocks().counts.linear, Sizes{0});
    steps[k] = model.blocks().stage.size();
    nodes[k] = model.Text().size();
  }
  EXPECT_LT(steps[0], 300u * 6);
  EXPECT_NEAR(static_cast<double>(steps[1]) / static_cast<double>(steps[0]), 2, 0.05);
  EXPECT_NEAR(static_cast<double>(nodes[1]) / static_cast<double>(nodes[0]), 2, 0.1);
}

// x - base = gain*der(x) holds together with the equations of the model, from very short to very long steps; a long
// step ends in the steady state.
TEST(EliminateLinear, OneStageSolvesTheEquations) {
  AnalyzedModel model(Rod(20), Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  for (double gain : {1e-9, 1e-6, 1e-3, 1.0, 1e3}) {
    model.Initialize();
    std::vector<double> base;
    for (int i = 2; i <= 20; ++i) base.push_back(model.Get(fmt::format("u[{}]", i)));
    model.RunStage(gain);
    EXPECT_LT(model.WorstResidual(), 1e-7) << gain;
    for (int i = 2; i <= 20; ++i) {
      double u = model.Get(fmt::format("u[{}]", i)), slope = model.Get(fmt::format("der(u[{}])", i));
      EXPECT_NEAR(u, base[static_cast<std::size_t>(i - 2)] + gain * slope, 1e-9 * std::max(1.0, gain)) << gain;
      if (gain == 1e3) {
        EXPECT_NEAR(u, 2, 1e-3);
      }
    }
  }
}

// Two blocks of bands that share one unknown, and a column that all rows hold: the common temperature of a box around a
// rod.
TEST(EliminateLinear, ColumnOfAllRows) {
  AnalyzedModel model(R"(
    model M
      parameter Integer n = 200;
      Real u[n](each start = 1, each fixed = true), box(start = 0, fixed = true), loss[n], between[n + 1];
    equation
      loss = 0.1*(u - fill(box, n));
      between[1] = 0;
      between[n + 1] = 0;
      for i in 2:n loop between[i] = 5*(u[i - 1] - u[i]); end for;
      for i in 1:n loop der(u[i]) = between[i] - between[i + 1] - loss[i]; end for;
      der(box) = sum(loss) - box;
    end M;)",
                      Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.StageSystems(), 0u);
  model.Initialize();
  model.RunStage(0.5);
  EXPECT_LT(model.WorstResidual(), 1e-9);
  // By symmetry all cells are alike: u = 1 - 0.05(u - box), box = 0.5(20(u - box) - box)
  double box = model.Get("box"), u = model.Get("u[77]");
  EXPECT_NEAR(u, 1 - 0.05 * (u - box), 1e-10);
  EXPECT_NEAR(box, 0.5 * (20 * (u - box) - box), 1e-9);
}

// 1 - gain*8 vanishes for a step of 1/8 s: nothing is divided by it that a solver would not find singular.
TEST(EliminateLinear, PivotThatAStepMakesVanishIsNotChosen) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1, fixed = true), y(start = 1, fixed = true);
    equation
      der(x) = 8*x + y;
      der(y) = 3*x - y;
    end M;)",
                      Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.RunStage(0.125);
  EXPECT_LT(model.WorstResidual(), 1e-9);
  // (I - A/8) x = 1: 0·x - y/8 = 1 and -3x/8 + 9y/8 = 1
  EXPECT_NEAR(model.Get("y"), -8, 1e-9);
  EXPECT_NEAR(model.Get("x"), (9 * -8.0 / 8 - 1) * 8 / 3, 1e-9);
}

// A grid of two dimensions fills up: what is left is a system, smaller than the grid, and the solution is right.
TEST(EliminateLinear, GridIsSolvedToo) {
  AnalyzedModel model(R"(
    model M
      parameter Integer n = 6;
      Real u[n, n](each start = 1, each fixed = true);
      Real e[n + 2, n + 2];
    equation
      e[2:n + 1, 2:n + 1] = u;
      e[1, :] = zeros(n + 2);
      e[n + 2, :] = fill(2, n + 2);
      e[2:n + 1, 1] = zeros(n);
      e[2:n + 1, n + 2] = zeros(n);
      for i in 1:n loop
        for k in 1:n loop
          der(u[i, k]) = e[i, k + 1] + e[i + 2, k + 1] + e[i + 1, k] + e[i + 1, k + 2] - 4*u[i, k];
        end for;
      end for;
    end M;)",
                      Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.RunStage(0.3);
  EXPECT_LT(model.WorstResidual(), 1e-9);
  EXPECT_NEAR(model.Get("u[3,3]"), 1 + 0.3 * model.Get("der(u[3,3])"), 1e-9);
}

}  // namespace
}  // namespace mica::structure
