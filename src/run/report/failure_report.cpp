#include "run/report/failure_report.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "run/codes.h"
#include "run/report/system_report.h"

namespace mica::run {

namespace {

std::string_view PhaseText(Phase phase) {
  switch (phase) {
    case Phase::kInitialization:
      return "initialization";
    case Phase::kIntegration:
      return "integration";
    case Phase::kEvent:
      return "an event";
  }
  return "";
}

std::optional<StepWords> StepOf(std::uint32_t scalar, Instance& instance) {
  const ModelWords* words = instance.runnable().words;
  return words ? words->StepOf(scalar, Section::kDynamics) : std::nullopt;
}

DiagnosticNote StepNote(const StepWords& step, std::string_view variable) {
  if (step.kind == StepWords::Kind::kAssign)
    return {step.span, fmt::format("{}{} = {}", step.component, variable, step.value)};
  std::string_view how = step.kind == StepWords::Kind::kSolve       ? "is solved for in a simultaneous system"
                         : step.kind == StepWords::Kind::kAlgorithm ? "is assigned in an algorithm"
                                                                    : "is computed";
  return {step.span, fmt::format("{}{} {}", step.component, variable, how)};
}

// The first scalar in the order of computation whose value is not finite.
std::optional<std::uint32_t> FirstNonFinite(Instance& instance) {
  const MicaModelTable& t = instance.table();
  auto bad = [&](std::uint32_t id) {
    const MicaScalar& scalar = t.scalars[id];
    return !IsString(scalar) && scalar.kind != MICA_KIND_OBJECT && !std::isfinite(instance.reals()[scalar.slot]);
  };
  for (MicaRange list : {t.states, t.computed})
    for (std::uint32_t id : List(t, list))
      if (bad(id)) return id;
  return std::nullopt;
}

}  // namespace

void ReportEvaluationFailure(Phase phase, Status status, Instance& instance, SystemSolvers& solvers,
                             DiagnosticSink& sink) {
  if (solvers.failure()) {
    std::span<const double> starts = solvers.starts(solvers.failure()->system);
    switch (phase) {
      case Phase::kInitialization:
        ReportSystemFailure(*solvers.failure(), starts, instance, kInitializationFailed, sink);
        return;
      case Phase::kIntegration:
        ReportSystemFailure(*solvers.failure(), starts, instance, kSystemFailed, sink);
        return;
      case Phase::kEvent:
        ReportSystemFailure(*solvers.failure(), starts, instance, kEventSystemFailed, sink);
        return;
    }
  }
  if (instance.reports().ReportFailure()) return;
  if (ReportNonFinite(instance, sink)) return;
  sink.Report(
      kCannotEvaluateModel, {},
      fmt::format("the model could not be evaluated during {} at time = {}{}", PhaseText(phase),
                  NumberText(instance.time()), status == Status::kFatal ? ": an external function gave up" : ""));
}

bool ReportNonFinite(Instance& instance, DiagnosticSink& sink) {
  const MicaModelTable& t = instance.table();
  const ModelWords* words = instance.runnable().words;
  for (std::uint32_t state : List(t, t.states)) {
    std::uint32_t derivative = t.scalars[state].derivative;
    double value = instance.value(derivative);
    if (std::isfinite(value)) continue;
    std::optional<StepWords> step = StepOf(derivative, instance);
    Diagnostic& error = sink.Report(kDerivativeNotFinite, step ? step->span : Span(),
                                    fmt::format("{} is not finite ({}) at time = {}", NameOf(t, derivative),
                                                NumberText(value), NumberText(instance.time())));
    if (step) error.notes.push_back(StepNote(*step, NameOf(t, derivative)));
    std::uint32_t first = FirstNonFinite(instance).value_or(derivative);
    if (first != derivative) {
      error.notes.push_back({Span(), fmt::format("the first variable that is not finite is {} = {}", NameOf(t, first),
                                                 NumberText(instance.value(first)))});
      if (std::optional<StepWords> source = StepOf(first, instance))
        error.notes.push_back(StepNote(*source, NameOf(t, first)));
    }
    if (std::optional<DiagnosticNote> cause =
            words ? words->ExplainValue(first, Section::kDynamics, instance.raw()) : std::nullopt)
      error.notes.push_back(std::move(*cause));
    return true;
  }
  return false;
}

void ReportIntegratorFailure(const IntegratorFailure& failure, bool non_finite, Instance& instance,
                             SystemSolvers& solvers, DiagnosticSink& sink) {
  if (failure.kind == IntegratorFailure::Kind::kEvaluation) {
    if (non_finite && ReportNonFinite(instance, sink)) return;
    ReportEvaluationFailure(Phase::kIntegration, Status::kFailed, instance, solvers, sink);
    return;
  }
  const MicaModelTable& t = instance.table();
  Diagnostic report;
  report.code = kStepFailed;
  std::string_view what = failure.kind == IntegratorFailure::Kind::kConvergence
                              ? "the equations of an integration step could not be solved, however short the step"
                              : "the error of an integration step stays too large, however short the step";
  report.message = fmt::format("integration cannot go on at time = {}: {}", NumberText(failure.time), what);
  for (std::size_t i : failure.suspects) {
    std::uint32_t state = List(t, t.states)[i], derivative = t.scalars[state].derivative;
    report.notes.push_back({Span(), fmt::format("{} = {}, {} = {}", NameOf(t, state), NumberText(instance.value(state)),
                                                NameOf(t, derivative), NumberText(instance.value(derivative)))});
    if (std::optional<StepWords> step = StepOf(derivative, instance))
      report.notes.push_back(StepNote(*step, NameOf(t, derivative)));
  }
  if (!failure.detail.empty()) report.notes.push_back({Span(), "the solver says: " + failure.detail});
  report.hint = "these states grow without bound or jump without an event; a looser tolerance seldom helps";
  sink.Report(std::move(report));
}

}  // namespace mica::run
