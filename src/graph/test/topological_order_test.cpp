#include "graph/topological_order.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

// Length of a shortest cycle by all-pairs distances (Floyd), 0 if there is none.
Index BruteForceGirth(const CompressedRows& graph) {
  const Index n = graph.row_count();
  const Index far = 1000;
  std::vector<std::vector<Index>> d(static_cast<std::size_t>(n), std::vector<Index>(static_cast<std::size_t>(n), far));
  for (Index u = 0; u < n; ++u) {
    for (Index v : graph.row(u)) d[u][v] = 1;
  }
  for (Index k = 0; k < n; ++k) {
    for (Index u = 0; u < n; ++u) {
      for (Index v = 0; v < n; ++v) d[u][v] = std::min(d[u][v], d[u][k] + d[k][v]);
    }
  }
  Index girth = far;
  for (Index u = 0; u < n; ++u) girth = std::min(girth, d[u][u]);
  return girth == far ? 0 : girth;
}

void ExpectCycle(const CompressedRows& graph, const std::vector<Index>& cycle) {
  for (std::size_t k = 0; k < cycle.size(); ++k) {
    const auto row = graph.row(cycle[k]);
    ASSERT_NE(std::find(row.begin(), row.end(), cycle[(k + 1) % cycle.size()]), row.end());
    ASSERT_LE(cycle.front(), cycle[k]);
  }
}

TEST(TopologicalOrder, NeededFirst) {
  const auto graph = CompressedRows::FromRows(4, {{3}, {0, 3}, {}, {2}});
  const auto sorted = SortTopologically(graph);
  EXPECT_TRUE(sorted.acyclic());
  EXPECT_EQ(sorted.order, (std::vector<Index>{2, 3, 0, 1}));
}

TEST(TopologicalOrder, ShowsTheShorterOfTwoCycles) {
  // 0 -> 1 -> 2 -> 3 -> 0 and 2 -> 4 -> 2.
  const auto graph = CompressedRows::FromRows(5, {{1}, {2}, {3, 4}, {0}, {2}});
  EXPECT_EQ(SortTopologically(graph).cycle, (std::vector<Index>{2, 4}));
}

TEST(TopologicalOrder, ANodeThatNeedsItself) {
  const auto graph = CompressedRows::FromRows(3, {{1}, {2, 0}, {2}});
  EXPECT_EQ(SortTopologically(graph).cycle, (std::vector<Index>{2}));
}

TEST(TopologicalOrder, AgreesWithBruteForce) {
  Random random(20);
  for (int round = 0; round < 2000; ++round) {
    const Index n = 1 + random.Below(9);
    const auto graph = RandomGraph(random, n, n, 3 + random.Below(25));
    const auto sorted = SortTopologically(graph);
    ASSERT_EQ(std::ssize(sorted.order), n);
    ASSERT_EQ(std::ssize(sorted.cycle), BruteForceGirth(graph));
    ExpectCycle(graph, sorted.cycle);
    if (!sorted.acyclic()) continue;
    std::vector<Index> place(static_cast<std::size_t>(n), kNone);
    for (Index k = 0; k < n; ++k) place[sorted.order[k]] = k;
    for (Index u = 0; u < n; ++u) {
      for (Index v : graph.row(u)) ASSERT_LT(place[v], place[u]);
    }
  }
}

TEST(TopologicalOrder, WithLittleWorkStillACycle) {
  Random random(21);
  for (int round = 0; round < 300; ++round) {
    const auto graph = RandomGraph(random, 9, 9, 20);
    const auto cycle = FindShortestCycle(graph, 1);
    ASSERT_EQ(cycle.empty(), BruteForceGirth(graph) == 0);
    ExpectCycle(graph, cycle);
  }
}

TEST(TopologicalOrderScale, MillionInAChainAndInACycle) {
  const Index n = 1'000'000;
  CompressedRows chain(n), cycle(n);
  for (Index u = 0; u < n; ++u) {
    chain.AddRow(u + 1 < n ? std::vector<Index>{u + 1} : std::vector<Index>{});
    cycle.AddRow(std::vector<Index>{(u + 1) % n});
  }
  const Stopwatch watch;
  EXPECT_EQ(SortTopologically(chain).order.front(), n - 1);
  EXPECT_EQ(std::ssize(SortTopologically(cycle).cycle), n);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
