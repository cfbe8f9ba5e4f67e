// Graph stage: greedy choice of tearing variables.
//
// Take the most promising variable as known, let all follow that does (causal_closure.h), and so on until everything is
// known. The promise of v is a sum over the equations that hold it and are still open, by how many unknowns each has
// left: weight_two for one with two, provided that it can be solved for the other; weight_three for one with three,
// weight_many for more, provided that it can be solved for any other. Divided by the cost of v. The rules that are
// known by name are settings of it:
//   weights 1 1 1        the variable in most open equations (step 2 of Cellier's heuristic)
//   weights large 1 1    the variable that makes most equations causal at once (its step 3 first)
//   by_equation          an equation with the fewest unknowns is chosen first, then among its variables (Carpanzano)
//   lookahead k          of the k most promising variables the one from which most follows, by trying (Cellier's step 3
//   in depth) spare_costly         what costs more than kTearingUnit is taken only when there is nothing else
// O(entries + variables) without lookahead: an equation is scanned anew only when it comes down to three, two and one
// unknowns, and the queue is one of buckets. With lookahead O(k * entries) for each variable chosen, until `work` is
// used up. Ties: the lower number first at the start, later the one whose promise changed last. References: see
// tearing.h.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/tearing_block.h"

namespace mica::graph {

struct SelectionRule {
  int weight_two = 1;
  int weight_three = 1;
  int weight_many = 1;
  bool by_equation = false;
  int lookahead = 1;
  bool spare_costly = false;
};

struct Selection {
  std::vector<Index> tearing_variables;  // in the order in which they were chosen
  std::int64_t work = 0;                 // entries visited
};

// The closure of the selection is complete. Forced variables are always in it.
Selection SelectTearing(const TearingBlock& block, const SelectionRule& rule, std::int64_t work);

}  // namespace mica::graph
