// Run stage: a run that a program drives by hand: it advances to a time, looks at variables, changes inputs and states,
// and may go back to a point that was saved. Events, methods and messages are those of Simulate.
//
// A change from outside is an event at the present time: conditions that it makes true fire, discrete variables follow.
// A saved point holds all that the further run depends on, but for histories of delay() and spatialDistribution(),
// which a model with them cannot give back, and for the memory of external objects.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "run/simulate.h"

namespace mica::run {

struct SavedPoint;

class SteppedRun {
 public:
  // `runnable` and `sink` outlive it. The plan's stop is as far as it may go.
  SteppedRun(const Runnable& runnable, RunPlan plan, DiagnosticSink& sink);
  ~SteppedRun();
  SteppedRun(const SteppedRun&) = delete;
  SteppedRun& operator=(const SteppedRun&) = delete;

  // Initializes, and handles what happens at the start. False: it has failed, as outcome() says.
  [[nodiscard]] bool Start();
  // To `time`, at most the stop of the plan; all variables belong to it then. False: the run ended before, as outcome()
  // says, and cannot be advanced any more, unless it goes back to a saved point.
  [[nodiscard]] bool AdvanceTo(double time, std::stop_token stop = {});
  // What `change` does to inputs and states happens now. False as AdvanceTo.
  [[nodiscard]] bool Change(const std::function<void(Instance&)>& change);

  double time();
  Instance& instance();
  const SimulationResult& result() const;

  // Whether points can be saved: the model has no history.
  bool can_save();
  std::shared_ptr<const SavedPoint> Save();
  [[nodiscard]] bool Restore(const SavedPoint& point);

 private:
  class Driver;
  std::unique_ptr<Driver> driver_;
};

}  // namespace mica::run
