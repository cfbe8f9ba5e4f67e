// What the loop around steps asks of a run, see simulation.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "run/simulation.h"

namespace mica::run {

namespace {

int StatusOf(bool is_done) { return is_done ? MICA_OK : MICA_FAILED; }

}  // namespace

void Simulation::ConnectLoop() {
  static constexpr auto of = [](void* self) -> Simulation& { return *static_cast<Simulation*>(self); };
  MicaLoopCalls& c = loop_.calls;
  c.self = this;
  c.next_event = [](void* self, double now) { return of(self).NextEvent(now); };
  c.begin = [](void* self) {
    if (of(self).modes_) of(self).modes_->CountStep();
    if (of(self).codes_) of(self).codes_->BeginStep(of(self).step_clock_);
  };
  c.limit = [](void* self, double now, double limit) { return of(self).Limit(now, limit); };
  c.step = [](void* self, double limit, MicaLoopStep* step) { return StatusOf(of(self).Step(limit, *step)); };
  c.method_time = [](void* self) { return of(self).integrator_->time(); };
  c.arrive = [](void* self, double time) { return StatusOf(of(self).Arrive(time)); };
  c.pass = [](void* self, const MicaLoopStep* step) { return StatusOf(of(self).Pass(*step)); };
  c.event = [](void* self, const MicaLoopEvent* event) { return StatusOf(of(self).FollowEvent(*event)); };
  c.sides_changed = [](void* self) { return of(self).SidesChanged() ? 1 : 0; };
  // A relation that mattered to nothing is no reason for caution.
  c.go_on = [](void* self) {
    if (!of(self).handler_.changed_nothing()) of(self).integrator_->Caution();
  };
  c.select = [](void* self, int* has_changed) {
    bool changed = false;
    bool is_done = of(self).Select(changed);
    *has_changed = changed ? 1 : 0;
    return StatusOf(is_done);
  };
  c.restart = [](void* self) { of(self).Restart(); };
  loop_.instance = &instance_.raw();
  loop_.handler = &handler_.raw();
  loop_.start = plan_.start;
  loop_.step = plan_.step;
  loop_.horizon = loop_.target = plan_.stop;
  loop_.asks_each_step = instance_.code().delay_count > 0 ? 1 : 0;
  loop_.selects_states = selection_.any() ? 1 : 0;
  mica_loop_place(&loop_);
}

double Simulation::NextEvent(double now) const {
  double next = calendar_.Next(now);
  return inputs_ ? std::min(next, inputs_->next_jump()) : next;
}

// The next of the times of StopAt, those that have passed forgotten.
double Simulation::NextStop(double now) {
  while (!stops_.empty() && (*stops_.begin() <= now || SameTime(*stops_.begin(), now))) stops_.erase(stops_.begin());
  return stops_.empty() ? std::numeric_limits<double>::infinity() : *stops_.begin();
}

// Where a step ends for other reasons than an event.
double Simulation::Limit(double now, double limit) {
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
  return limit;
}

bool Simulation::Step(double limit, MicaLoopStep& step) {
  StepEnd end = integrator_->Step(limit);
  if (end == StepEnd::kFailed) {
    ReportIntegratorFailure(integrator_->failure(), ode_->non_finite(), instance_, solvers_, sink_);
    instance_.SetTime(integrator_->time());
    return Fail(fmt::format("integration failed at time = {}", NumberText(integrator_->failure().time)));
  }
  magnitudes_.Note(integrator_->states());
  loop_.stands_at_end = integrator_->leaves_model_at_end() ? 1 : 0;
  step.reached = integrator_->time();
  step.end = end == StepEnd::kLimit      ? MICA_STEP_AT_LIMIT
             : end == StepEnd::kCrossing ? MICA_STEP_CROSSED
                                         : MICA_STEP_DONE;
  return true;
}

// The instance may have the states of an output point inside the step.
bool Simulation::Arrive(double time) {
  states_.assign(integrator_->states().begin(), integrator_->states().end());
  PassPoints(time);
  return EvaluateAt(time, states_);
}

bool Simulation::Pass(const MicaLoopStep& step) {
  const MicaCode& code = instance_.code();
  double reached = step.reached;
  bool event = loop_.is_event != 0, is_bounded = plan_.method->has_bounded_work();
  if (std::optional<std::string> reason = endless_->CountStep(reached, *integrator_, sink_))
    return Fail(std::move(*reason));
  if (endless_->resting().any() && LeavesRest(step.begin, reached)) {
    loop_.is_event = 0;
    return TakeOff(*std::exchange(leaves_rest_, {}));
  }
  // Rows inside the step read what is recorded of it.
  if (code.delay_count > 0 && !is_bounded) {
    delays_.RecordInside(step.begin, reached, *integrator_, *ode_);
    loop_.stands_at_end = 0;
  }
  if (!WriteGrid(reached, event)) return false;
  if (is_contradicted_) return Retreat(step.begin);
  if (step.end == MICA_STEP_CROSSED) endless_->Note(reached, integrator_->crossed());
  bool is_kink = inputs_ && !plan_.method->has_fixed_step() && inputs_->IsKink(reached);
  bool must_evaluate = event || is_kink || code.delay_count > 0 || code.distribution_count > 0 ||
                       loop_.selects_states != 0 || endless_->resting().any();
  // A method with bounded work does it once: a system that is solved again changes its last digits, and an exported
  // model has no rows.
  bool is_evaluated = is_bounded && !event && row_time_ == reached;
  if (must_evaluate && !is_evaluated && !EvaluateAt(reached, integrator_->states())) return false;
  if (!event && !handler_.RecordDelays()) return FailEvaluation(Phase::kIntegration, Status::kFailed);
  instance_.SetTime(reached);
  return event || FollowStep(reached, is_kink);
}

// No event follows.
bool Simulation::FollowStep(double reached, bool is_kink) {
  if (std::optional<std::string> reason = endless_->Look(reached, integrator_->states(), sink_))
    return Fail(std::move(*reason));
  if (std::optional<std::vector<double>> rest = endless_->TakeRest()) return ComeToRest(reached, *rest);
  if (plan_.all_steps && !WriteStep(reached)) return false;
  if (is_kink && reached < plan_.stop) Restart();
  return Continues();
}

bool Simulation::FollowEvent(const MicaLoopEvent& event) {
  if (event.is_time_event != 0) ++result_.statistics.time_events;
  if (event.cause != MICA_LOOP_IN_STEPS) {
    std::function<void()> change;
    if (event.change) change = [&event] { event.change(event.data); };
    return HandleEvent(event.is_state_event != 0, change);
  }
  if (event.is_time_event != 0) endless_->NoteTimeEvent(instance_.time(), calendar_);
  states_.assign(integrator_->states().begin(), integrator_->states().end());
  is_quiet_ = endless_->is_along_edge() && event.is_time_event == 0 && !is_point_open_;
  std::function<void()> change;
  if (inputs_)
    change = [this] { inputs_->PassTo(instance_.time()), inputs_->Apply(instance_.time(), instance_.reals()); };
  bool going = HandleEvent(event.is_state_event != 0, change);
  is_quiet_ = false;
  if (event.is_time_event == 0 && event.is_crossing != 0 && !handler_.changed_nothing())
    ++result_.statistics.state_events;
  if (!going) return false;
  // An event that turns out to be none writes no rows, but there may be an output point here.
  if (std::exchange(is_point_open_, false) && handler_.changed_nothing() && !Append(rows_.Row(instance_)))
    return FailRow();
  // What follows from it: the run ends, goes on from a body's rest, or as the loop finds.
  if (endless_->resting().any()) ReleaseRest();
  std::optional<std::string> reason = endless_->Settle(iteration_.reinitialized(), states_, sink_);
  // The event may have moved on by rounding, past an output point.
  PassPoints(instance_.time());
  if (reason) return Fail(std::move(*reason));
  std::optional<std::vector<double>> rest = endless_->TakeRest();
  return !rest || ComeToRest(instance_.time(), *rest);
}

bool Simulation::HandleEvent(bool is_state_event, const std::function<void()>& change) {
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

// The integrator may evaluate elsewhere.
bool Simulation::SidesChanged() {
  double at = instance_.time();
  instance_.GetStates(states_);
  bool goes_on = integrator_->SidesChanged();
  instance_.SetTime(at);
  instance_.SetStates(states_);
  return goes_on;
}

bool Simulation::Select(bool& has_changed) {
  has_changed = selection_.Update();
  if (!has_changed) return true;
  solvers_.NoteEvent();
  instance_.GetStates(states_);
  return EvaluateAt(instance_.time(), states_);
}

void Simulation::Restart() {
  instance_.GetStates(states_);
  magnitudes_.Note(states_);
  integrator_->Restart(instance_.time(), states_);
  delays_.NoteKink(instance_.time());
}

// All variables at an accepted point between events.
bool Simulation::EvaluateAt(double time, std::span<const double> states) {
  instance_.SetTime(time);
  if (inputs_) inputs_->Apply(time, instance_.reals());
  instance_.SetStates(states);
  instance_.raw().event = 0;
  reports_.ClearFailure();
  solvers_.ClearFailure();
  reports_.SetAccepted(true);
  // Code of a mode leaves out what only rows need.
  bool stands = loop_.stands_at_end != 0 && time == integrator_->time() && !instance_.in_mode();
  loop_.stands_at_end = stands ? 1 : 0;
  Instance::GeneralCode general(instance_);
  Status status = stands ? Status::kOk : instance_.Derivatives();
  if (status == Status::kOk) status = instance_.Outputs();
  reports_.SetAccepted(false);
  if (status != Status::kOk && status != Status::kTerminated) return FailEvaluation(Phase::kIntegration, status);
  return true;
}

// To the next point of the grid of steps.
bool Simulation::AdvanceStep() {
  if (observer_ && !TakeInputs()) return false;
  step_clock_.Begin();
  bool going = mica_loop_step(&loop_) == MICA_OK;
  if (observer_ && going) going = EvaluateAt(instance_.time(), integrator_->states());
  if (plan_.method->has_bounded_work()) (void)endless_->Look(instance_.time(), integrator_->states(), sink_);
  std::uint64_t taken = step_clock_.End();
  result_.statistics.step_cost.Add(taken);
  if (observer_) observer_->AfterStep(instance_, taken);
  return going;
}

bool Simulation::TakeInputs() {
  switch (observer_->BeforeStep(instance_.time())) {
    case StepObserver::Inputs::kSame:
      break;
    case StepObserver::Inputs::kStop:
      return Fail(fmt::format("the run was stopped at time = {}", NumberText(instance_.time())));
    case StepObserver::Inputs::kChanged:
      observer_->SetInputs(instance_);
      integrator_->InputsChanged();
      loop_.stands_at_end = 0;
      break;
    case StepObserver::Inputs::kEvent: {
      auto set = [](void* self) {
        static_cast<Simulation*>(self)->observer_->SetInputs(static_cast<Simulation*>(self)->instance_);
      };
      if (mica_loop_change(&loop_, set, this) != MICA_OK) return false;
      break;
    }
  }
  return Continues();
}

}  // namespace mica::run
