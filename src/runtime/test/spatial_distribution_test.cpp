// The distribution against the characteristics of the transport equation: z(ξ, t) = z0(ξ - x) or what came in when x
// was x(t) - ξ.
#include "runtime/history/spatial_distribution.h"

#include <gtest/gtest.h>

#include <cmath>

namespace {

class SpatialDistributionTest : public testing::Test {
 protected:
  SpatialDistributionTest() { mica_distribution_move(&line_, memory_, memory_ + kRoom, kRoom); }

  void Start(std::vector<double> points, std::vector<double> values, double x) {
    ASSERT_TRUE(
        mica_distribution_start(&line_, static_cast<std::uint32_t>(points.size()), points.data(), values.data(), x));
  }
  void Advance(double in0, double in1, double x, bool positive) {
    ASSERT_TRUE(mica_distribution_advance(&line_, in0, in1, x, positive));
  }
  double Out(int output, double in0, double in1, double x, bool positive) {
    return mica_distribution_value(&line_, output, in0, in1, x, positive);
  }

  static constexpr std::uint32_t kRoom = 300;
  double memory_[2 * kRoom];
  MicaDistribution line_{};
};

TEST_F(SpatialDistributionTest, ALineWithoutRoomIsLeftAsItIs) {
  Start({0, 1}, {0, 0}, 0);
  double x = 0;
  int added = 0;
  while (mica_distribution_advance(&line_, 1, 0, x += 1e-4, true) != 0) ASSERT_LT(++added, 1000);
  EXPECT_GT(added, 290);
  std::uint32_t count = line_.count;
  EXPECT_FALSE(mica_distribution_advance(&line_, 1, 0, x + 1e-4, true));
  EXPECT_EQ(line_.count, count);
  EXPECT_DOUBLE_EQ(Out(1, 1, 0, x, true), 0);  // what was there at first
}

TEST_F(SpatialDistributionTest, WhatWasThereLeavesFirst) {
  Start({0, 0.5, 1}, {0, 1, 3}, 10);
  EXPECT_DOUBLE_EQ(Out(1, 7, 0, 10, true), 3);
  EXPECT_DOUBLE_EQ(Out(1, 7, 0, 10.25, true), 2);    // what was at 0.75
  EXPECT_DOUBLE_EQ(Out(1, 7, 0, 10.75, true), 0.5);  // at 0.25
  EXPECT_DOUBLE_EQ(Out(0, 7, 0, 10, true), 0);
  EXPECT_DOUBLE_EQ(Out(0, 0, 5, 9.75, false), 0.5);  // backwards what was at 0.25
}

TEST_F(SpatialDistributionTest, WhatComesInLeavesAfterTheLengthOfTheLine) {
  Start({0, 1}, {0, 0}, 0);
  // in0 = 2·x in steps of changing size, several of them longer than the line.
  double x = 0;
  for (int i = 0; i < 2000; ++i) {
    x += i % 100 == 99 ? 1.5 : 0.01 + 0.005 * (i % 3);
    if (x > 1) EXPECT_NEAR(Out(1, 2 * x, 0, x, true), 2 * (x - 1), 1e-12) << x;
    Advance(2 * x, 0, x, true);
    EXPECT_NEAR(Out(1, 2 * x, 0, x, true), x < 1 ? 0 : 2 * (x - 1), x < 1.1 ? 0.1 : 1e-12);
  }
  EXPECT_LT(line_.count, 200u) << "points that have left are kept";
}

TEST_F(SpatialDistributionTest, ATurnBringsBackWhatCameIn) {
  Start({0, 1}, {0, 0}, 0);
  for (int i = 1; i <= 40; ++i) Advance(i * 0.1, -1, i * 0.1, true);  // in0 = x up to 4
  for (int i = 39; i >= 10; --i) {
    double x = i * 0.1;
    // For the length of the line what came in at 0 at this x; then what came in at 1, 9 - x' with x' = x + 1.
    double expected = x >= 3 - 1e-9 ? x : 9 - (x + 1);
    EXPECT_NEAR(Out(0, 0, 9 - x, x, false), expected, 1e-9) << x;
    Advance(0, 9 - x, x, false);
  }
}

TEST_F(SpatialDistributionTest, AJumpStaysAJump) {
  Start({0, 1}, {0, 0}, 0);
  Advance(0, 0, 0.5, true);
  Advance(1, 0, 0.5, true);  // the event
  Advance(1, 0, 1, true);
  Advance(1, 0, 1.4, true);
  EXPECT_DOUBLE_EQ(Out(1, 1, 0, 1.499, true), 0);
  EXPECT_DOUBLE_EQ(Out(1, 1, 0, 1.501, true), 1);
  // Several values at one place: the outermost two count.
  Advance(2, 0, 1.4, true);
  Advance(3, 0, 1.4, true);
  Advance(4, 0, 1.4, true);
  Advance(4, 0, 2, true);
  EXPECT_DOUBLE_EQ(Out(1, 4, 0, 2.39, true), 1);
  EXPECT_DOUBLE_EQ(Out(1, 4, 0, 2.41, true), 4);
}

TEST_F(SpatialDistributionTest, WhatIsNotANumberIsNotTaken) {
  Start({0, 1}, {1, 1}, 0);
  Advance(NAN, 0, 0.5, true);
  Advance(0, 0, INFINITY, true);
  EXPECT_DOUBLE_EQ(Out(1, 0, 0, 0.25, true), 1);
}

}  // namespace
