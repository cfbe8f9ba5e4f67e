// Nonlinear blocks of an inlined method: their linear parts cost no iteration variables, and one stage solves the
// equations.
#include <gtest/gtest.h>

#include "analyzed_model.h"
#include "drive_model.h"

namespace mica::structure {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(UntearLinear, OneIterationVariableForAnElasticDrive) {
  AnalyzedModel model(kDrive, Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.nonlinear, Sizes{1}) << model.Text();
  EXPECT_TRUE(model.blocks().counts.linear.empty());
  for (double gain : {1e-5, 1e-3, 1e-2}) {
    model.Initialize(0.4);
    double i = model.Get("i"), phi = model.Get("phi"), w = model.Get("w");
    model.RunStage(gain);
    EXPECT_LT(model.WorstResidual(), 1e-6) << gain;
    EXPECT_NEAR(model.Get("i"), i + gain * model.Get("der(i)"), 1e-9);
    EXPECT_NEAR(model.Get("phi"), phi + gain * model.Get("w"), 1e-9);
    EXPECT_NEAR(model.Get("w"), w + gain * model.Get("der(w)"), 1e-7);
    EXPECT_LT(model.worst_jacobian, 1e-3);
  }
}

// The formula that phi_m and w_m inherit is the constraint: it holds for what they say together, and no drift remains.
TEST(UntearLinear, InheritedFormulasKeepTheConstraint) {
  AnalyzedModel model(kDrive, Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  for (int step = 1; step <= 50; ++step) {
    model.time = step * 1e-3;
    model.RunStage(1e-3);
  }
  EXPECT_NEAR(model.Get("phi_rel"), model.Get("phi_m") + 105 * model.Get("phi"), 1e-9);
  EXPECT_NEAR(model.Get("w_rel"), model.Get("w_m") + 105 * model.Get("w"), 1e-7);
}

// A constraint that moves with time passes no formula on: the speed of the wheel follows from the constraint, exactly.
TEST(UntearLinear, ConstraintOfTimeIsKept) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1, fixed = true, stateSelect = StateSelect.always), y, f, v;
    equation
      y = 2*x + sin(3*time);
      v = der(x);
      der(y) = f - y*y;
      v = 1 - x - 0.1*f;
    end M;)",
                      Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.time = 0.5;
  model.RunStage(0.5);
  EXPECT_NEAR(model.Get("y"), 2 * model.Get("x") + std::sin(1.5), 1e-12);
  EXPECT_LT(model.WorstResidual(), 1e-9);
}

// A large nonlinear loop: its Jacobian follows from the derivatives of what stands inside, and agrees with differences.
TEST(UntearLinear, DerivativesOfALongLoop) {
  AnalyzedModel model(R"(
    model M
      parameter Integer n = 80;
      Real x[n](each start = 0.5), y(start = 0.5, fixed = true);
    equation
      x[1] = y + 0.1*sin(x[n]);
      for i in 2:n loop x[i] = 0.9*x[i - 1] + 0.1*cos(x[i - 1])*y; end for;
      der(y) = -x[n];
    end M;)",
                      Inlined());
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  bool has_slopes =
      std::ranges::any_of(model.blocks().systems, [](const System& system) { return !system.slopes.empty(); });
  EXPECT_TRUE(has_slopes);
  model.Initialize();
  model.RunStage(0.1);
  EXPECT_LT(model.WorstResidual(), 1e-9);
  EXPECT_LT(model.worst_jacobian, 1e-4);
}

}  // namespace
}  // namespace mica::structure
