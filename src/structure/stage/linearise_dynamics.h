// Pass linearise-dynamics: the partial derivatives of the steps for the derivatives, one step at a time, for implicit
// methods.
//
// The Newton matrix of an implicit method, I - gain*J with J = f_x - f_z g_z^-1 g_x, is dense where a network couples
// all states, however thin its equations are. Its solution is not: with increments dv for everything that the steps
// compute,
//   dx - gain*d(der(x)) = r,    sum of (∂f_v/∂s) ds - dv = 0 of each step v = f_v(…),    sum of (∂g/∂s) ds = 0 of each
//   residual,
// is one sparse system with a few entries a row (run/integrators/descriptor_jacobian.h). This is the sparse tableau of
// circuit simulation (Hachtel, Brayton & Gustavson, IEEE Trans. Circuit Theory 18, 1971).
//
// Reads: blocks. Changes: blocks.systems, which gets one more that no step solves: its unknowns are the variables v, it
// has no residuals, and the columns of its Jacobian are the unknowns, then the states. Held relations and discrete
// variables are constant. A part without a derivative is differentiated by a difference quotient in formulas. Nothing
// is added where no variable depends on many states (differences by colours are as cheap, and cost no code), nor where
// an algorithm stands among the steps. Cost: linear in the steps; dependence on states is followed only until it is too
// wide for colours.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

bool LineariseDynamics(PassContext& context);

// The system with the linearised steps, always the last; null if there is none.
const System* FindLinearisation(const BlockModel& model);

}  // namespace mica::structure
