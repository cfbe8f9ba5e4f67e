// Graph stage: the set of rows and columns that explains why one of them is left unmatched, a part of the decomposition
// of Dulmage and Mendelsohn.
//
// From a maximum matching, the explanation of an unmatched row r is what alternating paths from r reach (row -> any of
// its columns -> the row matched to that column): k+1 rows that hold k columns between them. O(rows + columns +
// entries). It is the fundamental circuit of r in the transversal matroid of the rows: every proper subset of these
// rows can be matched, so no row can be left out of the message. Likewise for an unmatched column: k+1 columns that
// occur in k rows only. Ties: rows and columns are listed breadth first from the one to be explained, entries in their
// stored order. References: Dulmage & Mendelsohn, Canad. J. Math. 10 (1958); Pothen & Fan, ACM TOMS 16 (1990); Edmonds
// & Fulkerson (1965).
#pragma once

#include <vector>

#include "graph/compressed_rows.h"
#include "graph/matching.h"

namespace mica::graph {

struct Explanation {
  std::vector<Index> rows;
  std::vector<Index> columns;
};

// The matching must be maximum, the row unmatched: rows.front() is the row itself, and there is one row more than
// columns.
Explanation ExplainUnmatchedRow(const CompressedRows& graph, const Matching& matching, Index row);
// `transposed` is graph.Transpose(): columns.front() is the column itself, and there is one column more than rows.
Explanation ExplainUnmatchedColumn(const CompressedRows& transposed, const Matching& matching, Index column);

}  // namespace mica::graph
