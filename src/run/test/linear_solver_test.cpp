#include "run/systems/linear_solver.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "run/test/bounded_matrix.h"

namespace mica::run {
namespace {

TEST(LinearSolver, SolvesBadlyScaledSystems) {
  // Rows and columns that differ by 1e15 in size: x = {1e-9, 2e6}.
  LinearSolver solver(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  std::vector<double> entries = {3e9, 1e-6, 1e-3, -4e-18}, magnitude = {1e-9, 1e6};
  ASSERT_TRUE(solver.Factor(entries, magnitude));
  std::vector<double> b = {3e9 * 1e-9 + 1e-6 * 2e6, 1e-3 * 1e-9 - 4e-18 * 2e6};
  solver.Solve(b);
  EXPECT_NEAR(b[0], 1e-9, 1e-23);
  EXPECT_NEAR(b[1], 2e6, 1e-6);
}

TEST(LinearSolver, RepeatedEntriesAreAdded) {
  LinearSolver solver(1, {{0, 0}, {0, 0}});
  std::vector<double> entries = {1, 3}, magnitude = {1}, b = {8};
  ASSERT_TRUE(solver.Factor(entries, magnitude));
  solver.Solve(b);
  EXPECT_DOUBLE_EQ(b[0], 2);
}

// x₀ + v₀ = 3, x₁ - v₁ = b₁ with v₀ = 2x₀ + x₁, v₁ = 1e6 v₀ - x₀: the extended rows come first, and are solved along.
TEST(LinearSolver, ExtendedRowsAreEliminated) {
  LinearSolver solver(2, {{2, 0}, {2, 1}, {2, 2}, {3, 2}, {3, 0}, {3, 3}, {0, 0}, {0, 2}, {1, 1}, {1, 3}}, 2);
  std::vector<double> entries = {2, 1, -1, 1e6, -1, -1, 1, 1, 1, -1}, magnitude = {1, 1};
  ASSERT_TRUE(solver.Factor(entries, magnitude));
  double x0 = 0.5, x1 = 1.5, v0 = 2 * x0 + x1, v1 = 1e6 * v0 - x0;
  std::vector<double> b = {x0 + v0, x1 - v1}, again = b;
  solver.Solve(b);
  EXPECT_NEAR(b[0], x0, 1e-12);
  EXPECT_NEAR(b[1], x1, 1e-12);
  LinearSolver::LeastNorm found = solver.SolveLeastNorm(again);  // by total derivatives
  EXPECT_EQ(found.rank, 2u);
  EXPECT_NEAR(again[0], x0, 1e-9);
  EXPECT_NEAR(again[1], x1, 1e-9);
  entries[0] = 0;  // x₀ - … and 1e6 (x₁) … stay regular; without x₁ in either row they do not
  entries[1] = 0;
  entries[8] = 0;
  EXPECT_FALSE(solver.Factor(entries, magnitude));
  EXPECT_EQ(solver.UndeterminedColumns(2), std::vector<std::size_t>{1});
}

TEST(LinearSolver, EveryDenseSizeSolvesWhatItWasMadeFrom) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (std::size_t n : {1u, 2u, 3u, 8u, 16u, 17u, 40u}) {
    std::vector<MatrixEntry> pattern;
    std::vector<double> entries, x(n), b(n, 0.0), magnitude(n, 1.0);
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) {
        pattern.push_back({i, j});
        entries.push_back(i == j ? 0.1 * uniform(random) : uniform(random));  // pivots are not on the diagonal
      }
    if (n == 1) entries = {0.5};
    for (double& value : x) value = uniform(random);
    for (std::size_t k = 0; k < pattern.size(); ++k) b[pattern[k].row] += entries[k] * x[pattern[k].column];
    LinearSolver solver(n, pattern);
    ASSERT_TRUE(solver.Factor(entries, magnitude)) << n;
    solver.Solve(b);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-10) << n;
  }
}

TEST(LinearSolver, SparseAgreesWithTheSolutionItWasMadeFrom) {
  // A tridiagonal matrix with a few far entries: KLU. Factored twice, with other values the second time.
  constexpr std::size_t n = 400;
  std::vector<MatrixEntry> pattern;
  for (std::uint32_t i = 0; i < n; ++i)
    for (int d : {-1, 0, 1})
      if (static_cast<int>(i) + d >= 0 && i + d < n)
        pattern.push_back({i, static_cast<std::uint32_t>(static_cast<int>(i) + d)});
  pattern.push_back({0, n - 1});
  LinearSolver solver(n, pattern);
  ASSERT_TRUE(solver.is_sparse());
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 2; ++round) {
    std::vector<double> entries, x(n), b(n, 0.0), magnitude(n, 1.0);
    for (const MatrixEntry& entry : pattern)
      entries.push_back(entry.row == entry.column ? 4 + uniform(random) : uniform(random));
    for (double& value : x) value = uniform(random);
    for (std::size_t k = 0; k < pattern.size(); ++k) b[pattern[k].row] += entries[k] * x[pattern[k].column];
    ASSERT_TRUE(solver.Factor(entries, magnitude));
    solver.Solve(b);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-13);
  }
}

// LAPACK and KLU against the runtime's own elimination (runtime/linear/linear.h), with the order of columns that it
// gets in a run.
TEST(LinearSolver, TheRuntimeFindsTheSameSolutions) {
  std::mt19937 random(13);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (std::uint32_t n : {12u, 30u, 80u, 300u}) {
    std::vector<MatrixEntry> pattern;
    for (std::uint32_t i = 0; i < n; ++i) {
      pattern.push_back({i, (7 * i + 3) % n});
      for (int k = 0; k < 4; ++k) pattern.push_back({i, static_cast<std::uint32_t>(random() % n)});
    }
    if (n % 7 == 0) continue;  // the first entries would not be a permutation
    LinearSolver solver(n, pattern);
    BoundedMatrix matrix(n, pattern);
    EXPECT_EQ(solver.is_sparse(), matrix.is_sparse()) << n;
    for (int round = 0; round < 3; ++round) {
      std::vector<double> entries, magnitude(n), b(n);
      for (std::size_t k = 0; k < pattern.size(); ++k) entries.push_back(uniform(random) + (k % 5 == 0 ? 3 : 0));
      for (double& value : magnitude) value = std::exp(5 * uniform(random));
      for (double& value : b) value = uniform(random);
      ASSERT_TRUE(solver.Factor(entries, magnitude) && matrix.Factor(entries, magnitude)) << n;
      std::vector<double> one = b, other = b;
      solver.Solve(one);
      matrix.Solve(other);
      // Residuals beside their terms: how far they leave the solutions apart is the condition of the matrix. KLU keeps
      // the pivots of the first round, which may be small in the others; who solves with it refines.
      for (const auto& [x, limit] : {std::pair(one, 1e-8), std::pair(other, 1e-12)}) {
        std::vector<double> residual = b, terms(n);
        for (std::uint32_t i = 0; i < n; ++i) residual[i] = -b[i], terms[i] = std::abs(b[i]);
        for (std::size_t k = 0; k < pattern.size(); ++k) {
          double term = entries[k] * x[pattern[k].column];
          residual[pattern[k].row] += term;
          terms[pattern[k].row] += std::abs(term);
        }
        for (std::uint32_t i = 0; i < n; ++i) EXPECT_LT(std::abs(residual[i]), limit * terms[i]) << n;
      }
    }
  }
}

TEST(LinearSolver, SingularMatricesAreFoundAndTheirFreeUnknowns) {
  // x0 + x1 = 2 twice, x2 = 5: x0 and x1 are free along (1, -1), x2 is not.
  LinearSolver solver(3, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}});
  std::vector<double> entries = {1, 1, 2, 2, 1}, magnitude = {1, 1, 1};
  EXPECT_FALSE(solver.Factor(entries, magnitude));
  std::vector<double> b = {2, 4, 5};
  LinearSolver::LeastNorm found = solver.SolveLeastNorm(b);
  EXPECT_EQ(found.rank, 2u);
  EXPECT_LT(found.relative_residual, 1e-14);
  EXPECT_NEAR(b[0], 1, 1e-14);  // the solution of least norm
  EXPECT_NEAR(b[1], 1, 1e-14);
  EXPECT_NEAR(b[2], 5, 1e-14);
  EXPECT_EQ(solver.UndeterminedColumns(8), (std::vector<std::size_t>{0, 1}));
  std::vector<double> contradiction = {2, 5, 5};
  EXPECT_GT(solver.SolveLeastNorm(contradiction).relative_residual, 1e-3);
}

TEST(LinearSolver, EntriesThatAreNotFiniteAreRefused) {
  LinearSolver solver(1, {{0, 0}});
  std::vector<double> magnitude = {1}, entry = {NAN};
  EXPECT_FALSE(solver.Factor(entry, magnitude));
  EXPECT_LT(solver.SolveLeastNorm(magnitude).relative_residual, 0);
}

}  // namespace
}  // namespace mica::run
