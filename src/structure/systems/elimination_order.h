// In which order the unknowns of a sparse linear system may be eliminated in formulas: numbers only, no formula is made
// here.
//
// A x + b = 0, where each entry of A is known at several gains (gain_values.h) or not at all. Elimination with the
// pivot (r, k) takes the row r off every other row that holds x(k). A pivot is accepted if at all gains
//   - it keeps its sign, and is not lost in rounding beside what the matrix began with (kSmallest, in units in which
//   rows and columns have
//     entries of about one),
//   - it is not small beside the largest entry of its row, or beside the largest of its column (kThreshold): the
//   entries that change do not grow.
// The matrix of an implicit method, I - γh·J, is diagonally dominant for what diffuses and decays, and all its diagonal
// pivots pass. Of the pivots that are accepted the one of the least fill is taken, (entries of the row - 1)(entries of
// the column - 1) (Markowitz 1957); ties by row. On a band the fill is bounded, and the result is the algorithm of
// Thomas. Counts go stale as rows change and are looked at again when their row comes up, so that a long column costs
// no more than its updates. Cost: entries + fill, times the gains; it ends when the least fill exceeds `most_fill`, or
// all together kMostWork for each entry at the start.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph/compressed_rows.h"
#include "structure/values/gain_values.h"

namespace mica::structure {

inline constexpr std::size_t kMostFill = 24;  // that one pivot may cause

struct SampledEntry {
  graph::Index column;
  std::optional<GainValues::Samples> samples;
};

struct EliminationPivot {
  graph::Index row, column;
};

// The pivots in order, beginning with those given. Rows and columns without one are left over.
std::vector<EliminationPivot> FindEliminationOrder(const std::vector<std::vector<SampledEntry>>& rows,
                                                   graph::Index columns, std::span<const EliminationPivot> first = {},
                                                   std::size_t most_fill = kMostFill);

}  // namespace mica::structure
