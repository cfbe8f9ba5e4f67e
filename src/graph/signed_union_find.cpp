#include "graph/signed_union_find.h"

#include <numeric>
#include <utility>

#include "base/check.h"

namespace mica::graph {

SignedUnionFind::SignedUnionFind(Index count) { Grow(count); }

void SignedUnionFind::Grow(Index count) {
  const std::size_t old = parent_.size();
  if (static_cast<std::size_t>(count) <= old) return;
  parent_.resize(static_cast<std::size_t>(count));
  std::iota(parent_.begin() + static_cast<std::ptrdiff_t>(old), parent_.end(), static_cast<Index>(old));
  size_.resize(static_cast<std::size_t>(count), 1);
  sign_.resize(static_cast<std::size_t>(count), 1);
  zero_.resize(static_cast<std::size_t>(count), false);
}

SignedRoot SignedUnionFind::Find(Index element) {
  int sign = 1;
  while (parent_[element] != element) {
    const Index parent = parent_[element];
    sign_[element] = static_cast<std::int8_t>(sign_[element] * sign_[parent]);  // a root's own sign is +1
    parent_[element] = parent_[parent];
    sign *= sign_[element];
    element = parent_[element];
  }
  return {element, sign};
}

UniteOutcome SignedUnionFind::Unite(Index a, Index b, int sign) {
  Check(sign == 1 || sign == -1, "the sign of an alias is +1 or -1");
  SignedRoot x = Find(a);
  SignedRoot y = Find(b);
  const int between = x.sign * sign * y.sign;  // x.root = between * y.root
  if (x.root == y.root) {
    if (between == 1 || zero_[x.root]) return UniteOutcome::kKnown;
    zero_[x.root] = true;
    return UniteOutcome::kContradiction;
  }
  if (zero_[x.root] && zero_[y.root]) return UniteOutcome::kKnown;
  if (size_[x.root] < size_[y.root]) std::swap(x, y);
  parent_[y.root] = x.root;
  sign_[y.root] = static_cast<std::int8_t>(between);
  size_[x.root] += size_[y.root];
  if (zero_[y.root]) zero_[x.root] = true;
  return UniteOutcome::kMerged;
}

int SignedUnionFind::RelativeSign(Index a, Index b) {
  const SignedRoot x = Find(a);
  const SignedRoot y = Find(b);
  Check(x.root == y.root, "elements of two classes have no relative sign");
  return x.sign * y.sign;
}

CompressedRows SignedUnionFind::Classes() {
  std::vector<Index> class_of_root(parent_.size(), kNone);
  std::vector<std::pair<Index, Index>> pairs;
  pairs.reserve(parent_.size());
  Index classes = 0;
  for (Index element = 0; element < count(); ++element) {
    Index& number = class_of_root[Find(element).root];
    if (number == kNone) number = classes++;
    pairs.emplace_back(number, element);
  }
  return CompressedRows::FromPairs(classes, count(), pairs);
}

}  // namespace mica::graph
