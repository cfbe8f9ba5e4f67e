#include "structure/values/constant_choice.h"

#include <gtest/gtest.h>

namespace mica::structure {
namespace {

// A factor that varies is 1 at both points here: a branch that both are in says nothing of the other branch.
Constraint Row(std::vector<std::pair<Index, bool>> terms) {
  Constraint row;
  for (auto [candidate, varies] : terms)
    row.terms.push_back({candidate, {}, varies, {1 + 0.3 * candidate, 1 + 0.3 * candidate}});
  return row;
}

// 0: psi, 1: x, 2: i, 3: u, 4: e. u = x, e = limit(u), psi = i + e.
std::vector<Constraint> Limiter() {
  return {Row({{1, false}, {3, false}}), Row({{3, true}, {4, false}}), Row({{0, false}, {2, false}, {4, false}})};
}

std::vector<bool> Chosen(const std::vector<Constraint>& rows, std::vector<bool> is_chosen,
                         const std::vector<int>& wish) {
  ChooseByConstants(rows, wish, is_chosen);
  return is_chosen;
}

TEST(ConstantChoice, WhatIsBehindAFactorThatVariesBecomesAState) {
  EXPECT_EQ(Chosen(Limiter(), {false, true, false, true, true}, {4, 4, 9, 1, 1}),
            (std::vector<bool>{true, false, false, true, true}));
}

TEST(ConstantChoice, WishesComeFirst) {
  std::vector<bool> chosen{false, true, false, true, true};
  EXPECT_EQ(Chosen(Limiter(), chosen, {9, 4, 9, 1, 1}), chosen);
  EXPECT_EQ(Chosen(Limiter(), chosen, {-1, -1, 9, 1, 1}), chosen);
}

TEST(ConstantChoice, AGoodChoiceStays) {
  std::vector<bool> chosen{true, false, false, true, true};
  EXPECT_EQ(Chosen(Limiter(), chosen, {4, 4, 4, 1, 1}), chosen);
}

// x² + y² = 1: no factor is constant.
TEST(ConstantChoice, NothingIsChangedForAnotherFactorThatVaries) {
  std::vector<bool> chosen{true, false};
  EXPECT_EQ(Chosen({Row({{0, true}, {1, true}})}, chosen, {4, 4}), chosen);
}

TEST(ConstantChoice, PartsAreJudgedOneByOne) {
  std::vector<Constraint> rows = Limiter();
  rows.push_back(Row({{5, true}, {6, true}}));
  EXPECT_EQ(Chosen(rows, {false, true, false, true, true, true, false}, {4, 4, 9, 1, 1, 4, 4}),
            (std::vector<bool>{true, false, false, true, true, true, false}));
}

// Two limiters into one flux each, of one regulator each: two exchanges.
TEST(ConstantChoice, AsManyExchangesAsAreNeeded) {
  std::vector<Constraint> rows = Limiter();
  // 5: psi2, 6: x2, 7: u2, 8: e2; the current 2 is the same, and here a dummy of the first part shares a row with the
  // second.
  rows.push_back(Row({{6, false}, {7, false}, {3, false}}));
  rows.push_back(Row({{7, true}, {8, false}}));
  rows.push_back(Row({{5, false}, {2, false}, {8, false}}));
  EXPECT_EQ(Chosen(rows, {false, true, false, true, true, false, true, true, true}, {4, 4, 9, 1, 1, 4, 4, 1, 1}),
            (std::vector<bool>{true, false, false, true, true, true, false, true, true}));
}

}  // namespace
}  // namespace mica::structure
