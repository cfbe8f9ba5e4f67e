// Run stage: a run by the default method with step-size control that gathers the Jacobian der(x)/x at points of the
// trajectory, for mixed-mode integration (state_partition.h).
//
// Samples: at the start, at the ends of kTrialIntervals equal intervals, and within each of these at the first few
// sides of events. Entries are difference quotients (coloured_jacobian.h); a point where the model cannot be evaluated
// nearby is left out. The run is the experiment with the values of the user, inputs as they are at the start.
#pragma once

#include <string>

#include "base/diagnostic.h"
#include "run/partition/state_partition.h"
#include "run/simulate.h"

namespace mica::run {

inline constexpr std::int64_t kTrialIntervals = 20;

struct Trial {
  bool initialized = false;  // if not, the sink has the reason
  Outcome outcome = Outcome::kFailed;
  double time = 0;     // that was reached
  std::string reason;  // of a run that failed
  graph::CompressedRows pattern;
  std::vector<JacobianSample> samples;
};

// `runnable`: the model as methods with step-size control have it.
Trial RunTrial(const Runnable& runnable, const SimulationOptions& options, DiagnosticSink& sink,
               std::stop_token stop = {});

}  // namespace mica::run
