// Graph stage: an order in which the columns of a sparse matrix are eliminated, and how much room the factors need
// whatever rows are chosen as pivots.
//
// Rows that hold the next column are merged: any of them may be the pivot, the others then have the entries of all
// (George & Ng, SIAM J. Sci. Stat. Comput. 8, 1987). With c rows whose union has s columns, that is at most s - 1
// entries of U and c - 1 of L beside the diagonal. Merged rows are kept as one group with its number of rows, and the
// next column is the one whose groups hold the fewest others, counted with repeats (the idea of COLAMD: Davis, Gilbert,
// Larimore & Ng, ACM Trans. Math. Softw. 30, 2004). O(entries of the factors · log). Ties: the lowest column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct ColumnOrder {
  std::vector<std::uint32_t> columns;          // in the order of their elimination
  std::size_t lower_room = 0, upper_room = 0;  // entries of L and U beside their diagonals, at most
};

ColumnOrder FindColumnOrder(const CompressedRows& matrix);

}  // namespace mica::graph
