// Graph stage: a priority queue of 0 … n-1 with small integer keys, for greedy algorithms that change keys all the
// time.
//
// Invariant: every element in the queue is in the doubly linked list of the bucket of its key; no bucket beyond
// `highest_` holds any. Insert, Remove and SetKey are O(1); PopMax is O(1) plus the empty buckets it walks down, which
// is amortised against the keys raised. Memory 12 bytes an element and 4 a bucket. Ties: last in, first out,
// deterministic; fill it from the highest element down to have the lowest come out first.
#pragma once

#include <vector>

#include "base/check.h"
#include "graph/compressed_rows.h"

namespace mica::graph {

class BucketQueue {
 public:
  explicit BucketQueue(Index element_count)
      : key_(static_cast<std::size_t>(element_count), kNone),
        next_(static_cast<std::size_t>(element_count)),
        previous_(static_cast<std::size_t>(element_count)) {}

  bool contains(Index element) const { return key_[element] != kNone; }
  Index key(Index element) const { return key_[element]; }
  bool empty() const { return size_ == 0; }

  void Insert(Index element, Index key) {
    DCheck(key >= 0 && !contains(element), "an element is put into a bucket queue twice or with a negative key");
    if (static_cast<std::size_t>(key) >= first_.size()) first_.resize(static_cast<std::size_t>(key) + 1, kNone);
    key_[element] = key;
    next_[element] = first_[key];
    previous_[element] = kNone;
    if (first_[key] != kNone) previous_[first_[key]] = element;
    first_[key] = element;
    if (key > highest_) highest_ = key;
    ++size_;
  }

  void Remove(Index element) {
    DCheck(contains(element), "an element is not in the bucket queue");
    const Index before = previous_[element];
    const Index after = next_[element];
    if (before != kNone)
      next_[before] = after;
    else
      first_[key_[element]] = after;
    if (after != kNone) previous_[after] = before;
    key_[element] = kNone;
    --size_;
  }

  void SetKey(Index element, Index key) {
    if (key_[element] == key) return;
    Remove(element);
    Insert(element, key);
  }

  // The element of the highest key; the queue must not be empty.
  Index Max() {
    Check(size_ > 0, "an empty bucket queue has no maximum");
    while (first_[highest_] == kNone) --highest_;
    return first_[highest_];
  }
  Index PopMax() {
    const Index element = Max();
    Remove(element);
    return element;
  }

 private:
  std::vector<Index> key_;  // kNone if not in the queue
  std::vector<Index> next_;
  std::vector<Index> previous_;
  std::vector<Index> first_;  // by key
  Index highest_ = 0;
  Index size_ = 0;
};

}  // namespace mica::graph
