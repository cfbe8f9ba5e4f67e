// How a run begins, see simulation.h: initialization, the method, what happens at the start.
#include "run/integrators/state_pattern.h"
#include "run/simulation.h"

namespace mica::run {

bool Simulation::Start() {
  if (inputs_ && !inputs_->ok()) return End(Outcome::kRefused, "the inputs have no data");
  if (inputs_) inputs_->PassTo(plan_.start);
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
  if (plan_.has_rows && !BeginRows()) return FailRow();
  MakeMethod();
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

// The first row.
bool Simulation::BeginRows() {
  std::vector<double> constants = rows_.Constants(instance_);
  has_bad_value_ = !values_.PassesConstants(constants);
  return writer_.Begin(rows_.signals(), constants, plan_.start, plan_.stop) && !has_bad_value_ &&
         Append(rows_.Row(instance_));
}

void Simulation::MakeMethod() {
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
}

// What happens at the start itself.
bool Simulation::StartSteps() {
  if (!Continues()) return false;
  // What ticked at the end of the earlier run has ticked.
  bool is_continued = plan_.initial && SameTime(plan_.initial->time, plan_.start);
  if (is_continued) calendar_.PassTicks(plan_.start);
  bool has_event = !is_continued && (calendar_.TicksAt(plan_.start) || has_event_at_start_);
  if (!has_event && modes_) modes_->Note();
  return mica_loop_start(&loop_, has_event ? 1 : 0) == MICA_OK;
}

}  // namespace mica::run
