// Distribute stage: parts as tasks on a fixed pool of threads.
//
// A task runs its part for as long as the part is ready; then the next part that is takes the thread. What a part
// computes does not depend on the order (part_run.h), so equal inputs give equal bits with any number of threads.
//
// A part that fails, or that terminate() ends, at time t ends the run at t: the others go on until they have reached t
// too, so that the result is complete up to there, whoever was ahead.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "distribute/run/part_run.h"

namespace mica::distribute {

struct PartsRequest {
  unsigned threads = 0;  // 0: as many as there are processors
  std::stop_token stop;
  run::Progress progress;  // called by one thread at a time
};

struct PartsEnd {
  run::Outcome outcome = run::Outcome::kFinished;
  bool initialized = false;
  double time = 0;                 // up to which all rows are complete
  const PartRun* cause = nullptr;  // the part that ended the run before its time
  int start_rounds = 1;            // of initialization, until the waves of the start had settled
  double initialize_seconds = 0, run_seconds = 0;
};

// Begins all parts, runs them and ends them. What parts report is in their sinks.
PartsEnd RunParts(std::vector<std::unique_ptr<PartRun>>& parts, const PartsRequest& request);

}  // namespace mica::distribute
