#include "study/runs/model_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "session/values/structural_overrides.h"
#include "study/codes.h"
#include "study/runs/grid_writer.h"
#include "study/runs/sample_writer.h"

namespace mica::study {

namespace {

const run::Override* FindValue(const std::vector<run::Override>& values, const std::string& name) {
  auto found = std::ranges::find(values, name, &run::Override::name);
  return found == values.end() ? nullptr : &*found;
}

// What is known of a number holds for any other; of a text, such as an expression or a literal, for itself alone.
std::string KeyOf(const run::Override& each) {
  double number = 0;
  const char* end = each.value.data() + each.value.size();
  auto [stopped, error] = std::from_chars(each.value.data(), end, number);
  return error == std::errc() && stopped == end ? each.name : fmt::format("{}={}", each.name, each.value);
}

}  // namespace

ModelRuns::ModelRuns(Session& session, library::Class* model, SimulationRequest base)
    : session_(session), model_(model), base_(std::move(base)) {
  // Code of modes is made beside a run and takes longer than most runs of a study.
  if (!base_.options.modes) base_.options.modes = run::ModeUse::kOff;
}

bool ModelRuns::UseOptions(run::SimulationOptions options, DiagnosticSink& sink) {
  if (!options.modes) options.modes = run::ModeUse::kOff;
  base_.options = std::move(options);
  for (std::size_t i = 0; i < variants_.size(); ++i) {
    std::optional<run::RunPlan> plan = PlanOf(i, base_.options, sink);
    if (!plan) return false;
    variants_[i].plan = std::move(*plan);
    variants_[i].plan.values.clear();
  }
  return true;
}

RunValues ModelRuns::Merged(const RunValues& values) const {
  RunValues all = values;
  for (const run::Override& each : base_.options.overrides)
    if (!FindValue(values, each.name)) all.push_back(each);
  return all;
}

bool ModelRuns::HasSameEquations(const Variant& variant, const RunValues& all) const {
  const flat::Model* flat = variant.translation->flat();
  if (!flat) return false;
  DiagnosticSink ignored;  // what is wrong with a value is reported when it is used
  std::optional<std::vector<run::Override>> structural =
      FindStructuralOverrides(all, *flat, variant.translation->store(), variant.built_in, ignored);
  return structural && *structural == variant.built_in;
}

bool ModelRuns::Fits(Variant& variant, const RunValues& all) const {
  auto is_known = [&](const run::Override& each) {
    return variant.known.contains(KeyOf(each)) || FindValue(variant.built_in, each.name);
  };
  if (!std::ranges::all_of(all, is_known)) {
    if (!HasSameEquations(variant, all)) return false;
    for (const run::Override& each : all) variant.known.insert(KeyOf(each));
  }
  for (const run::Override& each : variant.built_in) {
    const run::Override* wanted = FindValue(all, each.name);
    if (!wanted || wanted->value != each.value) return false;
  }
  const structure::BlockModel* blocks = variant.translation->blocks();
  if (!blocks || blocks->decided_by.empty()) return true;
  std::vector<run::Override> deciding = variant.built_in;
  return !AddDecidingOverrides(all, *blocks, variant.translation->store(), deciding);
}

Outcome ModelRuns::Prepare(const RunValues& values, std::size_t& variant) {
  RunValues all = Merged(values);
  for (variant = 0; variant < variants_.size(); ++variant)
    if (Fits(variants_[variant], all)) return Outcome::kDone;
  if (variants_.size() >= kMostVariants) {
    session_.sink().Report(kTooManyVariants, {},
                           fmt::format("the study has more than {} variants of the model: values that are part of the "
                                       "translated model must be few",
                                       kMostVariants));
    return Outcome::kCallWrong;
  }
  Translation& translation = session_.Translate(model_);
  SimulationRequest request = base_;
  request.options.overrides = all;
  Outcome outcome = translation.Prepare(request);
  if (outcome != Outcome::kDone) return outcome;
  Variant made{&translation, translation.MakeRunnable(), translation.plan()->run, translation.plan()->built_in, {}};
  for (const run::Override& each : all) made.known.insert(KeyOf(each));
  made.plan.values.clear();
  variant = variants_.size();
  variants_.push_back(std::move(made));
  return Outcome::kDone;
}

RunValues ModelRuns::ValuesAtStart(std::size_t variant, const RunValues& values) const {
  RunValues all = Merged(values);
  std::erase_if(all, [&](const run::Override& each) { return FindValue(variants_[variant].built_in, each.name); });
  return all;
}

std::optional<run::RunPlan> ModelRuns::PlanOf(std::size_t variant, const run::SimulationOptions& options,
                                              DiagnosticSink& sink) const {
  const Variant& chosen = variants_[variant];
  run::SimulationOptions asked = options;
  asked.modes = base_.options.modes;
  asked.overrides = ValuesAtStart(variant, options.overrides);
  return run::MakeRunPlan(asked, *chosen.plan.method, run::ExperimentOf(*chosen.runnable.table), sink);
}

bool ModelRuns::SortForInitialization(Variant& variant, const run::SimulationOptions& options, DiagnosticSink& sink,
                                      std::stop_token stop) {
  if (variant.translation->blocks()->counts.initial_nonlinear.empty()) return false;
  Translation& translation = session_.Translate(model_);
  SimulationRequest request = base_;
  request.options = options;
  request.options.modes = base_.options.modes;
  request.options.overrides = Merged(options.overrides);
  request.stop = std::move(stop);
  DiagnosticSink::Transaction attempt(session_.sink());
  SimulationReport report = translation.Simulate(request);
  std::vector<Diagnostic> reported = attempt.TakeBack();
  if (!report.run.initialized) return false;
  for (Diagnostic& each : reported)
    if (!each.is_error()) sink.Report(std::move(each));
  variant.translation = &translation;
  variant.runnable = translation.MakeRunnable();
  return true;
}

Outcome ModelRuns::Simulate(const run::SimulationOptions& options, Rows rows, ResultWriter& writer,
                            run::SimulationResult& result, DiagnosticSink& sink, const run::Progress& progress,
                            std::stop_token stop) {
  std::size_t variant = 0;
  Outcome outcome = Prepare(options.overrides, variant);
  if (outcome != Outcome::kDone) return outcome;
  std::optional<run::RunPlan> plan = PlanOf(variant, options, sink);
  if (!plan) return Outcome::kCallWrong;
  GridWriter grid(writer, *plan);
  ResultWriter& chosen = rows == Rows::kGrid ? static_cast<ResultWriter&>(grid) : writer;
  DiagnosticSink::Transaction first(sink);
  auto run = [&] {
    return session_.Guard("simulating the model", [&] {
      result = run::Simulate(variants_[variant].runnable, *plan, chosen, sink, progress, stop);
    });
  };
  if (!run()) return Outcome::kFault;
  if (result.outcome == run::Outcome::kFailed && !result.initialized && !stop.stop_requested()) {
    std::vector<Diagnostic> reported(first.reported().begin(), first.reported().end());
    first.RollBack();
    if (!SortForInitialization(variants_[variant], options, sink, stop))
      for (Diagnostic& each : reported) sink.Report(std::move(each));
    else if (!run())
      return Outcome::kFault;
  }
  Outcome blamed = OutcomeOf(sink.all(), Outcome::kFailed);
  if (blamed == Outcome::kFault || blamed == Outcome::kCallWrong) return blamed;
  switch (result.outcome) {
    case run::Outcome::kRefused:
      return Outcome::kCallWrong;
    case run::Outcome::kCancelled:
      return Outcome::kCancelled;
    case run::Outcome::kFailed:
      return Outcome::kFailed;
    case run::Outcome::kFinished:
    case run::Outcome::kTerminated:
      return Outcome::kDone;
  }
  return Outcome::kFault;
}

RunEnd ModelRuns::Run(std::size_t variant, const RunValues& values, const std::vector<std::string>& names,
                      Samples& samples, std::stop_token stop) const {
  return Run(variant, variants_[variant].plan, values, names, samples, std::move(stop));
}

RunEnd ModelRuns::Run(std::size_t variant, run::RunPlan plan, const RunValues& values,
                      const std::vector<std::string>& names, Samples& samples, std::stop_token stop) const {
  const Variant& chosen = variants_[variant];
  plan.values = ValuesAtStart(variant, values);
  SampleWriter writer(names, samples);
  DiagnosticSink sink;
  run::SimulationResult result = run::Simulate(chosen.runnable, plan, writer, sink, {}, std::move(stop));
  RunEnd end{result.outcome, {}, result.time};
  if (end.is_good()) return end;
  end.message = result.reason;
  if (!writer.unknown().empty()) end.message = fmt::format("the model has no variable '{}'", writer.unknown());
  for (const Diagnostic& each : sink.all()) {
    if (each.severity() != Severity::kError || !writer.unknown().empty()) continue;
    end.message = fmt::format("{}: {}", each.code.id(), each.message);
    break;
  }
  return end;
}

}  // namespace mica::study
