// Plans: equal requests have equal ones; each way back to an earlier stage is a round with its reason; a method that
// replaces another is a warning that names both.
#include "session/plan.h"

#include <gtest/gtest.h>

#include "session/session.h"

namespace mica {
namespace {

using Reason = Round::Reason;

constexpr char kDecay[] =
    "model Decay parameter Real k = 2; Real x(start = 1, fixed = true); equation der(x) = -k*x; end Decay;";

// An ideal diode in series with an inductor: while it is off, the current is 0 and not a state.
constexpr char kDiode[] = R"(
model Diode
  parameter Real L = 0.01, C = 2e-4, R = 20;
  Real i(start = 0, fixed = true), v(start = 1, fixed = true), s(start = 1), vd, vl;
  Boolean off;
equation
  off = s < 0;
  vd = if off then s else 0;
  i = if off then 0 else s;
  10*cos(time) = vl + vd + v;
  L*der(i) = vl;
  C*der(v) = i - v/R;
end Diode;)";

// One state is fast, one is slow.
constexpr char kTwoRates[] = R"(
model TwoRates
  Real fast(start = 1, fixed = true), slow(start = 1, fixed = true);
equation
  der(fast) = 1e4*(slow - fast);
  der(slow) = -slow;
  annotation (experiment(StopTime = 1));
end TwoRates;)";

SimulationRequest Request(const std::string& method = "cvode", std::vector<run::Override> values = {}) {
  SimulationRequest request;
  request.method = method;
  request.options.overrides = std::move(values);
  return request;
}

std::vector<Reason> ReasonsOf(const std::vector<Round>& rounds) {
  std::vector<Reason> reasons;
  for (const Round& round : rounds) reasons.push_back(round.reason);
  return reasons;
}

struct Prepared {
  Session session;
  Translation* translation;

  explicit Prepared(const char* text) : translation(&session.Translate(*session.ReadText("test.mo", text))) {}
  Plan Prepare(const SimulationRequest& request) {
    EXPECT_EQ(translation->Prepare(request), Outcome::kDone) << Text();
    return translation->plan().value_or(Plan());
  }
  std::vector<Reason> Reasons(const SimulationRequest& request) { return ReasonsOf(Prepare(request).rounds); }
  const Diagnostic* Find(std::string_view code) const {
    for (const Diagnostic& diagnostic : session.sink().all())
      if (diagnostic.code.id() == code) return &diagnostic;
    return nullptr;
  }
  std::string Text() const {
    std::string text;
    for (const Diagnostic& diagnostic : session.sink().all()) text += FormatDiagnostic(diagnostic, session.sources());
    return text;
  }
};

TEST(Plan, EqualRequestsHaveEqualPlans) {
  Prepared first(kDecay), second(kDecay);
  Plan plan = first.Prepare(Request("cvode", {{"k", "3"}}));
  EXPECT_EQ(plan, second.Prepare(Request("cvode", {{"k", "3"}})));
  EXPECT_EQ(plan, first.Prepare(Request("cvode", {{"k", "3"}})));  // asked for again: nothing is done
  Prepared other(kDecay);
  EXPECT_NE(plan, other.Prepare(Request("cvode", {{"k", "4"}})));
  Prepared third(kDecay);
  EXPECT_NE(plan, third.Prepare(Request("ida", {{"k", "3"}})));
}

TEST(Plan, OneRoundIsEnoughForMost) {
  Prepared model(kDecay);
  Plan plan = model.Prepare(Request("cvode", {{"k", "3"}}));
  EXPECT_EQ(plan.rounds, std::vector<Round>{Round{}});
  EXPECT_EQ(plan.method().id, run::MethodId::kCvode);
  EXPECT_FALSE(plan.is_replaced());
  EXPECT_TRUE(plan.built_in.empty());
  EXPECT_EQ(plan.run.values, (std::vector<run::Override>{{"k", "3"}}));
}

TEST(Plan, MethodsThatShareATranslationNeedNoRound) {
  Prepared model(kDecay);
  EXPECT_EQ(model.Reasons(Request("cvode")), std::vector{Reason::kFirst});
  EXPECT_EQ(model.Reasons(Request("ida")), std::vector<Reason>{});
  Plan plan = model.Prepare(Request("inline-rk2"));
  EXPECT_EQ(plan.rounds, (std::vector<Round>{{Reason::kOtherRequest, Round::Start::kBlocks, {}}}));
  EXPECT_EQ(plan.stage.kind, structure::StageRequest::Kind::kFormulas);
  EXPECT_EQ(model.Reasons(Request("inline-rk4")), std::vector<Reason>{});
  EXPECT_EQ(model.Prepare(Request("inline-ros2")).stage.kind, structure::StageRequest::Kind::kTangent);
  EXPECT_EQ(model.translation->rounds().size(), 3u);
}

TEST(Plan, StructuralValuesAreBuiltIn) {
  Prepared model(
      "model M parameter Integer n = 2; parameter Real k = 1; Real x[n](each start = 1, each fixed = true); equation "
      "der(x) = -k*x; end M;");
  Plan plan = model.Prepare(Request("cvode", {{"k", "3"}, {"n", "4"}}));
  EXPECT_EQ(plan.rounds, (std::vector<Round>{{}, {Reason::kStructuralValues, Round::Start::kInstances, {"n = 4"}}}));
  EXPECT_EQ(plan.built_in, (std::vector<run::Override>{{"n", "4"}}));
  EXPECT_EQ(plan.run.values, (std::vector<run::Override>{{"k", "3"}}));
  EXPECT_EQ(model.translation->blocks()->counts.states, 4);
  // Other values of the run need no round; the value gone does.
  EXPECT_EQ(model.Reasons(Request("cvode", {{"k", "5"}, {"n", "4"}})), std::vector<Reason>{});
  EXPECT_EQ(model.Reasons(Request()), std::vector{Reason::kStructuralValues});
  EXPECT_EQ(model.translation->blocks()->counts.states, 2);
}

// With C = 0 the capacitor has no state: sorting relied on C being another number. A structural value besides does not
// add a round of its own each time.
TEST(Plan, DecidingValuesAreBuiltIn) {
  Prepared model(
      "model M parameter Integer n = 1; parameter Real C = 1, R = 2; Real v(start = 0, fixed = true), i, y[n]; "
      "equation C*der(v) = i; R*i = 1 - v; y = fill(v, n); end M;");
  Plan plan = model.Prepare(Request("cvode", {{"C", "0"}, {"n", "3"}}));
  EXPECT_EQ(ReasonsOf(plan.rounds), (std::vector{Reason::kFirst, Reason::kStructuralValues, Reason::kDecidingValues}));
  EXPECT_EQ(plan.rounds[2].about, std::vector<std::string>{"C = 0"});
  EXPECT_EQ(plan.built_in, (std::vector<run::Override>{{"C", "0"}, {"n", "3"}}));  // in the order of the request
  EXPECT_TRUE(model.Find("N9060"));
  SimulationRequest same = Request("cvode", {{"C", "0"}, {"n", "3"}});
  same.options.stop = 2;
  EXPECT_EQ(model.Reasons(same), std::vector<Reason>{});
}

TEST(Plan, ATrialRunChoosesImplicitStates) {
  Prepared model(kTwoRates);
  SimulationRequest request = Request("inline-mixed");
  request.options.step = 0.01;
  Plan plan = model.Prepare(request);
  EXPECT_EQ(plan.rounds, (std::vector<Round>{{}, {Reason::kImplicitStates, Round::Start::kBlocks, {"fast"}}}));
  ASSERT_TRUE(plan.stage.partition);
  EXPECT_EQ(plan.stage.partition->ImplicitCount(), 1u);
  EXPECT_TRUE(plan.variant.trial);
  EXPECT_EQ(model.Reasons(request), (std::vector{Reason::kFirst, Reason::kImplicitStates}));
  request.options.step = 1e-6;  // short enough for both: chosen again
  EXPECT_EQ(model.Reasons(request), (std::vector{Reason::kOtherRequest, Reason::kImplicitStates}));
}

// A wrong request stays wrong, although the trial run has left code behind.
TEST(Plan, ARequestThatFailedHasNoPlan) {
  Prepared model(kTwoRates);
  SimulationRequest request = Request("inline-mixed");
  request.options.step = 0.01;
  request.options.fast = {"nothing"};
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(model.translation->Prepare(request), Outcome::kCallWrong);
    EXPECT_FALSE(model.translation->plan());
    EXPECT_TRUE(model.Find("E6501"));
    model.session.sink().Clear();
  }
}

TEST(Plan, AMethodThatReplacesAnotherIsAWarningWithBothNames) {
  Prepared model(kDiode);
  Plan plan = model.Prepare(Request("dopri45"));
  EXPECT_EQ(plan.asked, run::MethodId::kDopri45);
  EXPECT_EQ(plan.method().id, run::MethodId::kInlineSdirk4);
  EXPECT_EQ(plan.fixed_states, std::vector<std::string>{"i"});
  const Diagnostic* warning = model.Find("W6508");
  ASSERT_TRUE(warning) << model.Text();
  EXPECT_EQ(warning->severity(), Severity::kWarning);
  EXPECT_NE(warning->message.find("dopri45"), std::string::npos);
  EXPECT_NE(warning->message.find("inline-sdirk4"), std::string::npos);
  EXPECT_NE(PlanText(plan).find("asked for  dopri45; replaced, since a switch fixes i in one of its modes"),
            std::string::npos)
      << PlanText(plan);
}

TEST(Plan, AMethodWithFormulasIsNotReplaced) {
  for (const char* method : {"inline-sdirk4", "inline-implicit-euler"}) {
    Prepared model(kDiode);
    Plan plan = model.Prepare(Request(method));
    EXPECT_FALSE(plan.is_replaced());
    EXPECT_FALSE(model.Find("W6508")) << model.Text();
  }
}

TEST(Plan, ABoundIsNotGivenUp) {
  for (const char* method : {"inline-euler", "inline-ros2"}) {
    Prepared model(kDiode);
    EXPECT_EQ(model.translation->Prepare(Request(method)), Outcome::kCallWrong);
    EXPECT_TRUE(model.Find("E6507")) << model.Text();
  }
}

TEST(Plan, CodeOfModesThatAMethodHasNoUseForIsReported) {
  Prepared model(kDecay);
  SimulationRequest request = Request("inline-ros3");
  EXPECT_EQ(model.Prepare(request).run.modes, run::ModeUse::kOff);
  EXPECT_FALSE(model.Find("W6012"));
  request.options.modes = run::ModeUse::kOn;
  EXPECT_EQ(model.Prepare(request).run.modes, run::ModeUse::kOff);
  EXPECT_TRUE(model.Find("W6012"));
}

// After a request that failed, another one starts afresh.
TEST(Plan, ARequestThatFailedLeavesNothingBehind) {
  Prepared model(
      "model M parameter Integer n = 2; Real x[n]; equation x[1] = 1; for i in 2:n loop x[i] = x[i - 1]; end for; "
      "assert(n > 0, \"n\"); end M;");
  EXPECT_NE(model.translation->Prepare(Request("cvode", {{"n", "nonsense"}})), Outcome::kDone);
  model.session.sink().Clear();
  EXPECT_EQ(model.Prepare(Request()).rounds.size(), 1u);
  EXPECT_EQ(model.translation->blocks()->counts.unknowns, 2);
}

// A failed initialization is tried with more variables iterated on: rounds of the run.
TEST(Plan, RoundsOfTheRunAreInIt) {
  Prepared model("model M Real x(start = 1), y(start = 2); equation x^2 + y^2 = -1; x*y = 3; end M;");
  SimulationReport report = model.translation->Simulate(Request());
  EXPECT_EQ(report.outcome, Outcome::kFailed);
  ASSERT_FALSE(model.translation->plan()->rounds.empty());
  EXPECT_EQ(model.translation->plan()->rounds.back().reason, Reason::kInitialization);
}

TEST(Plan, VariantsAreTheSameWhenTheyShareATranslation) {
  run::SimulationOptions options, longer;
  longer.stop = 5;
  using run::MethodId, run::MethodOf;
  EXPECT_EQ(VariantOf(MethodOf(MethodId::kCvode), options), VariantOf(MethodOf(MethodId::kInlineEuler), longer));
  EXPECT_NE(VariantOf(MethodOf(MethodId::kCvode), options), VariantOf(MethodOf(MethodId::kInlineRk2), options));
  EXPECT_NE(VariantOf(MethodOf(MethodId::kInlineMixed), options), VariantOf(MethodOf(MethodId::kInlineMixed), longer));
  EXPECT_NE(KeyText(VariantOf(MethodOf(MethodId::kInlineMixed), options)),
            KeyText(VariantOf(MethodOf(MethodId::kInlineMixed), longer)));
}

}  // namespace
}  // namespace mica
