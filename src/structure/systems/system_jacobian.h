// The Jacobian of a torn system: total derivatives of the residuals by the iteration variables t, through the inner
// steps.
//
// Forward accumulation in the order of the inner steps: v = f(s…) gives dv/dt = Σ ∂f/∂s · ds/dt, each as an expression
// over scalars that the inner steps have computed. Entries that simplify to zero are left out. Cost: the sum over inner
// steps of reads × iteration variables that reach them. In a large system that is more work than solving for the inner
// variables too: beyond a limit the entries are the partial derivatives of inner steps and residuals, which one sparse
// matrix takes together. The inner variables that depend on the unknowns then are rows and columns too, numbered on
// from the unknowns in the order of their steps; first come their rows v = f(…), with -1 in the column of v, then those
// of the residuals. Where an algorithm or a function without a derivative stands in the loop, the list stays empty and
// the runtime takes differences. In a large nonlinear system the derivatives of inner variables are scalars of their
// own (`slopes`): formulas that hold each other in full would be computed again and again.
#pragma once

#include "structure/pass.h"
#include "structure/sort/partial_derivative.h"

namespace mica::structure {

// Fills `jacobian` and `jacobian_changes`.
void FormJacobian(System& system, PassContext& context, PartialDerivative& partial);

// How many inner variables are rows and columns of the Jacobian; 0: its entries are total derivatives.
std::size_t ExtendedCount(const System& system);

}  // namespace mica::structure
