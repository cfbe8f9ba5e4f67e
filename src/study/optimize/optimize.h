// Study stage: parameters that make a measure of a run smallest (or largest), within bounds.
//
// One parameter: a scan of the range on all threads, then Brent's method in the best interval. Several: NLopt, by
// default BOBYQA (Powell 2009) from the centre of the box, or from the values given as a start; `--method` names
// others. Parameters are scaled to their ranges, so that units do not matter. A run that fails counts as worse than any
// other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/measure/measure.h"
#include "study/runs/model_runs.h"

namespace mica::study {

struct Tuned {
  std::string name;
  double low = 0, high = 1;
};

// 'p=a:b'. E9510: not of that form.
std::optional<Tuned> ParseTuned(std::string_view text, DiagnosticSink& sink);
// The same of several, added to `tuned`. False: one of them is reported.
bool ParseTuned(const std::vector<std::string>& texts, std::vector<Tuned>& tuned, DiagnosticSink& sink);

struct OptimizeRequest {
  std::vector<Tuned> tuned;
  std::string objective;  // a measure
  bool maximize = false;
  std::string method;              // of OptimizeMethods(); empty: the default
  double tolerance = 1e-6;         // of the parameters, relative to their ranges
  std::size_t evaluations = 2000;  // at most
  std::uint64_t seed = 1;
  unsigned jobs = 0;
  std::stop_token stop;
};

std::vector<std::string_view> OptimizeMethods();

struct Optimum {
  Outcome outcome = Outcome::kModelWrong;
  std::string method;
  std::vector<double> values;  // by tuned parameter
  double objective = 0;
  std::size_t evaluations = 0, failed = 0;
  std::string end;  // why it ended, in words
};

// What is wrong is in the sink of the session: E9511 no such method, E9512 no run came to its end.
Optimum Optimize(Session& session, ModelRuns& runs, const OptimizeRequest& request);

}  // namespace mica::study
