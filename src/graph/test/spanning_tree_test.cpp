#include "graph/spanning_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "graph/test/random_graph.h"
#include "graph/union_find.h"

namespace mica::graph {
namespace {

TEST(SpanningForest, TheEdgeThatClosesALoopIsBroken) {
  ConnectionGraph graph;
  graph.node_count = 4;
  graph.required = {{0, 1}, {2, 3}};
  graph.optional = {{1, 2}, {3, 0}};
  graph.definite_roots = {0};
  const auto forest = FindSpanningForest(graph);
  EXPECT_TRUE(forest.errors.empty());
  EXPECT_EQ(forest.broken, (std::vector<bool>{false, true}));
  EXPECT_EQ(forest.roots, (std::vector<Index>{0}));
  EXPECT_EQ(forest.parent, (std::vector<Index>{kNone, 0, 1, 2}));
  EXPECT_EQ(forest.depth, (std::vector<Index>{0, 1, 2, 3}));
}

TEST(SpanningForest, OptionalEdgesBetweenDefiniteRootsAreBroken) {
  ConnectionGraph graph;
  graph.node_count = 3;
  graph.optional = {{0, 1}, {1, 2}};
  graph.definite_roots = {0, 2, 0};
  const auto forest = FindSpanningForest(graph);
  EXPECT_TRUE(forest.errors.empty());
  EXPECT_EQ(forest.broken, (std::vector<bool>{false, true}));
  EXPECT_EQ(forest.roots, (std::vector<Index>{0, 2}));
}

TEST(SpanningForest, PotentialRootsOfLowestPriorityNumberServeWhereThereIsNoDefiniteOne) {
  ConnectionGraph graph;
  graph.node_count = 5;
  graph.optional = {{0, 1}, {1, 2}, {3, 4}};
  graph.potential_roots = {{0, 5}, {2, 1}, {1, 1}, {4, 0}};
  graph.definite_roots = {3};
  const auto forest = FindSpanningForest(graph);
  EXPECT_TRUE(forest.errors.empty());
  EXPECT_EQ(forest.roots, (std::vector<Index>{2, 3}));
}

TEST(SpanningForest, ErrorsNameTheirNodes) {
  ConnectionGraph graph;
  graph.node_count = 9;
  graph.required = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}};
  graph.optional = {{6, 7}};
  graph.definite_roots = {0, 3, 5, 8};
  const auto forest = FindSpanningForest(graph);
  ASSERT_EQ(forest.errors.size(), 3u);
  EXPECT_EQ(forest.errors[0].kind, ForestError::Kind::kRequiredCycle);
  EXPECT_EQ(forest.errors[0].edge, 2);
  EXPECT_EQ(forest.errors[0].nodes, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(forest.errors[1].kind, ForestError::Kind::kTwoDefiniteRoots);
  EXPECT_EQ(forest.errors[1].nodes, (std::vector<Index>{3, 4, 5}));
  EXPECT_EQ(forest.errors[2].kind, ForestError::Kind::kNoRoot);
  EXPECT_EQ(forest.errors[2].nodes, (std::vector<Index>{6, 7}));
}

TEST(SpanningForest, NodesOutsideAreOurFault) {
  ConnectionGraph graph;
  graph.node_count = 2;
  graph.optional = {{0, 2}};
  EXPECT_THROW(FindSpanningForest(graph), InternalError);
}

TEST(SpanningForest, HoldsWhatTheSpecificationAsks) {
  Random random(22);
  int faultless = 0;
  for (int round = 0; round < 3000; ++round) {
    ConnectionGraph graph;
    graph.node_count = 1 + random.Below(9);
    const Index n = graph.node_count;
    for (Index k = random.Below(5); k > 0; --k) graph.required.emplace_back(random.Below(n), random.Below(n));
    for (Index k = random.Below(9); k > 0; --k) graph.optional.emplace_back(random.Below(n), random.Below(n));
    for (Index k = random.Below(4); k > 0; --k) graph.definite_roots.push_back(random.Below(n));
    for (Index node = 0; node < n; ++node) {
      if (random.Chance(60)) graph.potential_roots.push_back({node, random.Below(3)});
    }
    const auto forest = FindSpanningForest(graph);

    UnionFind required(n), all(n), kept(n);
    Index cycles = 0, kept_edges = 0;
    for (auto [a, b] : graph.required) {
      if (!required.Unite(a, b))
        ++cycles;
      else
        ++kept_edges;
      all.Unite(a, b);
      kept.Unite(a, b);
    }
    for (std::size_t k = 0; k < graph.optional.size(); ++k) {
      auto [a, b] = graph.optional[k];
      all.Unite(a, b);
      if (forest.broken[k]) continue;
      ++kept_edges;
      ASSERT_TRUE(kept.Unite(a, b)) << "kept edges must not close a loop";
    }
    // n - trees edges make a forest; each tree has one root; parents run along kept edges down in depth.
    ASSERT_EQ(kept_edges, n - std::ssize(forest.roots));
    std::set<Index> trees;
    for (Index root : forest.roots) {
      ASSERT_TRUE(trees.insert(kept.Find(root)).second);
      ASSERT_EQ(forest.parent[root], kNone);
    }
    for (Index node = 0; node < n; ++node) {
      const Index parent = forest.parent[node];
      ASSERT_EQ(forest.depth[node], parent == kNone ? 0 : forest.depth[parent] + 1);
      ASSERT_TRUE(parent == kNone || kept.Same(node, parent));
    }
    // Roots as in 9.4.2: definite ones, one of each set joined by required edges; where a subgraph has none, the best
    // potential one.
    std::set<Index> definite(graph.definite_roots.begin(), graph.definite_roots.end());
    Index clashes = 0, rootless = 0;
    std::set<Index> required_sets, subgraphs;
    for (Index node : definite) {
      if (!required_sets.insert(required.Find(node)).second) ++clashes;
      subgraphs.insert(all.Find(node));
    }
    Index definite_chosen = 0;
    for (Index root : forest.roots) definite_chosen += definite.count(root) ? 1 : 0;
    ASSERT_EQ(definite_chosen, std::ssize(required_sets));
    for (Index root : forest.roots) {
      if (definite.count(root)) continue;
      ASSERT_FALSE(subgraphs.count(all.Find(root)));
      std::int64_t lowest = 99, own = 99;
      for (const auto& potential : graph.potential_roots) {
        if (all.Same(potential.node, root)) lowest = std::min(lowest, potential.priority);
        if (potential.node == root) own = potential.priority;
      }
      ASSERT_EQ(own, lowest);
      if (lowest == 99) ++rootless;
    }
    ASSERT_EQ(std::ssize(forest.errors), cycles + clashes + rootless);
    if (forest.errors.empty()) ++faultless;
  }
  EXPECT_GT(faultless, 300);
}

TEST(SpanningForestScale, MillionNodesInARing) {
  ConnectionGraph graph;
  const Index n = 1'000'000;
  graph.node_count = n;
  for (Index i = 0; i < n; ++i) (i % 2 ? graph.required : graph.optional).emplace_back(i, (i + 1) % n);
  graph.definite_roots = {0};
  const Stopwatch watch;
  const auto forest = FindSpanningForest(graph);
  EXPECT_EQ(std::count(forest.broken.begin(), forest.broken.end(), true), 1);
  EXPECT_EQ(forest.roots.size(), 1u);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
