#include "graph/dulmage_mendelsohn.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

CompressedRows KeepRows(const CompressedRows& graph, const std::vector<Index>& rows) {
  CompressedRows kept(graph.column_count());
  for (Index row : rows) kept.AddRow(graph.row(row));
  return kept;
}

// Rows and columns in another order: another maximum matching, the same graph.
Matching AnotherMaximumMatching(const CompressedRows& graph, Random& random) {
  const auto order = RandomOrder(random, graph.row_count());
  CompressedRows shuffled(graph.column_count());
  for (Index row : order) {
    std::vector<Index> entries(graph.row(row).begin(), graph.row(row).end());
    Shuffle(random, entries);
    shuffled.AddRow(entries);
  }
  const Matching found = MaximumMatching(shuffled);
  Matching matching(graph.row_count(), graph.column_count());
  for (Index k = 0; k < graph.row_count(); ++k) {
    if (found.column_of_row[k] != kNone) matching.Match(order[k], found.column_of_row[k]);
  }
  return matching;
}

TEST(DulmageMendelsohn, ThreeParts) {
  // Rows 0 and 1 both fix column 0; row 2 is the only one with columns 1 and 2; rows 3, 4 and columns 3, 4 are
  // well-determined.
  const auto graph = CompressedRows::FromRows(5, {{0}, {0}, {1, 2, 0}, {3, 4}, {3, 4}});
  const auto parts = DecomposeCoarsely(graph, MaximumMatching(graph));
  EXPECT_EQ(parts.RowsIn(Determinacy::kOver), (std::vector<Index>{0, 1}));
  EXPECT_EQ(parts.ColumnsIn(Determinacy::kOver), (std::vector<Index>{0}));
  EXPECT_EQ(parts.RowsIn(Determinacy::kUnder), (std::vector<Index>{2}));
  EXPECT_EQ(parts.ColumnsIn(Determinacy::kUnder), (std::vector<Index>{1, 2}));
  EXPECT_EQ(parts.RowsIn(Determinacy::kWell), (std::vector<Index>{3, 4}));
  EXPECT_EQ(parts.ColumnsIn(Determinacy::kWell), (std::vector<Index>{3, 4}));
}

TEST(DulmageMendelsohn, AMatchingThatIsNotMaximumIsOurFault) {
  const auto graph = CompressedRows::FromRows(2, {{0, 1}, {0}});
  Matching partial(2, 2);
  partial.Match(0, 0);
  EXPECT_THROW(DecomposeCoarsely(graph, partial), InternalError);
  EXPECT_THROW(ExplainUnmatchedRow(graph, partial, 0), InternalError);
}

TEST(DulmageMendelsohn, PartsDoNotDependOnTheMatching) {
  Random random(6);
  for (int round = 0; round < 1000; ++round) {
    const auto graph = RandomGraph(random, 1 + random.Below(9), 1 + random.Below(9), 10 + random.Below(40));
    const auto parts = DecomposeCoarsely(graph, MaximumMatching(graph));
    const auto others = DecomposeCoarsely(graph, AnotherMaximumMatching(graph, random));
    ASSERT_EQ(parts.row_part, others.row_part);
    ASSERT_EQ(parts.column_part, others.column_part);
  }
}

TEST(DulmageMendelsohn, OverDeterminedRowsAreThoseSomeMaximumMatchingLeavesOut) {
  Random random(7);
  for (int round = 0; round < 1000; ++round) {
    const auto graph = RandomGraph(random, 1 + random.Below(8), 1 + random.Below(8), 10 + random.Below(40));
    const Matching matching = MaximumMatching(graph);
    const auto parts = DecomposeCoarsely(graph, matching);
    for (Index row = 0; row < graph.row_count(); ++row) {
      std::vector<Index> others;
      for (Index i = 0; i < graph.row_count(); ++i) {
        if (i != row) others.push_back(i);
      }
      const bool can_be_left_out = MaximumMatching(KeepRows(graph, others)).CountMatched() == matching.CountMatched();
      ASSERT_EQ(parts.row_part[row] == Determinacy::kOver, can_be_left_out);
    }
    const auto transposed = graph.Transpose();
    for (Index column = 0; column < graph.column_count(); ++column) {
      std::vector<Index> others;
      for (Index i = 0; i < graph.column_count(); ++i) {
        if (i != column) others.push_back(i);
      }
      const bool can_be_left_out =
          MaximumMatching(KeepRows(transposed, others)).CountMatched() == matching.CountMatched();
      ASSERT_EQ(parts.column_part[column] == Determinacy::kUnder, can_be_left_out);
    }
  }
}

// Too many rows for their columns, and no longer so when any one of them is left out.
void ExpectMinimal(const CompressedRows& graph, const std::vector<Index>& rows) {
  ASSERT_LT(MaximumMatching(KeepRows(graph, rows)).CountMatched(), std::ssize(rows));
  for (std::size_t left_out = 0; left_out < rows.size(); ++left_out) {
    auto fewer = rows;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(left_out));
    ASSERT_EQ(MaximumMatching(KeepRows(graph, fewer)).CountMatched(), std::ssize(fewer));
  }
}

TEST(DulmageMendelsohn, ExplanationsAreMinimal) {
  Random random(8);
  for (int round = 0; round < 1000; ++round) {
    const auto graph = RandomGraph(random, 1 + random.Below(10), 1 + random.Below(10), 10 + random.Below(30));
    const auto transposed = graph.Transpose();
    const Matching matching = MaximumMatching(graph);
    for (Index row : matching.UnmatchedRows()) {
      const Explanation why = ExplainUnmatchedRow(graph, matching, row);
      ASSERT_EQ(why.rows.front(), row);
      ASSERT_EQ(why.rows.size(), why.columns.size() + 1);
      ExpectMinimal(graph, why.rows);
    }
    for (Index column : matching.UnmatchedColumns()) {
      const Explanation why = ExplainUnmatchedColumn(transposed, matching, column);
      ASSERT_EQ(why.columns.front(), column);
      ASSERT_EQ(why.columns.size(), why.rows.size() + 1);
      ExpectMinimal(transposed, why.columns);
    }
  }
}

TEST(DulmageMendelsohnScale, MillionRowsOneTooMany) {
  const Index n = 1'000'000;
  CompressedRows graph(n);
  graph.AddRow(std::vector<Index>{0});
  for (Index i = 0; i + 1 < n; ++i) graph.AddRow(std::vector<Index>{i, i + 1});
  graph.AddRow(std::vector<Index>{n - 1});
  const Stopwatch watch;
  const Matching matching = MaximumMatching(graph);
  const auto parts = DecomposeCoarsely(graph, matching);
  EXPECT_EQ(std::ssize(parts.RowsIn(Determinacy::kOver)), n + 1);
  EXPECT_EQ(std::ssize(ExplainUnmatchedRow(graph, matching, matching.UnmatchedRows().front()).rows), n + 1);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
