#include "graph/column_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace mica::graph {
namespace {

bool IsPermutation(std::vector<std::uint32_t> columns) {
  std::ranges::sort(columns);
  std::vector<std::uint32_t> all(columns.size());
  std::iota(all.begin(), all.end(), 0U);
  return columns == all;
}

// An arrow: eliminated from its tip it fills up, from its end it does not.
TEST(ColumnOrder, TheTipOfAnArrowComesAtTheEnd) {
  constexpr Index n = 20;
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < n; ++i) {
    pairs.emplace_back(i, i);
    if (i > 0) pairs.emplace_back(i, 0);
  }
  ColumnOrder order = FindColumnOrder(CompressedRows::FromPairs(n, n, pairs));
  EXPECT_TRUE(IsPermutation(order.columns));
  EXPECT_TRUE(order.columns[n - 1] == 0 || order.columns[n - 2] == 0);
  EXPECT_EQ(order.upper_room, 19U);
  EXPECT_LE(order.lower_room, 1U);
}

// Each row of a tridiagonal matrix may be the pivot of up to three columns: two entries of U and one of L for each
// column.
TEST(ColumnOrder, RoomOfATridiagonalMatrix) {
  constexpr Index n = 50;
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) pairs.emplace_back(i, j);
  ColumnOrder order = FindColumnOrder(CompressedRows::FromPairs(n, n, pairs));
  EXPECT_TRUE(IsPermutation(order.columns));
  EXPECT_LE(order.upper_room, 2U * n);
  EXPECT_LE(order.lower_room, 2U * n);
}

TEST(ColumnOrder, EmptyColumnsAreInTheOrder) {
  std::vector<std::pair<Index, Index>> pairs = {{0, 1}, {1, 1}, {1, 2}};
  ColumnOrder order = FindColumnOrder(CompressedRows::FromPairs(3, 3, pairs));
  EXPECT_TRUE(IsPermutation(order.columns));
  EXPECT_TRUE(IsPermutation(FindColumnOrder(CompressedRows(0)).columns));
}

}  // namespace
}  // namespace mica::graph
