// Graph stage: an order in which every node comes after those that it needs, or a short cycle that shows why there is
// none.
//
// Row u of the graph lists the nodes that u needs, as in strong_components.h. SortTopologically is O(nodes + entries)
// when there is no cycle; ties as there: an order that is valid already is kept. A cycle is for a message, so it should
// be short. FindShortestCycle searches breadth first from node after node of the strong components, small components
// first, never deeper than the best cycle found, and stops when `work` entries have been followed: the cycle is a
// shortest one of the graph if the work sufficed, and a cycle in any case. Ties: the cycle found first; it is listed
// from its lowest node on. Reference: Itai & Rodeh, SIAM J. Comput. 7 (1978), "Finding a minimum circuit in a graph".
#pragma once

#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct TopologicalOrder {
  std::vector<Index> order;  // all nodes; when there are cycles, the nodes of each strong component stand side by side
  std::vector<Index> cycle;  // empty if the order is valid; else each node needs the next, and the last one the first

  bool acyclic() const { return cycle.empty(); }
};

TopologicalOrder SortTopologically(const CompressedRows& needs);

// Empty if there is no cycle. A node that needs itself is a cycle of one.
std::vector<Index> FindShortestCycle(const CompressedRows& needs, std::int64_t work = 10'000'000);

}  // namespace mica::graph
