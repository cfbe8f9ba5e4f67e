#include "graph/tearing_selection.h"

#include <gtest/gtest.h>

#include <set>

#include "graph/causal_closure.h"
#include "graph/test/random_block.h"

namespace mica::graph {
namespace {

const SelectionRule kRules[] = {
    {},
    {.weight_two = 4, .weight_three = 2},
    {.weight_two = 64, .weight_three = 8, .lookahead = 8},
    {.weight_two = 4, .weight_three = 2, .by_equation = true},
};

TEST(TearingSelection, TheClosureIsCompleteByEveryRule) {
  Random random(42);
  for (int round = 0; round < 500; ++round) {
    TearingProblem problem = RandomBlock(random, 2 + random.Below(30), random.Below(40), random.Below(101));
    for (Index v = 0; v < problem.equations.column_count(); ++v) {
      problem.preference.push_back(random.Chance(10) ? kTearAlways : random.Below(2000) - 1000);
    }
    const TearingBlock block(problem);
    const TearingBlock transposed = block.Transpose();
    for (const TearingBlock* side : {&block, &transposed}) {
      for (const SelectionRule& rule : kRules) {
        for (std::int64_t work : {0, 200, 1'000'000}) {
          const auto torn = SelectTearing(*side, rule, work).tearing_variables;
          CausalClosure closure(*side);
          for (Index variable : torn) closure.Know(variable);
          ASSERT_TRUE(closure.complete());
          const std::set<Index> set(torn.begin(), torn.end());
          ASSERT_EQ(set.size(), torn.size());
          for (Index v = 0; v < side->variable_count(); ++v) ASSERT_TRUE(!side->forced[v] || set.count(v));
        }
      }
    }
  }
}

TEST(TearingSelection, TheVariableInMostEquationsComesFirst) {
  // Variable 3 is in all equations, each of which then gives its own variable.
  const auto equations = CompressedRows::FromRows(4, {{0, 3}, {1, 3}, {2, 3}, {0, 1, 2, 3}});
  const TearingBlock block({equations, std::vector<Solvability>(10, Solvability::kAlways), {}});
  EXPECT_EQ(SelectTearing(block, {}, 0).tearing_variables, (std::vector<Index>{3}));
}

TEST(TearingSelection, CostTurnsTheChoice) {
  // A ring is opened anywhere; the caller prefers variable 2.
  const auto ring = CompressedRows::FromRows(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const TearingBlock block({ring, std::vector<Solvability>(8, Solvability::kAlways), {0, 0, 500, 0}});
  for (const SelectionRule& rule : kRules) {
    if (rule.by_equation) continue;
    EXPECT_EQ(SelectTearing(block, rule, 1000).tearing_variables, (std::vector<Index>{2}));
  }
}

}  // namespace
}  // namespace mica::graph
