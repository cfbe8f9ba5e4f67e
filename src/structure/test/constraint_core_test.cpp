#include "structure/reduce/constraint_core.h"

#include <gtest/gtest.h>

namespace mica::structure {
namespace {

Constraint Row(std::vector<std::pair<Index, bool>> terms) {
  Constraint row;
  for (auto [candidate, varies] : terms) {
    double value = 1 + 0.37 * candidate + 0.11 * static_cast<double>(terms.size());
    row.terms.push_back({candidate, {}, varies, {value, varies ? 1.9 - 0.4 * value * value : value}});
  }
  return row;
}

// der(vx) = der2(x), der(vy) = der2(y), x·der2(x) + y·der2(y) + … = 0: the pendulum. 0: der2(x), 1: der2(y), 2:
// der(vx), 3: der(vy).
std::vector<Constraint> Pendulum() {
  return {Row({{2, false}, {0, false}}), Row({{3, false}, {1, false}}), Row({{0, true}, {1, true}})};
}

TEST(ConstraintCore, WhatConstantFactorsGiveIsEliminated) {
  auto cores = FindConstraintCores(Pendulum(), {true, true, false, true}, {2, 2, 4, 4});
  ASSERT_EQ(cores.size(), 1u);
  EXPECT_EQ(cores[0].rows, std::vector<Index>{2});
  EXPECT_EQ(cores[0].dummies, std::vector<Index>{3});
  EXPECT_EQ(cores[0].free, std::vector<Index>{2});
  EXPECT_EQ(cores[0].eliminated.size(), 2u);
}

TEST(ConstraintCore, NothingChangesPlacesWithWhatIsWantedMore) {
  EXPECT_TRUE(FindConstraintCores(Pendulum(), {true, true, false, true}, {2, 2, 9, 4}).empty());
}

TEST(ConstraintCore, ConstantConstraintsAreSafe) {
  auto rows = Pendulum();
  rows[2] = Row({{0, false}, {1, false}});
  EXPECT_TRUE(FindConstraintCores(rows, {true, true, false, true}, {2, 2, 4, 4}).empty());
}

// z0 = f z1, f varies, is good for z0 whatever f is.
TEST(ConstraintCore, AFactorThatIsNotDividedByMayVary) {
  EXPECT_TRUE(FindConstraintCores({Row({{0, false}, {1, true}})}, {true, false}, {4, 4}).empty());
}

TEST(ConstraintCore, ConstraintsWithoutFactorsSayNothing) {
  auto rows = Pendulum();
  rows[2].is_opaque = true;
  EXPECT_TRUE(FindConstraintCores(rows, {true, true, false, true}, {2, 2, 4, 4}).empty());
}

TEST(ConstraintCore, PartsThatShareNothingStayApart) {
  std::vector<Constraint> rows{Row({{0, true}, {1, true}}), Row({{2, true}, {3, true}})};
  auto cores = FindConstraintCores(rows, {true, false, true, false}, {4, 4, 4, 4});
  ASSERT_EQ(cores.size(), 2u);
  rows.push_back(Row({{1, true}, {3, true}, {4, true}}));
  cores = FindConstraintCores(rows, {true, false, true, false, true}, {4, 4, 4, 4, 4});
  ASSERT_EQ(cores.size(), 1u);
  EXPECT_EQ(cores[0].dummies.size(), 3u);
  EXPECT_EQ(cores[0].free.size(), 2u);
}

}  // namespace
}  // namespace mica::structure
