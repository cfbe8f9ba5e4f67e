#include "graph/tearing_improvement.h"

#include <gtest/gtest.h>

#include <numeric>

#include "graph/causal_closure.h"
#include "graph/test/random_block.h"

namespace mica::graph {
namespace {

bool IsComplete(const TearingBlock& block, const std::vector<Index>& torn) {
  CausalClosure closure(block);
  for (Index variable : torn) closure.Know(variable);
  return closure.complete();
}

TEST(TearingImprovement, FromEverythingTornToASetThatCannotBeReduced) {
  Random random(43);
  for (int round = 0; round < 300; ++round) {
    TearingProblem problem = RandomBlock(random, 3 + random.Below(15), random.Below(20), 30 + random.Below(71));
    for (Index v = 0; v < problem.equations.column_count(); ++v) problem.preference.push_back(random.Below(200));
    const TearingBlock block(problem);
    std::vector<Index> torn(static_cast<std::size_t>(block.variable_count()));
    std::iota(torn.begin(), torn.end(), 0);
    std::int64_t work = 10'000'000;
    ImproveTearing(block, torn, 0, work);
    EXPECT_GT(work, 0);
    ASSERT_TRUE(IsComplete(block, torn));
    for (std::size_t k = 0; k < torn.size(); ++k) {
      if (block.forced[torn[k]]) continue;
      auto fewer = torn;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
      ASSERT_FALSE(IsComplete(block, fewer));
      // Nor is there one that could be had for less in its place.
      for (Index v = 0; v < block.variable_count(); ++v) {
        if (block.cost[v] >= block.cost[torn[k]]) continue;
        auto other = fewer;
        other.push_back(v);
        ASSERT_FALSE(IsComplete(block, other));
      }
    }
  }
}

TEST(TearingImprovement, StopsAtAnyTimeWithACompleteSetThatCostsNoMore) {
  Random random(44);
  for (int round = 0; round < 300; ++round) {
    const TearingBlock block(RandomBlock(random, 20, 20, 70));
    std::vector<Index> torn(static_cast<std::size_t>(block.variable_count()));
    std::iota(torn.begin(), torn.end(), 0);
    for (std::int64_t allowed : {0, 100, 500, 2000, 10000}) {
      const std::int64_t before = block.CostOf(torn);
      std::int64_t work = allowed;
      ImproveTearing(block, torn, 0, work);
      ASSERT_TRUE(IsComplete(block, torn));
      ASSERT_LE(block.CostOf(torn), before);
    }
  }
}

}  // namespace
}  // namespace mica::graph
