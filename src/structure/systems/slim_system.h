// What the iteration of a simultaneous system has no part in is computed once, not with each of its residuals: inner
// steps that depend on none of the unknowns before it, and those that no residual, derivative or discrete step needs
// after it. Elimination of linear parts leaves many of both: factors of parameters, and variables that nothing but the
// result reads.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

// Moves such steps out of the system, in order. A step that changes while the system is solved without reading an
// unknown (homotopy at the initial instant), and one whose held relations are iterated with the system, stays.
void SlimSystem(System& system, const Store& store, std::vector<Step>& before, std::vector<Step>& after);

}  // namespace mica::structure
