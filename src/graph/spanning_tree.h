// Graph stage: the spanning forest of an overconstrained connection graph (Modelica specification, section 9.4.2).
//
// In: nodes; required edges (Connections.branch), which stay; optional edges (connect), which may be broken; definite
// roots; potential roots with priorities, of which the lowest number wins. Out: a set of trees that span all nodes and
// hold all required edges, each tree with exactly one root. An optional edge is broken when its ends are joined already
// or when it would join two trees with a definite root each. Every connected subgraph without a definite root takes its
// potential root of lowest priority number. Invariant: kept edges = nodes - roots, parent links lead from every node to
// its root. Method: Kruskal's with union-find, the required edges first, then the optional ones in their given order:
// of a loop the edge that comes last is broken. Then breadth first from the roots for parents and depths. O((nodes +
// edges) α(nodes)). Ties: potential roots of equal priority, the one given first. Repeated optional edges and loops on
// one node are broken like any other; the caller takes redundant connections out beforehand if they are to leave no
// trace (section 9.4.2, connect-equation redundancy).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct PotentialRoot {
  Index node;
  std::int64_t priority = 0;
};

struct ConnectionGraph {
  Index node_count = 0;
  std::vector<std::pair<Index, Index>> required;
  std::vector<std::pair<Index, Index>> optional;
  std::vector<Index> definite_roots;
  std::vector<PotentialRoot> potential_roots;
};

struct ForestError {
  enum class Kind : std::uint8_t {
    kRequiredCycle,     // nodes: the cycle, closed by required edge `edge` from the last to the first
    kTwoDefiniteRoots,  // nodes: from one definite root to the other along required edges
    kNoRoot,            // nodes: all of a subgraph that has no root of either kind; the first given was taken for one
  };
  Kind kind;
  std::vector<Index> nodes;
  Index edge = kNone;
};

struct SpanningForest {
  std::vector<bool> broken;   // by optional edge
  std::vector<Index> roots;   // one for each tree, in increasing order
  std::vector<Index> parent;  // kNone at a root
  std::vector<Index> depth;   // 0 at a root
  // At most kMaxErrors, so that a hopeless graph costs no more than others. The forest is complete in spite of them.
  std::vector<ForestError> errors;

  static constexpr std::size_t kMaxErrors = 100;
};

SpanningForest FindSpanningForest(const ConnectionGraph& graph);

}  // namespace mica::graph
