// The Jacobian of a torn system: total derivatives of the residuals by the iteration variables t, through the inner steps.
//
// Forward accumulation in the order of the inner steps: v = f(s…) gives dv/dt = Σ ∂f/∂s · ds/dt, each as an expression over
// scalars that the inner steps have computed. Entries that simplify to zero are left out. Cost: the sum over inner steps of reads
// × iteration variables that
// reach them; beyond a limit, and where an algorithm or a function without a derivative stands in the loop, the list stays empty
// and the runtime takes differences. In a large nonlinear system the derivatives of inner variables are scalars of their own (`slopes`): formulas
// that hold each other in full would be computed again and again.
#pragma once

#include "structure/partial_derivative.h"
#include "structure/pass.h"

namespace mica::structure {

// Fills `jacobian` and `jacobian_changes`.
void FormJacobian(System& system, PassContext& context, PartialDerivative& partial);

}  // namespace mica::structure
