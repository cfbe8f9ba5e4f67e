#include "graph/spanning_tree.h"

#include <algorithm>

#include "base/check.h"
#include "graph/union_find.h"

namespace mica::graph {
namespace {

class ForestBuilder {
 public:
  explicit ForestBuilder(const ConnectionGraph& graph)
      : graph_(graph), trees_(graph.node_count), definite_root_(static_cast<std::size_t>(graph.node_count), kNone) {}

  SpanningForest Build() {
    JoinRequired();
    PlaceDefiniteRoots();
    JoinOptional();
    PlacePotentialRoots();
    Orient();
    ReportRequired();
    ReportRootless();
    return std::move(forest_);
  }

 private:
  void CheckNode(Index node) const {
    Check(node >= 0 && node < graph_.node_count, "a node lies outside the connection graph");
  }

  void JoinRequired() {
    for (std::size_t k = 0; k < graph_.required.size(); ++k) {
      const auto [a, b] = graph_.required[k];
      CheckNode(a);
      CheckNode(b);
      if (trees_.Unite(a, b))
        Keep(a, b);
      else
        surplus_required_.push_back(static_cast<Index>(k));
    }
  }

  void PlaceDefiniteRoots() {
    std::vector<bool> seen(static_cast<std::size_t>(graph_.node_count), false);
    for (Index node : graph_.definite_roots) {
      CheckNode(node);
      if (seen[node]) continue;  // said twice of one node, it is one root
      seen[node] = true;
      Index& root = definite_root_[trees_.Find(node)];
      if (root == kNone)
        root = node;
      else
        surplus_roots_.push_back(node);
    }
  }

  void JoinOptional() {
    forest_.broken.assign(graph_.optional.size(), false);
    for (std::size_t k = 0; k < graph_.optional.size(); ++k) {
      const auto [a, b] = graph_.optional[k];
      CheckNode(a);
      CheckNode(b);
      const Index root_a = definite_root_[trees_.Find(a)];
      const Index root_b = definite_root_[trees_.Find(b)];
      if ((root_a != kNone && root_b != kNone) || !trees_.Unite(a, b)) {
        forest_.broken[k] = true;
        continue;
      }
      definite_root_[trees_.Find(a)] = root_a != kNone ? root_a : root_b;
      Keep(a, b);
    }
  }

  // By now a tree without a definite root is a whole connected subgraph: an optional edge is broken only between two
  // rooted trees.
  void PlacePotentialRoots() {
    std::vector<Index> best(static_cast<std::size_t>(graph_.node_count),
                            kNone);  // by tree: number of the potential root
    for (std::size_t k = 0; k < graph_.potential_roots.size(); ++k) {
      const PotentialRoot& potential = graph_.potential_roots[k];
      CheckNode(potential.node);
      Index& chosen = best[trees_.Find(potential.node)];
      if (chosen == kNone || potential.priority < graph_.potential_roots[chosen].priority)
        chosen = static_cast<Index>(k);
    }
    std::vector<bool> done(static_cast<std::size_t>(graph_.node_count), false);
    for (Index node = 0; node < graph_.node_count; ++node) {
      const Index tree = trees_.Find(node);
      if (done[tree]) continue;
      done[tree] = true;
      if (definite_root_[tree] != kNone) {
        forest_.roots.push_back(definite_root_[tree]);
      } else if (best[tree] != kNone) {
        forest_.roots.push_back(graph_.potential_roots[best[tree]].node);
      } else {
        forest_.roots.push_back(node);
        rootless_.push_back(node);
      }
    }
    std::sort(forest_.roots.begin(), forest_.roots.end());
  }

  void Keep(Index a, Index b) {
    kept_.emplace_back(a, b);
    kept_.emplace_back(b, a);
  }

  void Orient() {
    const auto neighbours = CompressedRows::FromPairs(graph_.node_count, graph_.node_count, kept_);
    forest_.parent.assign(static_cast<std::size_t>(graph_.node_count), kNone);
    forest_.depth.assign(static_cast<std::size_t>(graph_.node_count), kNone);
    std::vector<Index> queue = forest_.roots;
    for (Index root : queue) forest_.depth[root] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (Index neighbour : neighbours.row(queue[head])) {
        if (forest_.depth[neighbour] != kNone) continue;
        forest_.depth[neighbour] = forest_.depth[queue[head]] + 1;
        forest_.parent[neighbour] = queue[head];
        queue.push_back(neighbour);
      }
    }
  }

  // Nodes from a to b in their tree. Between nodes joined by required edges it runs along such edges.
  std::vector<Index> PathBetween(Index a, Index b) const {
    std::vector<Index> up, down;
    while (a != b) {
      if (forest_.depth[a] >= forest_.depth[b]) {
        up.push_back(a);
        a = forest_.parent[a];
      } else {
        down.push_back(b);
        b = forest_.parent[b];
      }
    }
    up.push_back(a);
    up.insert(up.end(), down.rbegin(), down.rend());
    return up;
  }

  void Report(ForestError::Kind kind, std::vector<Index> nodes, Index edge = kNone) {
    forest_.errors.push_back({kind, std::move(nodes), edge});
  }
  bool full() const { return forest_.errors.size() >= SpanningForest::kMaxErrors; }

  void ReportRequired() {
    for (Index edge : surplus_required_) {
      if (full()) return;
      const auto [a, b] = graph_.required[edge];
      Report(ForestError::Kind::kRequiredCycle, PathBetween(b, a), edge);
    }
    for (Index node : surplus_roots_) {
      if (full()) return;
      Report(ForestError::Kind::kTwoDefiniteRoots, PathBetween(definite_root_[trees_.Find(node)], node));
    }
  }

  void ReportRootless() {
    if (rootless_.empty()) return;
    std::vector<std::pair<Index, Index>> pairs;
    for (Index node = 0; node < graph_.node_count; ++node) pairs.emplace_back(trees_.Find(node), node);
    const auto members = CompressedRows::FromPairs(graph_.node_count, graph_.node_count, pairs);
    for (Index node : rootless_) {
      if (full()) return;
      const auto nodes = members.row(trees_.Find(node));
      Report(ForestError::Kind::kNoRoot, {nodes.begin(), nodes.end()});
    }
  }

  const ConnectionGraph& graph_;
  UnionFind trees_;
  std::vector<Index> definite_root_;  // by the tree's representative
  std::vector<std::pair<Index, Index>> kept_;
  std::vector<Index> surplus_required_;
  std::vector<Index> surplus_roots_;
  std::vector<Index> rootless_;
  SpanningForest forest_;
};

}  // namespace

SpanningForest FindSpanningForest(const ConnectionGraph& graph) { return ForestBuilder(graph).Build(); }

}  // namespace mica::graph
