// Study stage: a sweep: the model at all points of a design, measured. A run that fails is a row with its message, not
// the end of the study.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "study/measure/measure.h"
#include "study/runs/model_runs.h"
#include "study/sweep/vary.h"

namespace mica::study {

struct SweepRequest {
  Design design;
  std::vector<std::string> measures;  // texts; none: nothing but whether the run came to its end
  unsigned jobs = 0;                  // threads; 0: as many as there are processors
  std::function<void(std::size_t done, std::size_t all)> progress;  // called from several threads, one at a time
  std::stop_token stop;
};

struct SweepRow {
  StudyPoint point;
  bool is_done = false;          // was run
  bool is_good = false;          // and came to its end
  std::vector<double> measures;  // not a number where the run failed
  std::string message;           // of a run that failed
};

struct Sweep {
  Outcome outcome = Outcome::kModelWrong;
  std::vector<std::string> names;     // varied
  std::vector<std::string> measures;  // their texts
  std::vector<SweepRow> rows;
  std::size_t variants = 0, failed = 0;
  double run_seconds = 0;  // wall-clock time of all runs
};

// What is wrong with the request or the model is in the sink of the session.
Sweep RunSweep(Session& session, ModelRuns& runs, const SweepRequest& request);

// A row for each run: `run`, the varied names, the measures, `status` (done or failed), `message`. Path `-` is the
// standard output. E9507: the file cannot be written, or does not end with .csv.
bool CanWriteSweep(const std::string& path, DiagnosticSink& sink);  // the ending, before anything is run
bool WriteSweep(const Sweep& sweep, const std::string& path, DiagnosticSink& sink);

}  // namespace mica::study
