// Run stage: from compiled code to a consistent point at the start time (the specification, 8.6).
//
//   literals and overrides → parameters() → attributes() → initial() → event iteration until discrete variables agree with pre().
//
// initial() is tried at lambda = 1, the actual equations. If that fails, by continuation from the simplified expressions of homotopy()
// (3.7.4.3): lambda = 0 from the start values, then steps towards 1, each from the solution of the last, halved where they fail.
// Everything that fails is reported: E6101 parameters, E6102 a system without solution, and what the model itself says.
#pragma once

#include <string>
#include <vector>

#include "run/event_iteration.h"
#include "run/overrides.h"

namespace mica::run {

struct InitializationOutcome {
  bool ok = false;
  int homotopy_steps = 0;  // 0: not needed
};

// The instance is at `time`. Start values that were used though they were not fixed are told as a note (N6103).
InitializationOutcome Initialize(double time, const std::vector<Override>& overrides, Instance& instance, SystemSolvers& solvers,
                                 EventIteration& iteration, DiagnosticSink& sink);

}  // namespace mica::run
