// Run stage: failures of simultaneous systems in words of the model: the equations with the largest residuals, where
// they stand, the unknowns that look suspicious with their values and start values, and what could be done.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "run/systems/system_solver.h"

namespace mica::run {

// Reports `failure` as the error `code`. `starts` are the start values of the system's unknowns.
void ReportSystemFailure(const SystemFailure& failure, std::span<const double> starts, Instance& instance,
                         const DiagnosticCode& code, DiagnosticSink& sink);
// W6205: a singular linear system whose equations agree was solved by the nearest solution. W6206: a nonlinear system
// whose Jacobian is singular at its solution.
void ReportSingular(std::uint32_t system, const std::vector<std::size_t>& unknowns, double time, Instance& instance,
                    DiagnosticSink& sink);

}  // namespace mica::run
