#include "graph/matching.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

// The size of a maximum matching by trying every subset of columns: best[s] over the rows so far that use exactly the
// columns s.
Index BruteForceSize(const CompressedRows& graph) {
  std::vector<Index> best(std::size_t{1} << graph.column_count(), -1);
  best[0] = 0;
  for (Index row = 0; row < graph.row_count(); ++row) {
    auto after = best;
    for (std::size_t used = 0; used < best.size(); ++used) {
      if (best[used] < 0) continue;
      for (Index column : graph.row(row)) {
        const std::size_t bit = std::size_t{1} << column;
        if (!(used & bit)) after[used | bit] = std::max(after[used | bit], best[used] + 1);
      }
    }
    best = after;
  }
  return *std::max_element(best.begin(), best.end());
}

TEST(Matching, FirstEntriesArePreferred) {
  const auto graph = CompressedRows::FromRows(3, {{2, 0}, {1, 2}, {0, 1}});
  EXPECT_EQ(MaximumMatching(graph).column_of_row, (std::vector<Index>{2, 1, 0}));
}

TEST(Matching, ShiftsAlongAnAugmentingPath) {
  // Row 2 has only column 0, which row 0 takes first; row 0 must move to 1, row 1 to 2.
  const auto graph = CompressedRows::FromRows(3, {{0, 1}, {1, 2}, {0}});
  EXPECT_EQ(MaximumMatching(graph).column_of_row, (std::vector<Index>{1, 2, 0}));
}

TEST(Matching, EmptyRowsAndColumnsStayUnmatched) {
  const auto graph = CompressedRows::FromRows(4, {{}, {1}, {1}});
  const Matching matching = MaximumMatching(graph);
  EXPECT_EQ(matching.CountMatched(), 1);
  EXPECT_EQ(matching.UnmatchedRows(), (std::vector<Index>{0, 2}));
  EXPECT_EQ(matching.UnmatchedColumns(), (std::vector<Index>{0, 2, 3}));
}

TEST(Matching, InitialMatchingThatDoesNotFitIsOurFault) {
  const auto graph = CompressedRows::FromRows(2, {{0}, {1}});
  Matching wrong(2, 2);
  wrong.Match(0, 1);
  EXPECT_THROW(MaximumMatching(graph, wrong), InternalError);
  EXPECT_THROW(MaximumMatching(graph, Matching(1, 2)), InternalError);
}

TEST(Matching, AsLargeAsBruteForceFinds) {
  Random random(2);
  for (int round = 0; round < 3000; ++round) {
    const auto graph = RandomGraph(random, 1 + random.Below(9), 1 + random.Below(9), 10 + random.Below(50));
    const Matching matching = MaximumMatching(graph);
    ASSERT_TRUE(IsMatching(graph, matching));
    ASSERT_EQ(matching.CountMatched(), BruteForceSize(graph)) << "round " << round;
  }
}

TEST(Matching, WhatWasMatchedStaysMatched) {
  Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const auto graph = RandomGraph(random, 8, 8, 25);
    Matching initial(8, 8);
    for (Index row = 0; row < 8; ++row) {
      for (Index column : graph.row(row)) {
        if (initial.row_of_column[column] == kNone && random.Chance(50)) {
          initial.Match(row, column);
          break;
        }
      }
    }
    const Matching matching = MaximumMatching(graph, initial);
    ASSERT_TRUE(IsMatching(graph, matching));
    ASSERT_EQ(matching.CountMatched(), BruteForceSize(graph));
    for (Index i = 0; i < 8; ++i) {
      ASSERT_TRUE(initial.column_of_row[i] == kNone || matching.column_of_row[i] != kNone);
      ASSERT_TRUE(initial.row_of_column[i] == kNone || matching.row_of_column[i] != kNone);
    }
  }
}

TEST(Augmenter, OneRowAtATimeReachesTheMaximum) {
  Random random(4);
  Augmenter augmenter;
  for (int round = 0; round < 2000; ++round) {
    const auto graph = RandomGraph(random, 1 + random.Below(9), 1 + random.Below(9), 10 + random.Below(50));
    Matching matching(graph.row_count(), graph.column_count());
    for (Index row = 0; row < graph.row_count(); ++row) {
      const Matching before = matching;
      if (augmenter.Augment(matching, row, [&](Index i) { return graph.row(i); })) {
        ASSERT_TRUE(IsMatching(graph, matching));
        ASSERT_NE(matching.column_of_row[row], kNone);
        continue;
      }
      ASSERT_EQ(before.column_of_row, matching.column_of_row);
      // Hall's condition is violated by what was reached: all columns of the reached rows, one fewer than they.
      std::vector<Index> neighbours;
      for (Index reached : augmenter.reached_rows()) {
        for (Index column : graph.row(reached)) neighbours.push_back(column);
      }
      std::sort(neighbours.begin(), neighbours.end());
      neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
      std::vector<Index> columns(augmenter.reached_columns().begin(), augmenter.reached_columns().end());
      std::sort(columns.begin(), columns.end());
      ASSERT_EQ(columns, neighbours);
      ASSERT_EQ(columns.size() + 1, augmenter.reached_rows().size());
    }
    ASSERT_EQ(matching.CountMatched(), BruteForceSize(graph));
  }
}

// Cheap assignment gives row i column i; only the last row, moving all others by one, completes the matching.
CompressedRows ChainThatMustShift(Index n) {
  CompressedRows graph(n);
  for (Index i = 0; i + 1 < n; ++i) graph.AddRow(std::vector<Index>{i, i + 1});
  graph.AddRow(std::vector<Index>{0});
  return graph;
}

TEST(MatchingScale, MillionRowsWithOnePathThroughAllOfThem) {
  const auto graph = ChainThatMustShift(1'000'000);
  const Stopwatch watch;
  EXPECT_EQ(MaximumMatching(graph).CountMatched(), 1'000'000);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

TEST(MatchingScale, MillionRowsOneByOne) {
  const auto graph = ChainThatMustShift(1'000'000);
  Matching matching(1'000'000, 1'000'000);
  Augmenter augmenter;
  const Stopwatch watch;
  for (Index row = 0; row < 1'000'000; ++row) {
    ASSERT_TRUE(augmenter.Augment(matching, row, [&](Index i) { return graph.row(i); }));
  }
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

TEST(MatchingScale, SparseRandomGraphIsNearLinear) {
  Random random(5);
  const Index n = 300'000;
  CompressedRows graph(n);
  for (Index row = 0; row < n; ++row)
    graph.AddRow(std::vector<Index>{random.Below(n), random.Below(n), random.Below(n)});
  const Stopwatch watch;
  const Matching matching = MaximumMatching(graph);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
  EXPECT_TRUE(IsMatching(graph, matching));
}

}  // namespace
}  // namespace mica::graph
