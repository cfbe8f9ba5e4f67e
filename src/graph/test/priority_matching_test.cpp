#include "graph/priority_matching.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

TEST(PriorityMatching, EarlierRowsWin) {
  // One column for three rows.
  const auto graph = CompressedRows::FromRows(1, {{0}, {0}, {0}});
  EXPECT_EQ(MatchByPriority(graph, std::vector<Index>{2, 0, 1}).column_of_row, (std::vector<Index>{kNone, kNone, 0}));
}

TEST(PriorityMatching, OrdersThatAreNoneAreOurFault) {
  const auto graph = CompressedRows::FromRows(2, {{0, 1}, {1}});
  EXPECT_THROW(MatchByPriority(graph, std::vector<Index>{0, 0}), InternalError);
  EXPECT_THROW(MatchByPriority(graph, std::vector<Index>{2}), InternalError);
}

// Greedy by definition: keep a row exactly if a maximum matching of the kept ones and this one leaves none of them out.
TEST(PriorityMatching, KeepsWhatTheDefinitionKeeps) {
  Random random(50);
  for (int round = 0; round < 1000; ++round) {
    const auto graph = RandomGraph(random, 1 + random.Below(10), 1 + random.Below(8), 10 + random.Below(40));
    const auto order = RandomOrder(random, graph.row_count());
    const Matching matching = MatchByPriority(graph, order);
    ASSERT_TRUE(IsMatching(graph, matching));
    CompressedRows kept(graph.column_count());
    for (Index row : order) {
      CompressedRows more = kept;
      more.AddRow(graph.row(row));
      const bool keep = MaximumMatching(more).CountMatched() == more.row_count();
      ASSERT_EQ(matching.column_of_row[row] != kNone, keep);
      if (keep) kept = more;
    }
    ASSERT_EQ(matching.CountMatched(), MaximumMatching(graph).CountMatched());
  }
}

TEST(PriorityMatchingScale, ManyFailuresCostNoMoreThanOne) {
  // A chain of n rows over n columns, then n more rows that cannot be matched any more.
  const Index n = 300'000;
  CompressedRows graph(n);
  std::vector<Index> order;
  for (Index i = 0; i < 2 * n; ++i) {
    graph.AddRow(std::vector<Index>{i % n, (i + 1) % n});
    order.push_back(i);
  }
  const Stopwatch watch;
  EXPECT_EQ(MatchByPriority(graph, order).CountMatched(), n);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
