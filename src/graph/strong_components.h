// Graph stage: strong components of a directed graph in the order of evaluation.
//
// Row u of the graph lists the nodes that u needs. Two nodes share a component exactly when each needs the other,
// directly or not. Components come out so that every node that a component needs lies in it or in an earlier one
// (Tarjan emits a component when all it needs has been emitted, which is that order). O(nodes + entries), no recursion:
// the depth-first search keeps its own stack. Ties: searches start at nodes in increasing order and follow entries in
// their stored order, so that an acyclic graph whose nodes need lower nodes only comes out as 0, 1, 2, …; members of a
// component are in increasing order. Reference: Tarjan, SIAM J. Comput. 1 (1972).
#pragma once

#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct StrongComponents {
  CompressedRows members;           // row k: the nodes of component k
  std::vector<Index> component_of;  // by node

  Index size() const { return members.row_count(); }
};

// The graph is square: as many columns as rows.
StrongComponents FindStrongComponents(const CompressedRows& needs);

}  // namespace mica::graph
