// Graph stage: classes of equal things under merging.
//
// Relation: x ~ y when a chain of Unite calls links them. Invariant: parent links form a forest whose roots stand for
// the classes; the size of a class is right at its root. Union by size with path halving: a sequence of m operations on
// n elements is O(m α(n)). Ties: of two classes of equal size the one of the first argument keeps its root.
// signed_union_find.h carries a sign as well. Reference: Tarjan & van Leeuwen, J. ACM 31 (1984).
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

class UnionFind {
 public:
  explicit UnionFind(Index count = 0) { Grow(count); }

  // New elements are classes by themselves.
  void Grow(Index count) {
    const std::size_t old = parent_.size();
    if (static_cast<std::size_t>(count) <= old) return;
    parent_.resize(static_cast<std::size_t>(count));
    std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(old), parent_.end(), static_cast<Index>(old));
    size_.resize(static_cast<std::size_t>(count), 1);
  }

  Index Find(Index element) {
    while (parent_[element] != element) {
      parent_[element] = parent_[parent_[element]];
      element = parent_[element];
    }
    return element;
  }

  // Whether two classes became one.
  bool Unite(Index a, Index b) {
    a = Find(a);
    b = Find(b);
    if (a == b) return false;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    return true;
  }

  bool Same(Index a, Index b) { return Find(a) == Find(b); }
  Index ClassSize(Index element) { return size_[Find(element)]; }
  Index count() const { return static_cast<Index>(parent_.size()); }

 private:
  std::vector<Index> parent_;
  std::vector<Index> size_;
};

}  // namespace mica::graph
