#include "run/initialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

#include "run/object_report.h"

namespace mica::run {

namespace {

constexpr double kFirstHomotopyStep = 0.1, kSmallestHomotopyStep = 1e-4;
constexpr int kMostHomotopySteps = 500;

// homotopy() stands in an equation that Newton iteration solves, or a search for the values of relations: which solution is found depends on the way to it.
bool IteratesOverHomotopy(const structure::BlockModel& model, const Store& store) {
  auto holds = [&](Op op, std::unordered_set<std::uint32_t>& seen, Expr root) {
    std::vector<Expr> stack;
    if (root.valid()) stack.push_back(root);
    while (!stack.empty()) {
      Expr e = stack.back();
      stack.pop_back();
      if (!seen.insert(e.index()).second) continue;
      if (store.exprs.op(e) == op) return true;
      for (Expr arg : store.exprs.args(e))
        if (arg.valid()) stack.push_back(arg);
    }
    return false;
  };
  for (const structure::Step& step : model.initial) {
    if (step.kind != structure::Step::Kind::kSolve) continue;
    const structure::System& system = model.systems[step.system];
    auto system_holds = [&](Op op) {
      std::unordered_set<std::uint32_t> seen;
      return std::ranges::any_of(system.inner, [&](const structure::Step& inner) { return holds(op, seen, inner.value); }) ||
             std::ranges::any_of(system.residuals, [&](Expr residual) { return holds(op, seen, residual); });
    };
    bool has_one_solution = system.is_linear && system.discrete.empty() && !system_holds(Op::kHeld);
    if (!has_one_solution && system_holds(Op::kHomotopy)) return true;
  }
  return false;
}

class Initializer {
 public:
  Initializer(Instance& instance, SystemSolvers& solvers, DiagnosticSink& sink)
      : instance_(instance),
        solvers_(solvers),
        sink_(sink),
        starts_(instance.reals().begin(), instance.reals().end()),
        pre_(instance.pre().begin(), instance.pre().end()) {}

  // The whole of initial().
  bool Solve(int& homotopy_steps) {
    bool homotopy_first = IteratesOverHomotopy(instance_.model(), *instance_.runnable().store);
    if (homotopy_first && Continue(homotopy_steps)) return true;
    Restore(starts_);
    Status direct = TryInitial(1);
    if (direct == Status::kOk || direct == Status::kTerminated) return true;
    // What is told in the end is the failure of the actual equations.
    DiagnosticSink told;
    ReportEvaluationFailure(Phase::kInitialization, direct, instance_, solvers_, told);
    if (!homotopy_first && direct != Status::kFatal) {
      Restore(starts_);
      if (Continue(homotopy_steps)) return true;
    }
    for (const Diagnostic& diagnostic : told.all()) sink_.Report(diagnostic);
    return false;
  }

 private:
  Status TryInitial(double lambda) {
    instance_.raw().lambda = lambda;
    instance_.reports().ClearFailure();
    solvers_.ClearFailure();
    solvers_.InvalidateAll();
    return instance_.Initial();
  }

  void Restore(const std::vector<double>& reals) {
    std::copy(reals.begin(), reals.end(), instance_.reals().begin());
    std::copy(pre_.begin(), pre_.end(), instance_.pre().begin());
  }

  // From the simplified to the actual equations. Leaves lambda = 1.
  bool Continue(int& steps) {
    bool solved = TryInitial(0) == Status::kOk;
    double lambda = 0, step = kFirstHomotopyStep;
    while (solved && lambda < 1 && steps < kMostHomotopySteps) {
      std::vector<double> point(instance_.reals().begin(), instance_.reals().end());
      double next = std::min(1.0, lambda + step);
      ++steps;
      Status status = TryInitial(next);
      if (status == Status::kOk || (next == 1 && status == Status::kTerminated)) {
        lambda = next;
        step *= 2;
        continue;
      }
      Restore(point);
      step /= 2;
      solved = step >= kSmallestHomotopyStep;
    }
    instance_.raw().lambda = 1;
    return solved && lambda == 1;
  }

  Instance& instance_;
  SystemSolvers& solvers_;
  DiagnosticSink& sink_;
  std::vector<double> starts_, pre_;
};

// A relation like time > t, whose value at the start is another than at its event (structure/hold_relations.cpp), with t the present time.
bool HasEventAtStart(Instance& instance) {
  const ExprPool& pool = instance.runnable().store->exprs;
  std::vector<double> times(instance.code().held_count);
  double start = instance.time();
  // Times that are not over are asked for from just before.
  instance.SetTime(std::nextafter(start, -std::numeric_limits<double>::infinity()));
  Status status = instance.TimeEvents(times);
  instance.SetTime(start);
  if (status != Status::kOk) return false;
  for (std::size_t i = 0; i < times.size(); ++i) {
    Expr value = instance.model().held[structure::HeldId(i)].value;
    if (times[i] != start || !value.valid() || pool.op(value) != Op::kIf) continue;
    auto depends = [&](Expr e) { return pool.op(e) == Op::kIf && pool.op(pool.arg(e, 0)) == Op::kInitial; };
    if (depends(value) || depends(pool.arg(value, 1)) || depends(pool.arg(value, 2))) return true;
  }
  return false;
}

bool Succeeded(Status status) { return status == Status::kOk || status == Status::kTerminated; }

}  // namespace

InitializationOutcome Initialize(double time, const std::vector<Override>& overrides, Instance& instance, SystemSolvers& solvers,
                                 EventIteration& iteration, StateSelection& selection, DiagnosticSink& sink, const InitialPoint* from,
                                 const InputSignals* inputs) {
  InitializationOutcome outcome;
  MicaInstance& raw = instance.raw();
  instance.SetTime(time);
  raw.initial = 1;
  raw.event = 1;
  instance.LoadLiterals();
  if (!ApplyOverrides(overrides, instance, sink)) return outcome;
  Status status = instance.Parameters();
  if (!Succeeded(status)) {
    if (ReportObjectFailure(instance, sink)) return outcome;
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
  if (inputs) inputs->Apply(time, instance.reals());  // and data for inputs before both
  solvers.TakeAttributes();

  std::optional<ContinueFrom> earlier;
  if (from) earlier.emplace(*from, instance);
  std::size_t told = sink.all().size();
  Initializer initializer(instance, solvers, sink);
  if (!initializer.Solve(outcome.homotopy_steps)) {
    if (!earlier || !earlier->is_complete()) return outcome;
    sink.Rewind(told);
  }
  (void)instance.ApplyReinits();
  raw.initial = 0;
  if (earlier) {
    solvers.InvalidateAll();
    instance.reports().ClearFailure();
    solvers.ClearFailure();
    earlier->ReportMissing(sink);
    earlier->Apply();
  }
  (void)selection.Update();
  outcome.has_event_at_start = !earlier && HasEventAtStart(instance);
  raw.initial = outcome.has_event_at_start ? 1 : 0;
  solvers.InvalidateAll();
  if (!Succeeded(instance.RecordDistributions())) return outcome;
  bool is_settled = iteration.Run();
  raw.initial = 0;
  if (!is_settled) return outcome;
  if (ReportNonFinite(instance, sink)) return outcome;
  for (ScalarId id : instance.model().initialization.activated_starts)
    if (!from) outcome.used_starts.push_back({instance.model().scalars[id].name, instance.value(id)});
  outcome.ok = true;
  return outcome;
}

}  // namespace mica::run
