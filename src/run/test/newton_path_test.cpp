#include "run/systems/newton_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace mica::run {
namespace {

struct Functions : NewtonProblem {
  std::function<bool(std::span<const double>, std::span<double>)> f;
  std::function<void(std::span<const double>, std::span<double>)> j;
  std::vector<double> at;
  bool Residual(std::span<const double> x, std::span<double> r) override {
    at.assign(x.begin(), x.end());
    return f(x, r);
  }
  bool Jacobian(std::span<double> entries) override { return j(at, entries), true; }
};

bool Never() { return false; }

// x³ - 3x = 5 has its only root at 2.279; between it and the start lie two points where the slope vanishes.
TEST(NewtonPath, PassesPointsWhereTheJacobianIsSingular) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] * x[0] - 3 * x[0] - 5, true; };
  problem.j = [](auto x, auto e) { e[0] = 3 * x[0] * x[0] - 3; };
  std::vector<double> x{-1.5}, nominal{1};
  NewtonPath path(problem, {{0, 0}}, 1, Never);
  ASSERT_TRUE(path.Follow(x, nominal));
  EXPECT_NEAR(x[0], 2.2790187861665936, 0.1);
  EXPECT_LT(path.steps(), 200);
}

TEST(NewtonPath, StartsWhereTheJacobianIsSingular) {
  Functions problem;  // x² + y = 3, x - y = -1 from (-1/2, 0), where the determinant vanishes
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] + x[1] - 3, r[1] = x[0] - x[1] + 1, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0], e[1] = 1, e[2] = 1, e[3] = -1; };
  std::vector<double> x{-0.5, 0}, nominal{1, 1};
  NewtonPath path(problem, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, 2, Never);
  ASSERT_TRUE(path.Follow(x, nominal));
  EXPECT_NEAR(x[0] * x[0] + x[1], 3, 0.3);
  EXPECT_NEAR(x[0] - x[1], -1, 0.1);
}

TEST(NewtonPath, ShortensStepsWhereTheFunctionEnds) {
  Functions problem;  // sqrt(x) = 0.1 from 4
  problem.f = [](auto x, auto r) { return x[0] < 0 ? false : (r[0] = std::sqrt(x[0]) - 0.1, true); };
  problem.j = [](auto x, auto e) { e[0] = 0.5 / std::sqrt(x[0]); };
  std::vector<double> x{4}, nominal{1};
  NewtonPath path(problem, {{0, 0}}, 1, Never);
  ASSERT_TRUE(path.Follow(x, nominal));
  EXPECT_NEAR(x[0], 0.01, 0.05);
}

TEST(NewtonPath, TellsHowFarItCame) {
  Functions problem;  // x² = -1: half of the way to it from 1
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] + 1, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0]; };
  std::vector<double> x{1}, nominal{1};
  NewtonPath path(problem, {{0, 0}}, 1, Never);
  EXPECT_FALSE(path.Follow(x, nominal));
  EXPECT_NEAR(path.furthest(), 0.5, 0.05);
}

}  // namespace
}  // namespace mica::run
