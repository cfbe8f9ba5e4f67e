// The pipeline through the session, on small texts: what comes out, what is reported, and that sessions do not touch
// each other.
#include "session/session.h"

#include <gtest/gtest.h>
#include <cmath>
#include <thread>

namespace mica {
namespace {

constexpr char kDecay[] =
    "model Decay parameter Real k = 2; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Decay;";

// The last value of `signal` after simulating `text` until `stop`.
double LastValue(const char* text, const char* signal, double stop, std::vector<run::Override> set = {}) {
  Session session;
  Result<library::Class*> model = session.ReadText("test.mo", text);
  if (!model) return NAN;
  SimulationRequest request;
  request.options.stop = stop;
  request.options.tolerance = 1e-9;
  request.options.overrides = std::move(set);
  SimulationReport report = session.Translate(*model).Simulate(request);
  EXPECT_EQ(report.outcome, Outcome::kDone);
  for (const Diagnostic& d : session.sink().all()) ADD_FAILURE() << FormatDiagnostic(d, session.sources());
  if (!report.trajectory) return NAN;
  auto view = report.trajectory->FindView(signal);
  return view ? (*view)[view->size() - 1] : NAN;
}

TEST(Session, TextToTrajectory) {
  EXPECT_NEAR(LastValue(kDecay, "x", 1.5), std::exp(-3.0), 1e-7);
  EXPECT_NEAR(LastValue(kDecay, "x", 1.5, {{"k", "0.5"}}), std::exp(-0.75), 1e-7);
}

// A size, a condition and a parameter bound to another: the model is translated anew, as often as the values change.
TEST(Session, StructuralParametersAreSet) {
  Session session;
  Translation& translation =
      session.Translate(*session.ReadText("test.mo",
                                          "model M parameter Integer n = 2; parameter Real p = n; Real x[n](each start "
                                          "= p, each fixed = true); Real s = sum(x); "
                                          "equation der(x) = zeros(n); annotation (experiment(StopTime = 3)); end M;"));
  auto sum = [&](std::vector<run::Override> set) {
    SimulationRequest request;
    request.options.overrides = std::move(set);
    SimulationReport report = translation.Simulate(request);
    EXPECT_EQ(report.outcome, Outcome::kDone);
    for (const Diagnostic& d : session.sink().all()) EXPECT_FALSE(d.is_error()) << d.message;
    EXPECT_EQ(report.run.time, 3);
    return report.trajectory ? (*report.trajectory->FindView("s"))[0] : NAN;
  };
  EXPECT_EQ(sum({}), 4);
  EXPECT_EQ(sum({{"n", "5"}}), 25);
  EXPECT_EQ(sum({{"n", "5"}, {"p", "0.5"}}), 2.5);
  EXPECT_EQ(sum({{"p", "7"}}), 14);
  EXPECT_EQ(sum({{"p", "8"}}), 16);
  EXPECT_EQ(sum({}), 4);
  EXPECT_EQ(translation.flat()->name, "M");
}

// An address is resolved at translation when it is known by then, else by the host of the code.
TEST(Session, ResourceFiles) {
  Session session;
  ASSERT_TRUE(session
                  .ReadText("/libraries/Lib.mo",
                            "package Lib function file input String uri; output String name; external \"builtin\" name "
                            "= resourceFile(uri); end file; end Lib;")
                  .ok());
  Translation& translation =
      session.Translate(*session.ReadText("m.mo",
                                          "model M parameter String a = Lib.file(\"modelica://Lib/a.txt\"); parameter "
                                          "String u = \"modelica://Lib/b.txt\"; parameter String b = Lib.file(u);"
                                          " Real x = if a == \"/libraries/a.txt\" then 1 else 0; Real y = if b == "
                                          "\"/libraries/b.txt\" then 1 else 0; end M;"));
  SimulationRequest request;
  SimulationReport report = translation.Simulate(request);
  ASSERT_EQ(report.outcome, Outcome::kDone);
  EXPECT_EQ((*report.trajectory->FindView("x"))[0], 1);
  EXPECT_EQ((*report.trajectory->FindView("y"))[0], 1);
}

TEST(Session, StagesAreDoneOnceAndTimed) {
  Session session;
  Translation& translation = session.Translate(*session.ReadText("test.mo", kDecay));
  const flat::Model* flat = *translation.Flatten();
  EXPECT_EQ(*translation.Flatten(), flat);
  EXPECT_GT(translation.seconds().flatten, 0);
  EXPECT_EQ(translation.seconds().structure, 0);
  EXPECT_EQ((*translation.Analyze())->counts.states, 1);
  EXPECT_GT(translation.seconds().structure, 0);
}

TEST(Session, MistakesAreReported) {
  Session session;
  EXPECT_FALSE(session.ReadText("test.mo", "model A Real x = ; end A;").ok());
  EXPECT_TRUE(session.sink().has_errors());
  EXPECT_FALSE(session.faulted());
}

TEST(Session, WrongModelStopsThePipeline) {
  Session session;
  Translation& translation = session.Translate(*session.ReadText("test.mo", "model A Real x = y; end A;"));
  EXPECT_FALSE(translation.Compile().ok());
  EXPECT_EQ(translation.failure(), Outcome::kModelWrong);
  std::size_t reported = session.sink().all().size();
  EXPECT_FALSE(translation.Compile().ok());
  EXPECT_EQ(session.sink().all().size(), reported);
}

TEST(Session, UnknownClassSuggestsTheNearest) {
  Session session;
  ASSERT_TRUE(session.ReadText("test.mo", "package Lib model Motor end Motor; end Lib;").ok());
  EXPECT_FALSE(session.FindModel({"Lib.Moter", "", {}}).ok());
  ASSERT_EQ(session.sink().all().size(), 1u);
  EXPECT_EQ(session.sink().all()[0].code.id(), "E9004");
  EXPECT_NE(session.sink().all()[0].hint.find("Lib.Motor"), std::string::npos);
}

TEST(Session, PackageIsNoModel) {
  Session session;
  ASSERT_TRUE(session.ReadText("test.mo", "package Lib model Motor end Motor; end Lib;").ok());
  EXPECT_FALSE(session.FindModel({"Lib", "", {}}).ok());
  EXPECT_EQ(session.sink().all()[0].code.id(), "E9005");
  EXPECT_NE(session.sink().all()[0].hint.find("Lib.Motor"), std::string::npos);
}

TEST(Session, FaultsOfOursAreCaught) {
  Session session;
  EXPECT_FALSE(session.Guard("testing", [] { Check(false, "two and two are five"); }));
  EXPECT_TRUE(session.faulted());
  ASSERT_EQ(session.sink().all().size(), 1u);
  EXPECT_EQ(session.sink().all()[0].code.id(), "E9001");
  EXPECT_NE(session.sink().all()[0].message.find("two and two are five"), std::string::npos);
  EXPECT_NE(session.sink().all()[0].hint.find("report"), std::string::npos);
}

TEST(Session, WrongOptionsAreTheCallsFault) {
  Session session;
  Translation& translation = session.Translate(*session.ReadText("test.mo", kDecay));
  SimulationRequest request;
  request.method = "cvod";
  EXPECT_EQ(translation.Simulate(request).outcome, Outcome::kCallWrong);
  session.sink().Clear();
  request.method = "cvode";
  request.variables = "(";
  EXPECT_EQ(translation.Simulate(request).outcome, Outcome::kCallWrong);
  session.sink().Clear();
  request.variables = "";
  request.plot = PlotRequest{.diagrams = {{"y"}}};
  EXPECT_EQ(translation.Simulate(request).outcome, Outcome::kCallWrong);
}

TEST(Session, OnlyWantedVariables) {
  Session session;
  Translation& translation = session.Translate(*session.ReadText("test.mo", kDecay));
  SimulationRequest request;
  request.variables = "x|nothing";
  request.plot = PlotRequest{.diagrams = {{"der(x)"}}};
  SimulationReport report = translation.Simulate(request);
  ASSERT_TRUE(report.trajectory && report.figure);
  EXPECT_EQ(report.trajectory->signals.size(), 1u);
  EXPECT_EQ(report.figure->diagrams[0].curves[0].label, "der(x)");
  EXPECT_EQ(report.figure->x.size(), report.trajectory->rows());
}

TEST(Session, CancelledRunKeepsItsRows) {
  Session session;
  Translation& translation = session.Translate(*session.ReadText("test.mo", kDecay));
  std::stop_source source;
  SimulationRequest request;
  request.stop = source.get_token();
  request.progress = [&](double time, double, double) {
    if (time > 0.5) source.request_stop();
  };
  SimulationReport report = translation.Simulate(request);
  EXPECT_EQ(report.outcome, Outcome::kCancelled);
  ASSERT_TRUE(report.trajectory);
  EXPECT_GT(report.trajectory->time.back(), 0.5);
  EXPECT_LT(report.trajectory->time.back(), 0.6);
}

TEST(Session, TwoSideBySide) {
  auto run = [](const char* k, double expected) {
    for (int i = 0; i < 5; ++i) EXPECT_NEAR(LastValue(kDecay, "x", 1, {{"k", k}}), expected, 1e-7);
  };
  std::thread one(run, "1", std::exp(-1.0)), two(run, "3", std::exp(-3.0));
  one.join();
  two.join();
}

}  // namespace
}  // namespace mica
