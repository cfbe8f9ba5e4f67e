#include "graph/tearing_block.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "graph/test/random_block.h"

namespace mica::graph {
namespace {

TEST(TearingBlock, TransposedTwiceIsTheSame) {
  Random random(41);
  for (int round = 0; round < 100; ++round) {
    const TearingBlock block(RandomBlock(random, 8, 10, 60));
    const TearingBlock again = block.Transpose().Transpose();
    EXPECT_EQ(block.equations, again.equations);
    EXPECT_EQ(block.variables, again.variables);
    EXPECT_EQ(block.equation_entry, again.equation_entry);
    EXPECT_EQ(block.solvable, again.solvable);
    EXPECT_EQ(block.forced, again.forced);
  }
}

TEST(TearingBlock, LowerBounds) {
  const auto always = [](Index count) {
    return std::vector<Solvability>(static_cast<std::size_t>(count), Solvability::kAlways);
  };
  // A full block of 4: the first equation leaves three variables to be torn.
  const auto full = CompressedRows::FromRows(4, {{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}});
  EXPECT_EQ(TearingBlock({full, always(16), {}}).LowerBound(), 3);
  // All that can be solved for is variable 0, so three cannot.
  std::vector<Solvability> first_only(16, Solvability::kFactorMayVanish);
  for (std::size_t k = 0; k < 16; k += 4) first_only[k] = Solvability::kAlways;
  EXPECT_EQ(TearingBlock({full, first_only, {}}).LowerBound(), 3);
  // A triangle needs none, unless asked for.
  const auto triangle = CompressedRows::FromRows(2, {{0}, {0, 1}});
  EXPECT_EQ(TearingBlock({triangle, always(3), {}}).LowerBound(), 0);
  EXPECT_EQ(TearingBlock({triangle, always(3), {kTearAlways, 0}}).LowerBound(), 1);
}

TEST(TearingBlock, WhatDoesNotFitIsOurFault) {
  const auto graph = CompressedRows::FromRows(2, {{0, 1}, {1}});
  EXPECT_THROW(TearingBlock({graph, {}, {}}), InternalError);
  EXPECT_THROW(TearingBlock({graph, std::vector<Solvability>(3), {1}}), InternalError);
  const auto repeated = CompressedRows::FromRows(2, {{0, 0}, {1}});
  EXPECT_THROW(TearingBlock({repeated, std::vector<Solvability>(3), {}}), InternalError);
}

}  // namespace
}  // namespace mica::graph
