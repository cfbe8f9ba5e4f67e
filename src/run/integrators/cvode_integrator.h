// Run stage: CVODE's variable-order, variable-step BDF (SUNDIALS 6), with root finding. The Newton matrix is I - γJ,
// with J from ode_jacobian.h; its iteration ends by the test of DASSL. References: Hindmarsh et al., ACM TOMS 31
// (2005); Brenan, Campbell & Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations
// (1996), 5.2.2.
#pragma once

#include "run/integrators/sundials_integrator.h"

namespace mica::run {

std::unique_ptr<Integrator> MakeCvodeIntegrator(OdeProblem& problem, const SundialsSettings& settings);

}  // namespace mica::run
