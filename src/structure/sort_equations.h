// Matching and sorting of all equations that hold always, shared by the dynamics and the stage of an implicit method.
#pragma once

#include <span>
#include <vector>

#include "structure/pass.h"

namespace mica::structure {

// Without step formulas the states are known; with them, one for each state and for each equation that they replace, they are unknown.
// False: reported.
bool SortEquations(PassContext& context, std::span<const ScalarEquation> step_formulas, const std::vector<bool>& replaced, std::vector<Step>& out);

}  // namespace mica::structure
