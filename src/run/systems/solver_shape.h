// Run stage: what the runtime must know of a simultaneous system (runtime/systems/bounded_solver.h), from the model
// table; and of a matrix alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run/instance.h"
#include "run/systems/linear_solver.h"
#include "runtime/systems/bounded_solver.h"

namespace mica::run {

struct MatrixShape {
  std::uint32_t size = 0, extended = 0;
  std::vector<std::uint32_t> rows, columns;
  std::vector<std::uint32_t> order;  // of a sparse matrix; empty: dense
  std::uint32_t lower_room = 0, upper_room = 0;
  bool may_be_singular = false;

  MatrixShape() = default;
  MatrixShape(std::size_t size, const std::vector<MatrixEntry>& pattern, std::size_t extended, bool may_be_singular);
  // Leads into this.
  MicaLinearShape raw() const;
};

// Of a stage, x = base + gain*der(x): pairs of an unknown that is a derivative and the slot of its state.
struct StageSlopes {
  std::span<const std::uint32_t> pairs;
  std::uint32_t gain_slot = 0;
};

struct SolverShape {
  MatrixShape matrix;
  std::span<const std::uint32_t> unknowns;
  bool is_linear = false, is_analytic = false;
  int changes = MICA_SOLVER_CHANGES_ALWAYS;
  std::vector<std::uint32_t> color_begin = {0}, color_column;
  StageSlopes slopes;
  std::span<const std::uint32_t> switch_held, switch_slots;

  MicaSolverShape raw() const;
};

// The entries of a system's Jacobian: those of its code, else all that may depend.
std::vector<MatrixEntry> SystemPattern(const MicaSystem& system, const MicaModelTable& table);
StageSlopes FindStageSlopes(const MicaModelTable& table, std::uint32_t system);
SolverShape DescribeSolver(const MicaModelTable& table, std::uint32_t system);

}  // namespace mica::run
