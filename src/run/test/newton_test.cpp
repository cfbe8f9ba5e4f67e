#include "run/systems/newton.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "run/systems/move_by_rounding.h"

namespace mica::run {
namespace {

struct Functions : NewtonProblem {
  std::function<bool(std::span<const double>, std::span<double>)> f;
  std::function<void(std::span<const double>, std::span<double>)> j;
  std::function<bool(std::span<const double>, std::span<double>)> rounded;
  std::vector<double> at;
  bool Residual(std::span<const double> x, std::span<double> r) override {
    at.assign(x.begin(), x.end());
    return f(x, r);
  }
  bool Jacobian(std::span<double> entries) override { return j(at, entries), true; }
  bool Rounded(std::span<const double> x, std::span<double> r) override { return rounded && rounded(x, r); }
};

struct Attempt {
  NewtonEnd end;
  std::vector<double> x;
  NewtonCounts counts;
  std::vector<double> last_evaluated;
};

std::vector<MatrixEntry> Full(std::size_t n) {
  std::vector<MatrixEntry> pattern;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t k = 0; k < n; ++k) pattern.push_back({i, k});
  return pattern;
}

Attempt Solve(Functions& problem, std::vector<double> x, NewtonSettings settings = {}, double lower = -INFINITY,
              double upper = INFINITY, double nominal = 1) {
  std::size_t n = x.size();
  LinearSolver solver(n, Full(n));
  Newton newton(n);
  std::vector<double> nominals(n, nominal), lowers(n, lower), uppers(n, upper);
  NewtonEnd end = newton.Solve(problem, solver, x, nominals, lowers, uppers, settings);
  return {end, x, newton.counts(), problem.at};
}

TEST(Newton, ConvergesQuadraticallyNearTheSolution) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] - 2, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0]; };
  Attempt attempt = Solve(problem, {1});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], std::sqrt(2.0), 1e-12);
  EXPECT_LE(attempt.counts.residuals, 10u);
  EXPECT_EQ(attempt.last_evaluated, attempt.x);  // inner variables belong to the solution
}

TEST(Newton, DampingBringsAtanHomeFromFarAway) {
  Functions problem;  // the plain iteration diverges for |x| > 1.39
  problem.f = [](auto x, auto r) { return r[0] = std::atan(x[0]), true; };
  problem.j = [](auto x, auto e) { e[0] = 1 / (1 + x[0] * x[0]); };
  Attempt attempt = Solve(problem, {50});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], 0, 1e-10);
}

TEST(Newton, RosenbrocksValley) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = 10 * (x[1] - x[0] * x[0]), r[1] = 1 - x[0], true; };
  problem.j = [](auto x, auto e) { e[0] = -20 * x[0], e[1] = 10, e[2] = -1, e[3] = 0; };
  Attempt attempt = Solve(problem, {-1.2, 1});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], 1, 1e-10);
  EXPECT_NEAR(attempt.x[1], 1, 1e-10);
}

TEST(Newton, StepsBackFromWhereTheFunctionIsNotDefined) {
  Functions problem;  // log(x) = -3 from 5: the first full step is to x < 0
  problem.f = [](auto x, auto r) { return r[0] = std::log(x[0]) + 3, true; };
  problem.j = [](auto x, auto e) { e[0] = 1 / x[0]; };
  Attempt attempt = Solve(problem, {5});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], std::exp(-3.0), 1e-12);
  EXPECT_EQ(Solve(problem, {-1}).end, NewtonEnd::kNotEvaluable);
}

TEST(Newton, BoundsChooseTheSolution) {
  Functions problem;  // x² = 4 from -0.1 with min = 0
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] - 4 + 0.1 * x[0], true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0] + 0.1; };
  Attempt attempt = Solve(problem, {-0.1}, {}, 0);
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], (-0.1 + std::sqrt(0.01 + 16)) / 2, 1e-12);
}

TEST(Newton, TinySolutionsAreRelativelyAccurate) {
  Functions problem;  // a diode at -60 mV of thermal voltages: i = 1e-12 (exp(u) - 1), u = 5 - 1e9 i with nominal 1
  problem.f = [](auto x, auto r) { return r[0] = x[0] - 1e-12 * std::expm1(5 - 1e9 * x[0]), true; };
  problem.j = [](auto x, auto e) { e[0] = 1 + 1e-3 * std::exp(5 - 1e9 * x[0]); };
  Attempt attempt = Solve(problem, {0});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  double x = 1e-10;
  for (int i = 0; i < 200; ++i) x = 0.5 * x + 0.5 * 1e-12 * std::expm1(5 - 1e9 * x);
  EXPECT_NEAR(attempt.x[0] / x, 1, 1e-4);
}

TEST(Newton, FullStepsPassKinks) {
  Functions problem;  // x + 50 max(x, 0) = 3 from the flat side: two steps, though the first makes the residual larger
  problem.f = [](auto x, auto r) { return r[0] = x[0] + 50 * std::max(x[0], 0.0) - 3, true; };
  problem.j = [](auto x, auto e) { e[0] = x[0] > 0 ? 51 : 1; };
  NewtonSettings settings;
  settings.damped = false;
  Attempt attempt = Solve(problem, {-10}, settings);
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], 3.0 / 51, 1e-12);
  EXPECT_LE(attempt.counts.iterations, 4u);
}

TEST(Newton, TakesNewFactorsWhereOldOnesContractBadly) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] - 2, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0]; };
  LinearSolver solver(1, Full(1));
  double root = std::sqrt(2.0), nominal = 1, bound = INFINITY, below = -INFINITY;
  ASSERT_TRUE(solver.Factor(std::vector{2.5 * 2 * root},
                            std::vector{1.0}));  // of a point far away: steps are 0.4 of what they should be
  Newton newton(1);
  NewtonSettings settings;
  settings.reuse_factors = true;
  std::vector<double> x{root * (1 + 5e-8)};  // each step is below what would be acceptable for rounding
  EXPECT_EQ(newton.Solve(problem, solver, x, {&nominal, 1}, {&below, 1}, {&bound, 1}, settings), NewtonEnd::kConverged);
  EXPECT_NEAR(x[0], root, 1e-12);
}

TEST(Newton, SaysWhenThereIsNoSolution) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = x[0] * x[0] + 1, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0]; };
  EXPECT_NE(Solve(problem, {3}).end, NewtonEnd::kConverged);
  NewtonSettings settings;
  settings.least_squares = true;
  EXPECT_NE(Solve(problem, {3}, settings).end, NewtonEnd::kConverged);
}

// The formula of a derivative outside its region: the function is flat, its slope is said to be enormous, and the step
// looks like rounding.
TEST(Newton, ASlopeThatIsNotThereMakesNoSolution) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = x[0] > 10 ? 876.0 : x[0] - 20, true; };
  problem.j = [](auto x, auto e) { e[0] = x[0] > 10 ? 1e10 : 1; };
  NewtonSettings undamped, least_squares;
  undamped.damped = false;
  least_squares.least_squares = true;
  for (const NewtonSettings& settings : {NewtonSettings(), undamped, least_squares})
    for (double upper : {1e300, 48.0})
      EXPECT_NE(Solve(problem, {48}, settings, -INFINITY, upper).end, NewtonEnd::kConverged);
}

// What a function computed by iteration leaves of itself is rounding: the slope around it is right.
TEST(Newton, StopsAtTheResolutionOfAFunction) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = std::round(1e9 * (x[0] * x[0] - 2)) / 1e9 + 3e-10, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0]; };
  Attempt attempt = Solve(problem, {1});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], std::sqrt(2.0), 1e-9);
}

// By chance the step is two hundred times shorter than the resolution: the slope shows only further away.
TEST(Newton, StopsAtTheResolutionOfAFunctionWithAShortStep) {
  Functions problem;
  problem.f = [](auto x, auto r) { return r[0] = std::round(1e9 * (x[0] * x[0] - 2)) / 1e9 + 5e-12, true; };
  problem.j = [](auto x, auto e) { e[0] = 2 * x[0]; };
  Attempt attempt = Solve(problem, {1});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], std::sqrt(2.0), 1e-9);
}

// Two closed valves see the same small flow, each as a difference of its own of large ones. They fix that difference;
// how large the flows are follows from a flat pipe, up to what rounding of the differences leaves in residuals that are
// steeper by eight orders of magnitude. Begun beside the solution, where the flow is off by a little: the step is as
// long as that rounding asks for, and the bend of the valves is large beside the slope of the pipe.
TEST(Newton, StopsWhereSteepEquationsHideAFlatOne) {
  for (int k = 0; k < 100; ++k) {
    const double opening = 8e-10, laminar = 2.7e8, pipe = 9e5, offset = 0.01 + 0.001 * k, wanted = 2e5 + 3000 * k;
    const double in = 0.1 + 0.003 * k, out = 0.37 - 0.002 * k;
    auto flows = [=](auto x) {
      return std::pair((x[0] + in + offset) - (x[1] + out) - (in - out),
                       ((x[0] - out) + offset) - (x[1] - in) - (in - out));
    };
    auto law = [](double flow, double opening) { return flow * std::abs(flow) / (opening * opening); };
    auto residuals = [=](auto x, auto r) {
      auto [flow, other] = flows(x);
      r[0] = law(flow, opening) + pipe * x[0] - wanted;
      r[1] = laminar * other - 21.6;
      return true;
    };
    Functions problem;
    problem.f = residuals;
    problem.rounded = [=](auto x, auto r) {
      std::vector<double> moved(x.begin(), x.end());
      MoveByRounding(moved, false);
      return residuals(std::span<const double>(moved), r);
    };
    problem.j = [=](auto x, auto e) {
      double flow = flows(x).first;
      double slope = 2 * std::abs(flow) / (opening * opening);
      e[0] = slope + pipe, e[1] = -slope, e[2] = laminar, e[3] = -laminar;
    };
    // The second equation gives the flow, 8e-8; with it the first gives x[0].
    double flow = 21.6 / laminar, x = (wanted - law(flow, opening)) / pipe;
    Attempt attempt = Solve(problem, {x, x + offset - flow - 1e-13 * k});
    EXPECT_EQ(attempt.end, NewtonEnd::kConverged) << k;
    EXPECT_NEAR(attempt.x[0] + offset - attempt.x[1], flow, 1e-11) << k;
    EXPECT_NEAR(attempt.x[0], x, 1e-9) << k;
  }
}

TEST(Newton, APointThatSolvesTheEquationsNeedsNoSlope) {
  Functions problem;  // w T³ = w 300³ without a flow w
  problem.f = [](auto, auto r) { return r[0] = 0, true; };
  problem.j = [](auto, auto e) { e[0] = 0; };
  Attempt attempt = Solve(problem, {288.15});
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_EQ(attempt.x[0], 288.15);
}

TEST(Newton, LeastSquaresStepsPassASingularJacobian) {
  Functions problem;  // (x + y)² = 4, x - y = 0 from (0, 0), where the first row vanishes; and a redundant system
  problem.f = [](auto x, auto r) { return r[0] = (x[0] + x[1]) - 2, r[1] = 2 * (x[0] + x[1]) - 4, true; };
  problem.j = [](auto, auto e) { e[0] = e[1] = 1, e[2] = e[3] = 2; };
  EXPECT_EQ(Solve(problem, {5, 1}).end, NewtonEnd::kSingular);
  NewtonSettings settings;
  settings.least_squares = true;
  Attempt attempt = Solve(problem, {5, 1}, settings);
  EXPECT_EQ(attempt.end, NewtonEnd::kConverged);
  EXPECT_NEAR(attempt.x[0], 3, 1e-9);  // nearest to the start
  EXPECT_NEAR(attempt.x[1], -1, 1e-9);
}

// A row that magnifies: beside its slope of K any residual is small, though nothing of it is rounding. The equations
// contradict each other, and no point is a solution.
TEST(Newton, AShareOfAMagnifiedRowMakesNoSolution) {
  NewtonSettings settings;
  settings.least_squares = true;
  for (double k : {1e9, 1e12, 1e15})
    for (double start : {0.0, 1e-12 / k, 1e-3 / k}) {
      Functions problem;
      problem.f = [k](auto x, auto r) { return r[0] = x[0] - x[1], r[1] = k * (x[0] - x[1]) + 5, true; };
      problem.j = [k](auto, auto e) { e[0] = 1, e[1] = -1, e[2] = k, e[3] = -k; };
      problem.rounded = [&problem](auto x, auto r) {
        std::vector<double> moved(x.begin(), x.end());
        MoveByRounding(moved, false);
        return problem.f(moved, r);
      };
      EXPECT_NE(Solve(problem, {start, start}, settings).end, NewtonEnd::kConverged) << k << ", from " << start;
    }
}

// The same rows in agreement: the nearest solution, to rounding.
TEST(Newton, MagnifiedRowsThatAgreeHaveASolution) {
  NewtonSettings settings;
  settings.least_squares = true;
  for (double k : {1e-9, 1.0, 1e9, 1e12, 1e15}) {
    Functions problem;
    problem.f = [k](auto x, auto r) {
      return r[0] = x[0] * x[0] - x[1] - 1, r[1] = k * (x[0] * x[0] - x[1] - 1), true;
    };
    problem.j = [k](auto x, auto e) { e[0] = 2 * x[0], e[1] = -1, e[2] = 2 * k * x[0], e[3] = -k; };
    problem.rounded = [&problem](auto x, auto r) {
      std::vector<double> moved(x.begin(), x.end());
      MoveByRounding(moved, false);
      return problem.f(moved, r);
    };
    Attempt attempt = Solve(problem, {2.3, 0.7}, settings);
    EXPECT_EQ(attempt.end, NewtonEnd::kConverged) << k;
    EXPECT_NEAR(attempt.x[0] * attempt.x[0] - attempt.x[1], 1, 1e-9) << k;
  }
}

}  // namespace
}  // namespace mica::run
