#include "run/initialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "run/codes.h"
#include "run/report/object_report.h"

namespace mica::run {

namespace {

// In lambda, which goes from 0 to 1: the first step, and the one that is given up, a thousand times shorter.
constexpr double kFirstHomotopyStep = 0.1, kSmallestHomotopyStep = 1e-4;
constexpr int kMostHomotopySteps = 500;
// Where the curve of solutions turns by more than that, Newton's method may have found a point of another curve (a load
// at a collapsed voltage): the step is repeated with half its length. Relative to the length of the step as
// extrapolated, and to the size of the unknown.
constexpr double kMostTurn = 1, kSmallTurn = 0.1;
constexpr double kFinestWatched =
    0.01;  // in lambda: a shorter step is believed, whatever it does; limits and tables have corners

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
    std::uint32_t homotopy = instance_.table().homotopy;
    if (homotopy == MICA_HOMOTOPY_ITERATED && Continue(homotopy_steps)) return true;
    Restore(starts_);
    Status direct = TryInitial(1);
    if (direct == Status::kOk || direct == Status::kTerminated) return true;
    // What is reported in the end is the failure of the actual equations.
    DiagnosticSink reported;
    ReportEvaluationFailure(Phase::kInitialization, direct, instance_, solvers_, reported);
    if (direct != Status::kFatal) {
      Restore(starts_);
      if (homotopy == MICA_HOMOTOPY_OUTSIDE && Continue(homotopy_steps)) return true;
      if (solvers_.failure() && TryNeighbour()) return true;
    }
    Forward(reported);
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

  // Of the unknowns that initial() iterates on.
  std::span<const std::uint32_t> UnknownSlots() const {
    return List(instance_.table(), instance_.table().initial_unknowns);
  }

  // Whether the present values are far from where the line through two earlier solutions leads, `ahead` times as far as
  // these are from each other.
  bool Leaps(std::span<const std::uint32_t> slots, const std::vector<double>& before, const std::vector<double>& point,
             double ahead) const {
    double turn = 0, length = 0;
    for (std::uint32_t slot : slots) {
      double now = instance_.reals()[slot], expected = ahead * (point[slot] - before[slot]);
      double size = std::max({std::abs(now), std::abs(point[slot]), std::abs(instance_.nominal()[slot])});
      if (!(size > 0)) continue;
      turn = std::max(turn, std::abs(now - point[slot] - expected) / size);
      length = std::max(length, std::abs(expected) / size);
    }
    return turn > std::max(kSmallTurn, kMostTurn * length);
  }

  // From the solution of the dynamics with states, and parameters that are to be found, at their start values.
  bool TryNeighbour() {
    std::span<const std::uint32_t> slots = UnknownSlots();
    if (slots.empty() || instance_.table().states.count == 0) return false;
    MicaInstance& raw = instance_.raw();
    std::vector<double> held(instance_.held().begin(), instance_.held().end());
    Restore(starts_);
    raw.initial = 0;
    solvers_.InvalidateAll();
    Status status = instance_.Event();
    raw.initial = 1;
    std::vector<double> found;
    for (std::uint32_t slot : slots) found.push_back(instance_.reals()[slot]);
    std::copy(held.begin(), held.end(), instance_.held().begin());
    Restore(starts_);
    stages_.push_back("from the solution with all states at their start values");
    if (status != Status::kOk) {
      stages_.back() += ", which was not found either";
      return false;
    }
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (std::isfinite(found[i])) instance_.reals()[slots[i]] = found[i];
    return TryInitial(1) == Status::kOk;
  }

  // The failure of the actual equations, and the ways around it that were tried.
  void Forward(const DiagnosticSink& reported) {
    bool is_first = true;
    for (Diagnostic diagnostic : reported.all()) {
      if (is_first && !stages_.empty()) {
        std::string text = "the whole initialization was tried as given";
        for (const std::string& stage : stages_) text += "; " + stage;
        diagnostic.notes.push_back({Span(), text});
      }
      is_first = false;
      sink_.Report(std::move(diagnostic));
    }
  }

  // From the simplified to the actual equations. Leaves lambda = 1.
  bool Continue(int& steps) {
    bool solved = TryInitial(0) == Status::kOk;
    double lambda = 0, step = kFirstHomotopyStep, length_before = 0;
    std::vector<double> before;  // the solution before `point`; none at first
    std::span<const std::uint32_t> slots = UnknownSlots();
    while (solved && lambda < 1 && steps < kMostHomotopySteps) {
      std::vector<double> point(instance_.reals().begin(), instance_.reals().end());
      double next = std::min(1.0, lambda + step);
      ++steps;
      Status status = TryInitial(next);
      if (status == Status::kOk || (next == 1 && status == Status::kTerminated)) {
        double length = next - lambda;
        if (!before.empty() && length > kFinestWatched && Leaps(slots, before, point, length / length_before)) {
          Restore(point);
          step = length / 2;
          continue;
        }
        before = std::move(point);
        length_before = length;
        lambda = next;
        step *= 2;
        continue;
      }
      Restore(point);
      step /= 2;
      solved = step >= kSmallestHomotopyStep;
    }
    instance_.raw().lambda = 1;
    if (solved && lambda == 1) return true;
    stages_.push_back(fmt::format("by homotopy, which ended at lambda = {:.3g}", lambda));
    return false;
  }

  Instance& instance_;
  SystemSolvers& solvers_;
  DiagnosticSink& sink_;
  std::vector<double> starts_, pre_;
  std::vector<std::string> stages_;  // that failed, in words
};

// A relation like time > t, whose value at the start is another than at its event
// (structure/scalar/hold_relations.cpp), with t the present time.
bool HasEventAtStart(Instance& instance) {
  std::vector<double> times(instance.code().held_count);
  double start = instance.time();
  // Times that are not over are asked for from just before.
  instance.SetTime(std::nextafter(start, -std::numeric_limits<double>::infinity()));
  Status status = instance.TimeEvents(times);
  instance.SetTime(start);
  if (status != Status::kOk) return false;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] == start && (instance.table().relations[i].flags & MICA_RELATION_OTHER_AT_START) != 0) return true;
  return false;
}

// The nominal value of a derivative, which none can be given: no less than what takes its state by the nominal value of
// that within the run. Rounding in a large state (a pressure) makes rounding in its derivative, which means nothing
// where the state stays.
void ScaleDerivatives(double span, Instance& instance) {
  for (std::size_t i = 0; i < instance.derivative_slots().size() && span > 0; ++i) {
    double& nominal = instance.raw().nominal[instance.derivative_slots()[i]];
    nominal = std::max(std::abs(nominal), std::abs(instance.nominal()[instance.state_slots()[i]]) / span);
  }
}

bool Succeeded(Status status) { return status == Status::kOk || status == Status::kTerminated; }

}  // namespace

InitializationOutcome Initialize(double time, double span, const std::vector<Override>& overrides, Instance& instance,
                                 SystemSolvers& solvers, EventIteration& iteration, StateSelection& selection,
                                 DiagnosticSink& sink, const InitialPoint* from, const InputSignals* inputs) {
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
    DiagnosticSink::Mark before = sink.mark();
    ReportEvaluationFailure(Phase::kInitialization, status, instance, solvers, sink);
    if (sink.HasErrorsSince(before))
      sink.Report(kParametersFailed, {}, "the parameters of the model could not be computed");
    return outcome;
  }
  status = instance.Attributes();
  if (!Succeeded(status)) {
    ReportEvaluationFailure(Phase::kInitialization, status, instance, solvers, sink);
    return outcome;
  }
  ScaleDerivatives(span, instance);
  // attributes() gave inputs their start values; what the user set goes first.
  if (!ApplyOverrides(overrides, instance, sink)) return outcome;
  if (inputs) inputs->Apply(time, instance.reals());  // and data for inputs before both
  solvers.TakeAttributes();

  std::optional<ContinueFrom> earlier;
  if (from) earlier.emplace(*from, instance);
  DiagnosticSink::Transaction attempt(sink);
  Initializer initializer(instance, solvers, sink);
  if (!initializer.Solve(outcome.homotopy_steps)) {
    if (!earlier || !earlier->is_complete()) return outcome;
    attempt.RollBack();
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
  raw.initial = outcome.has_event_at_start ? -1 : 0;
  solvers.InvalidateAll();
  if (!Succeeded(instance.RecordDistributions())) return outcome;
  // The event iteration belongs to what comes after: where it changes a signal, the past of delay() is from before it
  // (specification 8.6).
  if (std::vector<double> delayed(3 * instance.code().delay_count); !delayed.empty()) {
    if (!Succeeded(instance.Delays(delayed))) return outcome;
    instance.delays().Record(time, delayed.data());
  }
  bool is_settled = iteration.Run();
  raw.initial = 0;
  if (!is_settled) return outcome;
  if (ReportNonFinite(instance, sink)) return outcome;
  for (std::uint32_t id : List(instance.table(), instance.table().used_starts))
    if (!from) outcome.used_starts.push_back({std::string(NameOf(instance.table(), id)), instance.value(id)});
  outcome.ok = true;
  return outcome;
}

}  // namespace mica::run
