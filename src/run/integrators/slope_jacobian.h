// Run stage: the Jacobian of the derivatives of an OdeProblem by its states, by differences of the runtime
// (runtime/step/slope_jacobian.h): its pattern with colours, and one with memory of its own. For those who have no
// weights of an error test; solvers of SUNDIALS use ode_jacobian.h.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"
#include "run/integrators/integrator.h"
#include "runtime/step/slope_jacobian.h"

namespace mica::run {

struct SlopePattern {
  graph::CompressedRows rows;  // row i has the states that der(state i) depends on
  std::vector<std::uint32_t> row_begin, entry_row, entry_column, color_begin, color_column, entry_begin, entry;

  // `pattern` null: each depends on all.
  SlopePattern(std::size_t states, const graph::CompressedRows* pattern);
  // Leads into this.
  MicaDifferences raw() const;
};

class SlopeJacobian {
 public:
  SlopeJacobian(OdeProblem& problem, const graph::CompressedRows* pattern);

  const graph::CompressedRows& pattern() const { return pattern_.rows; }
  // `values`, by entry of the pattern, at (time, states), where the derivatives are `slopes`. False: the model cannot
  // be evaluated nearby.
  [[nodiscard]] bool Fill(double time, std::span<const double> states, std::span<const double> slopes,
                          std::span<double> values);

 private:
  OdeProblem& problem_;
  SlopePattern pattern_;
  std::vector<double> memory_;
};

}  // namespace mica::run
