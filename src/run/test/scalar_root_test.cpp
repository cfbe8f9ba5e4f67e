#include "run/events/scalar_root.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

constexpr double kInfinity = INFINITY;

std::optional<double> Find(const std::function<double(double)>& f, double start, double size = 1,
                           double lower = -kInfinity, double upper = kInfinity) {
  return ScalarRoot::Find(
      [&](double x) -> std::optional<double> { return std::isfinite(f(x)) ? std::optional(f(x)) : std::nullopt; },
      {start, size, lower, upper});
}

TEST(ScalarRoot, LeavesAFlatStart) {
  auto root = Find([](double x) { return (x > 50 ? (x - 50) * (x - 50) : 0.0) - 9; }, 0);
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 53, 1e-10);
}

TEST(ScalarRoot, FindsTheNearestRoot) {
  auto root = Find([](double x) { return std::sin(x); }, 4, 1);
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, std::acos(-1.0), 1e-12);
}

TEST(ScalarRoot, TakesNoPoleAndNoJumpForARoot) {
  EXPECT_FALSE(Find([](double x) { return 1 / (x - 0.3); }, 0));
  EXPECT_FALSE(Find([](double x) { return x > 2 ? 1.0 : -1.0; }, 0));
  auto root = Find([](double x) { return x > 2 ? x - 20 : -1.0 / (x - 3); }, 0);  // a jump at 2, a root at 20
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 20, 1e-10);
}

// A value beyond all measure at one end makes a jump look small.
TEST(ScalarRoot, TakesNoJumpBesideAPeakForARoot) {
  EXPECT_FALSE(
      Find([](double x) { return x < 2 ? -100.0 : 100 + 1e12 / (1 + std::pow(1e3 * (x - 2.048), 2)); }, 0, 1, 0, 4));
  auto root = Find([](double x) { return 1e12 * (x - 3); }, 0);  // steep, and a root
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 3, 1e-12);
}

TEST(ScalarRoot, StaysInsideBoundsAndDomains) {
  EXPECT_FALSE(Find([](double x) { return x - 10; }, 0, 1, -5, 5));
  EXPECT_NEAR(Find([](double x) { return x - 5; }, 0, 1, -5, 5).value(), 5, 1e-12);
  auto root = Find([](double x) { return std::sqrt(x - 3) - 2; }, 0);  // cannot be evaluated below 3
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 7, 1e-10);
}

TEST(ScalarRoot, EndsAtTheResolutionOfTheFunction) {
  auto root = Find([](double x) { return std::round(1e7 * (x - 4)) / 1e7; }, 1);
  ASSERT_TRUE(root);
  EXPECT_NEAR(*root, 4, 1e-7);
}

}  // namespace
}  // namespace mica::run
