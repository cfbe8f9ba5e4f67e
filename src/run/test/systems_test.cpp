// Simultaneous systems inside of a simulation: linear, nonlinear, mixed, singular, unsolvable; homotopy.
#include <gtest/gtest.h>

#include <cmath>

#include "run/simulate.h"
#include "run/test/hand_model.h"

namespace mica::run {
namespace {

double Held(MicaInstance* m, int held, bool value, bool in_system) {
  if (m->event && !(in_system && m->solving_held)) m->held[held] = value;
  return m->held[held];
}

// x + y³ = time, y = exp(x): slots x 0, y 1. x + exp(3x) grows with x, so there is one solution.
struct Loop : HandModel {
  Loop() {
    ScalarId x = AddReal("x"), y = AddReal("y");
    structure::System& system = AddSystem({x, y}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, false,
                                          {[](MicaInstance* m, double* r) {
                                             r[0] = m->reals[0] + std::pow(m->reals[1], 3) - m->time;
                                             r[1] = m->reals[1] - std::exp(m->reals[0]);
                                             return MICA_OK + 0;
                                           },
                                           [](MicaInstance* m, double* e) {
                                             e[0] = 1, e[1] = 3 * m->reals[1] * m->reals[1],
                                             e[2] = -std::exp(m->reals[0]), e[3] = 1;
                                             return MICA_OK + 0;
                                           },
                                           nullptr});
    system.residual_text = {"x + y^3 = time", "y = exp(x)"};
    code.initial = code.outputs = code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  }
};

TEST(Systems, NonlinearLoopFollowsItsSolution) {
  Loop model;
  Simulated run(model, Until(2));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) {
    double x = run.View("x")[i];
    EXPECT_NEAR(x + std::exp(3 * x), run.time()[i], 1e-11);
  }
  EXPECT_GT(run.result.statistics.newton_iterations, 500u);
}

TEST(Systems, AFailureNamesEquationsUnknownsAndStarts) {
  Loop model;  // x² + 1 = time has no solution before time = 1
  model.systems[0].residual = [](MicaInstance* m, double* r) {
    r[0] = m->reals[0] * m->reals[0] + 1 - m->time;
    r[1] = m->reals[1] - std::exp(-m->reals[0]);
    return MICA_OK + 0;
  };
  model.systems[0].jacobian = [](MicaInstance* m, double* e) {
    return e[0] = 2 * m->reals[0], e[1] = 0, e[2] = std::exp(-m->reals[0]), e[3] = 1, MICA_OK + 0;
  };
  model.model.systems[structure::SystemId(0)].residual_text[0] = "x^2 + 1 = time";
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 0.7, MICA_OK + 0; };
  Simulated run(model, Until(2));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_FALSE(run.result.initialized);
  ASSERT_TRUE(run.Find("E6102")) << run.Text();
  std::string text = run.Text();
  EXPECT_NE(text.find("x^2 + 1 = time"), std::string::npos) << text;
  EXPECT_NE(text.find("start = 0.7"), std::string::npos) << text;
  EXPECT_NE(text.find("residual"), std::string::npos) << text;
}

TEST(Systems, FailureDuringIntegrationEndsAtTheLastGoodTime) {
  Loop model;           // x² = 1 - time: no solution after 1
  model.AddState("z");  // slots 2, 3: der(z) = x
  model.systems[0].residual = [](MicaInstance* m, double* r) {
    r[0] = m->reals[0] * m->reals[0] - (1 - m->time);
    r[1] = m->reals[1] - m->reals[0];
    return MICA_OK + 0;
  };
  model.systems[0].jacobian = [](MicaInstance* m, double* e) {
    return e[0] = 2 * m->reals[0], e[1] = 0, e[2] = -1, e[3] = 1, MICA_OK + 0;
  };
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, MICA_OK + 0; };
  model.code.outputs = nullptr;
  model.code.derivatives = model.code.event = [](MicaInstance* m) {
    int status = m->host->solve(m, 0);
    m->reals[3] = m->reals[0];
    return status;
  };
  Simulated run(model, Until(2));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NEAR(run.result.time, 1, 0.01);
  EXPECT_TRUE(run.Find("E6204")) << run.Text();
  EXPECT_NEAR(run.Final("z"), 2.0 / 3.0, 1e-3);  // the integral of sqrt(1 - t)
}

// A linear system whose matrix changes with nothing: factored once, solved at every point.
TEST(Systems, ConstantLinearSystemsAreFactoredOnce) {
  HandModel model;  // 2x + y = time, x - y = 1
  ScalarId x = model.AddReal("x"), y = model.AddReal("y");
  structure::System& system = model.AddSystem(
      {x, y}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, true,
      {[](MicaInstance* m, double* r) {
         return r[0] = 2 * m->reals[0] + m->reals[1] - m->time, r[1] = m->reals[0] - m->reals[1] - 1, MICA_OK + 0;
       },
       [](MicaInstance*, double* e) { return e[0] = 2, e[1] = 1, e[2] = 1, e[3] = -1, MICA_OK + 0; }, nullptr});
  system.jacobian_changes = structure::ChangesWith::kNever;
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  Simulated run(model, Until(1));
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) {
    EXPECT_NEAR(run.View("x")[i], (run.time()[i] + 1) / 3, 1e-15);
    EXPECT_NEAR(run.View("y")[i], (run.time()[i] - 2) / 3, 1e-15);
  }
  EXPECT_LE(run.result.statistics.system_jacobians, 2u);  // initialization, and simulation
  EXPECT_GT(run.result.statistics.system_solutions, 500u);
}

TEST(Systems, SingularButConsistentTakesTheNearestSolution) {
  HandModel model;  // x + y = 2 time, twice: two equal resistors in a loop
  ScalarId x = model.AddReal("x"), y = model.AddReal("y");
  model.AddSystem({x, y}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, true,
                  {[](MicaInstance* m, double* r) {
                     r[0] = m->reals[0] + m->reals[1] - 2 * m->time;
                     r[1] = 3 * r[0];
                     return MICA_OK + 0;
                   },
                   [](MicaInstance*, double* e) { return e[0] = e[1] = 1, e[2] = e[3] = 3, MICA_OK + 0; }, nullptr});
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_NEAR(run.Final("x"), 1, 1e-9);
  EXPECT_NEAR(run.Final("y"), 1, 1e-9);
  ASSERT_TRUE(run.Find("W6205")) << run.Text();
  EXPECT_NE(run.Find("W6205")->message.find("x, y"), std::string::npos);
}

TEST(Systems, ContradictingLinearEquationsAreTold) {
  HandModel model;  // x + y = 1, x + y = 2
  ScalarId x = model.AddReal("x"), y = model.AddReal("y");
  structure::System& system =
      model.AddSystem({x, y}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, true,
                      {[](MicaInstance* m, double* r) {
                         return r[0] = m->reals[0] + m->reals[1] - 1, r[1] = m->reals[0] + m->reals[1] - 2, MICA_OK + 0;
                       },
                       [](MicaInstance*, double* e) { return e[0] = e[1] = e[2] = e[3] = 1, MICA_OK + 0; }, nullptr});
  system.residual_text = {"x + y = 1", "x + y = 2"};
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NE(run.Text().find("contradict"), std::string::npos) << run.Text();
  EXPECT_NE(run.Text().find("x + y = 2"), std::string::npos);
}

// Ideal diode as in the Standard Library: off = s < 0; v = s if off else 0; i = 0 if off else s; source v + R i =
// sin(time). Slots: s 0, off 1 (Boolean), i 2, v 3. The relation is in the system.
struct Rectifier : HandModel {
  Rectifier() {
    ScalarId s = AddReal("s"), off = AddBoolean("off");
    AddReal("i");
    AddReal("v");
    AddHeld(Op::kLess, s, 0, true);
    structure::System& system =
        AddSystem({s}, {{0, 0}}, true,
                  {[](MicaInstance* m, double* r) {
                     bool is_off = m->reals[1] != 0;
                     m->reals[2] = is_off ? 0 : m->reals[0];
                     m->reals[3] = is_off ? m->reals[0] : 0;
                     r[0] = m->reals[3] + 2 * m->reals[2] - std::sin(m->time);
                     return MICA_OK + 0;
                   },
                   [](MicaInstance* m, double* e) { return e[0] = m->reals[1] != 0 ? 1 : 2, MICA_OK + 0; },
                   [](MicaInstance* m) { return m->reals[1] = Held(m, 0, m->reals[0] < 0, true), MICA_OK + 0; }});
    structure::Step step;
    step.targets = {off};
    Expr condition = store.exprs.Scalar(s, store.types.real());
    step.value =
        store.exprs.Make(Op::kHeld, store.types.boolean(),
                         {store.exprs.Make(Op::kLess, store.types.boolean(), {condition, store.exprs.Real(0)})}, 0);
    system.discrete = {step};
    system.jacobian_changes = structure::ChangesWith::kEvents;
    code.initial = code.outputs = code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
    code.crossings = [](MicaInstance* m, double* g) {
      int status = m->host->solve(m, 0);
      return g[0] = m->reals[0], status;
    };
  }
};

TEST(Systems, IdealDiodeRectifies) {
  Rectifier model;
  Simulated run(model, Until(10));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) {
    double u = std::sin(run.time()[i]);
    EXPECT_NEAR(run.View("i")[i], u > 0 ? u / 2 : 0, 1e-8) << run.time()[i];
    EXPECT_NEAR(run.View("v")[i], u > 0 ? 0 : u, 1e-8);
  }
  EXPECT_GE(run.result.statistics.state_events, 3u);  // at pi, 2 pi, 3 pi
  EXPECT_LE(run.result.statistics.state_events, 5u);
}

// Two switches that drive each other in circles by fixed-point iteration: b1 = x < 0.5, b2 = y < 0.5, x = b2 ? 0 : 1, y
// = b1 ? 1 : 0. Consistent: b1 = true, y = 1, b2 = false, x = 1?? no: b1 needs x < 0.5. Only {x = 0, y = 0} … has none;
// so one relation gets slack.
TEST(Systems, ModesAreSearchedWhenTheIterationCycles) {
  HandModel
      model;  // x 0, y 1, a 2, b 3; x = if b then 1 else 0, y = if a then 1 else 0, a = x < 0.5, b = y > 0.5 or x > 2
  ScalarId x = model.AddReal("x"), y = model.AddReal("y"), a = model.AddBoolean("a"), b = model.AddBoolean("b");
  structure::System& system = model.AddSystem(
      {x, y}, {{0, 0}, {1, 1}}, true,
      {[](MicaInstance* m, double* r) {
         return r[0] = m->reals[0] - (m->reals[3] != 0 ? 1 : 0), r[1] = m->reals[1] - (m->reals[2] != 0 ? 1 : 0),
                MICA_OK + 0;
       },
       [](MicaInstance*, double* e) { return e[0] = e[1] = 1, MICA_OK + 0; },
       [](MicaInstance* m) {
         m->reals[2] = m->reals[0] > 0.5;  // a = x > 0.5
         m->reals[3] = m->reals[1] > 0.5;  // b = y > 0.5: a swaps with b in every pass, from {true, false} for ever
         return MICA_OK + 0;
       }});
  structure::Step first, second;
  first.targets = {a};
  second.targets = {b};
  system.discrete = {first, second};
  model.code.attributes = [](MicaInstance* m) { return m->reals[2] = 1, MICA_OK + 0; };
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.Final("a"), run.Final("b"));  // {false, false} or {true, true}
  EXPECT_EQ(run.Final("x"), run.Final("b"));
  EXPECT_EQ(run.Final("y"), run.Final("a"));
}

// A friction element that sticks: locked follows from two relations of sa, and the fixed-point iteration from 'slides
// forward' runs between forward and backward without ever trying it. Slots: sa 0, forward 1, backward 2, locked 3, a 4.
TEST(Systems, TheStuckModeIsFoundThroughItsRelations) {
  HandModel model;
  ScalarId sa = model.AddReal("sa"), forward = model.AddBoolean("forward"), backward = model.AddBoolean("backward"),
           locked = model.AddBoolean("locked");
  model.AddReal("a");
  model.AddHeld(Op::kGreater, sa, 1, true);
  model.AddHeld(Op::kLess, sa, -1, true);
  // a = 10 (0.3 - tau); locked: a = 0, tau = sa; forward: a = sa - 1, tau = 1; backward: a = sa + 1, tau = -1.
  structure::System& system =
      model.AddSystem({sa}, {{0, 0}}, true,
                      {[](MicaInstance* m, double* r) {
                         double x = m->reals[0], tau = m->reals[3] != 0 ? x : m->reals[1] != 0 ? 1 : -1;
                         m->reals[4] = m->reals[3] != 0 ? 0 : m->reals[1] != 0 ? x - 1 : x + 1;
                         return r[0] = m->reals[4] - 10 * (0.3 - tau), MICA_OK + 0;
                       },
                       [](MicaInstance* m, double* e) { return e[0] = m->reals[3] != 0 ? 10 : 1, MICA_OK + 0; },
                       [](MicaInstance* m) {
                         m->reals[1] = Held(m, 0, m->reals[0] > 1, true);
                         m->reals[2] = Held(m, 1, m->reals[0] < -1, true);
                         return m->reals[3] = m->reals[1] == 0 && m->reals[2] == 0, MICA_OK + 0;
                       }});
  auto step = [&](ScalarId target, int held) {
    structure::Step made;
    made.targets = {target};
    if (held >= 0)
      made.value = model.store.exprs.Make(Op::kHeld, model.store.types.boolean(),
                                          {model.model.held[structure::HeldId(held)].value}, held);
    system.discrete.push_back(made);
  };
  step(forward, 0);
  step(backward, 1);
  step(locked, -1);
  system.jacobian_changes = structure::ChangesWith::kEvents;
  model.code.attributes = [](MicaInstance* m) { return m->reals[1] = m->held[0] = 1, MICA_OK + 0; };
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  model.code.crossings = [](MicaInstance* m, double* g) {
    return g[0] = m->reals[0] - 1, g[1] = m->reals[0] + 1, MICA_OK + 0;
  };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.Final("locked"), 1);
  EXPECT_NEAR(run.Final("sa"), 0.3, 1e-12);
}

TEST(Systems, ALoopWithoutConsistentModeIsNamed) {
  HandModel model;  // x = if a then 0 else 1, a = x > 0.5
  ScalarId x = model.AddReal("x"), a = model.AddBoolean("a");
  structure::System& system = model.AddSystem(
      {x}, {{0, 0}}, true,
      {[](MicaInstance* m, double* r) { return r[0] = m->reals[0] - (m->reals[1] != 0 ? 0 : 1), MICA_OK + 0; },
       [](MicaInstance*, double* e) { return e[0] = 1, MICA_OK + 0; },
       [](MicaInstance* m) { return m->reals[1] = m->reals[0] > 0.5, MICA_OK + 0; }});
  structure::Step step;
  step.targets = {a};
  system.discrete = {step};
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NE(run.Text().find("finds no consistent value: a"), std::string::npos) << run.Text();
}

// The start value lies where the equation cannot be evaluated: a change of sign further on leads to the solution.
TEST(Systems, ChangeOfSignLeadsToTheSolution) {
  HandModel model;  // lambda * f(x) + (1 - lambda) * (x - 20) = 0, f has no slope near the start value 0
  ScalarId x = model.AddReal("x");
  model.AddSystem({x}, {{0, 0}}, false,
                  {[](MicaInstance* m, double* r) {
                     double f = std::exp(m->reals[0]) - std::exp(30.0), g = m->reals[0] - 29;
                     if (m->lambda == 1 && m->reals[0] < 10)
                       return m->host->report(m, MICA_REPORT_ERROR, 0, "outside of the table");
                     return r[0] = m->lambda * f * 1e-12 + (1 - m->lambda) * g, MICA_OK + 0;
                   },
                   [](MicaInstance* m, double* e) {
                     return e[0] = m->lambda * 1e-12 * std::exp(m->reals[0]) + (1 - m->lambda), MICA_OK + 0;
                   },
                   nullptr});
  model.code.initial = model.code.outputs = model.code.event = [](MicaInstance* m) { return m->host->solve(m, 0); };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_NEAR(run.Final("x"), 30, 1e-8);
}

TEST(Systems, WhatTheModelSaysIsPartOfTheReport) {
  Loop model;
  model.sites.resize(1);
  model.sites[0].text = "1 / x";
  model.systems[0].residual = [](MicaInstance* m, double*) {
    return m->host->report(m, MICA_REPORT_DIVISION, 0, "division by zero");
  };
  Simulated run(model, Until(2));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NE(run.Text().find("division by zero in '1 / x' at time = 0"), std::string::npos) << run.Text();
}

}  // namespace
}  // namespace mica::run
