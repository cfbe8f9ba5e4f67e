#include "run/failure_report.h"

#include <fmt/format.h>

#include <cmath>

#include "run/explain_value.h"
#include "run/system_report.h"

namespace mica::run {

namespace {

using structure::Step;

std::string_view PhaseText(Phase phase) {
  switch (phase) {
    case Phase::kInitialization: return "initialization";
    case Phase::kIntegration: return "integration";
    case Phase::kEvent: return "an event";
  }
  return "";
}

DiagnosticNote StepNote(const Step& step, std::string_view variable, const Runnable& runnable) {
  std::string component = ComponentText(step.origin, *runnable.store);
  if (step.kind == Step::Kind::kAssign) return {step.origin.span, fmt::format("{}{} = {}", component, variable, ModelText(step.value, runnable))};
  std::string_view how = step.kind == Step::Kind::kSolve       ? "is solved for in a simultaneous system"
                         : step.kind == Step::Kind::kAlgorithm ? "is assigned in an algorithm"
                                                               : "is computed";
  return {step.origin.span, fmt::format("{}{} {}", component, variable, how)};
}

// The first scalar in the order of computation whose value is not finite.
ScalarId FirstNonFinite(Instance& instance) {
  const structure::BlockModel& model = instance.model();
  auto bad = [&](ScalarId id) {
    if (!id.valid()) return false;
    const structure::Scalar& scalar = model.scalars[id];
    bool is_number = !scalar.type.valid() || instance.runnable().store->types.kind(scalar.type) != TypeKind::kString;
    return is_number && scalar.kind != structure::ScalarKind::kObject && !std::isfinite(instance.reals()[scalar.slot]);
  };
  for (ScalarId state : model.states)
    if (bad(state)) return state;
  for (const Step& step : model.dynamics) {
    for (ScalarId target : step.targets)
      if (bad(target)) return target;
    if (step.kind != Step::Kind::kSolve || !step.system.valid()) continue;
    for (const Step& inner : model.systems[step.system].inner)
      for (ScalarId target : inner.targets)
        if (bad(target)) return target;
    for (ScalarId unknown : model.systems[step.system].unknowns)
      if (bad(unknown)) return unknown;
  }
  return {};
}

}  // namespace

void ReportEvaluationFailure(Phase phase, Status status, Instance& instance, SystemSolvers& solvers, DiagnosticSink& sink) {
  if (solvers.failure()) {
    std::span<const double> starts = solvers.starts(solvers.failure()->system);
    switch (phase) {
      case Phase::kInitialization: ReportSystemFailure(*solvers.failure(), starts, instance, "E6102", sink); return;
      case Phase::kIntegration: ReportSystemFailure(*solvers.failure(), starts, instance, "E6204", sink); return;
      case Phase::kEvent: ReportSystemFailure(*solvers.failure(), starts, instance, "E6305", sink); return;
    }
  }
  if (instance.reports().ReportFailure()) return;
  if (ReportNonFinite(instance, sink)) return;
  sink.Error("E6206", {}, fmt::format("the model could not be evaluated during {} at time = {}{}", PhaseText(phase), NumberText(instance.time()),
                                      status == Status::kFatal ? ": an external function gave up" : ""));
}

bool ReportNonFinite(Instance& instance, DiagnosticSink& sink) {
  const structure::BlockModel& model = instance.model();
  for (ScalarId state : model.states) {
    ScalarId derivative = model.scalars[state].derivative;
    double value = instance.value(derivative);
    if (std::isfinite(value)) continue;
    const Step* step = FindStep(model, model.dynamics, derivative);
    Diagnostic& error = sink.Error("E6202", step ? step->origin.span : Span(),
                                   fmt::format("{} is not finite ({}) at time = {}", model.scalars[derivative].name, NumberText(value),
                                               NumberText(instance.time())));
    if (step) error.notes.push_back(StepNote(*step, model.scalars[derivative].name, instance.runnable()));
    ScalarId first = FirstNonFinite(instance);
    if (first.valid() && first != derivative) {
      std::string name = model.scalars[first].name;
      error.notes.push_back({Span(), fmt::format("the first variable that is not finite is {} = {}", name, NumberText(instance.value(first)))});
    }
    if (!first.valid()) first = derivative;
    const Step* source = FindStep(model, model.dynamics, first);
    if (source && first != derivative) error.notes.push_back(StepNote(*source, model.scalars[first].name, instance.runnable()));
    if (std::optional<ValueCause> cause = source ? ExplainValue(*source, instance) : std::nullopt)
      error.notes.push_back({cause->span, CauseText(*cause)});
    return true;
  }
  return false;
}

void ReportIntegratorFailure(const IntegratorFailure& failure, bool non_finite, Instance& instance, SystemSolvers& solvers, DiagnosticSink& sink) {
  if (failure.kind == IntegratorFailure::Kind::kEvaluation) {
    if (non_finite && ReportNonFinite(instance, sink)) return;
    ReportEvaluationFailure(Phase::kIntegration, Status::kFailed, instance, solvers, sink);
    return;
  }
  const structure::BlockModel& model = instance.model();
  Diagnostic report;
  report.code = "E6201";
  std::string_view what = failure.kind == IntegratorFailure::Kind::kConvergence
                              ? "the equations of an integration step could not be solved, however short the step"
                              : "the error of an integration step stays too large, however short the step";
  report.message = fmt::format("integration cannot go on at time = {}: {}", NumberText(failure.time), what);
  for (std::size_t i : failure.suspects) {
    ScalarId state = model.states[i];
    ScalarId derivative = model.scalars[state].derivative;
    report.notes.push_back({Span(), fmt::format("{} = {}, {} = {}", model.scalars[state].name, NumberText(instance.value(state)),
                                                model.scalars[derivative].name, NumberText(instance.value(derivative)))});
    if (const Step* step = FindStep(model, model.dynamics, derivative)) report.notes.push_back(StepNote(*step, model.scalars[derivative].name, instance.runnable()));
  }
  if (!failure.detail.empty()) report.notes.push_back({Span(), "the solver says: " + failure.detail});
  report.hint = "these states grow without bound or jump where no event tells so; a looser tolerance seldom helps";
  sink.Report(std::move(report));
}

}  // namespace mica::run
