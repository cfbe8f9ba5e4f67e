#include "run/systems/solver_shape.h"

#include <algorithm>

#include "graph/coloring.h"
#include "graph/column_order.h"

namespace mica::run {

namespace {

graph::CompressedRows RowsOf(std::size_t size, const std::vector<std::uint32_t>& rows,
                             const std::vector<std::uint32_t>& columns) {
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (std::size_t k = 0; k < rows.size(); ++k)
    pairs.emplace_back(static_cast<graph::Index>(rows[k]), static_cast<graph::Index>(columns[k]));
  auto n = static_cast<graph::Index>(size);
  return graph::CompressedRows::FromPairs(n, n, pairs).WithoutRepeats();
}

int ChangesOf(std::uint32_t changes) {
  switch (changes) {
    case MICA_CHANGES_NEVER:
      return MICA_SOLVER_CHANGES_NEVER;
    case MICA_CHANGES_AT_EVENTS:
      return MICA_SOLVER_CHANGES_AT_EVENTS;
    default:
      return MICA_SOLVER_CHANGES_ALWAYS;
  }
}

}  // namespace

MatrixShape::MatrixShape(std::size_t size_given, const std::vector<MatrixEntry>& pattern, std::size_t extended_given,
                         bool may_be_singular_given)
    : size(static_cast<std::uint32_t>(size_given)),
      extended(static_cast<std::uint32_t>(extended_given)),
      may_be_singular(may_be_singular_given) {
  for (const MatrixEntry& entry : pattern) {
    rows.push_back(entry.row);
    columns.push_back(entry.column);
  }
  if (mica_linear_is_dense(size, extended, static_cast<std::uint32_t>(rows.size()), rows.data())) return;
  graph::ColumnOrder found = graph::FindColumnOrder(RowsOf(size_given + extended_given, rows, columns));
  order = std::move(found.columns);
  lower_room = static_cast<std::uint32_t>(found.lower_room);
  upper_room = static_cast<std::uint32_t>(found.upper_room);
}

MicaLinearShape MatrixShape::raw() const {
  return {size,        extended,       static_cast<std::uint32_t>(rows.size()),
          rows.data(), columns.data(), order.empty() ? nullptr : order.data(),
          lower_room,  upper_room,     may_be_singular};
}

MicaSolverShape SolverShape::raw() const {
  return {matrix.raw(),
          unknowns.data(),
          is_linear,
          is_analytic,
          changes,
          static_cast<std::uint32_t>(color_begin.size() - 1),
          color_begin.data(),
          color_column.data(),
          static_cast<std::uint32_t>(slopes.pairs.size() / 2),
          slopes.pairs.data(),
          slopes.gain_slot,
          static_cast<std::uint32_t>(switch_held.size()),
          static_cast<std::uint32_t>(switch_slots.size()),
          switch_held.data(),
          switch_slots.data()};
}

std::vector<MatrixEntry> SystemPattern(const MicaSystem& system, const MicaModelTable& t) {
  std::span<const std::uint32_t> rows = List(t, system.rows), columns = List(t, system.columns);
  std::vector<MatrixEntry> pattern;
  pattern.reserve(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) pattern.push_back({rows[k], columns[k]});
  return pattern;
}

StageSlopes FindStageSlopes(const MicaModelTable& t, std::uint32_t system) {
  std::span<const std::uint32_t> pairs = List(t, t.systems[system].slopes);
  return {pairs, pairs.empty() ? 0 : t.gain_slot};
}

SolverShape DescribeSolver(const MicaModelTable& t, std::uint32_t which) {
  const MicaSystem& system = t.systems[which];
  SolverShape shape;
  shape.unknowns = List(t, system.unknowns);
  shape.is_linear = (system.flags & MICA_SYSTEM_LINEAR) != 0;
  shape.is_analytic = (system.flags & MICA_SYSTEM_ANALYTIC) != 0;
  shape.matrix = MatrixShape(shape.unknowns.size(), SystemPattern(system, t), system.extended, shape.is_linear);
  shape.changes = ChangesOf(system.changes);
  if (shape.matrix.extended == 0) {
    graph::Coloring coloring = graph::ColorColumns(RowsOf(shape.matrix.size, shape.matrix.rows, shape.matrix.columns));
    for (graph::Index color = 0; color < coloring.size(); ++color) {
      for (graph::Index column : coloring.groups.row(color))
        shape.color_column.push_back(static_cast<std::uint32_t>(column));
      shape.color_begin.push_back(static_cast<std::uint32_t>(shape.color_column.size()));
    }
  }
  shape.slopes = FindStageSlopes(t, which);
  if (!shape.is_linear) return shape;
  shape.switch_held = List(t, system.switch_held);
  shape.switch_slots = List(t, system.switch_slots);
  return shape;
}

}  // namespace mica::run
