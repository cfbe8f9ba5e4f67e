#include "graph/coloring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

void ExpectValid(const CompressedRows& jacobian, const Coloring& coloring) {
  for (Index row = 0; row < jacobian.row_count(); ++row) {
    std::set<Index> columns(jacobian.row(row).begin(), jacobian.row(row).end()), colors;
    for (Index column : columns) colors.insert(coloring.color_of[column]);
    ASSERT_EQ(colors.size(), columns.size());
  }
  ASSERT_EQ(coloring.groups.entry_count(), jacobian.column_count());
  for (Index color = 0; color < coloring.size(); ++color) {
    ASSERT_GT(coloring.groups.degree(color), 0);
    for (Index column : coloring.groups.row(color)) ASSERT_EQ(coloring.color_of[column], color);
  }
}

// The fewest colours that suffice, by backtracking.
Index BruteForceColors(const CompressedRows& jacobian) {
  const Index n = jacobian.column_count();
  std::vector<std::vector<bool>> clash(static_cast<std::size_t>(n),
                                       std::vector<bool>(static_cast<std::size_t>(n), false));
  for (Index row = 0; row < jacobian.row_count(); ++row) {
    for (Index a : jacobian.row(row)) {
      for (Index b : jacobian.row(row)) clash[a][b] = true;
    }
  }
  std::vector<Index> color(static_cast<std::size_t>(n));
  Index limit = 0;
  std::function<bool(Index, Index)> extend = [&](Index column, Index used) {
    if (column == n) return true;
    for (Index c = 0; c < std::min(used + 1, limit); ++c) {
      bool free = true;
      for (Index other = 0; other < column; ++other) free = free && !(clash[other][column] && color[other] == c);
      if (!free) continue;
      color[column] = c;
      if (extend(column + 1, std::max(used, c + 1))) return true;
    }
    return false;
  };
  while (!extend(0, 0)) ++limit;
  return limit;
}

TEST(Coloring, TridiagonalTakesThree) {
  const auto jacobian = CompressedRows::FromRows(6, {{0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}, {4, 5}});
  const auto coloring = ColorColumns(jacobian);
  EXPECT_EQ(coloring.color_of, (std::vector<Index>{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(coloring.groups, CompressedRows::FromRows(6, {{0, 3}, {1, 4}, {2, 5}}));
}

TEST(Coloring, ArrowheadTakesAllColumnsButFewRowsWhenOnlyTheFirstColumnIsDense) {
  // Column 0 is full, the rest diagonal: columns need two colours, rows as many as there are.
  const auto jacobian = CompressedRows::FromRows(4, {{0}, {0, 1}, {0, 2}, {0, 3}});
  EXPECT_EQ(ColorColumns(jacobian).size(), 2);
  EXPECT_EQ(ColorRows(jacobian).size(), 4);
}

TEST(Coloring, EmptyAndRepeatedEntries) {
  EXPECT_EQ(ColorColumns(CompressedRows()).size(), 0);
  EXPECT_EQ(ColorColumns(CompressedRows::FromRows(3, {{}})).size(), 1);
  EXPECT_EQ(ColorColumns(CompressedRows::FromRows(2, {{0, 0, 0}, {1, 1}})).size(), 1);
}

TEST(Coloring, ValidInEveryOrderAndNearTheOptimum) {
  Random random(24);
  Index excess = 0, optimum = 0;
  for (int round = 0; round < 500; ++round) {
    const auto jacobian = RandomGraph(random, 1 + random.Below(10), 1 + random.Below(9), 10 + random.Below(25));
    for (ColoringOrder order : {ColoringOrder::kNatural, ColoringOrder::kLargestFirst, ColoringOrder::kSmallestLast}) {
      ExpectValid(jacobian, ColorColumns(jacobian, order));
    }
    const auto best = ColorColumns(jacobian);
    const Index fewest = BruteForceColors(jacobian);
    ASSERT_GE(best.size(), fewest);
    excess += best.size() - fewest;
    optimum += fewest;
  }
  EXPECT_LT(excess, optimum / 50);  // 2 % above the optimum on average
}

TEST(ColoringScale, MillionColumnsOfATridiagonal) {
  const Index n = 1'000'000;
  CompressedRows jacobian(n);
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> row;
    for (Index j = std::max<Index>(0, i - 1); j <= std::min<Index>(n - 1, i + 1); ++j) row.push_back(j);
    jacobian.AddRow(row);
  }
  const Stopwatch watch;
  EXPECT_EQ(ColorColumns(jacobian).size(), 3);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

TEST(ColoringScale, DenseRowsDoNotMakeItQuadratic) {
  const Index n = 200'000;
  CompressedRows jacobian(n);
  std::vector<Index> half;
  for (Index i = 0; i < n / 2; ++i) half.push_back(i);
  jacobian.AddRow(half);
  for (Index i = 0; i < n; ++i) jacobian.AddRow(std::vector<Index>{i, (i + 1) % n});
  const Stopwatch watch;
  const auto coloring = ColorColumns(jacobian);
  EXPECT_EQ(coloring.size(), n / 2);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
  ExpectValid(jacobian, coloring);
}

}  // namespace
}  // namespace mica::graph
