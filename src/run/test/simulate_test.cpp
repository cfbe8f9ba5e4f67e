// Whole simulations of models without events, against solutions known in closed form.
#include "run/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "run/test/hand_model.h"

namespace mica::run {
namespace {

// der(x) = -k x, y = 2 x. Slots: x 0, der(x) 1, y 2, k 3.
struct Decay : HandModel {
  Decay() {
    AddState("x");
    AddReal("y");
    AddParameter("k", 3);
    code.attributes = [](MicaInstance* m) { return m->reals[0] = m->pre[0] = 1, MICA_OK + 0; };
    code.derivatives = [](MicaInstance* m) {
      m->reals[1] = -m->reals[3] * m->reals[0];
      return MICA_OK + 0;
    };
    code.outputs = [](MicaInstance* m) {
      m->reals[2] = 2 * m->reals[0];
      return MICA_OK + 0;
    };
    code.event = [](MicaInstance* m) {
      m->reals[1] = -m->reals[3] * m->reals[0];
      m->reals[2] = 2 * m->reals[0];
      return MICA_OK + 0;
    };
  }
};

TEST(Simulate, DecayFollowsTheExponential) {
  Decay model;
  SimulationOptions options = Until(2);
  options.tolerance = 1e-8;
  options.intervals = 100;
  Simulated run(model, options);
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  ASSERT_EQ(run.trajectory.rows(), 101u);
  SignalView x = run.View("x"), y = run.View("y");
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) {
    EXPECT_DOUBLE_EQ(run.time()[i], i == 100 ? 2.0 : 0.02 * static_cast<double>(i));
    EXPECT_NEAR(x[i], std::exp(-3 * run.time()[i]), 1e-6);
    EXPECT_EQ(y[i], 2 * x[i]);
  }
  EXPECT_GT(run.result.statistics.steps, 10u);
  EXPECT_GE(run.result.statistics.fevals, run.result.statistics.steps);
  EXPECT_GT(run.result.statistics.jacobians, 0u);
  EXPECT_EQ(run.result.statistics.method, "cvode");
  EXPECT_EQ(run.View("k")[0], 3);
}

TEST(Simulate, TheGridEndsAtTheStopTime) {
  Decay model;
  SimulationOptions options = Until(1);
  options.interval = 0.3;
  Simulated run(model, options);
  EXPECT_EQ(run.time(), (std::vector<double>{0, 0.3, 0.6, 3 * 0.3, 1}));
}

TEST(Simulate, StopAtStartGivesTheInitialRow) {
  Decay model;
  Simulated run(model, Until(0));
  EXPECT_EQ(run.result.outcome, Outcome::kFinished);
  EXPECT_EQ(run.trajectory.rows(), 1u);
}

// Local error h²/2 max|x''| a step: halving the step halves the error of Euler, and divides that of RK4 by 16.
TEST(Simulate, FixedStepMethodsHaveTheirOrder) {
  auto error = [](MethodId method, double step) {
    Decay model;
    SimulationOptions options = Until(1);
    options.step = step;
    Simulated run(model, options, method);
    EXPECT_EQ(run.result.outcome, Outcome::kFinished);
    return std::abs(run.Final("x") - std::exp(-3.0));
  };
  EXPECT_NEAR(error(MethodId::kEuler, 0.01) / error(MethodId::kEuler, 0.005), 2, 0.1);
  EXPECT_NEAR(error(MethodId::kRk4, 0.05) / error(MethodId::kRk4, 0.025), 16, 2);
  EXPECT_NEAR(error(MethodId::kEuler, 0.1), std::abs(std::pow(0.7, 10) - std::exp(-3.0)), 1e-14);  // (1 - k h)^n
}

TEST(Simulate, OscillatorKeepsItsEnergyWithinTolerance) {
  HandModel model;  // x'' = -x: x 0, der(x) 1, v 2, der(v) 3
  model.AddState("x");
  model.AddState("v");
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, m->reals[2] = 0, MICA_OK + 0; };
  model.code.derivatives = [](MicaInstance* m) {
    return m->reals[1] = m->reals[2], m->reals[3] = -m->reals[0], MICA_OK + 0;
  };
  model.code.event = model.code.derivatives;
  SimulationOptions options = Until(10);
  options.tolerance = 1e-9;
  Simulated run(model, options);
  SignalView x = run.View("x");
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) EXPECT_NEAR(x[i], std::cos(run.time()[i]), 1e-6);
}

TEST(Simulate, EqualRunsAreEqualInEveryBit) {
  Decay first, second;
  Simulated a(first, Until(2)), b(second, Until(2));
  EXPECT_EQ(a.trajectory.time, b.trajectory.time);
  EXPECT_EQ(a.trajectory.columns, b.trajectory.columns);
}

TEST(Simulate, OverridesReplaceParameters) {
  Decay model;
  SimulationOptions options = Until(1);
  options.tolerance = 1e-8;
  options.overrides = {{"k", "1.5"}};
  Simulated run(model, options);
  EXPECT_NEAR(run.Final("x"), std::exp(-1.5), 1e-6);
  EXPECT_EQ(run.View("k")[0], 1.5);
}

TEST(Simulate, WrongOptionsAreAllReported) {
  Decay model;
  SimulationOptions options = Until(-1);
  options.tolerance = 0;
  options.intervals = -5;
  options.step = 0.1;  // cvode chooses its own
  Simulated run(model, options);
  EXPECT_EQ(run.result.outcome, Outcome::kRefused);
  for (const char* code : {"E6007", "E6008", "E6009", "E6010"}) EXPECT_TRUE(run.Find(code)) << code;
}

TEST(Simulate, CancellationKeepsTheRowsSoFar) {
  Decay model;
  Runnable runnable = model.Finish();
  std::stop_source source;
  MemoryWriter writer;
  DiagnosticSink sink;
  RunPlan plan = *MakeRunPlan(Until(2), MethodOf(kDefaultMethod), ExperimentOf(*runnable.table), sink);
  SimulationResult result = Simulate(
      runnable, plan, writer, sink,
      [&](double time, double, double) {
        if (time >= 0.5) source.request_stop();
      },
      source.get_token());
  EXPECT_EQ(result.outcome, Outcome::kCancelled);
  Trajectory trajectory = writer.Take();
  EXPECT_GT(trajectory.rows(), 100u);
  EXPECT_LT(trajectory.time.back(), 0.6);
}

TEST(Simulate, ADerivativeThatIsNotFiniteIsNamed) {
  HandModel model;  // der(x) = sqrt(0.5 - time)
  model.AddState("x");
  model.code.derivatives = [](MicaInstance* m) { return m->reals[1] = std::sqrt(0.5 - m->time), MICA_OK + 0; };
  model.code.event = model.code.derivatives;
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NEAR(run.result.time, 0.5, 1e-2);
  ASSERT_TRUE(run.Find("E6202")) << run.Text();
  EXPECT_NE(run.Find("E6202")->message.find("der(x)"), std::string::npos);
  EXPECT_GT(run.trajectory.rows(), 200u);
}

TEST(Simulate, ASolutionThatEscapesNamesTheState) {
  HandModel model;  // der(x) = x², x(0) = 1: infinite at time = 1
  model.AddState("x");
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, MICA_OK + 0; };
  model.code.derivatives = [](MicaInstance* m) { return m->reals[1] = m->reals[0] * m->reals[0], MICA_OK + 0; };
  model.code.event = model.code.derivatives;
  Simulated run(model, Until(2));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NEAR(run.result.time, 1, 1e-3);
  EXPECT_NE(run.Text().find("x"), std::string::npos);
  EXPECT_TRUE(run.Find("E6201") || run.Find("E6202")) << run.Text();
}

TEST(Simulate, AModelWithoutStatesStepsOverTheGrid) {
  HandModel model;  // y = sin(time)
  model.AddReal("y");
  model.code.outputs = [](MicaInstance* m) { return m->reals[0] = std::sin(m->time), MICA_OK + 0; };
  model.code.event = model.code.outputs;
  Simulated run(model, Until(3));
  ASSERT_EQ(run.trajectory.rows(), 501u);
  for (std::size_t i = 0; i < 501; ++i) EXPECT_DOUBLE_EQ(run.View("y")[i], std::sin(run.time()[i]));
}

TEST(Simulate, AssertionWarningsAreToldOnceAndCounted) {
  Decay model;
  model.sites.resize(1);
  model.sites[0].text = "x > 0.5";
  model.code.outputs = [](MicaInstance* m) {
    if (!(m->reals[0] > 0.5)) return m->host->report(m, MICA_REPORT_WARNING, 0, "x is small");
    return MICA_OK + 0;
  };
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFinished);
  ASSERT_TRUE(run.Find("W6301"));
  EXPECT_NE(run.Find("W6301")->message.find("x > 0.5"), std::string::npos);
  EXPECT_NE(run.Find("W6301")->message.find("x is small"), std::string::npos);
  EXPECT_TRUE(run.Find("N6309"));
}

TEST(Simulate, AssertionErrorsEndTheRunAndKeepTheResult) {
  Decay model;
  model.code.outputs = [](MicaInstance* m) {
    return m->reals[0] > 0.5 ? MICA_OK + 0 : m->host->report(m, MICA_REPORT_ERROR, 0, "x is too small");
  };
  Simulated run(model, Until(1));
  EXPECT_EQ(run.result.outcome, Outcome::kFailed);
  EXPECT_NEAR(run.result.time, std::log(2.0) / 3, 0.01);
  ASSERT_TRUE(run.Find("E6301"));
  EXPECT_NE(run.Find("E6301")->message.find("x is too small"), std::string::npos);
  EXPECT_GT(run.trajectory.rows(), 50u);
}

// The experiment of a model that has a StartTime and no StopTime, as other tools read it.
TEST(Experiment, AStartTimeLeavesTheUsualStopTime) {
  DiagnosticSink sink;
  auto stop = [&](Experiment experiment, SimulationOptions options = {}) {
    return MakeRunPlan(options, MethodOf(kDefaultMethod), experiment, sink)->stop;
  };
  Experiment early, late, given;
  early.start_time = 0.1;
  late.start_time = 3;
  given.start_time = 0.1, given.stop_time = 5, given.has_stop_time = true;
  SimulationOptions from_call;
  from_call.start = 0.5;
  EXPECT_EQ(stop(early), 1);
  EXPECT_EQ(stop(late), 4);
  EXPECT_EQ(stop(given), 5);
  EXPECT_EQ(stop({}), 1);
  EXPECT_EQ(stop({}, from_call), 1.5);
}

}  // namespace
}  // namespace mica::run
