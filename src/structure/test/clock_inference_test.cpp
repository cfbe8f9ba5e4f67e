#include "structure/clocks/clock_inference.h"

#include <gtest/gtest.h>

namespace mica::structure {
namespace {

using Kind = ClockInference::Conflict::Kind;
using Node = ClockInference::Node;

TEST(RationalTest, LowestTermsAndSigns) {
  EXPECT_EQ(Rational(6, -4), Rational(-3, 2));
  EXPECT_EQ(Rational(1, 3) + Rational(1, 6), Rational(1, 2));
  EXPECT_EQ(Rational(1, 3) / Rational(-2, 3), Rational(-1, 2));
  EXPECT_TRUE(Rational(1, 3) < Rational(1, 2));
  EXPECT_EQ(Rational(7, 1).Text(), "7");
  EXPECT_EQ(Rational(7, 3).Text(), "7/3");
}

TEST(RationalTest, WhatDoesNotFitIsInvalid) {
  Rational large(std::int64_t{1} << 62);
  EXPECT_FALSE((large * large).valid());
  EXPECT_TRUE((large / large).valid());
}

// Specification 16.9: seconds, minutes and milliseconds from one clock of one second.
TEST(ClockInferenceTest, FactorsRunInBothDirections) {
  ClockInference clocks;
  Node second = clocks.Add(), minute = clocks.Add(), milli = clocks.Add();
  clocks.Relate(second, minute, 60, 0, 1);
  clocks.Relate(milli, second, 1000, 0, 2);
  clocks.Fix(second, ClockInference::kSeconds, 1, 3);
  clocks.Solve();
  EXPECT_TRUE(clocks.conflicts().empty());
  EXPECT_EQ(clocks.timing(minute).interval, Rational(60));
  EXPECT_EQ(clocks.timing(milli).interval, Rational(1, 1000));
}

// Specification 16.5.2: u = Clock(3, 10), y4 = shiftSample(u, 2, 3) ticks at 2/10, y5 = backSample(y4, 1, 3) at 1/10.
TEST(ClockInferenceTest, ShiftsAreFractionsOfTheInterval) {
  ClockInference clocks;
  Node u = clocks.Add(), y4 = clocks.Add(), y5 = clocks.Add(), slow = clocks.Add();
  clocks.Relate(u, y4, 1, Rational(2, 3), 1);
  clocks.Relate(y4, y5, 1, Rational(-1, 3), 2);
  clocks.Relate(y5, slow, 4, 0, 3);
  clocks.Fix(u, ClockInference::kSeconds, Rational(3, 10), 4);
  clocks.Solve();
  EXPECT_EQ(clocks.timing(y4).start, Rational(2, 10));
  EXPECT_EQ(clocks.timing(y5).start, Rational(1, 10));
  EXPECT_EQ(clocks.timing(slow).start, Rational(1, 10));
  EXPECT_EQ(clocks.timing(slow).interval, Rational(12, 10));
}

TEST(ClockInferenceTest, TwoWaysToOneClockMustAgree) {
  ClockInference clocks;
  Node a = clocks.Add(), b = clocks.Add(), c = clocks.Add();
  clocks.Relate(a, b, 2, 0, 1);
  clocks.Relate(b, c, 3, 0, 2);
  clocks.Relate(a, c, 6, 0, 3);
  clocks.Relate(a, c, 5, 0, 4);
  clocks.Solve();
  ASSERT_EQ(clocks.conflicts().size(), 1u);
  EXPECT_EQ(clocks.conflicts()[0].kind, Kind::kFactor);
  EXPECT_EQ(clocks.conflicts()[0].site, 4u);
  EXPECT_EQ(clocks.conflicts()[0].have, Rational(6));
  EXPECT_EQ(clocks.conflicts()[0].want, Rational(5));
}

// Specification 16.3.1: subSample between Clock(1, 10) and Clock(2, 10) is right, and to Clock(1, 3) an error.
TEST(ClockInferenceTest, OpenFactorsAreWhole) {
  for (bool good : {true, false}) {
    ClockInference clocks;
    Node u = clocks.Add(), y = clocks.Add();
    clocks.RelateByOpenFactor(u, y, 1);
    clocks.Fix(u, ClockInference::kSeconds, Rational(1, 10), 2);
    clocks.Fix(y, ClockInference::kSeconds, good ? Rational(2, 10) : Rational(1, 3), 3);
    clocks.Solve();
    EXPECT_EQ(clocks.conflicts().empty(), good);
    if (!good) EXPECT_EQ(clocks.conflicts()[0].kind, Kind::kNoFactor);
  }
}

TEST(ClockInferenceTest, AnOpenFactorThatNothingTellsIsOne) {
  ClockInference clocks;
  Node u = clocks.Add(), y = clocks.Add();
  clocks.RelateByOpenFactor(u, y, 1);
  clocks.Fix(y, 7, 1, 2);
  clocks.Solve();
  EXPECT_TRUE(clocks.conflicts().empty());
  EXPECT_EQ(clocks.timing(u), clocks.timing(y));
}

TEST(ClockInferenceTest, ClocksOfDifferentKindsDoNotMix) {
  ClockInference clocks;
  Node a = clocks.Add(), b = clocks.Add();
  clocks.Relate(a, b, 2, 0, 1);
  clocks.Fix(a, 1, 1, 2);
  clocks.Fix(b, 2, 1, 3);
  clocks.Solve();
  ASSERT_EQ(clocks.conflicts().size(), 1u);
  EXPECT_EQ(clocks.conflicts()[0].kind, Kind::kTwoBases);
}

TEST(ClockInferenceTest, WithoutAClockTheFastestTicksEverySecond) {
  ClockInference clocks;
  Node a = clocks.Add(), b = clocks.Add();
  clocks.Relate(a, b, Rational(1, 4), 0, 1);
  clocks.Solve();
  EXPECT_EQ(clocks.defaults(), std::vector<Node>{b});
  EXPECT_EQ(clocks.timing(b).interval, Rational(1));
  EXPECT_EQ(clocks.timing(a).interval, Rational(4));
}

// Specification 16.7.5: factors up to 2^63 - 1 are handled; beyond that it is said, not wrapped around.
TEST(ClockInferenceTest, LargeFactors) {
  ClockInference clocks;
  Node a = clocks.Add(), b = clocks.Add(), c = clocks.Add();
  clocks.Relate(a, b, std::int64_t{1} << 31, 0, 1);
  clocks.Relate(b, c, std::int64_t{1} << 31, 0, 2);
  clocks.Fix(a, ClockInference::kSeconds, 1, 3);
  clocks.Solve();
  EXPECT_TRUE(clocks.conflicts().empty());
  EXPECT_EQ(clocks.timing(c).interval, Rational(std::int64_t{1} << 62));
  ClockInference beyond;
  a = beyond.Add(), b = beyond.Add();
  beyond.Relate(a, b, std::int64_t{1} << 62, 0, 1);
  beyond.Fix(a, ClockInference::kSeconds, 16, 2);
  beyond.Solve();
  ASSERT_FALSE(beyond.conflicts().empty());
  EXPECT_EQ(beyond.conflicts()[0].kind, Kind::kTooLarge);
}

}  // namespace
}  // namespace mica::structure
