// Run stage: who stands between the steps of a run with a fixed step: waits for the clock, takes inputs from outside
// and gives outputs away (realtime/realtime.h). Called at the points of the grid, where all states are known; a time
// event inside of a step is not seen.
#pragma once

#include <cstdint>

#include "run/instance.h"

namespace mica::run {

class StepObserver {
 public:
  enum class Inputs : std::uint8_t {
    kSame,
    kChanged /* Reals only */,
    kEvent /* discrete ones, too */,
    kStop /* reported: the run ends here */
  };

  virtual ~StepObserver() = default;
  // The model is initialized, nothing else has happened. False: the run is not begun.
  virtual bool Begin(Instance& instance) = 0;
  // Before each step: tells whether inputs are other than they were.
  virtual Inputs BeforeStep(double time) = 0;
  // Puts the inputs of the last BeforeStep into their places.
  virtual void SetInputs(Instance& instance) = 0;
  // After each step with its events: all variables belong to the instance's time. `nanoseconds`: what the step took.
  virtual void AfterStep(Instance& instance, std::uint64_t nanoseconds) = 0;
};

}  // namespace mica::run
