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

}  // namespace

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
