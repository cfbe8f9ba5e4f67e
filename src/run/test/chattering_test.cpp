#include "run/events/chattering.h"

#include <gtest/gtest.h>

namespace mica::run {
namespace {

bool Accumulates(std::initializer_list<double> intervals) {
  ShrinkingIntervals series;
  double time = 0;
  series.Note(time);
  for (double interval : intervals) series.Note(time += interval);
  return series.Accumulates();
}

TEST(ShrinkingIntervals, AGeometricSeriesAccumulates) {
  EXPECT_TRUE(Accumulates({1, 0.05, 2.5e-3, 1.25e-4, 6.25e-6, 3.1e-7}));
  EXPECT_FALSE(Accumulates({1, 0.5, 0.25, 0.125, 0.0625, 0.03125}));  // not yet
}

// Joints of a robot that come to rest one after the other, within nanoseconds, after a long time without an event.
TEST(ShrinkingIntervals, ACascadeIsNoSeries) {
  EXPECT_FALSE(Accumulates({0.3, 0.2, 1e-9, 9e-10, 5e-10, 4e-10}));
  EXPECT_FALSE(Accumulates({0.3, 1e-8, 9e-9, 5e-9, 4e-9, 3e-9, 2e-9}));
}

}  // namespace
}  // namespace mica::run
