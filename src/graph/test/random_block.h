// Blocks for the tests of tearing: strongly connected patterns with entries that can be solved for or not.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/tearing.h"
#include "graph/test/random_graph.h"

namespace mica::graph {

// Every entry can be solved for with the given chance, else one of the two lesser classes.
inline TearingProblem MakeBlock(Random& random, CompressedRows equations, int percent_solvable) {
  TearingProblem problem;
  problem.equations = equations.WithoutRepeats();
  for (Index entry = 0; entry < problem.equations.entry_count(); ++entry) {
    problem.solvability.push_back(random.Chance(percent_solvable) ? Solvability::kAlways
                                  : random.Chance(50)             ? Solvability::kFactorMayVanish
                                                                  : Solvability::kNo);
  }
  return problem;
}

// A cycle through all variables in random order, and `extra` further entries.
inline TearingProblem RandomBlock(Random& random, Index n, Index extra, int percent_solvable) {
  const auto order = RandomOrder(random, n);
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < n; ++i) {
    pairs.emplace_back(i, order[i]);
    pairs.emplace_back(i, order[(i + 1) % n]);
  }
  for (Index k = 0; k < extra; ++k) pairs.emplace_back(random.Below(n), random.Below(n));
  return MakeBlock(random, CompressedRows::FromPairs(n, n, pairs), percent_solvable);
}

// The five-point stencil on a square grid.
inline TearingProblem StencilBlock(Random& random, Index side, int percent_solvable) {
  CompressedRows equations(side * side);
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) {
      std::vector<Index> row = {i * side + j};
      if (i > 0) row.push_back((i - 1) * side + j);
      if (i + 1 < side) row.push_back((i + 1) * side + j);
      if (j > 0) row.push_back(i * side + j - 1);
      if (j + 1 < side) row.push_back(i * side + j + 1);
      equations.AddRow(row);
    }
  }
  return MakeBlock(random, equations, percent_solvable);
}

}  // namespace mica::graph
