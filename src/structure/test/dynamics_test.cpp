// Whole models through the pipeline: the steps, interpreted, must make the residuals of the flat equations vanish, and
// values known from the mathematics of each model must come out.
#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

constexpr double kTiny = 1e-9;

TEST(Dynamics, ResistorAndCapacitor) {
  AnalyzedModel model(R"(
    model M
      parameter Real R = 2, C = 0.5, U = 10;
      Real v(start = 4, fixed = true), i, vr, u;
    equation
      u = U; vr = R*i; u = vr + v; C*der(v) = i;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.StateNames(), std::vector<std::string>{"v"});
  EXPECT_EQ(model.blocks().counts.unknowns, 4);
  EXPECT_EQ(model.blocks().counts.equations, 4);
  EXPECT_TRUE(model.blocks().systems.empty());
  model.Initialize();
  model.Run(true);
  EXPECT_DOUBLE_EQ(model.Get("v"), 4);
  EXPECT_DOUBLE_EQ(model.Get("i"), 3);       // (10 - 4)/2
  EXPECT_DOUBLE_EQ(model.Get("der(v)"), 6);  // 3/0.5
  EXPECT_LT(model.WorstResidual(), kTiny);
}

// A linear loop: a voltage divider with three resistors in a bridge.
TEST(Dynamics, LinearLoopIsTornToOneAndSolvedInFormulas) {
  AnalyzedModel model(R"(
    model M
      parameter Real R1 = 1, R2 = 2, R3 = 3;
      Real u = 6, i1, i2, i3, v;
    equation
      u - v = R1*i1; v = R2*i2; v = R3*i3; i1 = i2 + i3;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.linear, std::vector<std::int64_t>{0});
  model.Initialize();
  model.Run(true);
  EXPECT_LT(model.WorstResidual(), kTiny);
  EXPECT_NEAR(model.Get("v"), 6 * 1.2 / 2.2, kTiny);  // R2||R3 = 1.2
}

// The call hides that the loop is linear until it is inlined, after index reduction.
TEST(Dynamics, CallInALinearLoopIsInlinedAfterIndexReduction) {
  AnalyzedModel model(R"(
    function Turn
      input Real angle;
      input Real v[2];
      output Real w[2];
    protected
      Real c = cos(angle), s = sin(angle);
    algorithm
      w := {c*v[1] - s*v[2], s*v[1] + c*v[2]};
      annotation(InlineAfterIndexReduction = true);
    end Turn;
    model M
      Real a[2], b[2];
    equation
      b = Turn(time, a);
      a[1] + 2*b[1] = 1;
      a[2] - 2*b[2] = 3;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_TRUE(model.blocks().counts.nonlinear.empty());
  EXPECT_EQ(model.blocks().counts.linear.size(), 1u);
  model.Initialize();
  model.time = 0.4;
  model.Run(true);
  EXPECT_LT(model.WorstResidual(), kTiny);
}

// The derivative function of Turned adds the turning to what the vector contributes: it is not linear in the vector's
// derivative. Constraint y = cos(a) x with der(a) = w; der(der(y)) stands in a loop with der(der(x)).
TEST(Dynamics, DerivativeFunctionWithNoDerivativeInputsIsNotTakenForLinear) {
  AnalyzedModel model(R"(
    function Turned
      input Real a[2] "angle, speed";
      input Real x;
      output Real y;
    algorithm
      y := cos(a[1])*x;
      annotation(derivative(noDerivative = a) = Turned_der);
    end Turned;
    function Turned_der
      input Real a[2];
      input Real x;
      input Real x_der;
      output Real y_der;
    algorithm
      y_der := cos(a[1])*x_der - sin(a[1])*a[2]*x;
    end Turned_der;
    model M
      parameter Real w = 3;
      Real x(start = 0.5, fixed = true), v(start = 2, fixed = true), y, u;
    equation
      der(x) = v;
      y = Turned({w*time, w}, x);
      u = der(y);
      der(v) = 1 - der(u);
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.time = 0.2;
  model.Set("x", 0.5);
  model.Set("v", 2);
  model.Run(true);
  // d²/dt² (cos(wt) x) = c x'' - 2 w s x' - w² c x
  double c = std::cos(0.6), s = std::sin(0.6);
  EXPECT_NEAR(model.Get("der(v)"), (1 + 2 * 3 * s * 2 + 9 * c * 0.5) / (1 + c), 1e-8);
}

TEST(Dynamics, NonlinearLoop) {
  AnalyzedModel model(R"(
    model M
      Real x(start = 1), y(start = 1);
    equation
      x^2 + y^2 = 2 + sin(time);
      exp(x - 1) = y;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  ASSERT_EQ(model.blocks().counts.nonlinear.size(), 1u);
  EXPECT_EQ(model.blocks().counts.nonlinear[0], 1);
  model.Initialize();
  model.time = 0.3;
  model.Run(true);
  EXPECT_LT(model.WorstResidual(), kTiny);
  EXPECT_LT(model.worst_jacobian, 1e-4);
}

TEST(Dynamics, PendulumInCartesianCoordinatesHasIndexThree) {
  AnalyzedModel model(R"(
    model Pendulum
      parameter Real L = 1, g = 9.81, m = 1;
      Real x(start = 0.6), y(start = -0.8, stateSelect = StateSelect.avoid), vx(start = 0.4), vy(stateSelect = StateSelect.avoid), F(start = 1);
    equation
      der(x) = vx; der(y) = vy;
      m*der(vx) = -x/L*F; m*der(vy) = -y/L*F - m*g;
      x^2 + y^2 = L^2;
    end Pendulum;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.StateNames(), (std::vector<std::string>{"x", "vx"}));
  model.Initialize();
  EXPECT_NEAR(model.Get("x"), 0.6, kTiny);
  model.Run(true);
  EXPECT_LT(model.WorstResidual(), kTiny);
  EXPECT_NEAR(std::abs(model.Get("y")), 0.8, 1e-8);
  // The differentiated constraints: x vx + y vy = 0, and the force along the rod: m v²/L - m g y/L at unit length.
  double x = model.Get("x"), y = model.Get("y"), vx = model.Get("vx"), vy = model.Get("vy");
  EXPECT_NEAR(x * vx + y * vy, 0, 1e-8);
  EXPECT_NEAR(model.Get("F"), vx * vx + vy * vy - 9.81 * y, 1e-7);
}

TEST(Dynamics, RigidlyCoupledInertiasShareOneState) {
  AnalyzedModel model(R"(
    model M
      parameter Real J1 = 1, J2 = 4, n = 2;
      Real phi1(start = 0.2, fixed = true), phi2, w1(start = 1, fixed = true, stateSelect = StateSelect.prefer), w2, tau;
    equation
      w1 = der(phi1); w2 = der(phi2);
      J1*der(w1) = 3 - tau; J2*der(w2) = n*tau;
      phi1 = n*phi2;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.StateNames(), (std::vector<std::string>{"phi1", "w1"}));
  model.Initialize();
  model.Run(true);
  EXPECT_LT(model.WorstResidual(), kTiny);
  EXPECT_NEAR(model.Get("der(w1)"), 3 / (1 + 4.0 / 4), kTiny);  // the inertia seen at the fast side is J1 + J2/n²
  EXPECT_NEAR(model.Get("w2"), 0.5, kTiny);
}

TEST(Dynamics, IdealDiodeIsAMixedSystem) {
  AnalyzedModel model(R"(
    model Rectifier
      parameter Real R = 10, Rs = 1, C = 1e-2;
      Real u, i, v, s(start = 1), vc(start = 0, fixed = true), ic;
      Boolean off;
    equation
      u = sin(time);
      off = s < 0;
      v = s*(if off then 1 else 0);
      i = s*(if off then 0 else 1);
      u = Rs*i + v + vc;
      C*der(vc) = ic;
      i = ic + vc/R;
    end Rectifier;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.blocks().counts.mixed, 1);
  ASSERT_EQ(model.blocks().held.size(), 1u);
  EXPECT_TRUE(model.blocks().held[HeldId(0)].in_system);
  for (double t : {0.5, 4.0}) {
    model.Initialize(t);
    model.Set("vc", 0);
    model.RunEvent();
    EXPECT_LT(model.WorstResidual(), kTiny) << t;
    EXPECT_EQ(model.Get("off") != 0, std::sin(t) < 0) << t;
    EXPECT_NEAR(model.Get("i"), std::max(0.0, std::sin(t)), kTiny) << t;
  }
}

TEST(Dynamics, FunctionsWithSeveralResults) {
  AnalyzedModel model(R"(
    package P
      function f input Real x; output Real a; output Real b[2]; algorithm a := x^2; b := {x, 2*x}; end f;
      model M
        Real x(start = 3, fixed = true), a, b[2];
      equation
        der(x) = -a;
        (a, b) = f(x);
      end M;
    end P;
    model Test = P.M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.Run(true);
  EXPECT_DOUBLE_EQ(model.Get("a"), 9);
  EXPECT_DOUBLE_EQ(model.Get("b[2]"), 6);
  EXPECT_DOUBLE_EQ(model.Get("der(x)"), -9);
}

// The function is used backwards: its argument is the unknown.
TEST(Dynamics, ACallIsInvertedByIteration) {
  AnalyzedModel model(R"(
    package P
      function f input Real x; output Real y; external "C"; end f;
      function g input Real x; output Real a; output Real b; algorithm a := x^3 + x; b := 2*x; end g;
      model M
        Real x(start = 1), b;
        Real a = 10;
      equation
        (a, b) = g(x);
      end M;
    end P;
    model Test = P.M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.Run(true);
  EXPECT_NEAR(model.Get("x"), 2, 1e-9);
  EXPECT_NEAR(model.Get("b"), 4, 1e-9);
}

TEST(Dynamics, AlgorithmInOrder) {
  AnalyzedModel model(R"(
    model M
      Real u = time + 2, a, y, s;
    algorithm
      a := 0;
      for i in 1:3 loop a := a + i*u; end for;
      if a > 10 then y := 1; else y := 2; end if;
    equation
      s = a + y;
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  model.Initialize();
  model.Run(true);
  EXPECT_DOUBLE_EQ(model.Get("a"), 12);
  EXPECT_DOUBLE_EQ(model.Get("s"), 13);
  EXPECT_FALSE(model.blocks().held.empty());
}

TEST(Dynamics, TrajectoriesDoNotDependOnOptionalPasses) {
  const char* text = R"(
    model M
      parameter Real k = 2;
      Real x(start = 1, fixed = true), y, z, c, a, b;
    equation
      c = k + 1; y = x; z = -y; a + b = 0; a = c*z; der(x) = b - x*c;
    end M;)";
  Options none;
  none.switched_off = {"eliminate-aliases", "find-invariants"};
  AnalyzedModel with(text), without(text, none);
  ASSERT_TRUE(with.ok()) << with.Diagnostics();
  ASSERT_TRUE(without.ok()) << without.Diagnostics();
  for (AnalyzedModel* model : {&with, &without}) {
    model->Initialize();
    model->Integrate(0.5, 0.01);
    model->Run(true);
    EXPECT_LT(model->WorstResidual(), kTiny);
  }
  for (const char* name : {"x", "y", "z", "c", "a", "b"}) EXPECT_NEAR(with.Get(name), without.Get(name), 1e-12) << name;
  EXPECT_GT(with.blocks().counts.aliases, 0);
  EXPECT_EQ(without.blocks().counts.aliases, 0);
}

// 'function f = g(…)' computes what g does, and is inlined like it: of two fields the one that a parameter chose is
// left, and no call.
TEST(Dynamics, AShortFunctionIsInlinedLikeItsBase) {
  AnalyzedModel model(R"(
    model Test
      function field
        input Real r[2];
        input Integer kind;
        input Real g[2];
        output Real y[2];
      algorithm
        y := if kind == 1 then g else -r/(r*r);
        annotation(Inline = true);
      end field;
      model World
        parameter Integer kind = 1 annotation(Evaluate = true);
        parameter Real n[2] = {0, 1};
        function acceleration = field(kind = kind, g = -9.81*n);
      end World;
      World world;
      Real x[2](start = {1, 2}, each fixed = true), v[2](each start = 0, each fixed = true);
    equation
      der(x) = v;
      der(v) = world.acceleration(x);
    end Test;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  EXPECT_EQ(model.Text().find("acceleration("), std::string::npos) << model.Text();
  model.Initialize();
  model.Run(false);
  EXPECT_DOUBLE_EQ(model.Get("der(v[2])"), -9.81);
}

}  // namespace
}  // namespace mica::structure
