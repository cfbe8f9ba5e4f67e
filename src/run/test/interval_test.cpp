#include "run/events/interval.h"

#include <gtest/gtest.h>

#include <random>

namespace mica::run {
namespace {

// Whatever is chosen from the arguments, the result holds the value, and is no wider than it must be by much for these.
TEST(Interval, HoldsEveryValue) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-4, 4), share(0, 1);
  for (int k = 0; k < 2000; ++k) {
    double a = uniform(random), b = uniform(random), c = uniform(random), d = uniform(random);
    Interval x{std::min(a, b), std::max(a, b)}, y{std::min(c, d), std::max(c, d)};
    double u = x.low + share(random) * (x.high - x.low), v = y.low + share(random) * (y.high - y.low);
    auto holds = [](Interval range, double value) {
      return range.low <= value + 1e-12 * std::abs(value) && value <= range.high + 1e-12 * std::abs(value);
    };
    EXPECT_TRUE(holds(x + y, u + v));
    EXPECT_TRUE(holds(x - y, u - v));
    EXPECT_TRUE(holds(x * y, u * v));
    EXPECT_TRUE(holds(x / y, u / v));
    EXPECT_TRUE(holds(Sin(x), std::sin(u))) << x.low << " " << x.high << " " << u;
    EXPECT_TRUE(holds(Cos(x), std::cos(u)));
    EXPECT_TRUE(holds(Tan(x), std::tan(u)));
    EXPECT_TRUE(holds(Exp(x), std::exp(u)));
    EXPECT_TRUE(holds(Abs(x), std::abs(u)));
    EXPECT_TRUE(holds(Pow(x, {3, 3}), u * u * u));
    EXPECT_TRUE(holds(Pow(x, {2, 2}), u * u));
    EXPECT_TRUE(holds(Pow(Abs(x), y), std::pow(std::abs(u), v)));
    if (u >= 0) EXPECT_TRUE(holds(Sqrt(x), std::sqrt(u)));
    if (u > 0) EXPECT_TRUE(holds(Log(x), std::log(u)));
  }
}

TEST(Interval, IsNarrowWhereItCanBe) {
  Interval sine = Sin({0.1, 0.2});
  EXPECT_NEAR(sine.low, std::sin(0.1), 1e-12);
  EXPECT_NEAR(sine.high, std::sin(0.2), 1e-12);
  EXPECT_EQ(Sin({1, 2}).high, 1);
  EXPECT_EQ(Pow({-1, 2}, {2, 2}).low, 0);
  EXPECT_EQ((Interval{} * Interval{0, 0}).high, 0);
}

}  // namespace
}  // namespace mica::run
