// FMI: a run of Model Exchange, with the integrators of models (sections 3.2 of FMI 2 and FMI 3).
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "fmi/simulate/fmu_ode.h"
#include "fmi/simulate/fmu_run.h"

namespace mica::fmi {

namespace {

class ExchangeRun final : public FmuRun {
 public:
  ExchangeRun(const FmuRunSetting& setting, run::SimulationResult& result)
      : FmuRun(setting, FmuInterface::kModelExchange, result), description_(setting.fmu.description) {}

 private:
  void Start() override {
    std::size_t indicators = description_.event_indicator_count;
    state_count_ = description_.derivatives.size();
    fmu_.Do([&](MicaForeignFmu* f) { return mica_foreign_counts(f, &state_count_, &indicators); });
    TakeEvent(IterateEvent());
    fmu_.Do(mica_foreign_enter_continuous);
    states_.resize(state_count_);
    ode_.emplace(fmu_, inputs_, description_, setting_.overrides.sizes(), state_count_, indicators);
    // As for models (run/simulate.cpp): the first steps stay in touch with the output, and of two crossings that are
    // further apart than a tenth of its interval none is missed.
    constexpr double kIntervalsOfFirstSteps = 5, kLooksPerInterval = 10;
    run::MethodSettings settings{plan_.start, plan_.stop, plan_.tolerance, plan_.step, 0, 0, ode_->pattern()};
    settings.first_steps = kIntervalsOfFirstSteps * plan_.interval;
    if (indicators > 0) settings.look_interval = plan_.interval / kLooksPerInterval;
    integrator_ = plan_.method->make(*ode_, settings);
  }

  void Integrate() override {
    Restart();
    while (time_ < plan_.stop && !has_ended() && !IsCancelled()) {
      double begin = time_;
      double limit = std::min({plan_.stop, next_event_, inputs_.next_jump(), inputs_.NextPoint(begin)});
      run::StepEnd end = limit > begin ? integrator_->Step(limit) : run::StepEnd::kLimit;
      if (end == run::StepEnd::kFailed) FailStep();
      double reached = limit > begin ? integrator_->time() : begin;
      if (!WritePoints(reached) || !Accept(reached, end == run::StepEnd::kCrossing)) break;
    }
    Count();
    if (!has_ended()) EndBy(run::Outcome::kFinished, "");
  }

  // Rows at output points inside the step: before it is completed, time may go back in it.
  bool WritePoints(double reached) {
    for (; grid_ <= plan_.points && plan_.Point(grid_) < reached; ++grid_) {
      double point = plan_.Point(grid_);
      integrator_->Interpolate(point, states_);
      if (!MoveTo(point)) return false;
      if (!WriteRow()) return false;
    }
    return true;
  }

  // The end of the step: an event there, or an output point, or nothing.
  bool Accept(double reached, bool is_state_event) {
    states_.assign(integrator_->states().begin(), integrator_->states().end());
    if (!MoveTo(reached)) return false;
    int enters_event = 0, terminates = 0;
    if (description_.model_exchange->needs_completed_step)
      fmu_.Do([&](MicaForeignFmu* f) { return mica_foreign_completed_step(f, &enters_event, &terminates); });
    bool is_time_event = HasReached(next_event_), is_jump = HasReached(inputs_.next_jump());
    bool is_point = grid_ <= plan_.points && plan_.Point(grid_) <= reached;
    if (is_point) ++grid_;
    bool has_event = is_state_event || is_time_event || is_jump || enters_event;
    if ((has_event || is_point) && !WriteRow()) return false;
    if (terminates) EndBy(run::Outcome::kTerminated, "the FMU ended it");
    if (has_ended()) return false;
    if (has_event) return HandleEvent(is_state_event);
    if (inputs_.IsKink(reached)) Restart();
    return true;
  }

  bool HandleEvent(bool is_state_event) {
    CountEvent(is_state_event);
    fmu_.Do(mica_foreign_enter_event);
    inputs_.PassTo(time_);
    inputs_.Set(fmu_, time_, false);
    MicaForeignEvent event = IterateEvent();
    TakeEvent(event);
    if (has_ended()) return WriteRow();
    fmu_.Do(mica_foreign_enter_continuous);
    if (event.nominals_changed) ode_->ReadNominals();
    if (!WriteRow()) return false;
    Restart();
    return true;
  }

  void TakeEvent(const MicaForeignEvent& event) {
    next_event_ = event.has_next ? event.next : std::numeric_limits<double>::infinity();
  }

  void Restart() {
    fmu_.Do([&](MicaForeignFmu* f) { return mica_foreign_get_states(f, states_.data(), states_.size()); });
    integrator_->Restart(time_, states_);
  }

  bool MoveTo(double time) {
    time_ = time;
    if (ode_->Move(time, states_) != run::Status::kOk)
      throw FmuFailure{fmt::format("{} does not accept a point that its solution passes", description_.model_name)};
    return true;
  }

  void FailStep() {
    Count();
    const run::IntegratorFailure& failure = integrator_->failure();
    time_ = failure.time;
    std::string suspects;
    for (std::size_t state : failure.suspects)
      if (state < description_.derivatives.size() && description_.derivatives.size() == state_count_)
        if (auto of = description_.variables[description_.derivatives[state].variable].derivative)
          suspects +=
              (suspects.empty() ? "; the largest errors are those of " : ", ") + description_.variables[*of].name;
    throw FmuFailure{fmt::format("{}{}",
                                 failure.kind == run::IntegratorFailure::Kind::kEvaluation
                                     ? "its derivatives cannot be evaluated, and no shorter step helps"
                                     : "no step is short enough for the tolerance",
                                 suspects)};
  }

  void Count() {
    run::IntegratorCounts counts = integrator_->counts();
    result_.statistics.steps = counts.steps;
    result_.statistics.fevals = counts.evaluations;
    result_.statistics.jacobians = counts.jacobians;
  }

  const Description& description_;
  std::optional<FmuOde> ode_;
  std::unique_ptr<run::Integrator> integrator_;
  std::vector<double> states_;
  double next_event_ = std::numeric_limits<double>::infinity();
};

}  // namespace

void RunExchange(const FmuRunSetting& setting, run::SimulationResult& result, std::size_t& states) {
  ExchangeRun run(setting, result);
  run.Run();
  states = run.state_count();
}

}  // namespace mica::fmi
