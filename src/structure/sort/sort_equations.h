// Matching and sorting of all equations that hold always, shared by the dynamics and the stage of an implicit method.
#pragma once

#include <span>
#include <vector>

#include "structure/pass.h"

namespace mica::structure {

// States are known, but for those with a step formula. In the stage there is one for each state and for each equation
// that they replace. False: reported.
bool SortEquations(PassContext& context, std::span<const ScalarEquation> step_formulas,
                   const std::vector<bool>& replaced, std::vector<Step>& out);

}  // namespace mica::structure
