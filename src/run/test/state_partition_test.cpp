// The partition of states for mixed-mode integration, on matrices whose modes are known by hand; each answer is held
// against the mixed step itself, computed here without matrices.
#include "run/partition/state_partition.h"

#include <gtest/gtest.h>

#include <cmath>

#include "run/partition/eigenmodes.h"

namespace mica::run {
namespace {

using Rows = std::vector<std::vector<double>>;

PartitionProblem Problem(const std::vector<Rows>& matrices, double step, double length = 10) {
  PartitionProblem problem;
  auto n = static_cast<graph::Index>(matrices[0].size());
  std::vector<graph::Index> all;
  for (graph::Index j = 0; j < n; ++j) all.push_back(j);
  problem.pattern = graph::CompressedRows::FromRows(n, std::vector(static_cast<std::size_t>(n), all));
  for (const Rows& rows : matrices) {
    JacobianSample sample{static_cast<double>(problem.samples.size()), {}};
    for (const std::vector<double>& row : rows) sample.values.insert(sample.values.end(), row.begin(), row.end());
    problem.samples.push_back(std::move(sample));
  }
  problem.step = step;
  problem.length = length;
  problem.wishes.assign(matrices[0].size(), StateWish::kNone);
  return problem;
}

std::string FastStates(const StatePartition& partition) {
  std::string text;
  for (const StatePartition::State& state : partition.states) text += state.is_implicit ? 'f' : 's';
  return text;
}

// The largest component after many mixed steps from (1, 1, …), for systems of at most two fast states.
double SizeAfter(const Rows& rows, const StatePartition& partition, double h, int steps) {
  std::size_t n = rows.size();
  std::vector<double> x(n, 1.0);
  auto slope = [&](std::size_t i, const std::vector<double>& at) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += rows[i][j] * at[j];
    return sum;
  };
  std::vector<std::size_t> fast;
  for (std::size_t i = 0; i < n; ++i)
    if (partition.states[i].is_implicit) fast.push_back(i);
  EXPECT_LE(fast.size(), 2u);
  for (int k = 0; k < steps; ++k) {
    std::vector<double> next = x;
    for (std::size_t i = 0; i < n; ++i)
      if (!partition.states[i].is_implicit) next[i] = x[i] + h * slope(i, x);
    std::vector<double> known = next;
    for (std::size_t i : fast) known[i] = 0;
    auto right = [&](std::size_t i) { return x[i] + h * slope(i, known); };
    if (fast.size() == 1) {
      next[fast[0]] = right(fast[0]) / (1 - h * rows[fast[0]][fast[0]]);
    } else if (fast.size() == 2) {
      auto [p, q] = std::pair(fast[0], fast[1]);
      double a = 1 - h * rows[p][p], b = -h * rows[p][q], c = -h * rows[q][p], d = 1 - h * rows[q][q],
             det = a * d - b * c;
      double r = right(p), s = right(q);
      next[p] = (d * r - b * s) / det;
      next[q] = (a * s - c * r) / det;
    }
    x = next;
  }
  double most = 0;
  for (double value : x) most = std::max(most, std::abs(value));
  return most;
}

TEST(StatePartition, TakesTheStatesOfModesThatAreTooFast) {
  // A chain: modes -1e4, -500, -1 on the diagonal. With 1 ms only the first is too fast, with 10 µs none, with 0.1 s
  // two.
  Rows chain = {{-1e4, 0, 0}, {3, -500, 0}, {0, 2, -1}};
  EXPECT_EQ(FastStates(PartitionStates(Problem({chain}, 1e-3))), "fss");
  EXPECT_EQ(FastStates(PartitionStates(Problem({chain}, 1e-5))), "sss");
  EXPECT_EQ(FastStates(PartitionStates(Problem({chain}, 0.1))), "ffs");
  StatePartition partition = PartitionStates(Problem({chain}, 1e-3));
  EXPECT_NEAR(partition.states[0].eigenmode.real(), -1e4, 1e-6);
  EXPECT_NEAR(partition.states[2].eigenmode.real(), -1, 1e-9);
  EXPECT_EQ(partition.growth, 0);
}

TEST(StatePartition, IsStableWhereStatesDependOnEachOther) {
  // The modes are -(11001 ± …)/2: about -11000 of the first state, which the second drives, and about -0.9.
  Rows loop = {{-1.1e4, 1e4, 0}, {0.2, -1, 0.5}, {0, 0.7, -2}};
  StatePartition partition = PartitionStates(Problem({loop}, 1e-3));
  EXPECT_EQ(FastStates(partition), "fss");
  EXPECT_LT(SizeAfter(loop, partition, 1e-3, 10000), 1.0);
  StatePartition none;
  none.states.resize(3);
  EXPECT_GT(SizeAfter(loop, none, 1e-3, 20), 1e6);
}

TEST(StatePartition, OneStateOfAnOscillationIsEnoughBelowTheLimit) {
  // ω = 500: with hω = 0.5 the mixed step is that of Störmer and Verlet, which keeps the amplitude up to hω = 2; beyond
  // that both must be implicit.
  Rows oscillator = {{0, 1}, {-500.0 * 500, 0}};
  StatePartition partition = PartitionStates(Problem({oscillator}, 1e-3));
  EXPECT_TRUE(FastStates(partition) == "fs" || FastStates(partition) == "sf") << FastStates(partition);
  EXPECT_LT(SizeAfter(oscillator, partition, 1e-3, 10000), 1000);
  EXPECT_EQ(FastStates(PartitionStates(Problem({oscillator}, 5e-3))), "ff");
}

TEST(StatePartition, SlowOscillationsOfAShortExperimentStayExplicit) {
  // Explicit Euler multiplies the amplitude by 1 + (hω)²/2 = 1 + 5e-7 in a step: by 1.005 in 10 s, by 148 in 10000 s.
  Rows slow = {{0, 1}, {-1, 0}};
  EXPECT_EQ(FastStates(PartitionStates(Problem({slow}, 1e-3, 10))), "ss");
  EXPECT_NE(FastStates(PartitionStates(Problem({slow}, 1e-3, 1e4))), "ss");
}

TEST(StatePartition, WhatTheModelDoesIsNoReason) {
  EXPECT_EQ(FastStates(PartitionStates(Problem({{{100.0}}}, 1e-3))), "s");
  EXPECT_EQ(FastStates(PartitionStates(Problem({{{5000.0}}}, 1e-3))), "s");
  // Coupled with a mode that is too fast, that one counts.
  Rows both = {{20, 1, 0}, {1, -3e4, 1}, {0, 1, -1}};
  EXPECT_EQ(FastStates(PartitionStates(Problem({both}, 1e-3))), "sfs");
}

TEST(StatePartition, EverySampleCounts) {
  Rows calm = {{-10, 1}, {1, -10}}, stiff = {{-10, 1}, {1, -4e3}};
  EXPECT_EQ(FastStates(PartitionStates(Problem({calm, calm, calm}, 1e-3))), "ss");
  EXPECT_EQ(FastStates(PartitionStates(Problem({calm, stiff, calm}, 1e-3))), "sf");
}

TEST(StatePartition, WishesComeFirst) {
  Rows chain = {{-1e4, 0, 0}, {3, -500, 0}, {0, 2, -1}};
  PartitionProblem problem = Problem({chain}, 1e-3);
  problem.wishes[2] = StateWish::kImplicit;
  EXPECT_EQ(FastStates(PartitionStates(problem)), "fsf");
  problem.wishes[0] = StateWish::kExplicit;
  StatePartition partition = PartitionStates(problem);
  EXPECT_EQ(FastStates(partition), "ssf");
  EXPECT_NEAR(partition.growth, 9, 1e-9);  // |1 + hλ| = |1 - 10|
}

TEST(StatePartition, HasNoStateTooMany) {
  // Twenty coupled cells of a rod, of which the middle ones are thin: whatever set comes out, each member is needed.
  constexpr std::size_t kCells = 20;
  constexpr double h = 1e-3;
  Rows rod(kCells, std::vector<double>(kCells, 0.0));
  for (std::size_t i = 0; i < kCells; ++i) {
    double a = i >= 8 && i < 12 ? 5e3 : 100;
    if (i > 0) rod[i][i - 1] = a, rod[i][i] -= a;
    if (i + 1 < kCells) rod[i][i + 1] = a, rod[i][i] -= a;
  }
  StatePartition partition = PartitionStates(Problem({rod}, h));
  auto growth = [&] {
    std::vector<double> a(kCells * kCells), b(kCells * kCells);
    for (std::size_t j = 0; j < kCells; ++j)
      for (std::size_t i = 0; i < kCells; ++i) {
        bool fast = partition.states[i].is_implicit;
        a[j * kCells + i] = (i == j) - (fast ? h * rod[i][j] : 0);
        b[j * kCells + i] = (i == j) + (fast ? 0 : h * rod[i][j]);
      }
    EXPECT_TRUE(SolveDense(a, b, kCells));
    double most = 0;
    std::optional<Eigenmodes> modes = FindEigenmodes(b, kCells, false);
    for (std::complex<double> value : modes->values) most = std::max(most, std::abs(value));
    return most;
  };
  EXPECT_LE(growth(), 1 + 1e-5);
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    if (!partition.states[i].is_implicit) continue;
    ++count;
    partition.states[i].is_implicit = false;
    EXPECT_GT(growth(), 1 + 1e-5) << i;
    partition.states[i].is_implicit = true;
  }
  EXPECT_GE(count, 1u);
  EXPECT_LE(count, 4u);
  // No cell has a tenth part in any mode of the many that the thin ones share with others, but each has one to tell.
  for (const StatePartition::State& state : partition.states) EXPECT_LT(state.eigenmode.real(), -50);
}

TEST(Eigenmodes, FindsPairsAndTheirParts) {
  // -1 ± 2i of the first two, -5 of the third alone. Column-major.
  std::optional<Eigenmodes> modes = FindEigenmodes({-1, -2, 0, 2, -1, 0, 0, 0, -5}, 3, true);
  ASSERT_TRUE(modes);
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    bool is_pair = modes->values[k].imag() != 0;
    EXPECT_NEAR(modes->values[k].real(), is_pair ? -1 : -5, 1e-12);
    EXPECT_NEAR(std::abs(modes->values[k].imag()), is_pair ? 2 : 0, 1e-12);
    EXPECT_NEAR(modes->participation[k * 3], is_pair ? 0.5 : 0, 1e-12);
    EXPECT_NEAR(modes->participation[k * 3 + 2], is_pair ? 0 : 1, 1e-12);
    sum += modes->values[k].imag();
  }
  EXPECT_NEAR(sum, 0, 1e-12);
  EXPECT_FALSE(FindEigenmodes({std::nan("")}, 1, false));
}

}  // namespace
}  // namespace mica::run
