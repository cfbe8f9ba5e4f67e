// Runs that a program drives: to times of its choice, and back to a state that was saved, with histories, Strings and
// what methods and systems know.
#include <gtest/gtest.h>

#include <cmath>

#include "run/simulate.h"
#include "run/test/hand_model.h"

namespace mica::run {
namespace {

double Held(MicaInstance* m, int held, bool value) {
  if (m->event) m->held[held] = value;
  return m->held[held];
}

// x 0, der(x) 1, low 2, n 3: der(x) = -delay(x, 1), and n counts how often x falls below zero.
struct Delayed : HandModel {
  Delayed() {
    AddState("x");
    AddBoolean("low");
    AddDiscrete("n");
    AddHeld(Op::kLess, ScalarId(0), 0);
    model.delays.emplace_back();
    model.string_slots = 1;
    code.string_count = 1;
    code.attributes = [](MicaInstance* m) { return m->reals[0] = 1, MICA_OK + 0; };
    code.derivatives = [](MicaInstance* m) {
      return m->reals[1] = -m->host->delay(m, 0, m->reals[0], 1, 1), MICA_OK + 0;
    };
    code.event = [](MicaInstance* m) {
      m->reals[1] = -m->host->delay(m, 0, m->reals[0], 1, 1);
      m->reals[2] = Held(m, 0, m->reals[0] < 0);
      bool falls = m->reals[2] && !m->pre[2];
      m->reals[3] = m->pre[3] + (falls ? 1 : 0);
      if (falls) m->strings[0] = m->host->keep_string(m, std::string(std::size_t(m->reals[3]), 'n').c_str());
      return MICA_OK + 0;
    };
    code.crossings = [](MicaInstance* m, double* g) { return g[0] = m->reals[0], MICA_OK + 0; };
    code.delays = [](MicaInstance* m, double* d) { return d[0] = m->reals[0], d[1] = d[2] = 1, MICA_OK + 0; };
  }
};

struct Drive {
  Delayed model;
  Runnable runnable = model.Finish();
  DiagnosticSink sink;
  std::unique_ptr<DrivenRun> run;

  explicit Drive(MethodId method) {
    SimulationOptions options = Until(20);
    if (MethodOf(method).has_fixed_step()) options.step = 0.01;
    std::optional<RunPlan> plan = MakeRunPlan(options, MethodOf(method), ExperimentOf(*runnable.table), sink);
    run = MakeSilentRun(runnable, *plan, sink);
    EXPECT_TRUE(run->Begin());
  }
  std::vector<double> At(double time) {
    EXPECT_TRUE(run->AdvanceTo(time)) << run->result().reason;
    const char* text = run->instance().raw().strings[0];
    return {run->time(), run->instance().reals()[0], run->instance().reals()[1], run->instance().reals()[3],
            text ? double(std::string_view(text).size()) : 0};
  }
};

TEST(DrivenRun, ReachesTimesBetweenSteps) {
  for (MethodId method : {MethodId::kCvode, MethodId::kEuler, MethodId::kInlineEuler}) {
    Drive drive(method);
    std::vector<double> at = drive.At(0.4567);
    EXPECT_DOUBLE_EQ(at[0], 0.4567);
    EXPECT_NEAR(at[1], 1 - 0.4567, 1e-9);  // the method of steps: 1 - t on [0, 1]
  }
}

TEST(DrivenRun, GoesOnFromASavedStateWithTheSameBits) {
  for (MethodId method : {MethodId::kInlineEuler, MethodId::kCvode, MethodId::kDopri45}) {
    Drive drive(method), other(method);
    std::vector<double> here = drive.At(4.005);
    EXPECT_EQ(here[3], 1);
    std::vector<std::byte> state = drive.run->Save();
    std::vector<double> onward = drive.At(13);
    EXPECT_EQ(onward[3], 3);
    ASSERT_TRUE(drive.run->Restore(state));
    std::vector<double> again = drive.At(13);
    ASSERT_TRUE(other.run->Restore(state));  // a run that has been nowhere
    EXPECT_EQ(other.At(4.005), here);
    EXPECT_EQ(other.At(13), again);
    if (MethodOf(method).has_bounded_work()) {
      EXPECT_EQ(onward, again);
    } else {
      for (std::size_t i = 0; i < onward.size(); ++i) EXPECT_NEAR(onward[i], again[i], 1e-4);
    }
  }
}

TEST(DrivenRun, RefusesBytesOfAnother) {
  Drive drive(MethodId::kInlineEuler), other(MethodId::kCvode);
  std::vector<std::byte> state = drive.run->Save();
  EXPECT_FALSE(other.run->Restore(state));
  EXPECT_EQ(other.run->result().outcome, Outcome::kRefused);
  for (std::size_t size : {std::size_t(0), std::size_t(40), state.size() - 1})
    EXPECT_FALSE(drive.run->Restore(std::span(state).first(size))) << size;
  EXPECT_TRUE(drive.run->Restore(state));
  drive.At(1);
}

}  // namespace
}  // namespace mica::run
