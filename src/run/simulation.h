// Run stage: the driver of a run, behind Simulate and DrivenRun (simulate.h) and SteppedRun (stepped_run.h):
// initialization, then steps of the integrator with rows, events and histories in between.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "run/codes.h"
#include "run/events/endless_events.h"
#include "run/events/event_handler.h"
#include "run/events/relation_check.h"
#include "run/history/delay_recorder.h"
#include "run/input_signals.h"
#include "run/integrators/model_ode.h"
#include "run/integrators/state_magnitudes.h"
#include "run/integrators/state_pattern.h"
#include "run/modes/mode_codes.h"
#include "run/modes/mode_record.h"
#include "run/report/model_fault.h"
#include "run/report/value_check.h"
#include "run/simulate.h"
#include "runtime/step/bounded_step.h"

namespace mica::run {

// All that a further run depends on.
struct SavedPoint {
  double time = 0;
  std::vector<double> reals, pre, held;
  std::vector<const char*> strings, pre_strings;  // the instance keeps them
  std::vector<MicaTicker> tickers;
  StateSelection::Memory selection;
  bool is_event_due = false;
};

using Clock = std::chrono::steady_clock;

inline double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

inline double LookAhead(const RunPlan& plan) {
  return MICA_HANDLER_LOOK_AHEAD * (plan.stop > plan.start ? plan.stop - plan.start : 1);
}

class Simulation final : public DrivenRun {
 public:
  Simulation(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer, DiagnosticSink& sink,
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
        magnitudes_(runnable.code->state_count),
        target_(plan.stop) {
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
  }

  bool Begin() override {
    WatchForExit();
    Clock::time_point begin = Clock::now();
    initialized_ = WithoutFaults([&] { return Start(); });
    result_.statistics.initialize_seconds = SecondsSince(begin);
    begin_ = Clock::now();
    going_ = initialized_ && WithoutFaults([&] { return StartSteps(); });
    return going_ && instance_.time() < plan_.stop;
  }

  bool Advance() override {
    going_ = going_ && WithoutFaults([&] { return plan_.method->has_fixed_step() ? AdvanceStep() : AdvanceOnce(); });
    return going_ && instance_.time() < plan_.stop;
  }

  SimulationResult End() override {
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

  // To times of a program's choice (stepped_run.h), in place of Begin, Advance and End.
  bool Open() {
    WatchForExit();
    return WithoutFaults([&] { return Start() && StartSteps(); });
  }
  bool AdvanceTo(double time, std::stop_token stop) {
    stop_ = std::move(stop);
    instance_.SetStop(stop_);
    target_ = std::min(time, plan_.stop);
    return WithoutFaults([&] {
      bool going = true;
      while (going && instance_.time() < target_ && !SameTime(instance_.time(), target_))
        going = plan_.method->has_fixed_step() ? AdvanceStep() : AdvanceOnce();
      return going && EvaluateAt(instance_.time(), integrator_->states());
    });
  }
  bool Change(const std::function<void(Instance&)>& change) {
    return WithoutFaults([&] {
      next_event_.reset();
      if (!HandleEvent(true, [&] { change(instance_); }) || !SelectStates()) return false;
      is_event_due_ = iteration_.unfinished();
      Restart();
      return true;
    });
  }
  SavedPoint Save();
  bool Restore(const SavedPoint& point);
  const SimulationResult& result() const { return result_; }

  double time() const override { return instance_.time(); }
  Instance& instance() override { return instance_; }
  void LimitSteps(double longest) override { longest_ = longest; }
  void StopAt(double time) override { stops_.insert(time); }

 private:
  // A fault in the code of the model ends the run, not the program.
  template <class Work>
  bool WithoutFaults(Work&& work) {
    try {
      return work();
    } catch (const ModelFault& fault) {
      ReportModelFault(fault, instance_.time(), instance_.runnable(), sink_);
      return Fail(fmt::format("a function of the model failed at time = {}", NumberText(instance_.time())));
    }
  }

  bool Append(std::span<const double> row) {
    if (!plan_.has_rows || is_quiet_) return true;
    // Just past the point where a relation changes, before it does, an expression that it guards may be outside of its
    // domain: no row.
    if (std::exchange(is_left_limit_, false)) {
      if (!ValueCheck::IsFinite(row)) return true;
    } else if (!values_.Passes(row)) {
      has_bad_value_ = true;
      return false;
    }
    ++result_.statistics.rows;
    if (!modes_ || is_paused_) return writer_.Append(instance_.time(), row);
    step_clock_.Pause();
    bool written = writer_.Append(instance_.time(), row);
    step_clock_.Resume();
    return written;
  }

  // Always false: the simulation ends here.
  bool End(Outcome outcome, std::string reason) {
    result_.outcome = outcome;
    result_.reason = std::move(reason);
    result_.time = instance_.time();
    return false;
  }
  // After Append.
  bool FailRow() {
    return Fail(has_bad_value_ ? fmt::format("a variable has no valid value at time = {}", NumberText(instance_.time()))
                               : std::string("the result could not be written"));
  }
  bool FailRelation() {
    return Fail(fmt::format("a relation contradicts the values at time = {}", NumberText(instance_.time())));
  }
  // What failed because it was to end has not failed: nothing is said about it.
  bool Fail(std::string reason) {
    if (!stop_.stop_requested()) return End(Outcome::kFailed, std::move(reason));
    step_reports_.RollBack();
    return End(Outcome::kCancelled, "cancelled");
  }

  bool Start() {
    if (inputs_ && !inputs_->ok()) return End(Outcome::kRefused, "the inputs have no data");
    if (inputs_) {
      inputs_->PassTo(plan_.start);
    }
    InitializationOutcome outcome =
        Initialize(plan_.start, plan_.stop - plan_.start, plan_.values, instance_, solvers_, iteration_, selection_,
                   sink_, plan_.initial.get(), inputs_ ? &*inputs_ : nullptr);
    result_.statistics.homotopy_steps = outcome.homotopy_steps;
    result_.used_starts = std::move(outcome.used_starts);
    has_event_at_start_ = outcome.has_event_at_start;
    if (!outcome.ok) return Fail("initialization failed");
    if (!calendar_.Start(plan_.start, plan_.stop, sink_)) return Fail("initialization failed");
    if (!handler_.SettleModes()) return Fail("initialization failed");
    if (!handler_.RecordDelays() || !handler_.Refresh()) return FailEvaluation(Phase::kInitialization, Status::kFailed);
    result_.initialized = true;
    if (!observer_) NoteOpenInputs();
    if (plan_.has_rows) {
      std::vector<double> constants = rows_.Constants(instance_);
      has_bad_value_ = !values_.PassesConstants(constants);
      if (!writer_.Begin(rows_.signals(), constants, plan_.start, plan_.stop) || has_bad_value_ ||
          !Append(rows_.Row(instance_)))
        return FailRow();
    }
    ode_.emplace(instance_, watch_, inputs_ ? &*inputs_ : nullptr, !plan_.method->has_fixed_step());
    MethodSettings settings{plan_.start, plan_.stop, plan_.tolerance, plan_.step, 0, 0, nullptr};
    // Nothing is known where a step begins: the first are kept in touch with the output grid.
    constexpr double kIntervalsOfFirstSteps = 5;
    settings.first_steps = kIntervalsOfFirstSteps * plan_.interval;
    // A relation that changes twice between two looks goes unseen.
    constexpr double kLooksPerInterval = 10;
    if (watch_.size() > 0) settings.look_interval = plan_.interval / kLooksPerInterval;
    if ((!plan_.method->has_fixed_step() || plan_.method->discretisation == Discretisation::kTangent) &&
        !ode_->linearisation())
      pattern_ = OdePattern(instance_.table());
    if (pattern_) settings.pattern = &*pattern_;
    integrator_ = plan_.method->make(*ode_, settings);
    if (plan_.modes != ModeUse::kOff && !modes_->variables().empty() && instance_.runnable().compile_mode)
      codes_.emplace(instance_, *modes_, plan_.modes, observer_ != nullptr,
                     plan_.method->has_bounded_work() ? &plan_.limits : nullptr,
                     instance_.table().base_slots.count == states_.size() ? plan_.step : 0,
                     instance_.runnable().mode_directory);
    if (plan_.method->has_bounded_work()) {
      result_.statistics.work.Bind(plan_.limits);
      solvers_.Reserve();
    }
    endless_.emplace(instance_, watch_, plan_);
    // What a jump of the derivative makes of the state in the whole run, beside the tolerance.
    constexpr double kNegligible = 1e-3;
    std::vector<double> slopes(ode_->nominal().begin(), ode_->nominal().end());
    for (double& slope : slopes) slope *= kNegligible * plan_.tolerance / (plan_.stop - plan_.start);
    if (plan_.stop > plan_.start && !plan_.method->has_bounded_work()) handler_.SetNegligibleSlopes(std::move(slopes));
    return !observer_ || observer_->Begin(instance_) || End(Outcome::kRefused, "the run was not begun");
  }

  // N6038: inputs that nobody gives a value.
  void NoteOpenInputs();

  bool FailEvaluation(Phase phase, Status status) {
    ReportEvaluationFailure(phase, status, instance_, solvers_, sink_);
    return Fail(fmt::format("the model could not be evaluated at time = {}", NumberText(instance_.time())));
  }

  // All variables at an accepted point between events.
  bool EvaluateAt(double time, std::span<const double> states) {
    instance_.SetTime(time);
    if (inputs_) inputs_->Apply(time, instance_.reals());
    instance_.SetStates(states);
    instance_.raw().event = 0;
    reports_.ClearFailure();
    solvers_.ClearFailure();
    reports_.SetAccepted(true);
    // Code of a mode leaves out what only rows need.
    stands_at_end_ = stands_at_end_ && time == integrator_->time() && !instance_.in_mode();
    Instance::GeneralCode general(instance_);
    Status status = stands_at_end_ ? Status::kOk : instance_.Derivatives();
    if (status == Status::kOk) status = instance_.Outputs();
    reports_.SetAccepted(false);
    if (status != Status::kOk && status != Status::kTerminated) return FailEvaluation(Phase::kIntegration, status);
    return true;
  }

  // Looks whether other variables were better states, at a point where all are computed. `states_selected_`: the
  // integrator must start afresh.
  bool SelectStates() {
    states_selected_ = selection_.any() && selection_.Update();
    if (!states_selected_) return true;
    solvers_.NoteEvent();
    instance_.GetStates(states_);
    return EvaluateAt(instance_.time(), states_);
  }

  void Restart() {
    instance_.GetStates(states_);
    magnitudes_.Note(states_);
    integrator_->Restart(instance_.time(), states_);
    delays_.NoteKink(instance_.time());
  }

  bool Continues() {
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

  // Rows at the grid points of (…, to]; one at `to` itself only if no event follows there.
  bool WriteGrid(double to, bool event_follows) {
    if (!plan_.has_rows || grid_ > plan_.points || plan_.Point(grid_) > to) return true;
    if (!modes_) return WritePoints(to, event_follows);
    step_clock_.Pause();
    is_paused_ = true;
    bool written = WritePoints(to, event_follows);
    is_paused_ = false;
    step_clock_.Resume();
    return written;
  }

  // At an output point inside a step, with all variables computed: whether the derivatives are nothing that the step
  // knows of. It has jumped over something, such as a pulse of data in a night when nothing else moves, and must be
  // made again up to there.
  bool IsContradicted(double point) {
    // Interpolation is as exact as the tolerance; its derivative, times the length of the step, some ten times less.
    constexpr double kBeyondInterpolation = 100;
    if (endless_->resting().any() && endless_->resting().IsDrivenAway()) return is_contradicted_ = true;
    if (plan_.method->has_fixed_step() || states_.empty()) return false;
    slopes_.resize(states_.size());
    instance_.GetDerivatives(slopes_);
    for (std::size_t i : endless_->resting().states()) slopes_[i] = 0;
    is_contradicted_ = integrator_->Contradiction(point, slopes_, plan_.interval) > kBeyondInterpolation;
    return is_contradicted_;
  }

  // Back to the last output point inside the step, or its start at `begin`; the next step ends where the derivatives
  // were others, so that it sees them.
  bool Retreat(double begin) {
    is_contradicted_ = false;
    next_stop_ = plan_.Point(grid_);
    double time = std::max(begin, plan_.Point(grid_ - 1));
    integrator_->Interpolate(time, states_);
    instance_.delays().Forget(time);
    if (!EvaluateAt(time, states_)) return false;
    integrator_->Restart(time, states_);
    return Continues();
  }

  bool WritePoints(double to, bool event_follows) {
    for (; grid_ <= plan_.points && plan_.Point(grid_) <= to; ++grid_) {
      double point = plan_.Point(grid_);
      if (event_follows && point == to) {
        is_point_open_ = true;
        continue;
      }
      if (point == to) {
        states_.assign(integrator_->states().begin(), integrator_->states().end());
      } else {
        integrator_->Interpolate(point, states_);
      }
      if (!EvaluateAt(point, states_)) return false;
      row_time_ = point;
      if (point < to && IsContradicted(point)) return true;
      if (!plan_.method->has_bounded_work() && !relations_.AtOutput()) return FailRelation();
      if (!Append(rows_.Row(instance_))) return FailRow();
      if (progress_) progress_(point, plan_.start, plan_.stop);
      if (!Continues()) return false;
    }
    return true;
  }

  // A row at the end of a step, unless the grid has one there.
  bool WriteStep(double time) {
    if (!plan_.has_rows || plan_.Point(grid_ - 1) == time) return true;
    states_.assign(integrator_->states().begin(), integrator_->states().end());
    if (!EvaluateAt(time, states_)) return false;
    return Append(rows_.Row(instance_)) || FailRow();
  }

  bool HandleEvent(bool is_state_event, const std::function<void()>& change = {}) {
    stands_at_end_ = false;
    if (codes_) codes_->Leave();
    is_left_limit_ = true;
    std::uint64_t reached = result_.statistics.work.reached();
    EventEnd end = handler_.Handle(is_state_event, change);
    is_left_limit_ = false;
    switch (end) {
      case EventEnd::kDone:
        break;
      case EventEnd::kNotWritten:
        return FailRow();
      case EventEnd::kFailed:
        if (!sink_.has_errors()) ReportEvaluationFailure(Phase::kEvent, Status::kFailed, instance_, solvers_, sink_);
        return Fail(fmt::format("the event at time = {} failed", NumberText(instance_.time())));
    }
    if (modes_) modes_->Note();
    bool is_cut_short = result_.statistics.work.reached() != reached;
    if (!is_cut_short && !relations_.AfterEvent(handler_.crossings())) return FailRelation();
    if (ReportNonFinite(instance_, sink_))
      return Fail(fmt::format("a derivative is not finite at time = {}", NumberText(instance_.time())));
    return Continues();
  }

  // The next of the times of StopAt, those that have passed forgotten.
  double NextStop(double now) {
    while (!stops_.empty() && (*stops_.begin() <= now || SameTime(*stops_.begin(), now))) stops_.erase(stops_.begin());
    return stops_.empty() ? std::numeric_limits<double>::infinity() : *stops_.begin();
  }

  // One step and what follows from it. False: the simulation has ended.
  bool AdvanceOnce() {
    if (modes_) modes_->CountStep();
    if (codes_) codes_->BeginStep(step_clock_);
    double now = instance_.time();
    // Only events change the calendar, and what is recorded of delays.
    if (!next_event_ || instance_.code().delay_count > 0) next_event_ = calendar_.Next(now);
    double next = *next_event_;
    if (inputs_) next = std::min(next, inputs_->next_jump());
    double limit = std::min(next, target_);
    StepEnd end = StepEnd::kLimit;
    bool time_event = false;
    if (SameTime(now, limit)) {
      // Two events that rounding keeps apart, or a step that ended at the event up to rounding: nothing happens in
      // between. The instance may have the states of an output point inside of that step.
      states_.assign(integrator_->states().begin(), integrator_->states().end());
      while (grid_ <= plan_.points && plan_.Point(grid_) <= limit) ++grid_;
      time_event = next <= plan_.stop;
      if (!EvaluateAt(limit, states_)) return false;
    } else {
      reports_.ClearFailure();
      solvers_.ClearFailure();
      if (next_stop_ > now && !SameTime(now, next_stop_)) limit = std::min(limit, next_stop_);
      double look = endless_->NextLook(now);
      if (look < limit && !SameTime(now, look)) limit = look;
      // What a line takes in between two recorded points is taken as linear: recorded no more seldom than results are.
      // So are, without states, where a step may go all the way, the histories of delays.
      if (instance_.code().distribution_count > 0 || (states_.empty() && instance_.code().delay_count > 0)) {
        auto point = grid_;
        while (point <= plan_.points && (plan_.Point(point) <= now || SameTime(now, plan_.Point(point)))) ++point;
        if (point <= plan_.points) limit = std::min(limit, plan_.Point(point));
      }
      if (inputs_ && !plan_.method->has_fixed_step()) limit = std::min(limit, inputs_->NextPoint(now));
      if (!plan_.method->has_bounded_work()) limit = std::min(limit, delays_.NextStop(now));
      if (!plan_.method->has_fixed_step()) limit = std::min({limit, now + longest_, NextStop(now)});
      end = integrator_->Step(limit);
      stands_at_end_ = integrator_->leaves_model_at_end() && !is_event_due_;
      if (end == StepEnd::kFailed) {
        ReportIntegratorFailure(integrator_->failure(), ode_->non_finite(), instance_, solvers_, sink_);
        instance_.SetTime(integrator_->time());
        return Fail(fmt::format("integration failed at time = {}", NumberText(integrator_->failure().time)));
      }
      magnitudes_.Note(integrator_->states());
      double reached = integrator_->time();
      time_event = end == StepEnd::kLimit && limit == next;
      // A crossing that only rounding keeps apart from the next event of the calendar is one event with it, at its
      // time.
      if (end == StepEnd::kCrossing && next <= plan_.stop && SameTime(reached, next)) {
        reached = next;
        time_event = true;
      }
      bool event = time_event || end == StepEnd::kCrossing || is_event_due_;
      if (std::optional<std::string> reason = endless_->CountStep(reached, *integrator_, sink_))
        return Fail(std::move(*reason));
      if (endless_->resting().any() && LeavesRest(now, reached)) return TakeOff(*std::exchange(leaves_rest_, {}));
      // Rows inside the step read what is recorded of it.
      if (instance_.code().delay_count > 0 && !plan_.method->has_bounded_work()) {
        delays_.RecordInside(now, reached, *integrator_, *ode_);
        stands_at_end_ = false;
      }
      if (!WriteGrid(reached, event)) return false;
      if (is_contradicted_) return Retreat(now);
      if (end == StepEnd::kCrossing) endless_->Note(reached, integrator_->crossed());
      bool is_kink = inputs_ && !plan_.method->has_fixed_step() && inputs_->IsKink(reached);
      bool must_evaluate = event || is_kink || instance_.code().delay_count > 0 ||
                           instance_.code().distribution_count > 0 || selection_.any() || endless_->resting().any();
      // A method with bounded work does it once: a system that is solved again changes its last digits, and an exported
      // model has no rows.
      bool is_evaluated = plan_.method->has_bounded_work() && !event && row_time_ == reached;
      if (must_evaluate && !is_evaluated && !EvaluateAt(reached, integrator_->states())) return false;
      if (!event && !handler_.RecordDelays()) return FailEvaluation(Phase::kIntegration, Status::kFailed);
      instance_.SetTime(reached);
      if (!event) {
        if (std::optional<std::string> reason = endless_->Look(reached, integrator_->states(), sink_))
          return Fail(std::move(*reason));
        if (std::optional<std::vector<double>> rest = endless_->TakeRest()) return ComeToRest(reached, *rest);
        if (plan_.all_steps && !WriteStep(reached)) return false;
        if (!SelectStates()) return false;
        if ((states_selected_ || is_kink) && reached < plan_.stop) Restart();
        return Continues();
      }
    }
    // An event, at the end of the step or due now.
    next_event_.reset();
    if (time_event) {
      ++result_.statistics.time_events;
      endless_->NoteTimeEvent(instance_.time(), calendar_);
    }
    states_.assign(integrator_->states().begin(), integrator_->states().end());
    is_quiet_ = endless_->is_along_edge() && !time_event && !is_point_open_;
    std::function<void()> change;
    if (inputs_)
      change = [this] { inputs_->PassTo(instance_.time()), inputs_->Apply(instance_.time(), instance_.reals()); };
    bool going = HandleEvent((end == StepEnd::kCrossing || is_event_due_) && !time_event, change);
    is_quiet_ = false;
    if (!time_event && end == StepEnd::kCrossing && !handler_.changed_nothing()) ++result_.statistics.state_events;
    if (!going) return false;
    // An event that turns out to be none writes no rows, but there may be an output point here.
    if (std::exchange(is_point_open_, false) && handler_.changed_nothing() && !Append(rows_.Row(instance_)))
      return FailRow();
    // What follows from it: the run ends, goes on from a body's rest, or from the event, if the integrator must.
    is_event_due_ = iteration_.unfinished();
    if (endless_->resting().any()) ReleaseRest();
    std::optional<std::string> reason = endless_->Settle(iteration_.reinitialized(), states_, sink_);
    // The event may have moved on by rounding, past an output point.
    while (grid_ <= plan_.points && plan_.Point(grid_) <= instance_.time()) ++grid_;
    if (reason) return Fail(std::move(*reason));
    if (std::optional<std::vector<double>> rest = endless_->TakeRest()) return ComeToRest(instance_.time(), *rest);
    if (!SelectStates()) return false;
    bool goes_on = handler_.continues() && integrator_->time() == instance_.time() && !states_selected_;
    if (goes_on && handler_.sides_changed()) {
      // The integrator may evaluate elsewhere.
      double at = instance_.time();
      instance_.GetStates(states_);
      goes_on = integrator_->SidesChanged();
      instance_.SetTime(at);
      instance_.SetStates(states_);
    }
    // A relation that mattered to nothing is no reason for caution.
    if (goes_on && !handler_.changed_nothing()) integrator_->Caution();
    if (!goes_on && instance_.time() < plan_.stop) Restart();
    return true;
  }

  // Bodies at rest (come_to_rest.cpp). At `time` the run goes on from other states.
  bool GoOnFrom(double time, std::span<const double> states);
  bool ComeToRest(double time, std::span<const double> states);
  void ReleaseRest();
  // Whether in the step from `begin` to `end` a body at rest is driven away; `leaves_rest_`: where, to rounding.
  bool LeavesRest(double begin, double end);
  bool TakeOff(double time);

  // To the next point of the grid of steps.
  bool AdvanceStep() {
    if (observer_ && !TakeInputs()) return false;
    step_clock_.Begin();
    double target = std::min(plan_.stop, plan_.start + static_cast<double>(step_index_) * plan_.step);
    bool going = AdvanceOnce();
    while (going && instance_.time() < target && !SameTime(instance_.time(), target)) going = AdvanceOnce();
    while (plan_.start + static_cast<double>(step_index_) * plan_.step <=
           instance_.time() + MICA_STEP_SAME_LIMIT * plan_.step)
      ++step_index_;
    if (observer_ && going) going = EvaluateAt(instance_.time(), integrator_->states());
    if (plan_.method->has_bounded_work()) (void)endless_->Look(instance_.time(), integrator_->states(), sink_);
    std::uint64_t taken = step_clock_.End();
    result_.statistics.step_cost.Add(taken);
    if (observer_) observer_->AfterStep(instance_, taken);
    return going;
  }

  bool TakeInputs() {
    switch (observer_->BeforeStep(instance_.time())) {
      case StepObserver::Inputs::kSame:
        break;
      case StepObserver::Inputs::kStop:
        return Fail(fmt::format("the run was stopped at time = {}", NumberText(instance_.time())));
      case StepObserver::Inputs::kChanged:
        observer_->SetInputs(instance_);
        integrator_->InputsChanged();
        stands_at_end_ = false;
        break;
      case StepObserver::Inputs::kEvent:
        next_event_.reset();
        if (!HandleEvent(true, [this] { observer_->SetInputs(instance_); }) || !SelectStates()) return false;
        is_event_due_ = iteration_.unfinished();
        Restart();
        break;
    }
    return Continues();
  }

  // when terminal() …: after the last row.
  bool RunTerminal() {
    if ((instance_.table().flags & MICA_MODEL_HAS_TERMINAL) == 0) return true;
    instance_.raw().terminal = 1;
    if (!iteration_.Run()) return Fail("the equations at the end of the simulation failed");
    instance_.raw().terminal = 0;
    return Append(rows_.Row(instance_)) || FailRow();
  }

  // What happens at the start itself.
  bool StartSteps() {
    if (!Continues()) return false;
    bool going = true;
    // What ticked at the end of the earlier run has ticked.
    if (plan_.initial && SameTime(plan_.initial->time, plan_.start)) {
      calendar_.PassTicks(plan_.start);
    } else if (calendar_.TicksAt(plan_.start) || has_event_at_start_) {
      ++result_.statistics.time_events;
      going = HandleEvent(false);
    }
    if (modes_) modes_->Note();
    if (going && plan_.start < plan_.stop) Restart();
    return going;
  }

  void EndSteps() {
    if (going_ && instance_.time() >= plan_.stop) (void)End(Outcome::kFinished, {});
    if (going_ && instance_.time() < plan_.stop) (void)End(Outcome::kCancelled, "ended before its time");
    if (result_.outcome == Outcome::kFinished || result_.outcome == Outcome::kTerminated) (void)RunTerminal();
  }

  void Count() {
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

  const RunPlan& plan_;
  ResultWriter& writer_;
  DiagnosticSink& sink_;
  const Progress& progress_;
  std::stop_token stop_;
  StepObserver* observer_;
  SimulationResult result_;
  DiagnosticSink::Transaction step_reports_{sink_};  // since the last point where the run went on
  ModelReports reports_;
  Instance instance_;
  SystemSolvers solvers_;
  EventIteration iteration_;
  EventCalendar calendar_;
  CrossingWatch watch_;
  ResultRows rows_;
  ValueCheck values_;
  RelationCheck relations_;
  std::optional<EndlessEvents> endless_;  // once initialized
  StateSelection selection_;
  std::optional<InputSignals> inputs_;
  DelayRecorder delays_;
  EventHandler handler_;
  std::vector<double> states_;
  StateMagnitudes magnitudes_;
  double target_;  // no step goes further
  std::optional<ModelOde> ode_;
  std::optional<graph::CompressedRows> pattern_;
  std::unique_ptr<Integrator> integrator_;
  std::optional<ModeRecord> modes_;  // with a fixed step, or where modes have code
  std::optional<ModeCodes> codes_;   // where modes have code of their own
  StepClock step_clock_;
  std::vector<double> slopes_;
  double next_stop_ =
      -std::numeric_limits<double>::infinity();  // where a step that was made again must end, at the latest
  double row_time_ = std::numeric_limits<double>::quiet_NaN();  // of the last output point that was evaluated
  bool is_contradicted_ = false;                                // a step, at the output point that comes next
  bool is_paused_ = false, has_event_at_start_ = false, is_quiet_ = false;  // rows of the event in hand are not written
  std::optional<double> leaves_rest_;                                       // of LeavesRest
  bool is_point_open_ = false;  // an output point at the event in hand, whose rows come with the event
  bool is_left_limit_ = false;  // the next row is the one before an event
  bool has_bad_value_ = false;  // which was reported: the run ends
  bool states_selected_ = false;
  bool stands_at_end_ = false;  // derivatives of the instance belong to the end of the last step
  bool is_event_due_ = false;   // at the end of the next step, whatever happens there
  std::optional<double> next_event_;
  std::int64_t grid_ = 1, step_index_ = 1;
  bool initialized_ = false, going_ = false;
  Clock::time_point begin_;
  double longest_ = std::numeric_limits<double>::infinity();  // of LimitSteps
  std::set<double> stops_;                                    // of StopAt
};

}  // namespace mica::run
