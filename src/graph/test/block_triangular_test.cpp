#include "graph/block_triangular.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

TEST(BlockTriangular, OrdersBlocksForEvaluation) {
  // f0(x0, x1), f1(x0, x1, x2), f2(x2): x2 first, then the loop of x0 and x1.
  const auto graph = CompressedRows::FromRows(3, {{0, 1}, {0, 1, 2}, {2}});
  const auto blocks = FindBlockTriangular(graph, MaximumMatching(graph));
  ASSERT_EQ(blocks.size(), 2);
  EXPECT_EQ(blocks.rows, CompressedRows::FromRows(3, {{2}, {0, 1}}));
  EXPECT_EQ(blocks.columns, (std::vector<Index>{2, 0, 1}));
  EXPECT_EQ(blocks.block_of_column, (std::vector<Index>{1, 1, 0}));
}

TEST(BlockTriangular, UnmatchedRowsStandAloneAndUnmatchedColumnsAreKnown) {
  const auto graph = CompressedRows::FromRows(3, {{0}, {0}, {1, 2}});
  const auto blocks = FindBlockTriangular(graph, MaximumMatching(graph));
  ASSERT_EQ(blocks.size(), 3);
  EXPECT_EQ(blocks.columns, (std::vector<Index>{0, kNone, 1}));
  EXPECT_EQ(blocks.block_of_column, (std::vector<Index>{0, 2, kNone}));
}

// A square graph with a perfect matching hidden in it.
CompressedRows RandomSolvableGraph(Random& random, Index n, int percent) {
  const auto noise = RandomGraph(random, n, n, percent);
  const auto diagonal = RandomOrder(random, n);
  CompressedRows graph(n);
  for (Index row = 0; row < n; ++row) {
    std::vector<Index> entries(noise.row(row).begin(), noise.row(row).end());
    entries.push_back(diagonal[row]);
    graph.AddRow(entries);
  }
  return graph.WithoutRepeats();
}

using Block = std::pair<std::set<Index>, std::set<Index>>;

std::set<Block> AsSets(const BlockTriangular& blocks) {
  std::set<Block> sets;
  for (Index k = 0; k < blocks.size(); ++k) {
    const auto rows = blocks.rows_of(k);
    const auto columns = blocks.columns_of(k);
    sets.insert({{rows.begin(), rows.end()}, {columns.begin(), columns.end()}});
  }
  return sets;
}

TEST(BlockTriangular, IsLowerTriangularAndUniqueAndIrreducible) {
  Random random(11);
  for (int round = 0; round < 1000; ++round) {
    const Index n = 1 + random.Below(10);
    const auto graph = RandomSolvableGraph(random, n, 5 + random.Below(20));
    const auto blocks = FindBlockTriangular(graph, MaximumMatching(graph));
    ASSERT_EQ(blocks.rows.entry_count(), n);
    for (Index row = 0; row < n; ++row) {
      for (Index column : graph.row(row)) ASSERT_LE(blocks.block_of_column[column], blocks.block_of_row[row]);
    }
    // Another perfect matching (rows in reverse) gives the same blocks, as sets of rows and columns.
    CompressedRows reversed(n);
    for (Index row = n; row-- > 0;) reversed.AddRow(graph.row(row));
    const Matching found = MaximumMatching(reversed);
    Matching other(n, n);
    for (Index row = 0; row < n; ++row) other.Match(n - 1 - row, found.column_of_row[row]);
    const auto others = FindBlockTriangular(graph, other);
    ASSERT_EQ(AsSets(blocks), AsSets(others));
    // Irreducible: any proper subset of a block's rows holds more columns of the block than it has rows (strong Hall
    // property).
    for (Index k = 0; k < blocks.size(); ++k) {
      const auto rows = blocks.rows_of(k);
      for (std::uint32_t subset = 1; subset + 1 < (1u << rows.size()); ++subset) {
        std::set<Index> held;
        int count = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
          if (!(subset >> i & 1)) continue;
          ++count;
          for (Index column : graph.row(rows[i])) {
            if (blocks.block_of_column[column] == k) held.insert(column);
          }
        }
        ASSERT_GT(std::ssize(held), count);
      }
    }
  }
}

TEST(BlockTriangularScale, MillionRowsInAChainOrderedBackwards) {
  const Index n = 1'000'000;
  CompressedRows graph(n);
  for (Index row = 0; row < n; ++row)
    graph.AddRow(row + 1 < n ? std::vector<Index>{row, row + 1} : std::vector<Index>{row});
  const Stopwatch watch;
  const auto blocks = FindBlockTriangular(graph, MaximumMatching(graph));
  EXPECT_EQ(blocks.size(), n);
  EXPECT_EQ(blocks.rows.entry(0), n - 1);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
