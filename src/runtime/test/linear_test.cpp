#include "runtime/linear/linear.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace {

// A matrix with its memory. Sparse: columns in the order given, with room for all of them.
struct Matrix {
  std::vector<std::uint32_t> rows, columns, order, integers;
  std::vector<double> doubles;
  MicaLinearShape shape{};
  MicaLinear linear{};

  Matrix(std::uint32_t n, std::vector<std::pair<std::uint32_t, std::uint32_t>> pattern, bool is_sparse,
         std::uint32_t extended = 0) {
    for (auto [row, column] : pattern) rows.push_back(row), columns.push_back(column);
    std::uint32_t all = n + extended;
    shape = {n, extended, static_cast<std::uint32_t>(rows.size()), rows.data(), columns.data(), nullptr, 0, 0, 1};
    if (is_sparse) {
      order.resize(all);
      std::iota(order.begin(), order.end(), 0U);
      std::reverse(order.begin(), order.end());
      shape.order = order.data();
      shape.lower_room = shape.upper_room = all * all;
    }
    doubles.resize(mica_linear_doubles(&shape), NAN);
    integers.resize(mica_linear_integers(&shape), 77);
    mica_linear_place(&linear, &shape, doubles.data(), integers.data());
  }
  bool Factor(const std::vector<double>& entries, std::vector<double> magnitude = {}) {
    std::ranges::copy(entries, linear.entries);
    magnitude.resize(shape.size, 1.0);
    return mica_linear_factor(&linear, magnitude.data()) != 0;
  }
  // The largest residual of A x = b in units of the terms of its row.
  double Residual(const std::vector<double>& entries, const std::vector<double>& x,
                  const std::vector<double>& b) const {
    std::vector<double> r = b, size(b.size(), 1e-300);
    for (std::size_t i = 0; i < b.size(); ++i) size[i] += std::abs(b[i]);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      r[rows[k]] -= entries[k] * x[columns[k]];
      size[rows[k]] += std::abs(entries[k] * x[columns[k]]);
    }
    double largest = 0;
    for (std::size_t i = 0; i < b.size(); ++i) largest = std::max(largest, std::abs(r[i]) / size[i]);
    return largest;
  }
};

// A pattern with a full (permuted) diagonal and `more` entries a row.
std::vector<std::pair<std::uint32_t, std::uint32_t>> RandomPattern(std::uint32_t n, int more, std::mt19937& random) {
  std::vector<std::uint32_t> where(n);
  std::iota(where.begin(), where.end(), 0U);
  std::shuffle(where.begin(), where.end(), random);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pattern;
  for (std::uint32_t i = 0; i < n; ++i) {
    pattern.emplace_back(i, where[i]);
    for (int k = 0; k < more; ++k) pattern.emplace_back(i, random() % n);
  }
  std::shuffle(pattern.begin(), pattern.end(), random);
  return pattern;
}

TEST(Linear, RandomMatricesDenseAndSparse) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1), power(-6, 6);
  for (std::uint32_t n : {1U, 2U, 5U, 20U, 60U, 200U})
    for (bool is_sparse : {false, true}) {
      Matrix matrix(n, RandomPattern(n, 3, random), is_sparse);
      // Badly scaled rows and columns; several times, so that pivots of before are tried.
      std::vector<double> row_size(n), magnitude(n);
      for (double& size : row_size) size = std::pow(10, power(random));
      for (double& size : magnitude) size = std::pow(10, power(random));
      for (int round = 0; round < 4; ++round) {
        std::vector<double> entries, x(n), b(n, 0.0);
        for (std::size_t k = 0; k < matrix.rows.size(); ++k)
          entries.push_back((uniform(random) + (k % 4 == 0 ? 2 : 0)) * row_size[matrix.rows[k]] /
                            magnitude[matrix.columns[k]]);
        for (std::uint32_t j = 0; j < n; ++j) x[j] = uniform(random) * magnitude[j];
        for (std::size_t k = 0; k < entries.size(); ++k) b[matrix.rows[k]] += entries[k] * x[matrix.columns[k]];
        ASSERT_TRUE(matrix.Factor(entries, magnitude)) << n;
        std::vector<double> found = b;
        mica_linear_solve(&matrix.linear, found.data());
        EXPECT_LT(matrix.Residual(entries, found, b), 1e-13 * n) << n << " sparse " << is_sparse;
      }
    }
}

TEST(Linear, KeptPivotsGiveWayToBetterOnes) {
  Matrix matrix(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, true);
  for (double small : {1.0, 1e-14, 0.0}) {
    std::vector<double> entries = {1, small, 1, 1}, b = {3 + small * 5, 3 + 5};
    ASSERT_TRUE(matrix.Factor(entries) || small == 1.0);
    if (small == 1.0) continue;  // singular
    mica_linear_solve(&matrix.linear, b.data());
    EXPECT_NEAR(b[0], 3, 1e-14);
    EXPECT_NEAR(b[1], 5, 1e-14);
  }
  std::vector<double> other = {1e-15, 1, 1, 1}, b = {5, 8};
  ASSERT_TRUE(matrix.Factor(other));
  mica_linear_solve(&matrix.linear, b.data());
  EXPECT_NEAR(b[0], 3, 1e-13);
}

// x0 + v0 = b0, x1 - v1 = b1 with v0 = 2 x0 + x1, v1 = 1e6 v0 - x0.
TEST(Linear, ExtendedRows) {
  for (bool is_sparse : {false, true}) {
    Matrix matrix(2, {{2, 0}, {2, 1}, {2, 2}, {3, 2}, {3, 0}, {3, 3}, {0, 0}, {0, 2}, {1, 1}, {1, 3}}, is_sparse, 2);
    ASSERT_TRUE(matrix.Factor({2, 1, -1, 1e6, -1, -1, 1, 1, 1, -1}));
    double x0 = 0.5, x1 = 1.5, v0 = 2 * x0 + x1, v1 = 1e6 * v0 - x0;
    std::vector<double> b = {x0 + v0, x1 - v1}, again = b;
    mica_linear_solve(&matrix.linear, b.data());
    EXPECT_NEAR(b[0], x0, 1e-12);
    EXPECT_NEAR(b[1], x1, 1e-12);
    MicaLeastNorm found = mica_linear_least_norm(&matrix.linear, again.data(), nullptr);
    EXPECT_EQ(found.rank, 2U);
    EXPECT_NEAR(again[0], x0, 1e-9);
    EXPECT_NEAR(again[1], x1, 1e-9);
  }
}

TEST(Linear, SingularMatricesAreFound) {
  for (bool is_sparse : {false, true}) {
    // x0 + x1 = 2 twice, x2 = 5: x0 and x1 are free along (1, -1), x2 is not.
    Matrix matrix(3, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 2}}, is_sparse);
    EXPECT_FALSE(matrix.Factor({1, 1, 2, 2, 1}));
    std::vector<double> b = {2, 4, 5};
    MicaLeastNorm found = mica_linear_least_norm(&matrix.linear, b.data(), nullptr);
    EXPECT_EQ(found.rank, 2U);
    EXPECT_LT(found.residual, 1e-14);
    EXPECT_NEAR(b[0], 1, 1e-14);  // the solution of least norm
    EXPECT_NEAR(b[1], 1, 1e-14);
    EXPECT_NEAR(b[2], 5, 1e-14);
    std::uint32_t open[8];
    ASSERT_EQ(mica_linear_open_unknowns(&matrix.linear, 8, open), 2U);
    EXPECT_EQ(open[0], 0U);
    EXPECT_EQ(open[1], 1U);
    std::vector<double> contradiction = {2, 5, 5};
    EXPECT_GT(mica_linear_least_norm(&matrix.linear, contradiction.data(), nullptr).residual, 1e-3);
    EXPECT_FALSE(matrix.Factor({NAN, 1, 2, 2, 1}));
    EXPECT_LT(mica_linear_least_norm(&matrix.linear, contradiction.data(), nullptr).residual, 0);
  }
}

// Random matrices of known rank: A = B C. The least-norm solution x is in the row space: A x = b, and x is orthogonal
// to what A takes to zero.
TEST(Linear, LeastNormOfRandomMatricesOfLowRank) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (std::uint32_t n : {4U, 10U, 30U}) {
    std::uint32_t rank = 2 * n / 3;
    std::vector<double> left(n * rank), right(rank * n), entries, x(n), b(n, 0.0);
    for (double& value : left) value = uniform(random);
    for (double& value : right) value = uniform(random);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pattern;
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) {
        pattern.emplace_back(i, j);
        double sum = 0;
        for (std::uint32_t k = 0; k < rank; ++k) sum += left[i * rank + k] * right[k * n + j];
        entries.push_back(sum);
      }
    Matrix matrix(n, pattern, false);
    EXPECT_FALSE(matrix.Factor(entries)) << n;
    for (double& value : x) value = uniform(random);
    for (std::size_t k = 0; k < entries.size(); ++k) b[matrix.rows[k]] += entries[k] * x[matrix.columns[k]];
    std::vector<double> found = b;
    MicaLeastNorm outcome = mica_linear_least_norm(&matrix.linear, found.data(), nullptr);
    EXPECT_EQ(outcome.rank, rank);
    EXPECT_LT(outcome.residual, 1e-12);
    EXPECT_LT(matrix.Residual(entries, found, b), 1e-11);
    // Shorter than any other solution, such as the one it was made from; and what they differ by is orthogonal to it.
    double product = 0, length = 0;
    for (std::uint32_t j = 0; j < n; ++j) product += found[j] * (x[j] - found[j]), length += found[j] * found[j];
    EXPECT_NEAR(product, 0, 1e-10 * length);
  }
}

// Two switches in parallel, both closed: i0 + i1 = 6, and v0 = v1 = 0 says nothing about how the current is shared.
// With resistances of e and 2 e it is 4 and 2.
TEST(Linear, ADisturbancePicksTheSolution) {
  Matrix matrix(2, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, false);
  EXPECT_FALSE(matrix.Factor({1, 1, 0, 0}));
  std::vector<double> b = {6, 0}, q = {0, 0}, k = {0, 0, 1, -2};
  MicaLeastNorm found = mica_linear_limit(&matrix.linear, b.data(), q.data(), k.data(), nullptr);
  EXPECT_EQ(found.residual, 0);
  EXPECT_EQ(found.rank, 2U);
  EXPECT_NEAR(b[0], 4, 1e-14);
  EXPECT_NEAR(b[1], 2, 1e-14);
  // Without a solution: 1 = e (i0 - 2 i1) with i0 + i1 = 0 is i = ±1/(3 e).
  std::vector<double> contradiction = {0, 1};
  found = mica_linear_limit(&matrix.linear, contradiction.data(), q.data(), k.data(), nullptr);
  EXPECT_GT(found.residual, MICA_LINEAR_CONSISTENT);
  EXPECT_NEAR(contradiction[0], 1.0 / 3, 1e-14);
  EXPECT_NEAR(contradiction[1], -1.0 / 3, 1e-14);
}

}  // namespace
