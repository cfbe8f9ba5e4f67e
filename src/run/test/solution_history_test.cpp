#include "run/systems/solution_history.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

void Add(SolutionHistory& history, double time, double value) { history.Add(time, std::vector<double>{value}); }

TEST(SolutionHistory, ALineThroughTwo) {
  SolutionHistory history(1);
  EXPECT_FALSE(history.Predict(1, true));
  Add(history, 1, 10);
  EXPECT_FALSE(history.Predict(2, true));
  Add(history, 2, 13);
  ASSERT_TRUE(history.Predict(4, true));
  EXPECT_DOUBLE_EQ(history.predicted()[0], 19);
}

TEST(SolutionHistory, AParabolaOnceItProvesBetter) {
  SolutionHistory history(1);
  auto f = [](double t) { return 3 + 2 * t - 0.5 * t * t; };
  double times[] = {0, 1, 1.5, 2.5};
  for (double t : std::span(times).first(3)) Add(history, t, f(t));
  ASSERT_TRUE(history.Predict(times[3], true));
  EXPECT_NE(history.predicted()[0], f(times[3]));  // nothing has spoken for it yet
  Add(history, times[3], f(times[3]));
  ASSERT_TRUE(history.Predict(3, true));
  EXPECT_NEAR(history.predicted()[0], f(3), 1e-12);
}

TEST(SolutionHistory, ALineAtIrregularTimes) {
  SolutionHistory history(1);
  for (int t = 0; t < 5; ++t) {
    history.Predict(t, true);
    Add(history, t, t * t);
  }
  ASSERT_TRUE(history.Predict(5, false));
  EXPECT_DOUBLE_EQ(history.predicted()[0], 23);
}

TEST(SolutionHistory, BackToTheLineAfterACorner) {
  SolutionHistory history(1);
  auto f = [](double t) { return t < 5 ? t * t : 25 + 10 * (t - 5); };
  for (int t = 0; t < 5; ++t) {
    history.Predict(t, true);
    Add(history, t, f(t));
  }
  for (int t = 5; t < 8; ++t) {
    history.Predict(t, true);
    Add(history, t, f(t));
  }
  ASSERT_TRUE(history.Predict(8, true));
  EXPECT_DOUBLE_EQ(history.predicted()[0], f(8));
}

TEST(SolutionHistory, NotTooFarAndNotAtTheSameTime) {
  SolutionHistory history(1);
  Add(history, 0, 1);
  Add(history, 1, 2);
  EXPECT_FALSE(history.Predict(1, true));
  EXPECT_FALSE(history.Predict(5, true));
  Add(history, 1, 3);  // solved once more
  ASSERT_TRUE(history.Predict(2, true));
  EXPECT_DOUBLE_EQ(history.predicted()[0], 5);
  history.Forget();
  EXPECT_FALSE(history.Predict(2, true));
}

}  // namespace
}  // namespace mica::run
