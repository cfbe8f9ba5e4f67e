// Step formulas for variables that are no states but follow from them by linear constraints.
//
// With a constraint Σ c(i) x(i) + b = 0 of constant c and b, and its derivative, which index reduction added, the
// formulas of all x but one give that one the same formula: x(k) = base(k) + gain*der(x(k)), with base(k) the
// constraint solved for x(k) at the bases of the others. So the formula may stand in the place of the constraint: the
// one is the other plus a combination of equations that are there. What is won is a shorter way from an acceleration to
// the speed: the speed of a motor behind an elastic gear, whose states are those of the arm and the spring, no longer
// waits for the acceleration of the arm.
#pragma once

#include <unordered_map>
#include <vector>

#include "structure/pass.h"

namespace mica::structure {

// `bases`: of the states; in the end also of those that inherit. Adds formulas; tells the equations that they stand
// for.
std::vector<bool> InheritFormulas(PassContext& context, std::unordered_map<ScalarId, Expr>& bases,
                                  std::vector<ScalarEquation>& formulas);

}  // namespace mica::structure
