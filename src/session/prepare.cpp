// Session: from a request to its plan and the code for it.
//
// A model is translated stage by stage. After each of them the request is asked whether the model may stay as it is, by
// the gates in the list below; where it may not, a new round begins, and all gates are asked again. A gate that sends
// back has changed what it is about (the values that are built in, the implicit states), so that it lets the next round
// pass: each value is built in once, and states are chosen once. What a round has reported is forgotten when the next
// one does its stages again.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <iterator>
#include <utility>

#include "session/codes.h"
#include "session/find_method.h"
#include "session/session.h"
#include "session/show/partition_report.h"
#include "session/stage_request.h"
#include "session/translation.h"
#include "session/values/result_recorder.h"
#include "session/values/structural_overrides.h"
#include "session/values/value_modifiers.h"

namespace mica {

namespace {

std::vector<std::string> TextsOf(const std::vector<run::Override>& values) {
  std::vector<std::string> texts;
  for (const run::Override& each : values) texts.push_back(fmt::format("{} = {}", each.name, each.value));
  return texts;
}

run::SimulationOptions Without(run::SimulationOptions options, const std::vector<run::Override>& built_in) {
  std::erase_if(options.overrides, [&](const run::Override& each) {
    return std::ranges::find(built_in, each.name, &run::Override::name) != built_in.end();
  });
  return options;
}

}  // namespace

Outcome Translation::Prepare(const SimulationRequest& request, Until until) {
  DiagnosticSink& sink = session_.sink();
  const run::Method* method = nullptr;
  bool is_recordable = false, has_passes = false;
  std::vector<std::string> passes_off = request.passes_off;
  bool was_read = session_.Guard("reading the options", [&] {
    is_recordable = ResultRecorder(request, sink).ok();
    method = FindMethod(request.method, sink);
    has_passes = SortPassesOff(passes_off, sink);
  });
  if (!was_read) return Outcome::kFault;
  if (!method || !is_recordable || !has_passes) return Outcome::kCallWrong;
  bool is_as_sorted_first = initial_iteration_ == structure::InitialIteration::kFewest;
  if (plan_ && code_ && is_as_sorted_first && planned_method_ == request.method &&
      planned_options_ == request.options && planned_passes_off_ == passes_off)
    return Outcome::kDone;

  plan_.reset();
  plan_reports_.clear();
  planned_method_ = request.method;
  planned_options_ = request.options;
  planned_passes_off_ = passes_off;
  reported_ = sink.mark();
  std::size_t rounds_before = rounds_.size();
  kept_key_.clear();
  Variant variant = VariantOf(*method, request.options);
  variant.passes_off = std::move(passes_off);
  TakeUp(std::move(variant));
  if (!flat_) {
    translated_ = model_;  // whatever values an earlier request failed with
    built_in_.clear();
    if (request.keep) kept_key_ = session_.kept().Key(name(), variant_, session_.sources());
    if (request.keep && Restore())
      Begin({Round::Reason::kKept, Round::Start::kCode});
    else
      Begin({Round::Reason::kFirst, Round::Start::kInstances});
  }

  Outcome outcome = PassGates(request, *method, until);
  if (outcome == Outcome::kDone && until == Until::kCode && !Compile()) outcome = failure();
  if (outcome != Outcome::kDone) {
    plan_.reset();
    return outcome;
  }
  reported_end_ = sink.mark();
  // These are about the request: a translation that is kept does not take them along.
  for (Diagnostic& each : std::exchange(plan_reports_, {})) sink.Report(std::move(each));
  if (plan_) plan_->rounds.assign(rounds_.begin() + static_cast<std::ptrdiff_t>(rounds_before), rounds_.end());
  return Outcome::kDone;
}

Outcome Translation::PassGates(const SimulationRequest& request, const run::Method& method, Until until) {
  using Gate = Verdict (Translation::*)(const SimulationRequest&, const run::Method&);
  constexpr Gate kGates[] = {
      &Translation::BuildInStructuralValues,  // of sizes and conditions, which flattening has used
      &Translation::BuildInDecidingValues,    // which sorting has used
      &Translation::MakePlan,                 // the method may depend on what sorting shows
      &Translation::ChooseImplicitStates,     // the step is known from here on
  };
  // What is shown of blocks does not depend on how long the run is, nor by which of the methods that share them.
  std::size_t count = until == Until::kFlat ? 1 : until == Until::kBlocks && !variant_.trial ? 2 : std::size(kGates);
  for (std::size_t i = 0; i < count;) {
    Verdict verdict = (this->*kGates[i])(request, method);
    if (verdict.outcome == Outcome::kModelWrong) {
      BlameValues();
      return failure();
    }
    if (verdict.outcome != Outcome::kDone) return verdict.outcome;
    i = verdict.goes_back ? 0 : i + 1;
  }
  return Outcome::kDone;
}

void Translation::BlameValues() {
  DiagnosticSink& sink = session_.sink();
  for (Diagnostic& each : DiagnosticSink::Transaction(sink, reported_).TakeBack()) {
    if (each.span.valid() && session_.sources().path(each.span.file) == "--set") each.code.blame = Blame::kCall;
    sink.Report(std::move(each));
  }
}

void Translation::TakeUp(Variant variant) {
  bool is_other = variant_ != variant || initial_iteration_ != structure::InitialIteration::kFewest;
  if (variant_ != variant) {
    variant_ = std::move(variant);
    stage_ = StageOf(variant_.discretisation);
  }
  initial_iteration_ = structure::InitialIteration::kFewest;
  if (is_other && is_restored_)
    Discard();  // what was kept has no equations to sort otherwise
  else if (is_other && blocks_)
    Begin({Round::Reason::kOtherRequest, Round::Start::kBlocks});
}

Translation::Verdict Translation::BuildInStructuralValues(const SimulationRequest& request, const run::Method&) {
  if (!is_restored_ && !Flatten()) return {failure()};
  std::optional<std::vector<run::Override>> values =
      FindStructuralOverrides(request.options.overrides, *flat_, *store_, built_in_, session_.sink());
  if (!values) return {Outcome::kCallWrong};
  if (*values == built_in_) return {};
  return BuildIn(std::move(*values), Round::Reason::kStructuralValues);
}

Translation::Verdict Translation::BuildInDecidingValues(const SimulationRequest& request, const run::Method&) {
  if (!Analyze()) return {failure()};
  std::vector<run::Override> found = built_in_, values;
  if (!AddDecidingOverrides(request.options.overrides, *blocks_, *store_, found)) return {};
  // In the order of the request, as the gate before this one finds them.
  std::ranges::copy_if(request.options.overrides, std::back_inserter(values),
                       [&](const run::Override& each) { return std::ranges::find(found, each) != found.end(); });
  return BuildIn(std::move(values), Round::Reason::kDecidingValues);
}

Translation::Verdict Translation::BuildIn(std::vector<run::Override> values, Round::Reason reason) {
  std::vector<run::Override> news = values;
  if (reason == Round::Reason::kDecidingValues)
    std::erase_if(news,
                  [&](const run::Override& each) { return std::ranges::find(built_in_, each) != built_in_.end(); });
  experiment_ = flat_->experiment;
  library::Class* translated = model_;
  if (!values.empty()) {
    if (!session_.ReadText("--set", ModifiedModelText(name(), values, *flat_, *store_))) return {failure()};
    translated = session_.classes().FindQualified(kModifiedModelName);
    Check(translated != nullptr, "the model with values of the call is not there");
  }
  ForgetReports(reported_);
  Round round{reason, Round::Start::kInstances, TextsOf(news)};
  if (reason == Round::Reason::kDecidingValues)
    session_.sink().Report(kTranslatedAgain, {},
                           fmt::format("the model is translated again with {}: its structure may be another one then",
                                       fmt::join(round.about, ", ")));
  Begin(std::move(round));
  // The model is another one: what was found of it may not hold.
  splits_.clear();
  times_split_ = 0;
  stage_ = StageOf(variant_.discretisation);
  translated_ = translated;
  built_in_ = std::move(values);
  return {Outcome::kDone, true};
}

Translation::Verdict Translation::MakePlan(const SimulationRequest& request, const run::Method& asked) {
  const flat::Experiment& e = flat_->experiment;
  DiagnosticSink own;
  auto refuse = [&]() -> Verdict {
    for (const Diagnostic& each : own.all()) session_.sink().Report(each);
    return {Outcome::kCallWrong};
  };
  Plan plan;
  plan.model = name();
  plan.asked = asked.id;
  plan.variant = variant_;
  plan.stage = stage_;
  plan.built_in = built_in_;
  std::optional<run::RunPlan> run =
      run::MakeRunPlan(Without(request.options, built_in_), asked,
                       {e.start_time, e.stop_time, e.tolerance, e.interval, e.has_stop_time}, own);
  if (!run) return refuse();
  plan.run = std::move(*run);
  std::vector<std::string> fixed;
  for (ScalarId state : blocks_->inlined) fixed.push_back(blocks_->scalars[state].name);
  plan.run.method = MethodFor(asked, fixed, own);
  if (!plan.run.method) return refuse();
  if (plan.is_replaced()) plan.fixed_states = std::move(fixed);
  plan_ = std::move(plan);
  plan_reports_ = own.all();
  return {};
}

Translation::Verdict Translation::ChooseImplicitStates(const SimulationRequest& request, const run::Method&) {
  if (!variant_.trial || stage_.partition) return {};
  if (!Compile()) return {failure()};
  DiagnosticSink& sink = session_.sink();
  DiagnosticSink::Mark before = sink.mark();
  std::optional<run::ChosenPartition> chosen;
  bool ran = false;
  {
    StageTimer timer(seconds_.trial);
    ran = session_.Guard("choosing fast states", [&] {
      chosen =
          run::ChoosePartition(MakeRunnable(), Without(request.options, built_in_), plan_->run, sink, request.stop);
    });
  }
  if (!ran) return {Outcome::kFault};
  if (!chosen && request.stop.stop_requested()) return {Outcome::kCancelled};
  if (!chosen) {
    Outcome outcome = OutcomeOf(sink.Since(before), Outcome::kFailed);
    return {outcome == Outcome::kDone ? Outcome::kFailed : outcome};
  }
  structure::StepPartition partition = NamedPartition(*chosen, *blocks_);
  std::vector<std::string> implicit;
  for (const structure::StateMethod* state : InOrder(partition))
    if (state->is_implicit) implicit.push_back(state->state);
  ForgetReports(DiagnosticSink::Later(reported_, analyzed_from_));
  ReportPartition(partition, *chosen, sink);
  stage_ = {structure::StageRequest::Kind::kFormulas, std::move(partition)};
  Begin({Round::Reason::kImplicitStates, Round::Start::kBlocks, std::move(implicit)});
  return {Outcome::kDone, true};
}

}  // namespace mica
