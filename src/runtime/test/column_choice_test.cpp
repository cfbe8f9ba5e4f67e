#include "runtime/linear/column_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

struct Choice {
  std::vector<bool> is_chosen;
  bool changed, is_singular;
};

Choice ChooseColumns(std::vector<double> a, const std::vector<bool>& chosen, const std::vector<std::int32_t>& kind,
                     double worth) {
  auto n = static_cast<std::uint32_t>(kind.size()),
       m = static_cast<std::uint32_t>(std::count(chosen.begin(), chosen.end(), true));
  std::vector<std::uint8_t> is_chosen(chosen.begin(), chosen.end());
  std::vector<double> doubles(MICA_COLUMN_DOUBLES(m, n));
  std::vector<std::uint32_t> integers(MICA_COLUMN_INTEGERS(m, n));
  MicaColumnEnd end =
      mica_choose_columns(m, n, a.data(), is_chosen.data(), kind.data(), worth, doubles.data(), integers.data());
  return {std::vector<bool>(is_chosen.begin(), is_chosen.end()), end == MICA_COLUMNS_CHANGED,
          end == MICA_COLUMNS_SINGULAR};
}

TEST(ChooseColumns, OneConstraintTakesTheLargestFactor) {
  std::vector<std::int32_t> kind{4, 4, 4};
  Choice choice = ChooseColumns({0.1, 3, 2}, {true, false, false}, kind, 2.5);
  EXPECT_TRUE(choice.changed);
  EXPECT_EQ(choice.is_chosen, (std::vector<bool>{false, true, false}));
  EXPECT_FALSE(ChooseColumns({2, 3, 2}, {true, false, false}, kind, 2.5).changed);  // not worth it
}

TEST(ChooseColumns, ASingularChoiceIsLeft) {
  Choice choice = ChooseColumns({0, 3, 2}, {true, false, false}, {4, 4, 4}, 2.5);
  EXPECT_TRUE(choice.changed);
  EXPECT_FALSE(choice.is_singular);
  EXPECT_FALSE(choice.is_chosen[0]);
}

TEST(ChooseColumns, ColumnsChangePlacesWithinTheirKind) {
  // Column 2 would be the best by far, but is of another kind.
  Choice choice = ChooseColumns({0.1, 1, 100}, {true, false, false}, {4, 4, 9}, 2.5);
  EXPECT_EQ(choice.is_chosen, (std::vector<bool>{false, true, false}));
  EXPECT_FALSE(ChooseColumns({1, 10}, {true, false}, {MICA_COLUMN_FIXED, 4}, 2.5).changed);
}

TEST(ChooseColumns, NothingHelpsAgainstRowsThatRepeatEachOther) {
  EXPECT_TRUE(ChooseColumns({1, 2, 3, 2, 4, 6}, {true, true, false}, {4, 4, 4}, 2.5).is_singular);
}

// Two constraints, unit vectors in the plane as columns: the two chosen in the end are near a right angle, as far as
// there are such.
TEST(ChooseColumns, SeveralConstraintsEndWellConditioned) {
  std::vector<double> a(12);
  for (int c = 0; c < 6; ++c) {
    double angle = 0.02 * c + (c == 5 ? 1.4 : 0);
    a[c] = std::cos(angle);
    a[6 + c] = std::sin(angle);
  }
  Choice choice = ChooseColumns(a, {true, true, false, false, false, false}, std::vector<std::int32_t>(6, 1), 2.5);
  EXPECT_TRUE(choice.changed);
  EXPECT_TRUE(choice.is_chosen[5]);
}

}  // namespace
