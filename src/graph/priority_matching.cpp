#include "graph/priority_matching.h"

#include "base/check.h"

namespace mica::graph {

Matching MatchByPriority(const CompressedRows& graph, std::span<const Index> order) {
  Matching matching(graph.row_count(), graph.column_count());
  std::vector<bool> dead(static_cast<std::size_t>(graph.column_count()), false);
  Augmenter augmenter;
  for (Index row : order) {
    Check(row >= 0 && row < graph.row_count(), "the order of priority names a row that is not there");
    Check(matching.column_of_row[row] == kNone, "the order of priority names a row twice");
    const bool kept = augmenter.Augment(
        matching, row, [&](Index i) { return graph.row(i); }, [&](Index column) { return !dead[column]; });
    if (kept) continue;
    for (Index column : augmenter.reached_columns()) dead[column] = true;
  }
  return matching;
}

}  // namespace mica::graph
