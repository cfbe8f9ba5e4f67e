#include "graph/bucket_queue.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/test/random_graph.h"

namespace mica::graph {
namespace {

TEST(BucketQueue, FilledDownwardsTheLowestOfEqualsComesFirst) {
  BucketQueue queue(4);
  for (Index i = 4; i-- > 0;) queue.Insert(i, i == 2 ? 7 : 3);
  EXPECT_EQ(queue.PopMax(), 2);
  EXPECT_EQ(queue.PopMax(), 0);
  queue.SetKey(3, 4);
  EXPECT_EQ(queue.PopMax(), 3);
  EXPECT_EQ(queue.PopMax(), 1);
  EXPECT_TRUE(queue.empty());
  EXPECT_THROW(queue.Max(), InternalError);
}

TEST(BucketQueue, AgreesWithALinearSearch) {
  Random random(23);
  for (int round = 0; round < 300; ++round) {
    const Index n = 10;
    BucketQueue queue(n);
    std::vector<Index> keys(static_cast<std::size_t>(n), kNone);
    for (int step = 0; step < 60; ++step) {
      const Index element = random.Below(n), key = random.Below(12);
      if (keys[element] == kNone) {
        queue.Insert(element, keys[element] = key);
      } else if (random.Chance(40)) {
        queue.SetKey(element, keys[element] = key);
      } else if (random.Chance(50)) {
        queue.Remove(element);
        keys[element] = kNone;
      } else {
        const Index highest = *std::max_element(keys.begin(), keys.end());
        const Index popped = queue.PopMax();
        ASSERT_EQ(keys[popped], highest);
        keys[popped] = kNone;
      }
      for (Index i = 0; i < n; ++i) ASSERT_EQ(queue.key(i), keys[i]);
    }
  }
}

}  // namespace
}  // namespace mica::graph
