// Graph stage: a block as the passes of tearing see it: both directions of the pattern, and one bit for each entry.
//
// The transpose of a lower triangular matrix, its order reversed, is lower triangular again. So a set of residual
// equations of a block is a set of tearing variables of its transpose, and every pass that finds the one on Transpose()
// finds the other.
#pragma once

#include <vector>

#include "graph/tearing.h"

namespace mica::graph {

struct TearingBlock {
  CompressedRows equations;
  CompressedRows variables;           // the transpose
  std::vector<Index> equation_entry;  // by entry number of `variables`: the entry number in `equations`
  std::vector<bool> solvable;         // by entry number of `equations`
  std::vector<int> cost;              // by variable, positive
  std::vector<bool> forced;           // by variable: must be torn (nothing can be solved for it, or the caller says so)

  explicit TearingBlock(const TearingProblem& problem);
  // Equations and variables exchanged; all costs are equal, and only what cannot be solved for is forced.
  TearingBlock Transpose() const;

  Index equation_count() const { return equations.row_count(); }
  Index variable_count() const { return variables.row_count(); }
  // At least as many variables must be torn.
  Index LowerBound() const;
  // At least so much do they cost together, if `count` is a lower bound of how many they are.
  std::int64_t CostBound(Index count) const;
  std::int64_t CostOf(const std::vector<Index>& torn) const;

 private:
  TearingBlock() = default;
  void ForceUnsolvable();
};

}  // namespace mica::graph
