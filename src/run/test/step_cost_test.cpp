// Costs of steps: exact moments, quantiles to the width of a bucket.
#include "run/report/step_cost.h"

#include <gtest/gtest.h>

namespace mica::run {
namespace {

TEST(StepCost, MomentsAreExactAndQuantilesAreToThreePercent) {
  StepCost cost;
  for (std::uint64_t i = 1; i <= 10000; ++i) cost.Add(100 * i);  // 0.1 to 1000 µs
  EXPECT_EQ(cost.count(), 10000u);
  EXPECT_DOUBLE_EQ(cost.mean_us(), 500.05);
  EXPECT_DOUBLE_EQ(cost.least_us(), 0.1);
  EXPECT_DOUBLE_EQ(cost.largest_us(), 1000);
  EXPECT_NEAR(cost.QuantileUs(0.99), 990, 990 * 0.032);
  EXPECT_GE(cost.QuantileUs(0.99), 990);
  EXPECT_NEAR(cost.QuantileUs(0.5), 500, 500 * 0.032);
  EXPECT_DOUBLE_EQ(cost.QuantileUs(1), 1000);
}

TEST(StepCost, CountsBetweenAddUp) {
  StepCost cost;
  for (std::uint64_t ns : {5u, 900u, 1000u, 1500u, 64000u, 4000000000u}) cost.Add(ns);
  EXPECT_EQ(cost.CountBetween(0, 1000), 3u);  // the bucket of 1000 begins below it
  EXPECT_EQ(cost.CountBetween(1000, UINT64_MAX), 3u);
}

TEST(StepCost, NothingCountedIsZero) {
  StepCost cost;
  EXPECT_EQ(cost.mean_us(), 0);
  EXPECT_EQ(cost.QuantileUs(0.99), 0);
  EXPECT_EQ(cost.largest_us(), 0);
}

TEST(StepClock, PausesDoNotCount) {
  StepClock clock;
  clock.Begin();
  clock.Pause();
  auto until = StepClock::Clock::now() + std::chrono::milliseconds(20);
  while (StepClock::Clock::now() < until) {
  }
  clock.Resume();
  EXPECT_LT(clock.End(), 20000000u);
}

}  // namespace
}  // namespace mica::run
