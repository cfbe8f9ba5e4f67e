#include "run/events/crossing_watch.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace mica::run {
namespace {

double Watched(CrossingWatch& watch, double g, double time = 1) {
  watch.Transform({&g, 1}, true, time);
  return g;
}

void Restart(CrossingWatch& watch, double g, double relation = 0) { watch.Restart({&g, 1}, {&relation, 1}, 0); }

TEST(CrossingWatch, WatchedFunctionsAreNotZeroAfterAnEvent) {
  for (double g : {1.0, -1.0, 0.0, 1e-11, -1e-11, 1e-30}) {
    CrossingWatch watch(1);
    double before = 1;
    Restart(watch, before);  // the size of g is known
    Restart(watch, g);
    EXPECT_NE(Watched(watch, g), 0) << g;
  }
}

TEST(CrossingWatch, AnEventNeedsTheOtherSideOfTheBand) {
  CrossingWatch watch(1);
  double g = 1;
  Restart(watch, g);
  double band = watch.band(0);
  EXPECT_DOUBLE_EQ(band, 1e-10);
  EXPECT_GT(Watched(watch, 0), 0);
  EXPECT_GT(Watched(watch, -0.9 * band), 0);
  EXPECT_LT(Watched(watch, -1.1 * band), 0);
}

TEST(CrossingWatch, RoundingAtTheRestartMakesTheBandWider) {
  CrossingWatch watch(1);
  watch.SetTrueSide(0, CrossingWatch::TrueSide::kAbove);
  Restart(watch, 0, 1);                     // exactly zero, true: of a size that nobody knows
  EXPECT_GT(Watched(watch, -1e-14, 0), 0);  // evaluated once more at the same time
  EXPECT_GT(Watched(watch, -1e-14), 0);
  EXPECT_LT(Watched(watch, -1e-3), 0);
}

TEST(CrossingWatch, ARelationThatRoundingHeldBackIsWatchedFromItsSide) {
  CrossingWatch watch(1);
  watch.SetTrueSide(0, CrossingWatch::TrueSide::kAbove);
  Restart(watch, -1, 0);
  Restart(watch, 1.1e-10, 0);  // the event came, but evaluated there the relation was still false
  EXPECT_LT(Watched(watch, 1.1e-10), 0);
  EXPECT_GT(Watched(watch, 1e-9), 0);
}

TEST(CrossingWatch, WhatRestsAtZeroMakesAnEventWhenItLeavesEitherWay) {
  CrossingWatch watch(1);
  double g = 1;
  Restart(watch, g);
  g = 0;
  Restart(watch, g);
  EXPECT_LT(Watched(watch, 0), 0);
  EXPECT_LT(Watched(watch, 0.5e-10), 0);
  EXPECT_GT(Watched(watch, 2e-10), 0);
  EXPECT_GT(Watched(watch, -2e-10), 0);
}

TEST(CrossingWatch, AtZeroTheRelationTellsWhichWayIsAnEvent) {
  CrossingWatch watch(1);
  watch.SetTrueSide(0, CrossingWatch::TrueSide::kAbove);  // x > 0
  Restart(watch, 1, 1);
  Restart(watch, 0, 0);  // false at 0: leaving upwards makes it true
  EXPECT_LT(Watched(watch, -1), 0);
  EXPECT_LT(Watched(watch, 0), 0);
  EXPECT_GT(Watched(watch, 2e-10), 0);
}

TEST(CrossingWatch, ExcursionsCountOnTheirOwnSideOnly) {
  CrossingWatch watch(1);
  double g = 1;
  Restart(watch, g);
  g = 1e-9;
  Restart(watch, g);
  EXPECT_TRUE(watch.is_above(0));
  Watched(watch, 5e-9);
  Watched(watch, -1);  // beyond the crossing, where the integrator looks before it goes back
  EXPECT_NEAR(watch.excursion(0), 50, 1e-9);
}

TEST(CrossingWatch, RoundingThatMadeEventsWithoutEndIsLeftInside) {
  CrossingWatch watch(2);
  std::vector<double> relations{0, 0};
  std::vector<double> g{3e-15, 4.0};
  watch.Restart(g, relations, 0);
  std::vector<std::size_t> culprits{0, 1};
  ASSERT_TRUE(watch.Widen(culprits));
  watch.Restart(g, relations, 0);
  EXPECT_GT(watch.band(0), 1e-13);  // a shaft at rest
  EXPECT_LT(watch.band(1), 1e-9);   // one that has moved keeps its band
  // What comes to life later is watched in its own size.
  std::vector<double> moving{5.0, 4.0};
  watch.Restart(moving, relations, 1);
  EXPECT_NEAR(watch.band(0), 5 * MICA_WATCH_BAND, 1e-15);
  EXPECT_FALSE(watch.Widen(culprits));
}

TEST(CrossingWatch, OnlyTheShareOfItsOwnSizeIsIgnored) {
  // The same in amperes and in nanoamperes: a function that switches at its edge gets a band of at most 1e-4 of its
  // size, and its own again when it has left the edge.
  for (double unit : {1.0, 1e-9}) {
    CrossingWatch watch(1);
    std::vector<std::size_t> culprits{0};
    Restart(watch, 2 * unit);
    Restart(watch, 1e-10 * unit);
    for (int k = 0; k < 10; ++k) {
      (void)watch.Widen(culprits);
      Restart(watch, watch.band(0));
    }
    EXPECT_GT(watch.band(0), 1e-5 * unit);
    EXPECT_LT(watch.band(0), 1e-3 * unit);
    EXPECT_FALSE(watch.Widen(culprits));
    Watched(watch, unit);
    Restart(watch, 0.5 * unit);
    EXPECT_LT(watch.band(0), std::max(1e-9 * unit, 2 * MICA_WATCH_SMALLEST_BAND));
  }
}

TEST(CrossingWatch, ARelationThatStartsOnItsEdgeIgnoresTheRoundingOfItsSides) {
  CrossingWatch watch(1);
  watch.SetSideSize(0, 50);
  Restart(watch, 1e-14);
  EXPECT_GT(watch.band(0), 1e-11);
  EXPECT_TRUE(watch.Stays(0, -1e-13, 1e-13));
}

}  // namespace
}  // namespace mica::run
