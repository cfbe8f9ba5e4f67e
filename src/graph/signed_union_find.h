// Graph stage: classes of things that are equal up to sign, as alias elimination needs them.
//
// Relation: x = s·y with s in {+1, -1}; Unite(x, y, s) states it, and chains follow: x = s·y and y = t·z give x = st·z.
// Invariant: every element holds its sign relative to its parent, so its sign relative to the root of its class is the
// product along the way up; Find halves paths and keeps the products right. Union by size: m operations on n elements
// are O(m α(n)). Contradiction: to state x = -y where x = y is already implied (or x = -x outright) says that x = 0,
// and with it every member of the class. Unite answers kContradiction; the class is marked as zero, and stays so when
// it merges with others. This is no error by itself: a model may well say that a voltage vanishes; it is one equation
// that went into "all of these are zero" rather than into one more alias. Any further statement between members of
// classes that are zero is redundant: kKnown. Ties: of two classes of equal size the one of the first argument keeps
// its root; Classes() lists members in increasing order. Reference: Tarjan, "Applications of path compression on
// balanced trees", J. ACM 26 (1979), for values carried along links.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

enum class UniteOutcome : std::uint8_t {
  kMerged,         // two classes became one (zero if either was)
  kKnown,          // the statement was implied before
  kContradiction,  // the class is zero from now on
};

struct SignedRoot {
  Index root;
  int sign;  // element = sign * root
  friend bool operator==(SignedRoot, SignedRoot) = default;
};

class SignedUnionFind {
 public:
  explicit SignedUnionFind(Index count = 0);

  void Grow(Index count);
  SignedRoot Find(Index element);
  // States a = sign * b.
  UniteOutcome Unite(Index a, Index b, int sign);

  bool Same(Index a, Index b) { return Find(a).root == Find(b).root; }
  // The sign s in a = s·b; the two must be in one class.
  int RelativeSign(Index a, Index b);
  bool IsZero(Index element) { return zero_[Find(element).root]; }
  Index count() const { return static_cast<Index>(parent_.size()); }

  // Row k: the members of the k-th class, classes in the order of their lowest member.
  CompressedRows Classes();

 private:
  std::vector<Index> parent_;
  std::vector<Index> size_;
  std::vector<std::int8_t> sign_;  // relative to the parent; +1 at a root
  std::vector<bool> zero_;         // right at roots
};

}  // namespace mica::graph
