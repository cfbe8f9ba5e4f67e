#include "graph/signed_union_find.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

TEST(SignedUnionFind, SignsMultiplyAlongChains) {
  SignedUnionFind aliases(4);
  EXPECT_EQ(aliases.Unite(0, 1, -1), UniteOutcome::kMerged);
  EXPECT_EQ(aliases.Unite(1, 2, -1), UniteOutcome::kMerged);
  EXPECT_EQ(aliases.Unite(2, 3, -1), UniteOutcome::kMerged);
  EXPECT_EQ(aliases.RelativeSign(0, 2), 1);
  EXPECT_EQ(aliases.RelativeSign(0, 3), -1);
  EXPECT_EQ(aliases.Unite(3, 0, -1), UniteOutcome::kKnown);
  EXPECT_FALSE(aliases.IsZero(0));
}

TEST(SignedUnionFind, AContradictionMeansZeroForTheWholeClass) {
  SignedUnionFind aliases(5);
  EXPECT_EQ(aliases.Unite(0, 1, 1), UniteOutcome::kMerged);
  EXPECT_EQ(aliases.Unite(1, 2, 1), UniteOutcome::kMerged);
  EXPECT_EQ(aliases.Unite(2, 0, -1), UniteOutcome::kContradiction);
  EXPECT_TRUE(aliases.IsZero(1));
  EXPECT_EQ(aliases.Unite(2, 0, 1), UniteOutcome::kKnown);
  EXPECT_EQ(aliases.Unite(3, 4, 1), UniteOutcome::kMerged);
  EXPECT_FALSE(aliases.IsZero(4));
  EXPECT_EQ(aliases.Unite(4, 0, -1), UniteOutcome::kMerged);
  EXPECT_TRUE(aliases.IsZero(3));
}

TEST(SignedUnionFind, AnElementThatIsItsOwnNegativeIsZero) {
  SignedUnionFind aliases(2);
  EXPECT_EQ(aliases.Unite(0, 0, 1), UniteOutcome::kKnown);
  EXPECT_EQ(aliases.Unite(0, 0, -1), UniteOutcome::kContradiction);
  EXPECT_EQ(aliases.Unite(1, 1, -1), UniteOutcome::kContradiction);
  EXPECT_EQ(aliases.Unite(0, 1, 1), UniteOutcome::kKnown);
}

TEST(SignedUnionFind, OtherSignsAreOurFault) {
  SignedUnionFind aliases(2);
  EXPECT_THROW(aliases.Unite(0, 1, 0), InternalError);
  EXPECT_THROW(aliases.RelativeSign(0, 1), InternalError);
}

TEST(SignedUnionFind, ClassesAreListedByLowestMember) {
  SignedUnionFind aliases(5);
  aliases.Unite(4, 1, -1);
  aliases.Unite(3, 2, 1);
  EXPECT_EQ(aliases.Classes(), CompressedRows::FromRows(5, {{0}, {1, 4}, {2, 3}}));
}

// Statements about x in R^n are linear equations a = s*b; what they imply follows from all assignments of {-1, 0, 1}
// that satisfy them.
TEST(SignedUnionFind, AgreesWithAllSolutionsOfTheStatements) {
  Random random(13);
  for (int round = 0; round < 150; ++round) {
    const Index n = 6;
    SignedUnionFind aliases(n);
    std::vector<std::vector<int>> solutions = {{}};
    for (Index i = 0; i < n; ++i) {
      std::vector<std::vector<int>> longer;
      for (const auto& s : solutions) {
        for (int value : {-1, 0, 1}) {
          longer.push_back(s);
          longer.back().push_back(value);
        }
      }
      solutions = longer;
    }
    for (int step = 0; step < 8; ++step) {
      const Index a = random.Below(n), b = random.Below(n);
      const int sign = random.Chance(50) ? 1 : -1;
      const auto outcome = aliases.Unite(a, b, sign);
      const std::size_t before = solutions.size();
      std::erase_if(solutions, [&](const auto& s) { return s[a] != sign * s[b]; });
      ASSERT_EQ(outcome == UniteOutcome::kKnown, solutions.size() == before);
      for (Index i = 0; i < n; ++i) {
        bool zero = true;
        for (const auto& s : solutions) zero = zero && s[i] == 0;
        ASSERT_EQ(aliases.IsZero(i), zero);
        for (Index j = 0; j < n; ++j) {
          if (zero || !aliases.Same(i, j)) continue;
          for (const auto& s : solutions) ASSERT_EQ(s[i], aliases.RelativeSign(i, j) * s[j]);
        }
      }
    }
  }
}

TEST(SignedUnionFindScale, MillionInAnAlternatingChain) {
  const Index n = 1'000'000;
  SignedUnionFind aliases(n);
  const Stopwatch watch;
  for (Index i = 0; i + 1 < n; ++i) aliases.Unite(i + 1, i, -1);
  EXPECT_EQ(aliases.RelativeSign(0, n - 1), -1);
  EXPECT_EQ(aliases.RelativeSign(0, n - 2), 1);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
