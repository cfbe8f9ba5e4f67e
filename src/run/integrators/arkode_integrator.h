// Run stage: one-step methods of ARKODE (SUNDIALS 6), with root finding: explicit and diagonally implicit Runge-Kutta
// methods of variable step with an embedded error estimate, and implicit ones of fixed step. One-step methods lose
// nothing at an event, so they suit models with many; implicit ones suit stiff models with events. The Newton matrix of
// a stage is I - hγJ, with J from ode_jacobian.h.
//   dopri45  Dormand & Prince, order 5(4), 7 stages             heun      order 2(1), 2 stages
//   bogacki  Bogacki & Shampine, order 3(2), 4 stages           sdirk4    Hairer & Wanner, order 4(3), 5 stages,
//   L-stable esdirk5  Kvaernø, order 5(4), 7 stages, L-stable            trbdf2    order 2(3), 3 stages, L-stable
// References: Reynolds et al., ACM TOMS 49 (2023); Hairer & Wanner, Solving Ordinary Differential Equations II (1996);
// Kvaernø, BIT 44 (2004).
#pragma once

#include "run/integrators/sundials_integrator.h"

namespace mica::run {

enum class OneStepMethod : std::uint8_t {
  kHeun,
  kBogacki,
  kDopri45,
  kTrbdf2,
  kSdirk4,
  kEsdirk5,
  kImplicitEuler /* fixed step only */
};

std::unique_ptr<Integrator> MakeArkodeIntegrator(OdeProblem& problem, OneStepMethod method,
                                                 const SundialsSettings& settings);

}  // namespace mica::run
