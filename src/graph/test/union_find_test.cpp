#include "graph/union_find.h"

#include <gtest/gtest.h>

#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

TEST(UnionFind, MergesAndCounts) {
  UnionFind classes(4);
  EXPECT_FALSE(classes.Same(0, 3));
  EXPECT_TRUE(classes.Unite(0, 1));
  EXPECT_TRUE(classes.Unite(2, 3));
  EXPECT_TRUE(classes.Unite(1, 2));
  EXPECT_FALSE(classes.Unite(0, 3));
  EXPECT_TRUE(classes.Same(0, 3));
  EXPECT_EQ(classes.ClassSize(2), 4);
  classes.Grow(6);
  EXPECT_EQ(classes.count(), 6);
  EXPECT_EQ(classes.ClassSize(5), 1);
}

TEST(UnionFind, AgreesWithRelabelling) {
  Random random(12);
  for (int round = 0; round < 200; ++round) {
    const Index n = 12;
    UnionFind classes(n);
    std::vector<Index> label = RandomOrder(random, n);
    for (int step = 0; step < 10; ++step) {
      const Index a = random.Below(n), b = random.Below(n);
      const Index from = label[a], to = label[b];
      ASSERT_EQ(classes.Unite(a, b), from != to);
      for (Index& l : label) {
        if (l == from) l = to;
      }
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) ASSERT_EQ(classes.Same(i, j), label[i] == label[j]);
      }
    }
  }
}

TEST(UnionFindScale, MillionInAChain) {
  const Index n = 1'000'000;
  UnionFind classes(n);
  const Stopwatch watch;
  for (Index i = 0; i + 1 < n; ++i) classes.Unite(i + 1, i);
  EXPECT_EQ(classes.ClassSize(n - 1), n);
  EXPECT_LT(watch.Seconds(), kLinearSeconds);
}

}  // namespace
}  // namespace mica::graph
