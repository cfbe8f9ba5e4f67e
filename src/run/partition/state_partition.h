// Run stage: the partition of states for mixed-mode integration, from Jacobians J along a trial run.
//
// The mixed Euler step with the length h: explicit for slow states s, implicit for fast ones f,
//   s' = s + h der(s) at (s, f),    f' = f + h der(f) at (s', f').
// For a linear model with the matrix J it is x' = M x, where A M = B; a row of A and B that belongs to a slow state is
// that of I and I + h J, one of a fast state that of I - h J and I. The step is stable at a sample if no eigenmode of M
// grows by more than a tenth over the length T of the experiment, |μ| ≤ 1 + 0.1 h/T, but for as many eigenmodes as grow
// in the model itself: these may grow as implicit Euler lets them. So an instability of the model makes no state fast,
// and neither does a slow oscillation with little damping that explicit Euler would excite no more than that.
//
// Rule: no state is fast; while there is a sample at which the step is not stable, of the eigenmodes of M that grow too
// much there, those states become fast that have the largest participation in them, half as many as there are
// eigenmodes, at least one. In the end fast states are made slow again, those of least participation first, as long as
// the step stays stable at all samples, until no fast state can be left out; another set may still be smaller. States
// that each other's derivatives depend on are looked at together, strong components apart: the eigenmodes of M are
// those of the components.
//
// The user's wishes come first. The Jacobian is that of linearisation at samples: nothing is said about what happens
// between them, or with other inputs. References: Schiela & Olsson, mixed-mode integration for real-time simulation,
// Modelica Workshop 2000.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::run {

struct JacobianSample {
  double time = 0;
  std::vector<double> values;  // by entry of the pattern
};

enum class StateWish : std::uint8_t { kNone, kImplicit, kExplicit };

struct PartitionProblem {
  graph::CompressedRows pattern;  // row i: the states that the derivative of state i depends on
  std::vector<JacobianSample> samples;
  double step = 0, length = 0;    // s: of a step, of the experiment
  std::vector<StateWish> wishes;  // by state
};

struct StatePartition {
  struct State {
    bool is_implicit = false;
    std::complex<double>
        eigenmode;  // the fastest that it has a tenth part in, or half of its largest part, at any sample
  };
  std::vector<State> states;
  // Not 0: no states are left that could become fast, and this is by how much the fastest growing eigenmode is
  // multiplied in a step.
  double growth = 0;
  double unstable_time = 0;  // of the sample where it grows
};

StatePartition PartitionStates(const PartitionProblem& problem);

}  // namespace mica::run
