// Passes that keep systems from arising: preferred states, chains of semiLinear, invariants that decide, inverse
// functions.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

constexpr double kTiny = 1e-9;
using Names = std::vector<std::string>;

Names Sorted(Names names) {
  std::ranges::sort(names);
  return names;
}

// A volume of gas: mass and energy are balanced, p and T are preferred. m = p V/(R T), U = m (c T + a T² + b p): a
// nonlinear system for p and T if m and U were the states.
constexpr const char* kVolume = R"(
    model M
      parameter Real V = 2, R = 8, c = 20, a = 0.1, b = 0.01;
      Real p(start = 100, fixed = true, stateSelect = StateSelect.prefer), T(start = 10, fixed = true, stateSelect = StateSelect.prefer);
      Real m, U, u;
    equation
      p*V = m*R*T;
      u = c*T + a*T^2 + b*p;
      U = m*u;
      der(m) = 0.5;
      der(U) = 3;
    end M;)";

TEST(PreferStates, PreferredVariablesReplaceWhatIsDifferentiated) {
  AnalyzedModel model(kVolume);
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(Sorted(model.StateNames()), (Names{"T", "p"}));
  EXPECT_TRUE(std::ranges::all_of(model.blocks().counts.nonlinear, [](std::int64_t size) { return size == 0; }));
  model.Initialize();
  model.Run(true);
  // m = 200/80 = 2.5, u = 211; p = m R T/V: p' = 20 + 10 T'; U = m u: m' u + m ((c + 2 a T) T' + b p') = 3, m' = 0.5
  double dT = (3 - 105.5 - 0.5) / 55.25;
  EXPECT_NEAR(model.Get("der(T)"), dT, kTiny);
  EXPECT_NEAR(model.Get("der(p)"), 20 + 10 * dT, kTiny);
}

TEST(PreferStates, WithoutThePassTheBalancesAreStates) {
  Options options;
  options.switched_off = {"prefer-states"};
  AnalyzedModel model(kVolume, options);
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(Sorted(model.StateNames()), (Names{"U", "m"}));
}

// The mass of a liquid gives its pressure by a formula, but only in its last digits: the wish counts.
TEST(PreferStates, AlsoWhereAFormulaWouldDo) {
  AnalyzedModel model(R"(
    model M
      Real m, p(start = 1e5, fixed = true, stateSelect = StateSelect.prefer);
    equation
      m = 1000*(1 + 5e-10*(p - 1e5));
      der(m) = 1e-4;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.StateNames(), Names{"p"});
  model.Initialize();
  model.Run(true);
  EXPECT_NEAR(model.Get("der(p)"), 1e-4 / 5e-7, 1e-6);
}

// Nothing is possible where a function has no derivative.
TEST(PreferStates, OnlyWhereItCanBeDone) {
  AnalyzedModel model(R"(
    function Opaque
      input Real x;
      output Real y;
      external "C" y = opaque(x);
    end Opaque;
    model M
      Real x(start = 1, fixed = true), z(stateSelect = StateSelect.prefer);
    equation
      der(x) = -x;
      x = z + Opaque(z);
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.StateNames(), Names{"x"});
}

// Two star points with the same current: nothing flows through the resistor between their neutral and ground, so its
// voltage is zero and the two sides are apart.
TEST(HiddenAliases, ACurrentThatSumsMakeZero) {
  AnalyzedModel model(R"(
    model M
      Real i[3], j[3], k[3], r, v, load = 2 + time;
    equation
      i[1] + i[2] + i[3] = load;
      j[1] + j[2] + j[3] = load;
      for n in 1:3 loop
        k[n] = j[n] - i[n];
      end for;
      r = k[1] + k[2] + k[3];
      v = 100*r;
      i[1]^3 + i[1] = v + 1;
      i[2] - i[1] = v;
      j[1] = exp(v);
      j[2]^3 + j[2] = v + 2;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.nonlinear, (std::vector<std::int64_t>{1, 1}));  // i[1] and j[2], each by itself
  model.Initialize();
  model.Run(true);
  EXPECT_EQ(model.Get("r"), 0);
  EXPECT_NEAR(model.Get("j[2]"), 1, kTiny);
  EXPECT_LT(model.WorstResidual(), 1e-8);
}

// Three components in a row: the enthalpies between are those of the end from which the flow comes, also at rest.
TEST(JoinSemiLinear, AChainIsToldFromItsEnds) {
  AnalyzedModel model(R"(
    model M
      Real m, H, H2, s1, s2;
      parameter Real a = 5, b = 7;
    equation
      m = time - 1;
      H = semiLinear(m, a, s1);
      H2 = semiLinear(-m, s2, s1);
      H + H2 = 0;
      -H2 = semiLinear(m, s2, b);
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().counts.linear.empty());
  EXPECT_TRUE(model.blocks().systems.empty());
  for (double t : {0.5, 1.0, 3.0}) {
    model.Initialize(t);
    model.RunEvent();
    double s = t >= 1 ? 5 : 7;
    EXPECT_NEAR(model.Get("s1"), s, kTiny) << t;
    EXPECT_NEAR(model.Get("s2"), s, kTiny) << t;
    EXPECT_NEAR(model.Get("H"), s * (t - 1), kTiny) << t;
  }
}

// Whether the port is below the level follows from parameters, by way of a Boolean variable: one of the equations is
// left.
TEST(DecideInvariants, ABooleanThatFollowsFromParametersDecides) {
  AnalyzedModel model(R"(
    model M
      parameter Real height = 0.1, level_max = 1;
      Real level = level_max, p, m, q = 2 + time;
      Boolean below = level >= height;
    equation
      if below then
        p = q;
      else
        m = 0;
      end if;
      m = exp(p) - 1;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().counts.linear.empty() && model.blocks().counts.nonlinear.empty());
  model.Initialize();
  model.Run(true);
  EXPECT_NEAR(model.Get("m"), std::exp(2.0) - 1, kTiny);
}

// x = Cube(y) is solved by the inverse that the annotation names.
TEST(InverseAnnotation, SolvesAnEquation) {
  AnalyzedModel model(R"(
    function Cube
      input Real factor;
      input Real u;
      output Real y;
    algorithm
      y := factor*u^3 + factor*u;
      annotation(Inline = false, inverse(u = Root(factor, y)));
    end Cube;
    function Root
      input Real factor;
      input Real y;
      output Real u;
    algorithm
      u := 1;
      for i in 1:60 loop
        u := u - (u^3 + u - y/factor)/(3*u^2 + 1);
      end for;
      annotation(Inline = false, inverse(y = Cube(factor, u)));
    end Root;
    model M
      Real x = 10 + 20*time, y;
    equation
      x = Cube(2, y);
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().counts.nonlinear.empty());
  model.Initialize();
  model.time = 1;
  model.Run(true);
  double y = model.Get("y");
  EXPECT_NEAR(2 * y * y * y + 2 * y, 30, 1e-8);
}

}  // namespace
}  // namespace mica::structure
