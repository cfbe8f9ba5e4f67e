// Study stage: the operating point of a model: states whose derivatives are zero, inputs and time held.
//
// From the initial point of the model, in this order:
//   1 Newton's method with a line search on the scaled derivatives. Where the Jacobian is singular (the angle of a free
//     shaft), the shortest step of the least squares is taken: of all operating points, one near the start.
//   2 pseudo-transient continuation (Kelley & Keyes, SIAM J. Numer. Anal. 35, 1998): (I/δ - J) Δx = f, with δ growing
//   as
//     f shrinks, which follows the model's own dynamics at first.
//   3 the model is simulated, ever longer, and Newton's method started from where it comes to.
// After each accepted step events that are due happen, so that relations and discrete variables agree with the point.
#pragma once

#include <string>
#include <vector>

#include "study/runs/model_runs.h"

namespace mica::study {

struct SteadyRequest {
  std::vector<std::string> outputs;  // variables to report besides the states; none: outputs of the top level
  std::stop_token stop;
};

struct SteadyPoint {
  Outcome outcome = Outcome::kModelWrong;
  std::string model, method;  // newton, pseudo-transient, simulation
  std::vector<std::string> states, state_units, outputs;
  std::vector<double> state_values, output_values;
  double residual = 0;         // the largest derivative, relative to the state's magnitude, 1/s
  std::size_t iterations = 0;  // of all attempts
  bool is_singular = false;    // the point is one of many
  bool is_stable = false;      // no eigenvalue has a positive real part, as far as rounding tells
};

// E9540: there is no operating point within reach. W9541: the point is one of many.
SteadyPoint FindSteady(Session& session, ModelRuns& runs, const SteadyRequest& request);

std::string SteadyText(const SteadyPoint& point);
std::string SteadyJson(const SteadyPoint& point);

}  // namespace mica::study
