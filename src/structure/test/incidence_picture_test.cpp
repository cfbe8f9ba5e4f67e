#include "structure/text/incidence_picture.h"

#include <gtest/gtest.h>

#include "analyzed_model.h"

namespace mica::structure {
namespace {

TEST(IncidencePicture, SortedEquationsAreLowerTriangularButForTheirSystems) {
  // The declared order is against the order of computation; a, b and c are one system.
  AnalyzedModel model(R"(
    model M
      Real last, a, b, c, first;
    equation
      last = a + first;
      a + b*b + c = first;
      a*a - b + c = 2;
      a - sin(b)*c = 3;
      first = sin(time);
    end M;)");
  ASSERT_TRUE(model.ok()) << model.Diagnostics();
  IncidencePicture picture = model.Picture();
  ASSERT_EQ(picture.rows.size(), 5u);
  ASSERT_EQ(picture.columns.size(), 5u);
  ASSERT_EQ(picture.blocks.size(), 1u);
  const IncidenceBlock& block = picture.blocks[0];
  EXPECT_EQ(block.kind, IncidenceBlock::Kind::kNonlinear);
  EXPECT_EQ(block.size, 3u);
  EXPECT_LT(block.unknowns, 3u);  // torn
  EXPECT_EQ(picture.columns.front().name, "first");
  EXPECT_EQ(picture.columns.back().name, "last");
  std::vector<bool> diagonal(5, false);
  auto in_block = [&](std::uint32_t i) { return i >= block.first && i < block.first + block.size; };
  for (auto [row, column] : picture.entries) {
    if (column > row) EXPECT_TRUE(in_block(row) && in_block(column)) << row << " reads " << column;
    if (row == column) diagonal[row] = true;
  }
  EXPECT_EQ(diagonal, std::vector<bool>(5, true));
  // Before: as declared and written.
  EXPECT_EQ(picture.columns.back().before, 0u);
  EXPECT_EQ(picture.columns.front().before, 4u);
  EXPECT_EQ(picture.rows.back().before, 0u);
  EXPECT_EQ(picture.rows.front().before, 4u);
}

}  // namespace
}  // namespace mica::structure
