// Who runs a step of the dynamics, beside event(), which runs them all.
#pragma once

#include "structure/block_model.h"

namespace mica::structure {

enum class StepUse : std::uint8_t {
  kTimed,   // needed for the derivatives, and changes with time and at events only: computed once for each time
  kEvents,  // its result stays between events
  kDerivatives,
  kCrossings,
  kOutputs,
};

inline StepUse UseOf(const Step& step) {
  if (step.discrete_only || step.kind == Step::Kind::kWhen || step.kind == Step::Kind::kReinit ||
      step.changes <= ChangesWith::kEvents)
    return StepUse::kEvents;
  if (step.for_derivatives) return step.changes == ChangesWith::kTime ? StepUse::kTimed : StepUse::kDerivatives;
  return step.for_crossings ? StepUse::kCrossings : StepUse::kOutputs;
}

}  // namespace mica::structure
