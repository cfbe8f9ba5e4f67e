#include "run/integrators/rosenbrock_shape.h"

namespace mica::run {

RosenbrockShape::RosenbrockShape(std::size_t states_given, bool has_tangent, const graph::CompressedRows* pattern)
    : states(static_cast<std::uint32_t>(states_given)) {
  if (has_tangent) return;
  jacobian.emplace(states_given, pattern);
  std::vector<MatrixEntry> entries;
  for (std::size_t k = 0; k < jacobian->entry_row.size(); ++k)
    entries.push_back({jacobian->entry_row[k], jacobian->entry_column[k]});
  for (std::uint32_t i = 0; i < states; ++i) entries.push_back({i, i});
  matrix = MatrixShape(states_given, entries, 0, false);
}

MicaRosenbrockShape RosenbrockShape::raw() const {
  MicaRosenbrockShape shape{};
  shape.states = states;
  shape.has_tangent = jacobian ? 0 : 1;
  if (!jacobian) return shape;
  shape.jacobian = jacobian->raw();
  shape.row_begin = jacobian->row_begin.data();
  shape.matrix = matrix.raw();
  return shape;
}

}  // namespace mica::run
