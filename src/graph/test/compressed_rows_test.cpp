#include "graph/compressed_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

TEST(CompressedRows, PairsKeepTheirOrderWithinARow) {
  const Pairs pairs = {{2, 0}, {0, 3}, {2, 1}, {0, 1}, {0, 2}};
  const auto graph = CompressedRows::FromPairs(3, 4, pairs);
  EXPECT_EQ(graph, CompressedRows::FromRows(4, {{3, 1, 2}, {}, {0, 1}}));
  EXPECT_EQ(graph.entry_count(), 5);
  EXPECT_EQ(graph.degree(1), 0);
  EXPECT_EQ(graph.entry(graph.row_begin(2)), 0);
}

TEST(CompressedRows, EmptyGraphs) {
  EXPECT_EQ(CompressedRows().row_count(), 0);
  EXPECT_EQ(CompressedRows().Transpose().row_count(), 0);
  const auto no_rows = CompressedRows::FromPairs(0, 3, Pairs());
  EXPECT_EQ(no_rows.Transpose().row_count(), 3);
  EXPECT_EQ(no_rows.Transpose().entry_count(), 0);
}

TEST(CompressedRows, EntriesOutsideAreOurFault) {
  EXPECT_THROW(CompressedRows::FromPairs(2, 2, Pairs{{0, 2}}), InternalError);
  EXPECT_THROW(CompressedRows::FromPairs(2, 2, Pairs{{-1, 0}}), InternalError);
  EXPECT_THROW(CompressedRows::FromRows(2, {{0, -1}}), InternalError);
  CompressedRows graph(3);
  EXPECT_THROW(graph.GrowColumns(2), InternalError);
}

TEST(CompressedRows, RepeatsGoAndTheFirstStays) {
  const auto graph = CompressedRows::FromRows(4, {{3, 1, 3, 1, 0}, {}, {2, 2}});
  EXPECT_EQ(graph.WithoutRepeats(), CompressedRows::FromRows(4, {{3, 1, 0}, {}, {2}}));
}

TEST(CompressedRows, TransposeHoldsTheSameEdges) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const auto graph = RandomGraph(random, random.Below(8), random.Below(8), 40);
    const Transposed transposed = graph.TransposeWithEntries();
    Pairs edges, back;
    for (Index row = 0; row < graph.row_count(); ++row) {
      for (Index column : graph.row(row)) edges.emplace_back(row, column);
    }
    ASSERT_EQ(transposed.graph.row_count(), graph.column_count());
    ASSERT_EQ(transposed.graph.column_count(), graph.row_count());
    for (Index column = 0; column < transposed.graph.row_count(); ++column) {
      const auto rows = transposed.graph.row(column);
      ASSERT_TRUE(std::is_sorted(rows.begin(), rows.end()));
      for (Index number = transposed.graph.row_begin(column); number < transposed.graph.row_end(column); ++number) {
        back.emplace_back(transposed.graph.entry(number), column);
        const Index original = transposed.original_entry[number];
        ASSERT_EQ(graph.entry(original), column);
        ASSERT_GE(original, graph.row_begin(transposed.graph.entry(number)));
        ASSERT_LT(original, graph.row_end(transposed.graph.entry(number)));
      }
    }
    std::sort(edges.begin(), edges.end());
    std::sort(back.begin(), back.end());
    ASSERT_EQ(edges, back);
  }
}

}  // namespace
}  // namespace mica::graph
