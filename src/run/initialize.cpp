#include "run/initialize.h"

#include <fmt/format.h>

#include <algorithm>

namespace mica::run {

namespace {

constexpr double kFirstHomotopyStep = 0.1, kSmallestHomotopyStep = 1e-4;
constexpr int kMostHomotopySteps = 500;

class Initializer {
 public:
  Initializer(Instance& instance, SystemSolvers& solvers, DiagnosticSink& sink) : instance_(instance), solvers_(solvers), sink_(sink) {}

  Status TryInitial(double lambda) {
    instance_.raw().lambda = lambda;
    instance_.reports().ClearFailure();
    solvers_.ClearFailure();
    solvers_.InvalidateAll();
    return instance_.Initial();
  }

  // The whole of initial(), by continuation if it must be.
  bool Solve(int& homotopy_steps) {
    std::vector<double> starts(instance_.reals().begin(), instance_.reals().end());
    std::vector<double> pre(instance_.pre().begin(), instance_.pre().end());
    Status direct = TryInitial(1);
    if (direct == Status::kOk || direct == Status::kTerminated) return true;
    // What is told in the end is the failure of the actual equations.
    DiagnosticSink told;
    ReportEvaluationFailure(Phase::kInitialization, direct, instance_, solvers_, told);
    auto restore = [&](const std::vector<double>& reals) {
      std::copy(reals.begin(), reals.end(), instance_.reals().begin());
      std::copy(pre.begin(), pre.end(), instance_.pre().begin());
    };
    restore(starts);
    bool solved = direct != Status::kFatal && TryInitial(0) == Status::kOk;
    double lambda = 0, step = kFirstHomotopyStep;
    while (solved && lambda < 1 && homotopy_steps < kMostHomotopySteps) {
      std::vector<double> point(instance_.reals().begin(), instance_.reals().end());
      double next = std::min(1.0, lambda + step);
      ++homotopy_steps;
      if (TryInitial(next) == Status::kOk) {
        lambda = next;
        step *= 2;
        continue;
      }
      restore(point);
      step /= 2;
      solved = step >= kSmallestHomotopyStep;
    }
    instance_.raw().lambda = 1;
    if (solved && lambda == 1) return true;
    for (const Diagnostic& diagnostic : told.all()) sink_.Report(diagnostic);
    return false;
  }

 private:
  Instance& instance_;
  SystemSolvers& solvers_;
  DiagnosticSink& sink_;
};

bool Succeeded(Status status) { return status == Status::kOk || status == Status::kTerminated; }

}  // namespace

InitializationOutcome Initialize(double time, const std::vector<Override>& overrides, Instance& instance, SystemSolvers& solvers,
                                 EventIteration& iteration, DiagnosticSink& sink) {
  InitializationOutcome outcome;
  MicaInstance& raw = instance.raw();
  instance.SetTime(time);
  raw.initial = 1;
  raw.event = 1;
  instance.LoadLiterals();
  if (!ApplyOverrides(overrides, instance, sink)) return outcome;
  Status status = instance.Parameters();
  if (!Succeeded(status)) {
    std::size_t before = sink.error_count();
    ReportEvaluationFailure(Phase::kInitialization, status, instance, solvers, sink);
    if (sink.error_count() > before)
      sink.Error("E6101", {}, "the parameters of the model could not be computed");
    return outcome;
  }
  status = instance.Attributes();
  if (!Succeeded(status)) {
    ReportEvaluationFailure(Phase::kInitialization, status, instance, solvers, sink);
    return outcome;
  }
  // attributes() gave inputs their start values; what the user set goes first.
  if (!ApplyOverrides(overrides, instance, sink)) return outcome;
  solvers.TakeAttributes();

  Initializer initializer(instance, solvers, sink);
  if (!initializer.Solve(outcome.homotopy_steps)) return outcome;
  (void)instance.ApplyReinits();
  raw.initial = 0;
  solvers.InvalidateAll();
  if (!iteration.Run()) return outcome;
  if (ReportNonFinite(instance, sink)) return outcome;
  for (ScalarId id : instance.model().initialization.activated_starts)
    outcome.used_starts.push_back({instance.model().scalars[id].name, instance.value(id)});
  outcome.ok = true;
  return outcome;
}

}  // namespace mica::run
