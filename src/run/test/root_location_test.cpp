#include "run/events/root_location.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mica::run {
namespace {

std::optional<Root> Locate(double left, double right, const std::function<std::vector<double>(double)>& g,
                           int* evaluations = nullptr) {
  std::vector<double> a = g(left), b = g(right);
  return LocateFirstRoot(left, right, a, b, [&](double t, std::span<double> out) {
    if (evaluations) ++*evaluations;
    std::vector<double> values = g(t);
    std::copy(values.begin(), values.end(), out.begin());
    return true;
  });
}

TEST(LocateFirstRoot, TakesTheFirstOfSeveral) {
  int evaluations = 0;
  auto root =
      Locate(0, 1, [](double t) { return std::vector<double>{std::cos(2 * t), 0.3 - t * t, t + 1}; }, &evaluations);
  ASSERT_TRUE(root);
  EXPECT_NEAR(root->time, std::sqrt(0.3), 1e-14);
  EXPECT_LE(0.3 - root->time * root->time, 0);  // beyond the change
  EXPECT_EQ(root->changed, (std::vector<std::size_t>{1}));
  EXPECT_LT(evaluations, 80);
}

TEST(LocateFirstRoot, StepsAreLocatedToTheResolutionOfTime) {
  auto root = Locate(100, 101, [](double t) { return std::vector<double>{t < 100.7 ? -1.0 : 1.0}; });
  ASSERT_TRUE(root);
  EXPECT_GE(root->time, 100.7);
  EXPECT_LT(root->time - 100.7, 1e-12);
}

TEST(LocateFirstRoot, NothingWithoutAChange) {
  EXPECT_FALSE(Locate(0, 1, [](double t) { return std::vector<double>{1 + t}; }));
  EXPECT_FALSE(Locate(0, 1, [](double) { return std::vector<double>{}; }));
}

}  // namespace
}  // namespace mica::run
