#include "graph/strong_components.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

// reach[u][v]: there is a path from u to v (Warshall), every node reaches itself.
std::vector<std::vector<bool>> Reachability(const CompressedRows& graph) {
  const Index n = graph.row_count();
  std::vector<std::vector<bool>> reach(static_cast<std::size_t>(n),
                                       std::vector<bool>(static_cast<std::size_t>(n), false));
  for (Index u = 0; u < n; ++u) {
    reach[u][u] = true;
    for (Index v : graph.row(u)) reach[u][v] = true;
  }
  for (Index k = 0; k < n; ++k) {
    for (Index u = 0; u < n; ++u) {
      for (Index v = 0; v < n; ++v) {
        if (reach[u][k] && reach[k][v]) reach[u][v] = true;
      }
    }
  }
  return reach;
}

TEST(StrongComponents, NeededNodesComeFirst) {
  // 0 needs 1, 1 and 2 need each other, 2 needs 3.
  const auto graph = CompressedRows::FromRows(4, {{1}, {2}, {1, 3}, {}});
  const auto components = FindStrongComponents(graph);
  EXPECT_EQ(components.members, CompressedRows::FromRows(4, {{3}, {1, 2}, {0}}));
  EXPECT_EQ(components.component_of, (std::vector<Index>{2, 1, 1, 0}));
}

TEST(StrongComponents, AnOrderThatIsValidStays) {
  Random random(9);
  for (int round = 0; round < 200; ++round) {
    const Index n = 1 + random.Below(12);
    CompressedRows graph(n);
    for (Index u = 0; u < n; ++u) {
      std::vector<Index> needed;
      for (Index v = u; v-- > 0;) {
        if (random.Chance(30)) needed.push_back(v);
      }
      graph.AddRow(needed);
    }
    const auto components = FindStrongComponents(graph);
    for (Index u = 0; u < n; ++u) ASSERT_EQ(components.component_of[u], u);
  }
}

TEST(StrongComponents, AgreeWithReachability) {
  Random random(10);
  for (int round = 0; round < 2000; ++round) {
    const Index n = 1 + random.Below(10);
    const auto graph = RandomGraph(random, n, n, 5 + random.Below(25));
    const auto reach = Reachability(graph);
    const auto components = FindStrongComponents(graph);
    ASSERT_EQ(components.members.entry_count(), n);
    for (Index u = 0; u < n; ++u) {
      for (Index v = 0; v < n; ++v) {
        ASSERT_EQ(components.component_of[u] == components.component_of[v], reach[u][v] && reach[v][u]);
        ASSERT_TRUE(!reach[u][v] || components.component_of[v] <= components.component_of[u]);
      }
    }
    for (Index k = 0; k < components.size(); ++k) {
      for (Index node : components.members.row(k)) ASSERT_EQ(components.component_of[node], k);
    }
  }
}

TEST(StrongComponents, OfARectangularGraphAreOurFault) {
  EXPECT_THROW(FindStrongComponents(CompressedRows::FromRows(2, {{0}})), InternalError);
}

TEST(StrongComponentsScale, MillionNodesInAChainAndInACycle) {
  const Index n = 1'000'000;
  CompressedRows chain(n), cycle(n);
  for (Index u = 0; u < n; ++u) {
    chain.AddRow(u + 1 < n ? std::vector<Index>{u + 1} : std::vector<Index>{});
    cycle.AddRow(std::vector<Index>{(u + 1) % n});
  }
  const Stopwatch watch;
  EXPECT_EQ(FindStrongComponents(chain).size(), n);
  EXPECT_EQ(FindStrongComponents(cycle).size(), 1);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
