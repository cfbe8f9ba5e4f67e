#include "graph/dulmage_mendelsohn.h"

#include <span>

#include "base/check.h"

namespace mica::graph {
namespace {

// All that alternating paths from the unmatched rows `starts` reach, breadth first.
Explanation ReachAlternating(const CompressedRows& graph, std::span<const Index> row_of_column,
                             std::span<const Index> starts) {
  Explanation reached;
  reached.rows.assign(starts.begin(), starts.end());
  std::vector<bool> seen(static_cast<std::size_t>(graph.column_count()), false);
  for (std::size_t head = 0; head < reached.rows.size(); ++head) {
    for (Index column : graph.row(reached.rows[head])) {
      if (seen[column]) continue;
      seen[column] = true;
      const Index owner = row_of_column[column];
      Check(owner != kNone, "the matching is not maximum");
      reached.columns.push_back(column);
      reached.rows.push_back(owner);  // once: it is reached through its own column only
    }
  }
  return reached;
}

std::vector<Index> Select(const std::vector<Determinacy>& parts, Determinacy part) {
  std::vector<Index> selected;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == part) selected.push_back(static_cast<Index>(i));
  }
  return selected;
}

}  // namespace

std::vector<Index> CoarseDecomposition::RowsIn(Determinacy part) const { return Select(row_part, part); }
std::vector<Index> CoarseDecomposition::ColumnsIn(Determinacy part) const { return Select(column_part, part); }

CoarseDecomposition DecomposeCoarsely(const CompressedRows& graph, const Matching& matching) {
  CoarseDecomposition result;
  result.row_part.assign(static_cast<std::size_t>(graph.row_count()), Determinacy::kWell);
  result.column_part.assign(static_cast<std::size_t>(graph.column_count()), Determinacy::kWell);
  const Explanation over = ReachAlternating(graph, matching.row_of_column, matching.UnmatchedRows());
  for (Index row : over.rows) result.row_part[row] = Determinacy::kOver;
  for (Index column : over.columns) result.column_part[column] = Determinacy::kOver;
  const std::vector<Index> free_columns = matching.UnmatchedColumns();
  if (free_columns.empty()) return result;
  const Explanation under = ReachAlternating(graph.Transpose(), matching.column_of_row, free_columns);
  for (Index column : under.rows) result.column_part[column] = Determinacy::kUnder;
  for (Index row : under.columns) result.row_part[row] = Determinacy::kUnder;
  return result;
}

Explanation ExplainUnmatchedRow(const CompressedRows& graph, const Matching& matching, Index row) {
  Check(matching.column_of_row[row] == kNone, "the row to be explained is matched");
  return ReachAlternating(graph, matching.row_of_column, {&row, 1});
}

Explanation ExplainUnmatchedColumn(const CompressedRows& transposed, const Matching& matching, Index column) {
  Check(matching.row_of_column[column] == kNone, "the column to be explained is matched");
  Explanation reached = ReachAlternating(transposed, matching.column_of_row, {&column, 1});
  std::swap(reached.rows, reached.columns);
  return reached;
}

}  // namespace mica::graph
