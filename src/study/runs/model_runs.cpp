#include "study/runs/model_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "session/values/structural_overrides.h"
#include "study/codes.h"
#include "study/runs/sample_writer.h"

namespace mica::study {

namespace {

const run::Override* FindValue(const std::vector<run::Override>& values, const std::string& name) {
  auto found = std::ranges::find(values, name, &run::Override::name);
  return found == values.end() ? nullptr : &*found;
}

}  // namespace

ModelRuns::ModelRuns(Session& session, library::Class* model, SimulationRequest base)
    : session_(session), model_(model), base_(std::move(base)) {
  // Code of modes is made beside a run and takes longer than most runs of a study.
  if (!base_.options.modes) base_.options.modes = run::ModeUse::kOff;
}

RunValues ModelRuns::Merged(const RunValues& values) const {
  RunValues all = values;
  for (const run::Override& each : base_.options.overrides)
    if (!FindValue(values, each.name)) all.push_back(each);
  return all;
}

bool ModelRuns::Fits(const Variant& variant, const RunValues& all) const {
  // Of a name that it was not prepared with, nobody knows whether it may be set when a run starts.
  for (const run::Override& each : all)
    if (std::ranges::find(variant.names, each.name) == variant.names.end()) return false;
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
  for (const run::Override& each : all) made.names.push_back(each.name);
  made.plan.values.clear();
  variant = variants_.size();
  variants_.push_back(std::move(made));
  return Outcome::kDone;
}

RunEnd ModelRuns::Run(std::size_t variant, const RunValues& values, const std::vector<std::string>& names,
                      Samples& samples, std::stop_token stop) const {
  const Variant& chosen = variants_[variant];
  run::RunPlan plan = chosen.plan;
  plan.values = Merged(values);
  std::erase_if(plan.values, [&](const run::Override& each) { return FindValue(chosen.built_in, each.name); });
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
