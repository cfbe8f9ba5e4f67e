// FMI: a run of Co-Simulation (sections 4.2 of FMI 2 and FMI 3).
#include <algorithm>

#include <fmt/format.h>

#include "fmi/simulate/fmu_run.h"
#include "run/events/event_calendar.h"

namespace mica::fmi {

namespace {

class SteppedRun final : public FmuRun {
 public:
  SteppedRun(const FmuRunSetting& setting, run::SimulationResult& result)
      : FmuRun(setting, FmuInterface::kCoSimulation, result),
        has_variable_step_(setting.fmu.description.cosimulation->has_variable_step),
        step_(setting.request.options.step.value_or(setting.plan.interval)) {}

 private:
  void Start() override {
    if (!fmu_.uses_event_mode()) return;
    (void)IterateEvent();
    fmu_.Do(mica_foreign_enter_step);
  }

  void Integrate() override {
    std::int64_t made = 0;  // whole steps
    while (time_ < plan_.stop && !run::SameTime(time_, plan_.stop) && !has_ended() && !IsCancelled()) {
      double end = plan_.start + static_cast<double>(made + 1) * step_;
      double size = step_;
      // Where steps may be of any length they end at jumps of the data and at the end; else only time goes on.
      if (has_variable_step_) {
        double target = std::min({end, inputs_.next_jump(), plan_.stop});
        if (run::SameTime(target, plan_.stop)) target = plan_.stop;
        size = target - time_;
        if (run::SameTime(end, target)) end = target;
      }
      MicaForeignStep step{};
      fmu_.Do([&](MicaForeignFmu* f) { return mica_foreign_do_step(f, time_, size, &step); });
      ++result_.statistics.steps;
      time_ = step.reached;
      if (time_ > end || run::SameTime(time_, end)) {
        time_ = end;
        ++made;
      }
      if (!Accept(step)) break;
    }
    if (!has_ended()) EndBy(run::Outcome::kFinished, "");
  }

  bool Accept(const MicaForeignStep& step) {
    bool is_jump = HasReached(inputs_.next_jump());
    bool has_event = fmu_.uses_event_mode() && (step.has_event || is_jump);
    bool is_point = grid_ <= plan_.points && HasReached(plan_.Point(grid_));
    while (grid_ <= plan_.points && HasReached(plan_.Point(grid_))) ++grid_;
    if (!has_event && !is_jump) inputs_.Set(fmu_, time_, false);
    if ((has_event || is_jump || is_point || step.terminates) && !WriteRow()) return false;
    if (step.terminates) EndBy(run::Outcome::kTerminated, "the FMU ended it");
    if (has_ended()) return false;
    if (!has_event && !is_jump) return true;
    CountEvent(step.has_event != 0);
    inputs_.PassTo(time_);
    if (has_event) fmu_.Do(mica_foreign_enter_event);
    inputs_.Set(fmu_, time_, false);
    if (has_event) (void)IterateEvent();
    if (has_event && !has_ended()) fmu_.Do(mica_foreign_enter_step);
    return WriteRow() && !has_ended();
  }

  bool has_variable_step_;
  double step_;
};

}  // namespace

void RunStepped(const FmuRunSetting& setting, run::SimulationResult& result) {
  SteppedRun run(setting, result);
  run.Run();
}

}  // namespace mica::fmi
