// Run stage: why an evaluation of the model failed, in words of the model. Looks, in this order, at the simultaneous
// system that could not be solved, at what the model itself said (assertion, division by zero), and at values that are
// not finite.
#pragma once

#include "base/diagnostic.h"
#include "run/integrators/integrator.h"
#include "run/systems/system_solvers.h"

namespace mica::run {

enum class Phase : std::uint8_t { kInitialization, kIntegration, kEvent };

// Reports one error about the last failed evaluation. `status` is what it returned.
void ReportEvaluationFailure(Phase phase, Status status, Instance& instance, SystemSolvers& solvers,
                             DiagnosticSink& sink);
// E6202: a derivative is not finite: the variable, its equation, and the variable that is not finite first in the order
// of computation. False, and nothing is reported, if all derivatives are finite.
bool ReportNonFinite(Instance& instance, DiagnosticSink& sink);
// E6201 and others: an integrator gave up.
void ReportIntegratorFailure(const IntegratorFailure& failure, bool non_finite, Instance& instance,
                             SystemSolvers& solvers, DiagnosticSink& sink);

}  // namespace mica::run
