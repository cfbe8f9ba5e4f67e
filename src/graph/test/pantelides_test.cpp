#include "graph/pantelides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

TEST(Pantelides, PendulumInCartesianCoordinates) {
  // x, y, vx, vy, F, der(x), der(y), der(vx), der(vy); index 3: the constraint is differentiated twice.
  enum { x, y, vx, vy, force, der_x, der_y, der_vx, der_vy };
  const auto equations =
      CompressedRows::FromRows(9, {{der_x, vx}, {der_y, vy}, {der_vx, force, x}, {der_vy, force, y}, {x, y}});
  const auto reduced = ReduceIndex(equations, {der_x, der_y, der_vx, der_vy, kNone, kNone, kNone, kNone, kNone});
  ASSERT_EQ(reduced.status, IndexReductionStatus::kReduced);
  EXPECT_EQ(reduced.differentiations, (std::vector<Index>{1, 1, 0, 0, 2}));
  EXPECT_TRUE(reduced.too_many_variables.empty());
  // der(der(x)) and der(der(y)) are the only new variables.
  EXPECT_EQ(std::ssize(reduced.derivative_of_variable), 11);
  EXPECT_NE(reduced.derivative_of_variable[der_x], kNone);
  EXPECT_NE(reduced.derivative_of_variable[der_y], kNone);
}

TEST(Pantelides, AnIndexOneSystemIsLeftAlone) {
  // der(x) = z, z = f(x).
  const auto equations = CompressedRows::FromRows(3, {{1, 2}, {2, 0}});
  const auto reduced = ReduceIndex(equations, {1, kNone, kNone});
  ASSERT_EQ(reduced.status, IndexReductionStatus::kReduced);
  EXPECT_EQ(reduced.equations, equations);
  EXPECT_EQ(reduced.matching.column_of_row, (std::vector<Index>{1, 2}));
}

TEST(Pantelides, ASingularSystemIsExplainedNotLoopedOn) {
  // x = 1, x = 2 (twice the same unknown), and y is not determined; a plain Pantelides would differentiate for ever.
  const auto equations =
      CompressedRows::FromRows(4, {{0}, {1}, {3, 2}});  // x, der(x), y, z; equations x, der(x), z and y
  const auto reduced = ReduceIndex(equations, {1, kNone, kNone, kNone});
  ASSERT_EQ(reduced.status, IndexReductionStatus::kSingular);
  ASSERT_EQ(reduced.too_many_equations.size(), 1u);
  EXPECT_EQ(reduced.too_many_equations[0].rows, (std::vector<Index>{1, 0}));
  EXPECT_EQ(reduced.too_many_equations[0].columns, (std::vector<Index>{0}));
  ASSERT_EQ(reduced.too_many_variables.size(), 1u);
  EXPECT_EQ(reduced.too_many_variables[0].columns, (std::vector<Index>{2, 3}));
  EXPECT_EQ(reduced.equations, equations);
}

TEST(Pantelides, TheFenceNamesTheSet) {
  // x1 given, der(x1) = x2, der(x2) = x3, …: the first equation is differentiated n times.
  const Index n = 10;
  CompressedRows equations(2 * n);
  std::vector<Index> derivative(static_cast<std::size_t>(2 * n), kNone);
  for (Index i = 0; i + 1 < n; ++i) derivative[i] = n + i;
  equations.AddRow(std::vector<Index>{0});
  for (Index i = 0; i + 1 < n; ++i) equations.AddRow(std::vector<Index>{n + i, i + 1});
  const auto reduced = ReduceIndex(equations, derivative);
  ASSERT_EQ(reduced.status, IndexReductionStatus::kReduced);
  EXPECT_EQ(reduced.differentiations[0], n - 1);
  const auto stopped = ReduceIndex(equations, derivative, 3);
  ASSERT_EQ(stopped.status, IndexReductionStatus::kTooManyDifferentiations);
  ASSERT_EQ(stopped.too_many_equations.size(), 1u);
  EXPECT_EQ(stopped.too_many_equations[0].rows[0], 0);
  EXPECT_EQ(stopped.equations, equations);
}

TEST(Pantelides, MapsThatMakeNoSenseAreOurFault) {
  const auto equations = CompressedRows::FromRows(3, {{0, 1, 2}});
  EXPECT_THROW(ReduceIndex(equations, {1, 0, kNone}), InternalError);
  EXPECT_THROW(ReduceIndex(equations, {2, 2, kNone}), InternalError);
  EXPECT_THROW(ReduceIndex(equations, {3, kNone, kNone}), InternalError);
  EXPECT_THROW(ReduceIndex(equations, {kNone}), InternalError);
}

// Pryce's structural analysis: sigma[i][j] is the highest order of variable j in equation i, -1 if it is not there.
// From a transversal of highest value (by trying all permutations) the smallest offsets by fixed-point iteration; c[i]
// is how often equation i is differentiated.
std::optional<std::vector<Index>> OffsetsBySignature(const std::vector<std::vector<Index>>& sigma) {
  const auto n = static_cast<Index>(sigma.size());
  std::vector<Index> order(static_cast<std::size_t>(n)), best;
  std::iota(order.begin(), order.end(), 0);
  Index best_value = -1;
  do {
    Index value = 0;
    for (Index i = 0; i < n && value >= 0; ++i) value = sigma[i][order[i]] < 0 ? -1 : value + sigma[i][order[i]];
    if (value > best_value) {
      best_value = value;
      best = order;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  if (best.empty()) return std::nullopt;
  std::vector<Index> c(static_cast<std::size_t>(n), 0);
  for (;;) {
    std::vector<Index> d(static_cast<std::size_t>(n), 0), next(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        if (sigma[i][j] >= 0) d[j] = std::max(d[j], sigma[i][j] + c[i]);
      }
    }
    for (Index i = 0; i < n; ++i) next[i] = d[best[i]] - sigma[i][best[i]];
    if (next == c) return c;
    c = next;
  }
}

TEST(Pantelides, DifferentiatesAsOftenAsTheSignatureMethodSays) {
  Random random(30);
  int singular = 0, higher_index = 0;
  for (int round = 0; round < 4000; ++round) {
    const Index n = 1 + random.Below(6);
    std::vector<std::vector<Index>> sigma(static_cast<std::size_t>(n),
                                          std::vector<Index>(static_cast<std::size_t>(n), -1));
    std::vector<Index> highest(static_cast<std::size_t>(n), 0);
    const int density = 20 + random.Below(50);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        if (!random.Chance(density)) continue;
        sigma[i][j] = random.Below(3);
        highest[j] = std::max(highest[j], sigma[i][j]);
      }
    }
    // Variables with their chains, in shuffled places.
    std::vector<std::vector<Index>> number(static_cast<std::size_t>(n));
    Index count = 0;
    for (Index j = 0; j < n; ++j) count += highest[j] + 1;
    const auto places = RandomOrder(random, count);
    std::vector<Index> derivative(static_cast<std::size_t>(count), kNone);
    Index used = 0;
    for (Index j = 0; j < n; ++j) {
      for (Index order = 0; order <= highest[j]; ++order) {
        number[j].push_back(places[used++]);
        if (order > 0) derivative[number[j][order - 1]] = number[j][order];
      }
    }
    CompressedRows equations(count);
    for (Index i = 0; i < n; ++i) {
      std::vector<Index> entries;
      for (Index j = 0; j < n; ++j) {
        for (Index order = 0; order <= sigma[i][j]; ++order) {
          if (order == sigma[i][j] || random.Chance(50)) entries.push_back(number[j][order]);
        }
      }
      Shuffle(random, entries);
      equations.AddRow(entries);
    }
    const auto expected = OffsetsBySignature(sigma);
    const auto reduced = ReduceIndex(equations, derivative);
    if (!expected) {
      ++singular;
      ASSERT_EQ(reduced.status, IndexReductionStatus::kSingular);
      ASSERT_FALSE(reduced.too_many_equations.empty());
      for (const auto& why : reduced.too_many_equations) ASSERT_EQ(why.rows.size(), why.columns.size() + 1);
      continue;
    }
    ASSERT_EQ(reduced.status, IndexReductionStatus::kReduced);
    ASSERT_EQ(reduced.differentiations, *expected);
    if (*std::max_element(expected->begin(), expected->end()) > 0) ++higher_index;
    // The matching is of all highest equations, with highest variables only.
    ASSERT_TRUE(IsMatching(reduced.equations, reduced.matching));
    for (Index e = 0; e < reduced.equations.row_count(); ++e) {
      ASSERT_EQ(reduced.matching.column_of_row[e] != kNone, reduced.derivative_of_equation[e] == kNone);
      ASSERT_TRUE(reduced.derivative_of_equation[e] == kNone ||
                  reduced.antiderivative_of_equation[reduced.derivative_of_equation[e]] == e);
    }
    for (Index v = 0; v < reduced.equations.column_count(); ++v) {
      ASSERT_TRUE(reduced.matching.row_of_column[v] == kNone || reduced.derivative_of_variable[v] == kNone);
    }
  }
  EXPECT_GT(singular, 200);
  EXPECT_GT(higher_index, 500);
}

TEST(PantelidesScale, HundredThousandPendulums) {
  const Index n = 100'000;
  CompressedRows equations(9 * n);
  std::vector<Index> derivative(static_cast<std::size_t>(9 * n), kNone);
  for (Index p = 0; p < n; ++p) {
    const Index at = 9 * p;
    for (Index k = 0; k < 4; ++k) derivative[at + k] = at + 5 + k;
    equations.AddRow(std::vector<Index>{at + 5, at + 2});
    equations.AddRow(std::vector<Index>{at + 6, at + 3});
    equations.AddRow(std::vector<Index>{at + 7, at + 4, at + 0});
    equations.AddRow(std::vector<Index>{at + 8, at + 4, at + 1});
    equations.AddRow(std::vector<Index>{at + 0, at + 1});
  }
  const Stopwatch watch;
  const auto reduced = ReduceIndex(equations, derivative);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
  EXPECT_EQ(reduced.equations.row_count(), 9 * n);
}

TEST(PantelidesScale, MillionEquationsInOneSetDifferentiatedOnce) {
  // der(x0) = u, x0 = x1, x1 = x2, …, the last one given: one chain through all, of which every equation is
  // differentiated once.
  const Index n = 1'000'000;
  CompressedRows equations(n + 2);  // x0 … x(n-1), der(x0), u
  std::vector<Index> derivative(static_cast<std::size_t>(n + 2), kNone);
  derivative[0] = n;
  equations.AddRow(std::vector<Index>{n, n + 1});
  for (Index i = 0; i + 1 < n; ++i) equations.AddRow(std::vector<Index>{i, i + 1});
  equations.AddRow(std::vector<Index>{n - 1});
  const Stopwatch watch;
  const auto reduced = ReduceIndex(equations, derivative);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
  EXPECT_EQ(reduced.status, IndexReductionStatus::kReduced);
  EXPECT_EQ(std::accumulate(reduced.differentiations.begin(), reduced.differentiations.end(), 0), n);
}

}  // namespace
}  // namespace mica::graph
