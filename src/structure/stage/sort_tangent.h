// The section `stage` of a model for a Rosenbrock method: its equations linearised at a point, with a step formula for
// the increments of states.
//
// Of equations F(der(x), x, w) = 0 and a direction δ, both at the point that the variables have when the section runs,
//   F_der d(der(x)) + F_x d(x) + F_w d(w) = 0,    d(x) = δ + gain d(der(x)),
// which gives d(der(x)) = (I - gain J)⁻¹ J δ with the Jacobian J of the ordinary differential equation: all that the
// stages of such a method need of J, exact, and without forming it (runtime/step/rosenbrock.h). The linear equations
// are matched, sorted, torn and eliminated like those of an implicit method (sort_stage.cpp); held relations are
// constant. Models with an algorithm, or a call that has no derivative, among the equations of continuous variables
// have no such section: J is taken by differences.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

// Changes: blocks.stage, blocks.systems, stage_gain, stage_bases (the directions), stage_slopes. Always true: what
// cannot be linearised leaves no stage.
bool SortTangent(PassContext& context);

}  // namespace mica::structure
