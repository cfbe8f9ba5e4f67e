// Run stage: from compiled code to a consistent point at the start time (the specification, 8.6).
//
//   literals and overrides → parameters() → attributes() → initial() → choice of states → event iteration until
//   discrete variables agree with pre().
//
// initial() is attempted in this order:
//   1 where homotopy() stands in a nonlinear system, by continuation from its simplified expressions (3.7.4.3): lambda
//   = 0 from the start
//     values, then steps towards 1, each from the solution of the last, halved where they fail or leap to another curve
//     of solutions. Which of several solutions is meant, the model says by that path.
//   2 the actual equations, lambda = 1, from the start values
//   3 by continuation, where that was not the first attempt
//   4 the actual equations from a neighbouring solution: that of the dynamics with all states at their start values.
//   Initial equations that ask for a steady
//     state are solved for states and the rest at once; here the rest is found first.
// and inside each, every simultaneous system by the attempts of system_solver.h. Of a failure the report shows which of
// these were tried, and where they ended. Everything that fails is reported: E6101 parameters, E6102 a system without
// solution, and what the model itself says.
#pragma once

#include <string>
#include <vector>

#include "run/continue_from.h"
#include "run/events/event_iteration.h"
#include "run/input_signals.h"
#include "run/overrides.h"
#include "run/systems/state_selection.h"

namespace mica::run {

// A start value that is not fixed and was used all the same, because the initial equations leave the variable open.
struct UsedStart {
  std::string name;
  double value = 0;
};

struct InitializationOutcome {
  bool ok = false;
  int homotopy_steps = 0;  // 0: not needed
  std::vector<UsedStart> used_starts;
  bool has_event_at_start = false;  // a relation of time is strict, and its time is the start: it changes right after
};

// The instance is at `time`, the start of a run that takes `span`. `from`: where an earlier run stood, which takes the
// place of initial conditions (continue_from.h); `inputs`: data for inputs.
InitializationOutcome Initialize(double time, double span, const std::vector<Override>& overrides, Instance& instance,
                                 SystemSolvers& solvers, EventIteration& iteration, StateSelection& selection,
                                 DiagnosticSink& sink, const InitialPoint* from = nullptr,
                                 const InputSignals* inputs = nullptr);

}  // namespace mica::run
