#include "graph/subgraph.h"

#include <gtest/gtest.h>

namespace mica::graph {
namespace {

TEST(Subgraph, KeepsOrderAndKnowsWhereEntriesCameFrom) {
  const auto graph = CompressedRows::FromRows(5, {{4, 1, 0}, {2}, {3, 1}, {0, 4}});
  SubgraphExtractor extractor(graph);
  const std::vector<Index> rows = {3, 0}, columns = {0, 4};
  const Subgraph part = extractor.Extract(rows, columns);
  EXPECT_EQ(part.graph, CompressedRows::FromRows(2, {{0, 1}, {1, 0}}));
  EXPECT_EQ(part.original_entry, (std::vector<Index>{6, 7, 0, 2}));
  // Nothing is left over from the call before.
  const std::vector<Index> row = {2}, column = {1};
  EXPECT_EQ(extractor.Extract(row, column).graph, CompressedRows::FromRows(1, {{0}}));
  EXPECT_EQ(extractor.Extract(row, column).original_entry, (std::vector<Index>{5}));
}

}  // namespace
}  // namespace mica::graph
