#include "run/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "run/codes.h"

namespace mica::run {

namespace {

double LookAhead(const RunPlan& plan) {
  return MICA_HANDLER_LOOK_AHEAD * (plan.stop > plan.start ? plan.stop - plan.start : 1);
}

double SecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Simulation::Simulation(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer, DiagnosticSink& sink,
                       const Progress& progress, std::stop_token stop, StepObserver* observer)
    : plan_(plan),
      writer_(writer),
      sink_(sink),
      progress_(progress),
      stop_(std::move(stop)),
      observer_(observer),
      reports_(runnable, sink),
      instance_(runnable, reports_),
      solvers_(instance_, result_.statistics.work, sink),
      iteration_(instance_, solvers_, result_.statistics.work, sink),
      calendar_(instance_),
      watch_(runnable.code->crossing_count),
      rows_(runnable),
      values_(instance_, sink),
      relations_(instance_, watch_, plan.tolerance, sink),
      selection_(instance_),
      delays_(instance_, plan.tolerance, plan.interval),
      handler_(instance_, iteration_, calendar_, watch_, rows_, LookAhead(plan),
               [this](std::span<const double> row) { return Append(row); }),
      states_(runnable.code->state_count),
      magnitudes_(runnable.code->state_count) {
  instance_.SetSystemHost(&solvers_);
  if (plan.inputs) inputs_.emplace(*plan.inputs, instance_, sink);
  instance_.SetStop(stop_);
  instance_.SetEventGain(LookAhead(plan));
  std::size_t crossing = 0;
  for (const MicaRelation& relation : Relations(*runnable.table))
    for (std::size_t k = 0; k < relation.crossings.count; ++k, ++crossing)
      watch_.SetTrueSide(crossing, TrueSideOf(relation));
  result_.statistics.method = plan.method->name;
  result_.statistics.has_fixed_step = plan.method->has_fixed_step();
  if (plan.method->has_fixed_step() || plan.modes != ModeUse::kOff) modes_.emplace(instance_);
  result_.time = plan.start;
  ConnectLoop();
}

bool Simulation::Begin() {
  Clock::time_point begin = Clock::now();
  initialized_ = WithoutFaults([&] { return Start(); });
  result_.statistics.initialize_seconds = SecondsSince(begin);
  begin_ = Clock::now();
  going_ = initialized_ && WithoutFaults([&] { return StartSteps(); });
  return going_ && instance_.time() < plan_.stop;
}

bool Simulation::Advance() {
  going_ = going_ && WithoutFaults([&] {
             return plan_.method->has_fixed_step() ? AdvanceStep() : mica_loop_advance(&loop_) == MICA_OK;
           });
  return going_ && instance_.time() < plan_.stop;
}

bool Simulation::AdvanceTo(double time, std::stop_token stop) {
  stop_ = std::move(stop);
  instance_.SetStop(stop_);
  loop_.target = std::min(time, plan_.stop);
  going_ = WithoutFaults([&] {
    bool going = true;
    if (!plan_.method->has_fixed_step()) going = mica_loop_to(&loop_, loop_.target) == MICA_OK;
    while (going && instance_.time() < loop_.target && !SameTime(instance_.time(), loop_.target)) going = AdvanceStep();
    return going && EvaluateAt(instance_.time(), integrator_->states());
  });
  return going_;
}

bool Simulation::Change(const std::function<void(Instance&)>& change) {
  auto call = [&] { change(instance_); };
  going_ = WithoutFaults([&] {
    return mica_loop_change(&loop_, [](void* data) { (*static_cast<decltype(call)*>(data))(); }, &call) == MICA_OK;
  });
  return going_;
}

SimulationResult Simulation::End() {
  if (initialized_) {
    (void)WithoutFaults([&] { return EndSteps(), true; });
    result_.statistics.integrate_seconds = SecondsSince(begin_);
    if (codes_) codes_->Remember();
    if (!writer_.Finish() && result_.outcome != Outcome::kFailed) Fail("the result could not be written");
  }
  if (result_.outcome == Outcome::kFinished && !plan_.method->has_fixed_step())
    magnitudes_.Report(plan_.tolerance, instance_, sink_);
  reports_.ReportRepeats();
  solvers_.ReportSingularLater();
  result_.statistics.work.Report(instance_.runnable(), sink_);
  if (endless_) endless_->Report(sink_);
  Count();
  return std::move(result_);
}

bool Simulation::End(Outcome outcome, std::string reason) {
  result_.outcome = outcome;
  result_.reason = std::move(reason);
  result_.time = instance_.time();
  return false;
}

// What failed because it was to end has not failed: nothing is said about it.
bool Simulation::Fail(std::string reason) {
  if (!stop_.stop_requested()) return End(Outcome::kFailed, std::move(reason));
  step_reports_.RollBack();
  return End(Outcome::kCancelled, "cancelled");
}

bool Simulation::FailModel(const ModelFault& fault) {
  ReportModelFault(fault, instance_.time(), instance_.runnable(), sink_);
  return Fail(fmt::format("a function of the model failed at time = {}", NumberText(instance_.time())));
}

bool Simulation::FailEvaluation(Phase phase, Status status) {
  ReportEvaluationFailure(phase, status, instance_, solvers_, sink_);
  return Fail(fmt::format("the model could not be evaluated at time = {}", NumberText(instance_.time())));
}

bool Simulation::Continues() {
  if (stop_.stop_requested()) return End(Outcome::kCancelled, "cancelled");
  step_reports_.Commit();
  if (reports_.terminated()) {
    const RaisedReport& raised = *reports_.terminated();
    sink_.Report(kTerminated, {},
                 fmt::format("terminated by the model at time = {}: {}", NumberText(raised.time), raised.message));
    return End(Outcome::kTerminated, raised.message);
  }
  return true;
}

void Simulation::EndSteps() {
  if (going_ && instance_.time() >= plan_.stop) (void)End(Outcome::kFinished, {});
  if (going_ && instance_.time() < plan_.stop) (void)End(Outcome::kCancelled, "ended before its time");
  if (result_.outcome == Outcome::kFinished || result_.outcome == Outcome::kTerminated) (void)RunTerminal();
}

// when terminal() …: after the last row.
bool Simulation::RunTerminal() {
  if ((instance_.table().flags & MICA_MODEL_HAS_TERMINAL) == 0) return true;
  instance_.raw().terminal = 1;
  if (!iteration_.Run()) return Fail("the equations at the end of the simulation failed");
  instance_.raw().terminal = 0;
  return Append(rows_.Row(instance_)) || FailRow();
}

void Simulation::Count() {
  SimulationStatistics& statistics = result_.statistics;
  if (integrator_) {
    IntegratorCounts counts = integrator_->counts();
    statistics.steps = counts.steps;
    statistics.fevals = counts.evaluations;
    statistics.jacobians = counts.jacobians;
    statistics.error_failures = counts.error_failures;
    statistics.convergence_failures = counts.convergence_failures;
  }
  if (modes_) {
    statistics.modes = modes_->size();
    statistics.more_modes = modes_->overflow() > 0;
    if (codes_) statistics.mode_codes = codes_->ready_count();
  }
  SystemTotals totals = solvers_.Totals();
  statistics.system_solutions = totals.solutions;
  statistics.newton_iterations = totals.iterations;
  statistics.system_residuals = totals.residuals;
  statistics.system_jacobians = totals.jacobians;
  statistics.event_passes = static_cast<std::size_t>(iteration_.passes());
}

}  // namespace mica::run
