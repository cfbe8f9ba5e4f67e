#include "run/column_choice.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

TEST(ChooseColumns, OneConstraintTakesTheLargestFactor) {
  std::vector<int> kind{4, 4, 4};
  ColumnChoice choice = ChooseColumns({0.1, 3, 2}, {true, false, false}, kind, 2.5);
  EXPECT_TRUE(choice.changed);
  EXPECT_EQ(choice.is_chosen, (std::vector<bool>{false, true, false}));
  EXPECT_FALSE(ChooseColumns({2, 3, 2}, {true, false, false}, kind, 2.5).changed);  // not worth it
}

TEST(ChooseColumns, ASingularChoiceIsLeft) {
  ColumnChoice choice = ChooseColumns({0, 3, 2}, {true, false, false}, {4, 4, 4}, 2.5);
  EXPECT_TRUE(choice.changed);
  EXPECT_FALSE(choice.is_singular);
  EXPECT_FALSE(choice.is_chosen[0]);
}

TEST(ChooseColumns, ColumnsChangePlacesWithinTheirKind) {
  // Column 2 would be the best by far, but is of another kind.
  ColumnChoice choice = ChooseColumns({0.1, 1, 100}, {true, false, false}, {4, 4, 9}, 2.5);
  EXPECT_EQ(choice.is_chosen, (std::vector<bool>{false, true, false}));
  EXPECT_FALSE(ChooseColumns({1, 10}, {true, false}, {kFixedColumn, 4}, 2.5).changed);
}

TEST(ChooseColumns, NothingHelpsAgainstRowsThatRepeatEachOther) {
  EXPECT_TRUE(ChooseColumns({1, 2, 3, 2, 4, 6}, {true, true, false}, {4, 4, 4}, 2.5).is_singular);
}

// Two constraints, unit vectors in the plane as columns: the two chosen in the end are near a right angle, as far as there are such.
TEST(ChooseColumns, SeveralConstraintsEndWellConditioned) {
  std::vector<double> a(12);
  for (int c = 0; c < 6; ++c) {
    double angle = 0.02 * c + (c == 5 ? 1.4 : 0);
    a[c] = std::cos(angle);
    a[6 + c] = std::sin(angle);
  }
  ColumnChoice choice = ChooseColumns(a, {true, true, false, false, false, false}, std::vector<int>(6, 1), 2.5);
  EXPECT_TRUE(choice.changed);
  EXPECT_TRUE(choice.is_chosen[5]);
}

}  // namespace
}  // namespace mica::run
