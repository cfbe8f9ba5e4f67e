#include "run/integrators/slope_jacobian.h"

#include <numeric>

#include "graph/coloring.h"

namespace mica::run {

namespace {

graph::CompressedRows FullPattern(std::size_t n) {
  std::vector<graph::Index> all(n);
  std::iota(all.begin(), all.end(), 0);
  return graph::CompressedRows::FromRows(static_cast<graph::Index>(n), std::vector(n, all));
}

std::uint32_t Unsigned(graph::Index index) { return static_cast<std::uint32_t>(index); }

}  // namespace

SlopePattern::SlopePattern(std::size_t states, const graph::CompressedRows* pattern)
    : rows(pattern ? *pattern : FullPattern(states)), row_begin{0}, color_begin{0}, entry_begin{0} {
  for (graph::Index row = 0; row < rows.row_count(); ++row) {
    for (graph::Index column : rows.row(row)) {
      entry_row.push_back(Unsigned(row));
      entry_column.push_back(Unsigned(column));
    }
    row_begin.push_back(static_cast<std::uint32_t>(entry_row.size()));
  }
  graph::Transposed columns = rows.TransposeWithEntries();
  for (graph::Index column = 0; column < columns.graph.row_count(); ++column) {
    for (graph::Index k = columns.graph.row_begin(column); k < columns.graph.row_end(column); ++k)
      entry.push_back(Unsigned(columns.original_entry[static_cast<std::size_t>(k)]));
    entry_begin.push_back(static_cast<std::uint32_t>(entry.size()));
  }
  graph::Coloring coloring = graph::ColorColumns(rows);
  for (graph::Index color = 0; color < coloring.size(); ++color) {
    for (graph::Index column : coloring.groups.row(color)) color_column.push_back(Unsigned(column));
    color_begin.push_back(static_cast<std::uint32_t>(color_column.size()));
  }
}

MicaDifferences SlopePattern::raw() const {
  auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
  return {count(row_begin) - 1, count(entry_row),    count(color_begin) - 1, entry_row.data(), entry_column.data(),
          color_begin.data(),   color_column.data(), entry_begin.data(),     entry.data()};
}

SlopeJacobian::SlopeJacobian(OdeProblem& problem, const graph::CompressedRows* pattern)
    : problem_(problem),
      pattern_(problem.state_count(), pattern),
      memory_(MICA_SLOPE_JACOBIAN_DOUBLES(problem.state_count())) {}

bool SlopeJacobian::Fill(double time, std::span<const double> states, std::span<const double> slopes,
                         std::span<double> values) {
  MicaDifferences raw = pattern_.raw();
  MicaSlopes evaluate = [](void* self, double at, const double* x, double* slope) {
    OdeProblem& problem = *static_cast<OdeProblem*>(self);
    std::size_t n = problem.state_count();
    return static_cast<int>(problem.Evaluate(at, {x, n}, {slope, n}));
  };
  return mica_slope_jacobian(&raw, time, states.data(), slopes.data(), problem_.nominal().data(), evaluate, &problem_,
                             values.data(), memory_.data()) != 0;
}

}  // namespace mica::run
