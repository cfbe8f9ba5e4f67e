// Graph stage: the coarse decomposition of Dulmage and Mendelsohn, and the set of rows and columns that explains why
// one is left unmatched.
//
// From a maximum matching, with alternating paths (row -> any of its columns -> the row matched to that column, and the
// reverse):
//   over-determined   what is reached from the unmatched rows: more rows than columns
//   under-determined  what is reached from the unmatched columns: more columns than rows
//   well-determined   the rest, perfectly matched
// The three parts do not depend on which maximum matching was taken. O(rows + columns + entries).
//
// The explanation of one unmatched row r is what alternating paths from r alone reach: k+1 rows that hold k columns
// between them. It is the fundamental circuit of r in the transversal matroid of the rows: every proper subset of these
// rows can be matched, so no row can be left out of the message. Likewise for an unmatched column: k+1 columns that
// occur in k rows only. Ties: rows and columns are listed breadth first from the one to be explained, entries in their
// stored order. References: Dulmage & Mendelsohn, Canad. J. Math. 10 (1958); Pothen & Fan, ACM TOMS 16 (1990); Edmonds
// & Fulkerson (1965).
#pragma once

#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"
#include "graph/matching.h"

namespace mica::graph {

enum class Determinacy : std::uint8_t { kWell, kUnder, kOver };

struct CoarseDecomposition {
  std::vector<Determinacy> row_part;
  std::vector<Determinacy> column_part;

  std::vector<Index> RowsIn(Determinacy part) const;
  std::vector<Index> ColumnsIn(Determinacy part) const;
};

// The matching must be maximum.
CoarseDecomposition DecomposeCoarsely(const CompressedRows& graph, const Matching& matching);

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
