// Steps of a stage that depend on parameters and the gain alone: the factors that elimination made of a matrix that
// stays the same from step to step. They are computed when the gain changes, as at a time event that cuts a step short,
// and not in every stage.
#pragma once

#include "structure/block_model.h"

namespace mica::structure {

// Puts such steps first, in order, and marks them as changing with nothing (ChangesWith::kNever). Whether there are
// any.
bool PutGainStepsFirst(std::vector<Step>& stage, ScalarId gain, const IdVector<ScalarId, Scalar>& scalars,
                       const Store& store);

// How many steps of the model's stage they are.
inline std::size_t GainStepCount(const BlockModel& model) {
  std::size_t count = 0;
  while (model.steps_gain && count < model.stage.size() && model.stage[count].changes == ChangesWith::kNever) ++count;
  return count;
}

}  // namespace mica::structure
