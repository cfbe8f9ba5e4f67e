// Graph stage: the matching whose rows come first in a given order.
//
// The sets of rows that can be matched are the independent sets of a matroid (transversal matroid). So the greedy
// choice is the best one: go through the rows in the order of their priority, keep a row if it can be matched together
// with those kept before. The kept rows are a largest matchable set, and for every k the k-th of them comes as early in
// the order as in any such set. With variables for rows and equations for columns it answers which variables the
// equations should be solved for, as the choice of states asks. Invariant: a row once kept stays matched. What a failed
// search has reached can never be part of an augmenting path later, and is not searched again: all failures together
// are O(entries). A success is O(entries reached), near-constant in practice. Ties: there are none in the kept rows,
// which depend on the order alone; which column they get is as in matching.h. References: Edmonds & Fulkerson, J. Res.
// NBS 69B (1965); Rado (1957) on greedy and matroids.
#pragma once

#include <span>

#include "graph/compressed_rows.h"
#include "graph/matching.h"

namespace mica::graph {

// `order` lists rows, each at most once; rows that it leaves out stay unmatched.
Matching MatchByPriority(const CompressedRows& graph, std::span<const Index> order);

}  // namespace mica::graph
