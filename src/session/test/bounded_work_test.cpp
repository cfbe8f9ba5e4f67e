// Steps of methods for real time, through the whole pipeline: none takes memory, and the bounds of their work hold.
#include <gtest/gtest.h>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "run/test/bounded_matrix.h"
#include "session/libraries/library_path.h"
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

// Nothing can be solved for: the system stays as large as it is, and sparse.
constexpr char kNet[] = R"(model Net
  parameter Integer n = 90;
  Real x(start = 0, fixed = true), y[n](each start = 0.5);
equation
  der(x) = y[1] - x + (if x > 0.3 then -0.5 else 0.5);
  for k in 2:n-1 loop
    y[k] + exp(0.3*y[k]) + 0.3*sin(y[k+1]) + 0.2*cos(y[k-1]) = 2 + x;
  end for;
  y[1] + exp(y[1]) + sin(y[n]) = 2 + x;
  y[n] + exp(y[n]) + sin(y[1]) = 2 + x;
end Net;)";

// Two ideal switches side by side: when both are closed, how the current is shared is not determined.
constexpr char kSwitches[] = R"(model Switches
  Real x(start = 0, fixed = true), v, s[2], i[2];
  Boolean closed[2] = {sin(9*time) > 0.2, sin(7*time) > 0.1};
equation
  for k in 1:2 loop
    v = if closed[k] then 0 else s[k];
    i[k] = if closed[k] then s[k] else 0;
  end for;
  v + i[1] + i[2] = 1 + x;
  der(x) = v - 0.1*x;
end Switches;)";

// In the upper mode v is 49/49, which rounding makes less than 1, and the lower mode leads above 1: a mode on the edge
// of its relation.
constexpr char kEdge[] = R"(model Edge
  parameter Real c = 49;
  Real x(start = 0, fixed = true), v, w;
equation
  der(x) = 1 - 0.1*v;
  w = 1/(c + 0*v);
  v = if v >= 1 then c*w else 1.5 + sin(3*x);
end Edge;)";

constexpr char kGearbox[] = "model Gearbox extends Mica.Examples.Gearbox11; end Gearbox;";

SimulationReport RunModel(Session& session, const char* text, const std::string& method, double stop, double step,
                          run::StepObserver* observer, const std::function<void(run::SimulationOptions&)>& set = {}) {
  Result<library::Class*> model = session.ReadText("test.mo", text);
  EXPECT_TRUE(model.ok());
  SimulationRequest request;
  request.options.stop = stop;
  request.method = method;
  request.options.step = step;
  request.options.has_rows = observer == nullptr;
  request.observer = observer;
  if (set) set(request.options);
  return session.Translate(*model).Simulate(request);
}

class NoMemory : public testing::TestWithParam<std::tuple<Case, const char*>> {};

TEST_P(NoMemory, IsTakenByAStep) {
  const auto& [each, method] = GetParam();
  SessionOptions options;
  options.directories = {ShippedLibraryDirectory()};
  Session session(options);
  Counter counter;
  taken = 0;
  SimulationReport report = RunModel(session, each.text, method, each.stop, each.step, &counter);
  for (const Diagnostic& d : session.sink().all()) EXPECT_FALSE(d.is_error()) << d.message;
  ASSERT_EQ(report.outcome, Outcome::kDone);
  EXPECT_GT(report.run.statistics.steps, 500u);
  EXPECT_EQ(taken, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Models, NoMemory,
    testing::Combine(testing::Values(Case{"Reaction", kReaction, 1, 1e-3}, Case{"Diodes", kDiodes, 0.5, 2e-4},
                                     Case{"Ball", kBall, 3, 1e-3}, Case{"Chain", kChain, 1, 1e-3},
                                     Case{"Net", kNet, 2, 1e-3}, Case{"Switches", kSwitches, 2, 1e-3},
                                     Case{"Edge", kEdge, 3, 1e-3}, Case{"Gearbox", kGearbox, 6, 1e-3}),
                     testing::Values("inline-euler", "inline-implicit-euler", "inline-rk3")),
    [](const auto& each) {
      std::string name = std::string(std::get<0>(each.param).name) + "_" + std::get<1>(each.param);
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

const Diagnostic* Find(const Session& session, std::string_view code) {
  for (const Diagnostic& d : session.sink().all())
    if (d.code.id() == code) return &d;
  return nullptr;
}

// The limit of vanishing leakage determines how switches side by side share a current: nothing is left open to warn of.
TEST(NoMemoryOfSystems, SwitchesSideBySideLeaveNothingOpen) {
  Session session;
  SimulationReport report = RunModel(session, kSwitches, "inline-euler", 2, 1e-3, nullptr);
  EXPECT_EQ(report.outcome, Outcome::kDone);
  EXPECT_FALSE(Find(session, "W6205"));
}

TEST(NoMemoryOfSystems, EdgesAreReached) {
  Session session;
  SimulationReport report = RunModel(session, kEdge, "inline-euler", 3, 1e-3, nullptr);
  ASSERT_EQ(report.outcome, Outcome::kDone);
  EXPECT_GT(report.run.statistics.work.modes.most, 4);  // more than the iteration tries: it was searched
}

// Pivots on the diagonal, then beside it: they must be chosen anew.
TEST(NoMemoryOfSystems, PivotsAreChosenAnew) {
  constexpr std::size_t n = 120;
  std::vector<run::MatrixEntry> pattern;
  std::vector<double> entries;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j : {i, static_cast<std::uint32_t>((i + 1) % n), static_cast<std::uint32_t>((i + 7) % n)}) {
      pattern.push_back({i, j});
      entries.push_back(j == i ? 4 : 1);
    }
  run::BoundedMatrix solver(n, pattern);
  ASSERT_TRUE(solver.is_sparse());
  std::vector<double> magnitude(n, 1.0), b(n);
  taken = 0;
  counting = true;
  bool good = solver.Factor(entries, magnitude);
  for (std::size_t turn = 1; turn < 3; ++turn) {
    for (std::size_t k = 0; k < entries.size(); ++k) entries[k] = k % 3 == turn ? 4 : k % 3 == 0 ? 1e-11 : 1;
    good = good && solver.Factor(entries, magnitude);
    std::fill(b.begin(), b.end(), 1.0);
    solver.Solve(b);
  }
  counting = false;
  EXPECT_TRUE(good);
  EXPECT_EQ(taken, 0);
  for (double x : b) EXPECT_NEAR(x, 1 / (4 + 1 + 1e-11), 1e-9);  // the sums of all rows are the same
}

// A ball that loses most of its speed: after a few bounces the step is too long for them. It falls on, but not in
// silence.
TEST(BoundedWork, BouncesThatTheStepIsTooLongForAreTold) {
  auto text = [](double e) {
    return "model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); equation der(h) = v; der(v) = -9.81; "
           "when h < 0 then reinit(v, -" +
           std::to_string(e) + "*pre(v)); end when; end M;";
  };
  for (const char* method : {"inline-euler", "inline-implicit-euler", "inline-rk3"})
    for (double e : {0.2, 0.5, 0.9}) {
      Session session;
      SimulationReport report = RunModel(session, text(e).c_str(), method, 12, 1e-3, nullptr);
      ASSERT_EQ(report.outcome, Outcome::kDone);
      bool fell = (*report.trajectory->FindView("h"))[report.trajectory->rows() - 1] < -1;
      EXPECT_EQ(Find(session, "W6313") != nullptr, fell) << method << " " << e;
      EXPECT_TRUE(fell || std::string(method) == "inline-euler");
    }
  // A motion that is driven on and on is not one of these.
  Session session;
  RunModel(session,
           "model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); equation der(h) = v; der(v) = -9.81; "
           "when h < 0 then reinit(v, 1); end when; end M;",
           "inline-implicit-euler", 5, 1e-3, nullptr);
  EXPECT_EQ(Find(session, "W6313"), nullptr);
}

// der(x) = -x³ by implicit Euler: x + h x³ = base. One iteration a step is not enough for it, and the run goes on with
// what it has.
TEST(BoundedWork, TooFewNewtonIterationsAreToldAndTheRunGoesOn) {
  Session session;
  const char* text = "model M Real x(start = 2, fixed = true); equation der(x) = -x^3; end M;";
  SimulationReport report = RunModel(session, text, "inline-implicit-euler", 2, 0.1, nullptr,
                                     [](run::SimulationOptions& o) { o.max_newton = 1; });
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

// A counter that climbs by one at each pass, ten times: three passes an event leave the rest to the ends of the next
// steps.
TEST(BoundedWork, AnEventThatIsNotDoneGoesOnAtTheNextStep) {
  const char* text =
      "model M Real x(start = 0, fixed = true); Integer k(start = 0, fixed = true); equation der(x) = 1; "
      "k = if x > 0.45 and pre(k) < 10 then pre(k) + 1 else pre(k); end M;";
  Session session;
  SimulationReport report =
      RunModel(session, text, "inline-euler", 1, 0.1, nullptr, [](run::SimulationOptions& o) { o.max_passes = 3; });
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

// Two relations that contradict each other whatever they are: with a bound, the last mode tried is taken and reported.
TEST(BoundedWork, AMixedSystemWithoutModeTakesTheLastOne) {
  const char* text =
      "model M Real x(start = 0, fixed = true), y; Boolean b; equation der(x) = 1; "
      "b = y < (if x > 0.5 then 1 else -1); y = if b then 2 + x else x; end M;";
  Session session;
  SimulationReport report =
      RunModel(session, text, "inline-euler", 1, 0.1, nullptr, [](run::SimulationOptions& o) { o.max_modes = 3; });
  EXPECT_EQ(report.outcome, Outcome::kDone);
  EXPECT_GT(report.run.statistics.work.modes.reached, 0u);
  EXPECT_TRUE(Find(session, "W6312"));
}

// 0.1 + 6*0.15 is 1 but for rounding: the run ends nevertheless.
TEST(BoundedWork, ATimeEventThatIsTheStopTimeUpToRoundingEndsTheRun) {
  Session session;
  const char* text =
      "model M Real x(start = 0, fixed = true); Integer k(start = 0, fixed = true); equation der(x) = 1; when "
      "sample(0.1, 0.15) then k = pre(k) + 1; end when; end M;";
  SimulationReport report = RunModel(session, text, "inline-euler", 1, 1e-3, nullptr);
  ASSERT_EQ(report.outcome, Outcome::kDone);
  EXPECT_EQ(report.run.time, 1);
}

TEST(BoundedWork, BoundsAreChecked) {
  const char* text = "model M Real x(start = 2, fixed = true); equation der(x) = -x^3; end M;";
  for (int wrong : {0, -1, 2000}) {
    Session session;
    SimulationReport report = RunModel(session, text, "inline-implicit-euler", 2, 0.1, nullptr,
                                       [&](run::SimulationOptions& o) { o.max_passes = wrong; });
    EXPECT_EQ(report.outcome, Outcome::kCallWrong);
    EXPECT_TRUE(Find(session, "E6011"));
  }
  Session session;
  SimulationReport report =
      RunModel(session, text, "rk4", 2, 0.1, nullptr, [&](run::SimulationOptions& o) { o.max_newton = 5; });
  EXPECT_EQ(report.outcome, Outcome::kCallWrong);
  EXPECT_TRUE(Find(session, "E6011"));
}

}  // namespace
}  // namespace mica
