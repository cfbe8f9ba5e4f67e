// Steps of methods for real time, through the whole pipeline: none takes memory, and the bounds of their work hold.
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "session/session.h"

namespace {
thread_local bool counting = false;  // of the thread that steps: code for modes is made in another one
std::atomic<long> taken = 0;
void Note() {
  if (counting) taken.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

// Every way to memory goes through these, C++ and C alike. The sanitizers bring their own.
#ifndef __SANITIZE_ADDRESS__
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* malloc(std::size_t size) {
  Note();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  Note();
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  Note();
  return __libc_realloc(old, size);
}
}
#endif

namespace mica {
namespace {

class Counter : public run::StepObserver {
 public:
  bool Begin(run::Instance&) override { return true; }
  Inputs BeforeStep(double) override {
    counting = true;
    return Inputs::kSame;
  }
  void SetInputs(run::Instance&) override {}
  void AfterStep(run::Instance&, std::uint64_t) override { counting = false; }
};

struct Case {
  const char* name;
  const char* text;
  double stop, step;
};

// A stiff reaction in which nothing can be solved in formulas, and an oscillator that a relation drives.
constexpr char kReaction[] = R"(model Reaction
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), x(start = 1, fixed = true), v(start = 0, fixed = true), w;
equation
  der(a) = -40*a + 1000*b*w;
  der(b) = 40*a - 1000*b*w - 300*b^2;
  w + exp(w) = 1 + a + b;
  der(x) = v;
  der(v) = if x > 0.2 then -30 - v^3 else 25;
end Reaction;)";

// An ideal diode and a switch in one loop: a mixed system at every event.
constexpr char kDiodes[] = R"(model Diodes
  Real s, v, i, u, c(start = 0, fixed = true);
  Boolean off, open;
  Integer count(start = 0, fixed = true);
equation
  u = 10*sin(100*time);
  off = s < 0;
  v = if off then s else 0;
  i = if off then 0 else s;
  open = sample(0, 0.013) and not pre(open);
  u = v + (if open then 5 else 1)*i + c;
  0.01*der(c) = i - c/10;
  when off then
    count = pre(count) + 1;
  end when;
end Diodes;)";

constexpr char kBall[] = R"(model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Real highest(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.9*pre(v));
    highest = v;
  end when;
end Ball;)";

// More unknowns than elimination of our own takes.
constexpr char kChain[] = R"(model Chain
  parameter Integer n = 80;
  Real x[n](each start = 0, each fixed = true);
equation
  der(x[1]) = 1 + x[2]^2 - 2*x[1]^3;
  for k in 2:n-1 loop
    der(x[k]) = 500*(x[k-1] - 2*x[k] + x[k+1]) - x[k]^3;
  end for;
  der(x[n]) = x[n-1] - x[n];
end Chain;)";

SimulationReport RunModel(Session& session, const char* text, const std::string& method, double stop, double step, run::StepObserver* observer,
                     const std::function<void(run::SimulationOptions&)>& set = {}) {
  Result<library::Class*> model = session.ReadText("test.mo", text);
  EXPECT_TRUE(model.ok());
  SimulationRequest request;
  request.options.stop = stop;
  request.options.method = method;
  request.options.step = step;
  request.options.has_rows = observer == nullptr;
  request.observer = observer;
  if (set) set(request.options);
  return session.Translate(*model).Simulate(request);
}

class NoMemory : public testing::TestWithParam<std::tuple<Case, const char*>> {};

TEST_P(NoMemory, IsTakenByAStep) {
  const auto& [each, method] = GetParam();
  Session session;
  Counter counter;
  taken = 0;
  SimulationReport report = RunModel(session, each.text, method, each.stop, each.step, &counter);
  for (const Diagnostic& d : session.sink().all()) EXPECT_NE(d.severity, Severity::kError) << d.message;
  ASSERT_EQ(report.outcome, Outcome::kDone);
  EXPECT_GT(report.run.statistics.steps, 500u);
  EXPECT_EQ(taken, 0);
}

INSTANTIATE_TEST_SUITE_P(Models, NoMemory,
                         testing::Combine(testing::Values(Case{"Reaction", kReaction, 1, 1e-3}, Case{"Diodes", kDiodes, 0.5, 2e-4}, Case{"Ball", kBall, 3, 1e-3},
                                                          Case{"Chain", kChain, 1, 1e-3}),
                                          testing::Values("inline-euler", "inline-implicit-euler", "inline-rk3")),
                         [](const auto& each) {
                           std::string name = std::string(std::get<0>(each.param).name) + "_" + std::get<1>(each.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

const Diagnostic* Find(const Session& session, std::string_view code) {
  for (const Diagnostic& d : session.sink().all())
    if (d.code == code) return &d;
  return nullptr;
}

// der(x) = -x³ by implicit Euler: x + h x³ = base. One iteration a step is not enough for it, and the run goes on with what it has.
TEST(BoundedWork, TooFewNewtonIterationsAreToldAndTheRunGoesOn) {
  Session session;
  const char* text = "model M Real x(start = 2, fixed = true); equation der(x) = -x^3; end M;";
  SimulationReport report = RunModel(session, text, "inline-implicit-euler", 2, 0.1, nullptr, [](run::SimulationOptions& o) { o.max_newton = 1; });
  ASSERT_EQ(report.outcome, Outcome::kDone);
  const run::WorkBudget& work = report.run.statistics.work;
  EXPECT_GT(work.newton.reached, 0u);
  EXPECT_EQ(work.newton.most, 1);
  EXPECT_EQ(work.newton.limit, 1);
  ASSERT_TRUE(Find(session, "W6310"));
  EXPECT_NE(Find(session, "W6310")->message.find("x"), std::string::npos);
  // A single Newton step from the extrapolation is of the order of the method: 1/sqrt(1/4 + 2t) = 0.4851.
  EXPECT_NEAR((*report.trajectory->FindView("x"))[report.trajectory->rows() - 1], 0.4851, 0.05);

  Session other;
  report = RunModel(other, text, "inline-implicit-euler", 2, 0.1, nullptr);
  EXPECT_EQ(report.run.statistics.work.newton.reached, 0u);
  EXPECT_LT(report.run.statistics.work.newton.most, 12);
  EXPECT_TRUE(other.sink().all().empty());
}

// A counter that climbs by one at each pass, ten times: three passes an event leave the rest to the ends of the next steps.
TEST(BoundedWork, AnEventThatIsNotDoneGoesOnAtTheNextStep) {
  const char* text = "model M Real x(start = 0, fixed = true); Integer k(start = 0, fixed = true); equation der(x) = 1; "
                     "k = if x > 0.45 and pre(k) < 10 then pre(k) + 1 else pre(k); end M;";
  Session session;
  SimulationReport report = RunModel(session, text, "inline-euler", 1, 0.1, nullptr, [](run::SimulationOptions& o) { o.max_passes = 3; });
  ASSERT_EQ(report.outcome, Outcome::kDone);
  // Passes at 0.5, 0.6, 0.7 and 0.8: three, three, three, and one more with one that sees that nothing changes.
  auto k = *report.trajectory->FindView("k");
  auto at = [&](double time) {
    double value = 0;
    for (std::size_t i = 0; i < report.trajectory->rows(); ++i)
      if (report.trajectory->time[i] <= time) value = k[i];
    return value;
  };
  EXPECT_EQ(at(0.41), 0);
  EXPECT_EQ(at(0.51), 3);
  EXPECT_EQ(at(0.61), 6);
  EXPECT_EQ(at(0.71), 9);
  EXPECT_EQ(at(0.81), 10);
  EXPECT_EQ(report.run.statistics.work.passes.reached, 3u);
  EXPECT_EQ(report.run.statistics.work.passes.most, 3);
  EXPECT_TRUE(Find(session, "W6311"));
}

// Two relations that contradict each other whatever they are: with a bound, the last mode tried is taken and told.
TEST(BoundedWork, AMixedSystemWithoutModeTakesTheLastOne) {
  const char* text = "model M Real x(start = 0, fixed = true), y; Boolean b; equation der(x) = 1; "
                     "b = y < (if x > 0.5 then 1 else -1); y = if b then 2 + x else x; end M;";
  Session session;
  SimulationReport report = RunModel(session, text, "inline-euler", 1, 0.1, nullptr, [](run::SimulationOptions& o) { o.max_modes = 3; });
  EXPECT_EQ(report.outcome, Outcome::kDone);
  EXPECT_GT(report.run.statistics.work.modes.reached, 0u);
  EXPECT_TRUE(Find(session, "W6312"));
}

// 0.1 + 6*0.15 is 1 but for rounding: the run ends nevertheless.
TEST(BoundedWork, ATimeEventThatIsTheStopTimeUpToRoundingEndsTheRun) {
  Session session;
  const char* text = "model M Real x(start = 0, fixed = true); Integer k(start = 0, fixed = true); equation der(x) = 1; when sample(0.1, 0.15) then k = pre(k) + 1; end when; end M;";
  SimulationReport report = RunModel(session, text, "inline-euler", 1, 1e-3, nullptr);
  ASSERT_EQ(report.outcome, Outcome::kDone);
  EXPECT_EQ(report.run.time, 1);
}

TEST(BoundedWork, BoundsAreChecked) {
  const char* text = "model M Real x(start = 2, fixed = true); equation der(x) = -x^3; end M;";
  for (int wrong : {0, -1, 2000}) {
    Session session;
    SimulationReport report = RunModel(session, text, "inline-implicit-euler", 2, 0.1, nullptr, [&](run::SimulationOptions& o) { o.max_passes = wrong; });
    EXPECT_EQ(report.outcome, Outcome::kCallWrong);
    EXPECT_TRUE(Find(session, "E6011"));
  }
  Session session;
  SimulationReport report = RunModel(session, text, "rk4", 2, 0.1, nullptr, [&](run::SimulationOptions& o) { o.max_newton = 5; });
  EXPECT_EQ(report.outcome, Outcome::kCallWrong);
  EXPECT_TRUE(Find(session, "E6011"));
}

}  // namespace
}  // namespace mica
