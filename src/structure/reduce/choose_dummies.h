// The choice of dummy derivatives in one stage of select-states: as many candidates as there are differentiated
// equations, the earlier the better, such that the equations can be solved for them.
//
// Sets that can be matched are independent in a transversal matroid, sets of independent columns in a linear one; for
// both the greedy choice is the best by the order of the candidates. Matching comes first, being near-linear: it is
// right unless numbers conspire. Whether they do is seen in the blocks of what was chosen; a part of the equations with
// a singular block is chosen anew by the rank of its columns. Cost of that: entries times fill for each candidate, at
// most kLargestPart equations; larger parts keep the choice by matching.
#pragma once

#include <vector>

#include "graph/compressed_rows.h"

namespace mica::structure {

using graph::Index;

struct DummyEntry {
  Index equation;
  double value;  // at a generic point (generic_values.h)
};

// Places of the chosen candidates, in increasing order; fewer than equations if there is no full set.
std::vector<Index> ChooseDummies(Index equation_count, const std::vector<std::vector<DummyEntry>>& candidates);

}  // namespace mica::structure
