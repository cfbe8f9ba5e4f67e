#include "run/solver_shape.h"

#include <algorithm>

#include "graph/coloring.h"
#include "graph/column_order.h"
#include "run/difference_jacobian.h"
#include "run/leaking_switches.h"
#include "structure/system_jacobian.h"

namespace mica::run {

namespace {

graph::CompressedRows RowsOf(std::size_t size, const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& columns) {
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (std::size_t k = 0; k < rows.size(); ++k) pairs.emplace_back(static_cast<graph::Index>(rows[k]), static_cast<graph::Index>(columns[k]));
  auto n = static_cast<graph::Index>(size);
  return graph::CompressedRows::FromPairs(n, n, pairs).WithoutRepeats();
}

int ChangesOf(structure::ChangesWith changes) {
  switch (changes) {
    case structure::ChangesWith::kNever: return MICA_SOLVER_CHANGES_NEVER;
    case structure::ChangesWith::kEvents: return MICA_SOLVER_CHANGES_AT_EVENTS;
    case structure::ChangesWith::kAlways: break;
  }
  return MICA_SOLVER_CHANGES_ALWAYS;
}

}  // namespace

MatrixShape::MatrixShape(std::size_t size_given, const std::vector<MatrixEntry>& pattern, std::size_t extended_given, bool may_be_singular_given)
    : size(static_cast<std::uint32_t>(size_given)), extended(static_cast<std::uint32_t>(extended_given)), may_be_singular(may_be_singular_given) {
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
  return {size, extended, static_cast<std::uint32_t>(rows.size()), rows.data(), columns.data(), order.empty() ? nullptr : order.data(), lower_room, upper_room, may_be_singular};
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

std::vector<MatrixEntry> SystemPattern(const structure::System& system, const structure::BlockModel& model, const Instance& instance) {
  if (system.jacobian.empty()) return ReferencePattern(system, model, *instance.runnable().store);
  std::vector<MatrixEntry> pattern;
  pattern.reserve(system.jacobian.size());
  for (const structure::JacobianEntry& entry : system.jacobian) pattern.push_back({entry.row, entry.column});
  return pattern;
}

StageSlopes FindStageSlopes(const structure::BlockModel& model, std::uint32_t system) {
  StageSlopes slopes;
  auto is_here = [&](const structure::Step& step) { return step.kind == structure::Step::Kind::kSolve && step.system.index() == system; };
  if (!model.stage_gain || std::none_of(model.stage.begin(), model.stage.end(), is_here)) return slopes;
  slopes.gain_slot = model.scalars[model.stage_gain].slot;
  const std::vector<ScalarId>& unknowns = model.systems[structure::SystemId(system)].unknowns;
  for (ScalarId state : model.states)
    for (std::uint32_t i = 0; i < unknowns.size(); ++i) {
      if (model.scalars[unknowns[i]].slot != model.scalars[model.scalars[state].derivative].slot) continue;
      slopes.pairs.push_back(i);
      slopes.pairs.push_back(model.scalars[state].slot);
    }
  return slopes;
}

SolverShape DescribeSolver(Instance& instance, const structure::BlockModel& model, std::uint32_t which) {
  const structure::System& system = model.systems[structure::SystemId(which)];
  SolverShape shape;
  for (ScalarId unknown : system.unknowns) shape.unknowns.push_back(model.scalars[unknown].slot);
  shape.matrix = MatrixShape(shape.unknowns.size(), SystemPattern(system, model, instance), structure::ExtendedCount(system), system.is_linear);
  shape.is_linear = system.is_linear;
  shape.is_analytic = !system.jacobian.empty();
  shape.changes = ChangesOf(system.jacobian_changes);
  if (shape.matrix.extended == 0) {
    graph::Coloring coloring = graph::ColorColumns(RowsOf(shape.matrix.size, shape.matrix.rows, shape.matrix.columns));
    for (graph::Index color = 0; color < coloring.size(); ++color) {
      for (graph::Index column : coloring.groups.row(color)) shape.color_column.push_back(static_cast<std::uint32_t>(column));
      shape.color_begin.push_back(static_cast<std::uint32_t>(shape.color_column.size()));
    }
  }
  shape.slopes = FindStageSlopes(model, which);
  if (!system.is_linear) return shape;
  LeakingSwitches switches(instance, model, system);
  shape.switch_held = switches.held();
  shape.switch_slots = switches.slots();
  return shape;
}

}  // namespace mica::run
