#include "graph/block_triangular.h"

#include "base/check.h"
#include "graph/strong_components.h"

namespace mica::graph {

BlockTriangular FindBlockTriangular(const CompressedRows& graph, const Matching& matching) {
  Check(std::ssize(matching.column_of_row) == graph.row_count() &&
            std::ssize(matching.row_of_column) == graph.column_count(),
        "the matching does not fit the graph");
  CompressedRows needs(graph.row_count());
  std::vector<Index> needed;
  for (Index row = 0; row < graph.row_count(); ++row) {
    needed.clear();
    for (Index column : graph.row(row)) {
      const Index owner = matching.row_of_column[column];
      if (owner != kNone && owner != row) needed.push_back(owner);
    }
    needs.AddRow(needed);
  }
  StrongComponents components = FindStrongComponents(needs);
  BlockTriangular result;
  result.rows = std::move(components.members);
  result.block_of_row = std::move(components.component_of);
  result.columns.reserve(static_cast<std::size_t>(graph.row_count()));
  result.block_of_column.assign(static_cast<std::size_t>(graph.column_count()), kNone);
  for (Index block = 0; block < result.size(); ++block) {
    for (Index row : result.rows_of(block)) {
      const Index column = matching.column_of_row[row];
      result.columns.push_back(column);
      if (column != kNone) result.block_of_column[column] = block;
    }
  }
  return result;
}

}  // namespace mica::graph
