// Run stage: IDA's variable-order, variable-step BDF in the fixed-leading-coefficient form of DASSL (SUNDIALS 6), with
// root finding. The residual is der(y) - f(t, y), its Newton matrix c I - J with J from ode_jacobian.h. The states at a
// restart are consistent by themselves: der(y) := f. Reference: Brown, Hindmarsh & Petzold, SIAM J. Sci. Comput. 15
// (1994).
#pragma once

#include "run/integrators/sundials_integrator.h"

namespace mica::run {

std::unique_ptr<Integrator> MakeIdaIntegrator(OdeProblem& problem, const SundialsSettings& settings);

}  // namespace mica::run
