// Run stage: what the Rosenbrock methods of the runtime (runtime/step/rosenbrock.h) must know of a model.
#pragma once

#include <optional>

#include "run/integrators/slope_jacobian.h"
#include "run/systems/solver_shape.h"
#include "runtime/step/rosenbrock.h"

namespace mica::run {

struct RosenbrockShape {
  std::uint32_t states;
  std::optional<SlopePattern> jacobian;  // of a model without its linearised equations; so is the matrix
  MatrixShape matrix;

  // `pattern` of J: row i has the states that der(state i) depends on; null: all.
  RosenbrockShape(std::size_t states, bool has_tangent, const graph::CompressedRows* pattern);
  // Leads into this.
  MicaRosenbrockShape raw() const;
};

}  // namespace mica::run
