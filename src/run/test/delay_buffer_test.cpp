#include "run/history/delay_buffer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "run/test/hand_model.h"

namespace mica::run {
namespace {

TEST(DelayBuffers, BeforeTheStartItIsTheFirstValue) {
  DelayBuffers buffers(1);
  double first[] = {5, 1, 1};
  buffers.Record(0, first);
  EXPECT_EQ(buffers.Value(0, 0.5, 9, 1, 1), 5);
}

TEST(DelayBuffers, CubicsAreReproduced) {
  DelayBuffers buffers(1);
  auto f = [](double t) { return 2 - t + 3 * t * t - 0.5 * t * t * t; };
  for (int i = 0; i <= 20; ++i) {
    double values[] = {f(0.1 * i), 5, 5};
    buffers.Record(0.1 * i, values);
  }
  for (double t : {0.55, 0.92, 1.33}) EXPECT_NEAR(buffers.Value(0, 2, f(2), 2 - t, 5), f(t), 1e-12);
}

TEST(DelayBuffers, ADiscontinuityIsNotInterpolatedAcrossAndComesOutInTime) {
  DelayBuffers buffers(1);
  auto record = [&](double t, double value) {
    double values[] = {value, 1, 1};
    buffers.Record(t, values);
  };
  for (double t : {0.0, 0.1, 0.2, 0.3}) record(t, 1);
  record(0.3, 5);
  for (double t : {0.4, 0.5, 0.6, 1.0}) record(t, 5);
  EXPECT_EQ(buffers.NextDiscontinuity(0.6), 1.3);
  EXPECT_EQ(buffers.NextDiscontinuity(1.3), std::numeric_limits<double>::infinity());
  EXPECT_EQ(buffers.Value(0, 1.29, 5, 1, 1), 1);
  EXPECT_DOUBLE_EQ(buffers.Value(0, 1.31, 5, 1, 1), 5);
  EXPECT_EQ(buffers.Value(0, 1.3, 5, 1, 1), 1);  // from the left…
  buffers.SetRestartTime(1.3);
  EXPECT_EQ(buffers.Value(0, 1.3, 5, 1, 1), 5);  // …and, once the event has happened, from the right
}

TEST(DelayBuffers, AShortDelayLooksTowardsThePresent) {
  DelayBuffers buffers(1);
  double values[] = {1, 0.01, 0.01};
  buffers.Record(0, values);
  EXPECT_NEAR(buffers.Value(0, 1, 3, 0.25, 0.25), 1 + 2 * 0.75, 1e-12);
  EXPECT_EQ(buffers.Value(0, 1, 3, 0, 1), 3);
}

// der(x) = -delay(x, 1), x = 1 before 0. By the method of steps: x = 1 - t on [0, 1], then x(2) = -1/2, and for t in
// [1, 2] x(t) = 1 - t + (t - 1)²/2.
TEST(DelayBuffers, DelayDifferentialEquationByTheMethodOfSteps) {
  HandModel model;
  model.AddState("x");
  model.model.delays.emplace_back();
  model.code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, MICA_OK + 0; };
  model.code.derivatives = model.code.event = [](MicaInstance* m) {
    return m->reals[1] = -m->host->delay(m, 0, m->reals[0], 1, 1), MICA_OK + 0;
  };
  model.code.delays = [](MicaInstance* m, double* d) { return d[0] = m->reals[0], d[1] = d[2] = 1, MICA_OK + 0; };
  SimulationOptions options = Until(2);
  options.tolerance = 1e-8;
  Simulated run(model, options);
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  for (std::size_t i = 0; i < run.trajectory.rows(); ++i) {
    double t = run.time()[i], expected = t <= 1 ? 1 - t : 1 - t + (t - 1) * (t - 1) / 2;
    EXPECT_NEAR(run.View("x")[i], expected, 1e-5) << t;
  }
}

// A step at 0.2 comes out of delay(u, 0.5) at 0.7 exactly: x' = delay(u, 0.5).
TEST(DelayBuffers, AStepComesOutAsAnEvent) {
  HandModel model;  // x 0, der 1, u 2
  model.AddState("x");
  model.AddDiscrete("u");
  model.AddTimeHeld(Op::kGreaterEqual, 0.2);
  model.model.delays.emplace_back();
  model.code.derivatives = [](MicaInstance* m) {
    return m->reals[1] = m->host->delay(m, 0, m->reals[2], 0.5, 0.5), MICA_OK + 0;
  };
  model.code.event = [](MicaInstance* m) {
    m->held[0] = m->reals[2] = m->time >= 0.2;
    return m->reals[1] = m->host->delay(m, 0, m->reals[2], 0.5, 0.5), MICA_OK + 0;
  };
  model.code.time_events = [](MicaInstance* m, double* t) {
    return t[0] = m->time < 0.2 ? 0.2 : INFINITY, MICA_OK + 0;
  };
  model.code.delays = [](MicaInstance* m, double* d) { return d[0] = m->reals[2], d[1] = d[2] = 0.5, MICA_OK + 0; };
  Simulated run(model, Until(1));
  ASSERT_EQ(run.result.outcome, Outcome::kFinished) << run.Text();
  EXPECT_EQ(run.result.statistics.time_events, 2u);
  EXPECT_NEAR(run.Final("x"), 0.3, 1e-12);
  EXPECT_EQ(run.At("x", 0.7), 0);
}

}  // namespace
}  // namespace mica::run
