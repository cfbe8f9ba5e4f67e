// Run stage: the driver of a run where bodies come to rest and leave it (events/resting.h).
#include <cmath>

#include "run/simulation.h"

namespace mica::run {

bool Simulation::GoOnFrom(double time, std::span<const double> states) {
  states_.assign(states.begin(), states.end());
  solvers_.NoteEvent();
  if (!EvaluateAt(time, states_)) return false;
  if (!handler_.Refresh()) return FailEvaluation(Phase::kIntegration, Status::kFailed);
  Restart();
  return Continues();
}

bool Simulation::ComeToRest(double time, std::span<const double> states) {
  ode_->SetResting(endless_->resting().states());
  return GoOnFrom(time, states);
}

void Simulation::ReleaseRest() {
  endless_->resting().Release();
  ode_->SetResting(endless_->resting().states());
}

bool Simulation::LeavesRest(double begin, double end) {
  auto is_driven_at = [&](double time) {
    if (time == end)
      states_.assign(integrator_->states().begin(), integrator_->states().end());
    else
      integrator_->Interpolate(time, states_);
    return EvaluateAt(time, states_) && endless_->resting().IsDrivenAway();
  };
  if (!is_driven_at(end)) return false;
  double low = begin, high = end;
  while (!SameTime(low, high)) {
    double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    (is_driven_at(middle) ? high : low) = middle;
  }
  leaves_rest_ = high;
  return true;
}

bool Simulation::TakeOff(double time) {
  if (!WriteGrid(std::nextafter(time, plan_.start), false)) return false;
  is_contradicted_ = false;
  std::vector<double> states(states_.size());
  if (time == integrator_->time())
    states.assign(integrator_->states().begin(), integrator_->states().end());
  else
    integrator_->Interpolate(time, states);
  if (!EvaluateAt(time, states)) return false;
  ReleaseRest();
  return GoOnFrom(time, states);
}

}  // namespace mica::run
