// Study stage: the linear system about a point that a run reaches.
//
// The model is simulated up to the time asked for; where an event happens there, the point after it counts. At the
// point modes, discrete variables and relations are held. States are those of the translated model (after index
// reduction), inputs those of the top level, outputs those of the top level and what is asked for besides.
//
// Derivatives as point_jacobian.h has them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "session/session.h"
#include "study/linear/linear_system.h"
#include "study/runs/model_runs.h"

namespace mica::study {

struct LinearizeRequest {
  std::optional<double> at;          // time; absent: the start
  std::vector<std::string> inputs;   // of the top level; none: all Real ones
  std::vector<std::string> outputs;  // any variables; none: the outputs of the top level
  std::stop_token stop;
};

struct Linearization {
  Outcome outcome = Outcome::kModelWrong;
  LinearSystem system;
};

// In the sink of the session: E9520 a time before the start, E9521 not an input or not a variable, E9522 the model
// cannot be evaluated around the point, and what the run reports.
Linearization Linearize(Session& session, ModelRuns& runs, const LinearizeRequest& request);

}  // namespace mica::study
