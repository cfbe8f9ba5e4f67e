// Graph stage: the block lower triangular form of a matched bipartite graph.
//
// Row i needs row j when i holds a column that is matched to j. Blocks are the strong components of that relation, in
// the order of evaluation: a row of block k holds matched columns of blocks 0 … k only. When the matching is perfect
// the blocks do not depend on it (the fine decomposition of Dulmage and Mendelsohn). Unmatched columns count as known;
// an unmatched row is a block by itself with no column, placed after all that it holds. O(rows + entries). Ties as in
// strong_components.h: rows already in a valid order stay in it; rows of a block are in increasing order. References:
// Tarjan (1972); Duff & Reid, ACM TOMS 4 (1978).
#pragma once

#include <span>
#include <vector>

#include "graph/compressed_rows.h"
#include "graph/matching.h"

namespace mica::graph {

struct BlockTriangular {
  CompressedRows rows;         // row k: the rows of block k
  std::vector<Index> columns;  // by entry number of `rows`: the column matched to that row, kNone if it has none
  std::vector<Index> block_of_row;
  std::vector<Index> block_of_column;  // kNone for an unmatched column

  Index size() const { return rows.row_count(); }
  std::span<const Index> rows_of(Index block) const { return rows.row(block); }
  std::span<const Index> columns_of(Index block) const {
    return {columns.data() + rows.row_begin(block), static_cast<std::size_t>(rows.degree(block))};
  }
};

BlockTriangular FindBlockTriangular(const CompressedRows& graph, const Matching& matching);

}  // namespace mica::graph
