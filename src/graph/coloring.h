// Graph stage: colouring of the columns of a sparse Jacobian, so that one difference quotient or one directional
// derivative gives all columns of a colour at once.
//
// Condition: two columns that hold an entry in a common row have different colours. Then J·d with d = the sum of the
// unit vectors of one colour holds, in every row, at most one entry of these columns, and J is read off from as many
// products as there are colours. This is a partial distance-2 colouring of the columns in the bipartite graph, which is
// worked on directly: the column intersection graph is not formed. Rows are coloured (for products with the transpose,
// in reverse mode) by colouring the columns of the transpose. Lower bound: the longest row. Greedy: each column, in the
// chosen order, takes the lowest colour that its neighbours leave. O(sum over rows of degree²). Rows longer than
// max(500, sqrt(entries)) would make that quadratic and force as many colours anyway: the columns in any of these get a
// colour each, and only the others are coloured greedily, so the cost is at most O(entries * sqrt(entries)). Ties:
// columns of equal rank in the order of their number. References: Curtis, Powell & Reid, IMA J. Appl. Math. 13 (1974);
// Coleman & Moré, SIAM J. Numer. Anal. 20 (1983); Gebremedhin, Manne & Pothen, SIAM Review 47 (2005).
#pragma once

#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct Coloring {
  std::vector<Index> color_of;  // by column, from 0
  CompressedRows groups;        // row k: the columns of colour k, in increasing order

  Index size() const { return groups.row_count(); }
};

enum class ColoringOrder : std::uint8_t {
  kNatural,       // by column number: best for banded patterns
  kLargestFirst,  // by the number of neighbours, counted with repeats
  kSmallestLast,  // repeatedly take out the column with the fewest neighbours left; colour in the reverse of that order
};

Coloring ColorColumns(const CompressedRows& jacobian, ColoringOrder order);
// The best of the three orders, the earlier one if two are as good; stops when the lower bound is met.
Coloring ColorColumns(const CompressedRows& jacobian);
Coloring ColorRows(const CompressedRows& jacobian);

}  // namespace mica::graph
