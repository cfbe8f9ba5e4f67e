// Linear systems after tearing: what is solved in formulas, what is left to a solver, and that the solution is the one
// of the equations.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

constexpr double kTiny = 1e-9;
using Sizes = std::vector<std::int64_t>;

// A turning frame: two equations with factors that vary, no pivot that cannot vanish; the determinant is 1.
TEST(ReduceLinear, TwoEquationsBySubdeterminants) {
  AnalyzedModel model(R"(
    model M
      Real x, y;
    equation
      cos(time)*x - sin(time)*y = 2;
      sin(time)*x + cos(time)*y = 1;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.linear, Sizes{0});
  EXPECT_TRUE(
      std::ranges::none_of(model.blocks().dynamics, [](const Step& step) { return step.kind == Step::Kind::kSolve; }));
  model.Initialize();
  for (double t : {0.0, 0.7, 1.5707963267948966}) {
    model.time = t;
    model.Run(true);
    EXPECT_NEAR(model.Get("x"), 2 * std::cos(t) + std::sin(t), kTiny);
    EXPECT_NEAR(model.Get("y"), std::cos(t) - 2 * std::sin(t), kTiny);
  }
}

// Two switches in a ring: a factor that is one or the other leaves the pair to the solver, which can do without a
// unique solution.
TEST(ReduceLinear, TwoEquationsWithBranchesAreLeftToASolver) {
  AnalyzedModel model(R"(
    model M
      Real x, y;
      Boolean on = time > 1;
    equation
      (if on then 1 else 3 + time)*x + cos(time)*y = 2;
      sin(time)*x + (if on then time else 2)*y = 1;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.linear, Sizes{2});
  model.Initialize();
  model.time = 0.5;
  model.Run(true);
  EXPECT_LT(model.WorstResidual(), kTiny);
}

// A full matrix of parameters and one row that varies: two pivots of parameters, then one equation.
TEST(ReduceLinear, PivotsOfParametersAreEliminated) {
  AnalyzedModel model(R"(
    model M
      parameter Real a[3, 3] = {{4, 1, 2}, {1, 3, 1}, {2, 1, 5}};
      Real x[3];
    equation
      a[1, :]*x = 7;
      a[2, :]*x = 5;
      (1 + time)*(a[3, 1]*x[1] + a[3, 2]*x[2] + a[3, 3]*x[3]) = 8 + 8*time;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.linear, Sizes{0});
  model.Initialize();
  model.time = 0.3;
  model.Run(true);
  for (const char* name : {"x[1]", "x[2]", "x[3]"})
    EXPECT_NEAR(model.Get(name), 1, kTiny);  // the rows add up to 7, 5, 8
}

// A factor of parameters that vanishes is no pivot, and a determinant of parameters that vanishes is not divided by.
TEST(ReduceLinear, ADeterminantThatVanishesIsNotDividedBy) {
  AnalyzedModel model(R"(
    model M
      parameter Real p = 2;
      Real x, y;
    equation
      time*(p*x + 4*y) = 6*time;
      time*(x + p*y) = 3*time;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  AnalyzedModel constant(R"(
    model M
      parameter Real a = 0, b = 1;
      Real x, y;
    equation
      a*x + b*y = 6;
      b*x + a*y = 3;
    end M;)");
  ASSERT_TRUE(constant.ok()) << constant.Diagnostics();
  constant.Initialize();
  constant.Run(true);
  EXPECT_NEAR(constant.Get("x"), 3, kTiny);
  EXPECT_NEAR(constant.Get("y"), 6, kTiny);
}

// A diode with resistances in both modes: one mixed system, without anything to iterate on but the mode.
TEST(ReduceLinear, MixedSystemOfOneEquationHasNoUnknownLeft) {
  AnalyzedModel model(R"(
    model M
      parameter Real R = 10, Ron = 1e-3, Goff = 1e-3;
      Real u, i, v, s(start = 1);
      Boolean off;
    equation
      u = sin(time);
      off = s < 0;
      v = s*(if off then 1 else Ron);
      i = s*(if off then Goff else 1);
      u = R*i + v;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.mixed, 1);
  EXPECT_EQ(model.blocks().counts.linear, Sizes{0});
  for (double t : {0.5, 4.0}) {
    model.Initialize(t);
    model.RunEvent();
    EXPECT_LT(model.WorstResidual(), kTiny) << t;
    EXPECT_EQ(model.Get("off") != 0, std::sin(t) < 0) << t;
    EXPECT_NEAR(model.Get("i"), std::sin(t) / (std::sin(t) < 0 ? 1010 : 10.001) * 1, 1e-8) << t;
  }
}

// The density of a fluid by a record of properties: its derivative is linear in the derivatives of pressure and
// enthalpy, as the body shows.
TEST(ReduceLinear, DerivativeFunctionWhoseBodyIsLinear) {
  AnalyzedModel model(R"(
    record Properties
      Real p, h, factor;
    end Properties;
    function PropertiesOf
      input Real p, h;
      output Properties r;
    algorithm
      r := Properties(p, h, exp(-h));
    end PropertiesOf;
    function Density
      input Real p, h;
      input Properties r;
      output Real d;
    algorithm
      d := if r.p > 0 then p*r.factor else p*r.factor;
      annotation(derivative(noDerivative = r) = Density_der);
    end Density;
    function Density_der
      input Real p, h;
      input Properties r;
      input Real p_der, h_der;
      output Real d_der;
    algorithm
      if r.p > 0 then
        d_der := r.factor*p_der - p*r.factor*h_der;
      else
        d_der := r.factor*p_der - r.p*r.factor*h_der;
      end if;
    end Density_der;
    model M
      Real p(start = 2, fixed = true, stateSelect = StateSelect.prefer), h(start = 0.5, fixed = true, stateSelect = StateSelect.prefer), d, m, u, dp, dh;
    equation
      dp = der(p);
      dh = der(h);
      d = Density(p, h, PropertiesOf(p, h));
      m = 3*d;
      u = d*h - p;
      der(m) = 1;
      der(u) = 2;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().counts.nonlinear.empty());
  model.Initialize();
  model.Run(true);
  // d = p e^(-h): d' = e^(-h) p' - p e^(-h) h' = 1/3 and d' h + d h' - p' = 2
  double e = std::exp(-0.5), p = 2, h = 0.5;
  double dp = model.Get("dp"), dh = model.Get("dh");
  EXPECT_NEAR(e * dp - p * e * dh, 1.0 / 3, 1e-8);
  EXPECT_NEAR(h / 3 + p * e * dh - dp, 2, 1e-8);
}

}  // namespace
}  // namespace mica::structure
