// State events, time events, samplers: against solutions known in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "run/simulate.h"
#include "run/test/hand_model.h"

namespace mica::run {
namespace {

constexpr double kGravity = 9.81;

// A held relation, as generated code evaluates it.
double Held(MicaInstance* m, int held, bool value) {
  if (m->event) m->held[held] = value;
  return m->held[held];
}

// h 0, der(h) 1, v 2, der(v) 3, impact 4 (Boolean), e 5. when h <= 0 then reinit(v, -e*pre(v)).
struct Ball : HandModel {
  explicit Ball(double e) {
    AddState("h");
    AddState("v");
    AddBoolean("impact");
    AddParameter("e", e);
    AddHeld(Op::kLessEqual, ScalarId(0), 0);
    code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, MICA_OK + 0; };
    code.derivatives = [](MicaInstance* m) { return m->reals[1] = m->reals[2], m->reals[3] = -kGravity, MICA_OK + 0; };
    code.event = [](MicaInstance* m) {
      m->reals[1] = m->reals[2];
      m->reals[3] = -kGravity;
      m->reals[4] = Held(m, 0, m->reals[0] <= 0);
      if (m->reals[4] && !m->pre[4]) {
        m->reinit[1] = -m->reals[5] * m->pre[2];
        m->reinit_pending[1] = 1;
      }
      return MICA_OK + 0;
    };
    code.crossings = [](MicaInstance* m, double* g) { return g[0] = m->reals[0], MICA_OK + 0; };
  }
};

// Bounce k is at t_k = t_0 (1 + 2 sum_{i<=k} e^i) with t_0 = sqrt(2/g).
TEST(Events, BallBouncesWhereItMust) {
  Ball model(0.8);
  SimulationOptions options = Until(2.5);
  options.tolerance = 1e-9;
  Simulated run(model, options);
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  std::vector<double> impacts;
  SignalView impact = run.View("impact"), v = run.View("v");
  for (std::size_t i = 1; i < run.trajectory.rows(); ++i)
    if (run.time()[i] == run.time()[i - 1] && impact[i] && !impact[i - 1]) {
      impacts.push_back(run.time()[i]);
      EXPECT_NEAR(v[i], -0.8 * v[i - 1], 1e-12);  // both sides are in the result
    }
  double t = std::sqrt(2 / kGravity), flight = 2 * t;
  ASSERT_GE(impacts.size(), 3u);
  for (double found : impacts) {
    EXPECT_NEAR(found, t, 1e-6);
    flight *= 0.8;
    t += flight;
  }
  SignalView h = run.View("h");
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) EXPECT_GT(h[i], -1e-8);
}

// Its bounces end at t_0 (1 + e)/(1 - e); from there on it lies.
TEST(Events, ABallComesToRest) {
  for (double e : {0.9, 0.7, 0.5, 0.3}) {
    Ball model(e);
    Simulated run(model, Until(10));
    ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
    double first = std::sqrt(2 / kGravity), end = first * (1 + e) / (1 - e);
    ASSERT_TRUE(run.Find("W6353")) << run.Text();
    EXPECT_NE(run.Find("W6353")->message.find("h <= 0"), std::string::npos) << run.Text();
    SignalView h = run.View("h"), v = run.View("v");
    for (std::size_t i = 0; i < run.trajectory.rows(); ++i) {
      if (run.time()[i] < 1.005 * end) continue;
      EXPECT_NEAR(h[i], 0, 1e-6) << e;
      EXPECT_EQ(v[i], 0) << e;
    }
  }
}

TEST(Events, BallWithFixedStepsFindsItsBounces) {
  for (MethodId method : {MethodId::kEuler, MethodId::kRk4}) {
    Ball model(0.8);
    SimulationOptions options = Until(1);
    options.step = 1e-4;
    Simulated run(model, options, method);
    ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
    EXPECT_EQ(run.result.statistics.state_events, 2u);  // down through the band, and up again
    double t = std::sqrt(2 / kGravity), u = 1 - t, v = 0.8 * kGravity * t;
    EXPECT_NEAR(run.Final("h"), v * u - kGravity * u * u / 2, 2e-3);
  }
}

TEST(Events, ARelayWithoutHysteresisIsFollowedAlongItsEdge) {
  HandModel model;  // der(x) = if x > 0 then -1 else 1
  model.AddState("x");
  model.AddHeld(Op::kGreater, ScalarId(0), 0);
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 0.5, MICA_OK + 0; };
  model.code.derivatives = [](MicaInstance* m) {
    return m->reals[1] = Held(m, 0, m->reals[0] > 0) != 0 ? -1 : 1, MICA_OK + 0;
  };
  model.code.event = model.code.derivatives;
  model.code.crossings = [](MicaInstance* m, double* g) { return g[0] = m->reals[0], MICA_OK + 0; };
  for (MethodId method : {MethodId::kCvode, MethodId::kDopri45, MethodId::kRk4}) {
    SimulationOptions options = Until(2);
    Simulated run(model, options, method);
    EXPECT_EQ(run.result.outcome, Outcome::kFinished) << MethodOf(method).name << run.Text();
    ASSERT_TRUE(run.Find("W6323")) << run.Text();
    EXPECT_NE(run.Find("W6323")->message.find("x > 0"), std::string::npos);
    EXPECT_NEAR(run.Final("x"), 0, 1e-3);
    EXPECT_LT(run.result.statistics.state_events, 50'000u);
  }
}

// A block that slides under Coulomb friction stops at t = v0 / mu and stays: mode 2 (Integer) is 1 sliding, 0 stuck.
TEST(Events, FrictionStopsAndSticks) {
  HandModel model;  // v 0, der(v) 1, mode 2
  model.AddState("v");
  model.AddInteger("mode");
  model.AddHeld(Op::kGreater, ScalarId(0), 0);
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 2, m->reals[2] = m->pre[2] = 1, MICA_OK + 0; };
  model.code.derivatives = [](MicaInstance* m) { return m->reals[1] = m->reals[2] != 0 ? -4 : 0, MICA_OK + 0; };
  model.code.event = [](MicaInstance* m) {
    bool moving = Held(m, 0, m->reals[0] > 0) != 0;
    m->reals[2] = m->pre[2] != 0 && moving;
    if (m->pre[2] != 0 && !moving) m->reinit[0] = 0, m->reinit_pending[0] = 1;
    m->reals[1] = m->reals[2] != 0 ? -4 : 0;
    return MICA_OK + 0;
  };
  model.code.crossings = [](MicaInstance* m, double* g) { return g[0] = m->reals[0], MICA_OK + 0; };
  Simulated run(model, Until(2));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.result.statistics.state_events, 1u);
  EXPECT_NEAR(run.At("v", 0.25), 1, 1e-6);
  EXPECT_EQ(run.Final("v"), 0);
  EXPECT_EQ(run.Final("mode"), 0);
}

// der(x) = -x + u, u = sampled: u = K (1 - x(k h)): x_{k+1} = x_k e^-h + (1 - e^-h) u_k, in closed form.
TEST(Events, SampledControllerTicksExactly) {
  HandModel model;  // x 0, der 1, u 2, flag 3, ticks 4
  model.AddState("x");
  model.AddDiscrete("u");
  model.AddSampler("flag");
  model.AddInteger("ticks");
  model.code.samplers = [](MicaInstance*, double* s) { return s[0] = 0.05, s[1] = 0.1, MICA_OK + 0; };
  model.code.derivatives = [](MicaInstance* m) { return m->reals[1] = m->reals[2] - m->reals[0], MICA_OK + 0; };
  model.code.event = [](MicaInstance* m) {
    bool tick = m->reals[3] != 0 && m->pre[3] == 0;
    m->reals[2] = tick ? 2 * (1 - m->reals[0]) : m->pre[2];
    m->reals[4] = tick ? m->pre[4] + 1 : m->pre[4];
    m->reals[1] = m->reals[2] - m->reals[0];
    return MICA_OK + 0;
  };
  SimulationOptions options = Until(1);
  options.tolerance = 1e-10;
  Simulated run(model, options);
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.Final("ticks"), 10);
  EXPECT_EQ(run.result.statistics.time_events, 10u);
  double x = 0, u = 0;
  SignalView ticks = run.View("ticks"), xs = run.View("x");
  int seen = 0;
  for (std::size_t i = 1; i < run.trajectory.rows(); ++i) {
    if (ticks[i] == ticks[i - 1]) continue;
    EXPECT_EQ(run.time()[i], 0.05 + seen * 0.1);  // exactly, without drift
    double h = seen == 0 ? 0.05 : 0.1;
    x = x * std::exp(-h) + (1 - std::exp(-h)) * u;
    u = 2 * (1 - x);
    EXPECT_NEAR(xs[i], x, 1e-7);
    ++seen;
  }
}

// Ticks that touch nothing continuous do not disturb the integrator: as many steps as without them, but for the time
// limits.
TEST(Events, EventsThatChangeNothingContinuousAreNoRestart) {
  auto steps = [](double interval) {
    static double s_interval;
    s_interval = interval;
    HandModel model;  // x 0, der 1, n 2, flag 3
    model.AddState("x");
    model.AddInteger("n");
    model.AddSampler("flag");
    model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, MICA_OK + 0; };
    model.code.samplers = [](MicaInstance*, double* s) { return s[0] = 0.01, s[1] = s_interval, MICA_OK + 0; };
    model.code.derivatives = [](MicaInstance* m) { return m->reals[1] = -m->reals[0], MICA_OK + 0; };
    model.code.event = [](MicaInstance* m) {
      m->reals[2] = m->reals[3] != 0 && m->pre[3] == 0 ? m->pre[2] + 1 : m->pre[2];
      return m->reals[1] = -m->reals[0], MICA_OK + 0;
    };
    Simulated run(model, Until(10));
    EXPECT_EQ(run.Final("n"), std::floor((10 - 0.01) / interval) + 1);
    EXPECT_NEAR(run.Final("x"), std::exp(-10.0), 1e-5);
    return run.result.statistics.fevals;
  };
  EXPECT_LT(steps(0.1), 600u);  // 100 restarts cost at least 10 evaluations each
  EXPECT_GT(steps(100), 30u);
}

TEST(Events, ASamplerTicksAtTheStartAndItsVariableFallsAgain) {
  HandModel model;  // flag 0, b 1 = sample(0, 0.25), rises 2
  model.AddSampler("flag");
  model.AddBoolean("b");
  model.AddInteger("rises");
  model.code.samplers = [](MicaInstance*, double* s) { return s[0] = 0, s[1] = 0.25, MICA_OK + 0; };
  model.code.event = [](MicaInstance* m) {
    m->reals[1] = m->reals[0];
    m->reals[2] = m->reals[1] != 0 && m->pre[1] == 0 ? m->pre[2] + 1 : m->pre[2];
    return MICA_OK + 0;
  };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.Final("rises"), 5);  // 0, 0.25, 0.5, 0.75, 1
  EXPECT_EQ(run.Final("b"), 0);
  SignalView b = run.View("b");
  int shown = 0;
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) shown += b[i] != 0;
  EXPECT_EQ(shown, 5);  // each pulse is in the result
}

TEST(Events, AnIntervalThatIsNotPositiveIsRefused) {
  HandModel model;
  model.AddSampler("flag");
  model.code.samplers = [](MicaInstance*, double* s) { return s[0] = 0, s[1] = 0, MICA_OK + 0; };
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_TRUE(run.Find("E6304"));
}

// x' = 1 after time >= 0.3 (or time > 0.3), else 0.
template <bool kStrict>
void TimeEventIsHitExactly() {
  HandModel model;
  model.AddState("x");
  model.AddTimeHeld(kStrict ? Op::kGreater : Op::kGreaterEqual, 0.3);
  model.code.derivatives = [](MicaInstance* m) {
    return m->reals[1] = Held(m, 0, kStrict ? m->time > 0.3 : m->time >= 0.3), MICA_OK + 0;
  };
  model.code.event = model.code.derivatives;
  model.code.time_events = [](MicaInstance* m, double* t) {
    return t[0] = m->time < 0.3 ? 0.3 : INFINITY, MICA_OK + 0;
  };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.result.statistics.time_events, 1u);
  EXPECT_NEAR(run.Final("x"), 0.7, 1e-12);
  EXPECT_EQ(run.At("x", 0.3), 0);
}
TEST(Events, TimeEventsAreHitExactly) { TimeEventIsHitExactly<false>(); }
TEST(Events, StrictRelationsOfTimeChangeRightAfter) { TimeEventIsHitExactly<true>(); }

// when time >= pre(next) then next = pre(next) + 0.1: a generator that schedules itself.
TEST(Events, SelfSchedulingRelation) {
  HandModel model;  // next 0, count 1, fired 2
  model.AddDiscrete("next");
  model.AddInteger("count");
  model.AddBoolean("fired");
  model.AddTimeHeld(Op::kGreaterEqual, 0);
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = m->pre[0] = 0.1, MICA_OK + 0; };
  model.code.event = [](MicaInstance* m) {
    m->reals[2] = Held(m, 0, m->time >= m->pre[0]);
    bool fires = m->reals[2] != 0 && m->pre[2] == 0;
    m->reals[0] = fires ? m->pre[0] + 0.1 : m->pre[0];
    m->reals[1] = fires ? m->pre[1] + 1 : m->pre[1];
    return MICA_OK + 0;
  };
  model.code.time_events = [](MicaInstance* m, double* t) {
    return t[0] = m->time < m->reals[0] ? m->reals[0] : INFINITY, MICA_OK + 0;
  };
  Simulated run(model, Until(1.05));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.Final("count"), 10);
  EXPECT_EQ(run.result.statistics.time_events, 10u);
}

TEST(Events, ModelsWithoutStatesFindTheirCrossings) {
  HandModel model;  // y = sin(time), b = y > 0.5
  model.AddReal("y");
  model.AddBoolean("b");
  model.AddHeld(Op::kGreater, ScalarId(0), 0.5);
  model.code.outputs = [](MicaInstance* m) { return m->reals[0] = std::sin(m->time), MICA_OK + 0; };
  model.code.event = [](MicaInstance* m) {
    m->reals[0] = std::sin(m->time);
    m->reals[1] = Held(m, 0, m->reals[0] > 0.5);
    return MICA_OK + 0;
  };
  model.code.crossings = [](MicaInstance* m, double* g) { return g[0] = std::sin(m->time) - 0.5, MICA_OK + 0; };
  SimulationOptions options = Until(4);
  options.intervals = 20;
  Simulated run(model, options);
  SignalView b = run.View("b");
  std::vector<double> changes;
  for (std::size_t i = 1; i < run.trajectory.rows(); ++i)
    if (b[i] != b[i - 1]) changes.push_back(run.time()[i]);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_NEAR(changes[0], std::asin(0.5), 1e-8);
  EXPECT_NEAR(changes[1], M_PI - std::asin(0.5), 1e-8);
}

TEST(Events, AnEndlessEventNamesItsVariables) {
  HandModel model;  // b = not pre(b), from time 0.5 on
  model.AddBoolean("b");
  model.AddBoolean("calm");
  model.AddTimeHeld(Op::kGreaterEqual, 0.5);
  model.code.event = [](MicaInstance* m) {
    bool late = Held(m, 0, m->time >= 0.5) != 0;
    m->reals[0] = late ? m->pre[0] == 0 : m->pre[0] != 0;
    return MICA_OK + 0;
  };
  model.code.time_events = [](MicaInstance* m, double* t) {
    return t[0] = m->time < 0.5 ? 0.5 : INFINITY, MICA_OK + 0;
  };
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_EQ(run.result.time, 0.5);
  ASSERT_TRUE(run.Find("E6303"));
  EXPECT_NE(run.Find("E6303")->message.find(": b"), std::string::npos);
  EXPECT_EQ(run.Find("E6303")->message.find("calm"), std::string::npos);
}

TEST(Events, TerminateEndsTheRunNormally) {
  Ball model(0.5);
  model.code.event = [](MicaInstance* m) {
    m->reals[1] = m->reals[2];
    m->reals[3] = -kGravity;
    m->reals[4] = Held(m, 0, m->reals[0] <= 0);
    if (m->reals[4] && !m->pre[4]) return m->host->report(m, MICA_REPORT_TERMINATE, 0, "down");
    return MICA_OK + 0;
  };
  Simulated run(model, Until(10));
  EXPECT_EQ(run.result.outcome, Outcome::kTerminated);
  EXPECT_EQ(run.result.reason, "down");
  EXPECT_NEAR(run.result.time, std::sqrt(2 / kGravity), 1e-5);
  EXPECT_EQ(run.sink.error_count(), 0u);
  EXPECT_EQ(run.Final("impact"), 1);  // the event was completed
}

}  // namespace
}  // namespace mica::run
