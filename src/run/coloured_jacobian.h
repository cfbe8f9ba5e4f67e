// Run stage: the Jacobian of the derivatives of an OdeProblem by its states, by difference quotients: one evaluation for each colour of the columns
// (graph/coloring.h), with the increments σ = √ε max(|x|, nominal). For those who have no weights of an error test; solvers of SUNDIALS use
// ode_jacobian.h. No memory is allocated after construction.
#pragma once

#include <optional>

#include "graph/coloring.h"
#include "run/integrator.h"

namespace mica::run {

class ColouredJacobian {
 public:
  // `pattern`: row i has the states that der(state i) depends on; null: all.
  ColouredJacobian(OdeProblem& problem, const graph::CompressedRows* pattern);

  const graph::CompressedRows& pattern() const { return pattern_; }
  std::size_t evaluations() const { return static_cast<std::size_t>(coloring_.size()); }  // of one Jacobian

  // `values`, by entry of the pattern, at (time, states), where the derivatives are `slopes`. False: the model cannot be evaluated nearby.
  [[nodiscard]] bool Fill(double time, std::span<const double> states, std::span<const double> slopes, std::span<double> values);

 private:
  OdeProblem& problem_;
  graph::CompressedRows pattern_;
  graph::Transposed columns_;
  graph::Coloring coloring_;
  std::vector<double> shifted_, moved_;
};

}  // namespace mica::run
