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

TEST(DulmageMendelsohn, AMatchingThatIsNotMaximumIsOurFault) {
  const auto graph = CompressedRows::FromRows(2, {{0, 1}, {0}});
  Matching partial(2, 2);
  partial.Match(0, 0);
  EXPECT_THROW(ExplainUnmatchedRow(graph, partial, 0), InternalError);
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
  EXPECT_EQ(std::ssize(ExplainUnmatchedRow(graph, matching, matching.UnmatchedRows().front()).rows), n + 1);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
