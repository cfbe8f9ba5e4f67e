// Clock inference (specification 16.7.5): which clock each of a number of things (sub-partitions, clock variables) has,
// from how they relate.
//
// A clock ticks at start + k*interval, k = 0, 1, …, where start and interval are fractions in units of its base:
// seconds for rational clocks, ticks for a clock of Real interval and for an event clock. The operators relate clocks
// linearly:
//   subSample(u, f)        interval = f*interval(u)                     shiftSample(u, k, r)  start = start(u) +
//   k/r*interval(u) superSample(u, f)      interval = interval(u)/f                     backSample(u, k, r)   start =
//   start(u) - k/r*interval(u)
// Relations work in both directions: a weighted union-find holds, for every node, interval = f*interval(root) and start
// = start(root) + s*interval(root). A relation within a class checks; between classes it joins. A factor that is left
// open (subSample(u)) is found from clocks that are known on both sides, and is 1 where nothing else says what it is.
// Near-linear in the relations.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/union_find.h"
#include "structure/clocks/rational.h"

namespace mica::structure {

class ClockInference {
 public:
  using Node = std::uint32_t;
  using Site = std::uint32_t;  // who said so: a number that means something to the caller

  struct Timing {
    std::uint32_t base = 0;  // kSeconds, or as given to Fix
    Rational interval = 1, start = 0;
    friend bool operator==(const Timing&, const Timing&) = default;
  };
  static constexpr std::uint32_t kSeconds = 0;

  struct Conflict {
    enum class Kind : std::uint8_t {
      kFactor,    // two ways to the same clock give different intervals or starts
      kTwoBases,  // clocks that cannot be compared meet in one partition
      kInterval,  // a clock that is given is not the one that follows from others
      kNoFactor,  // a factor that is left open would not be a whole number
      kTooLarge,  // beyond 64 bits
    };
    Kind kind;
    Site site = 0, other = 0;  // where it was noticed, and what it contradicts
    Rational have = 0, want = 0;
  };

  Node Add();
  std::size_t size() const { return parent_.size(); }
  // interval(b) = factor*interval(a), start(b) = start(a) + shift*interval(a).
  void Relate(Node a, Node b, Rational factor, Rational shift, Site site);
  // interval(slow) = n*interval(fast) with a whole n > 0 that is not known; both start together.
  void RelateByOpenFactor(Node fast, Node slow, Site site);
  // The same base, and the same clock if nothing else is known of `b` (noClock).
  void RelateLoosely(Node a, Node b, Site site);
  void Fix(Node a, std::uint32_t base, Rational interval, Site site);

  // Finds all timings. Nodes of a base-partition without any given clock get 1 second for the fastest; `defaults` has
  // one node of each.
  void Solve();
  const Timing& timing(Node node) const { return timings_[node]; }
  const std::vector<Conflict>& conflicts() const { return conflicts_; }
  const std::vector<Node>& defaults() const { return defaults_; }

 private:
  struct Weight {  // of a node against its parent, or root
    Rational factor = 1, shift = 0;
  };
  struct Known {
    std::uint32_t base;
    Rational interval, start;
    Site site;
  };
  struct Open {
    Node fast, slow;
    Site site;
    bool is_loose;
  };
  struct Given {
    Node node;
    std::uint32_t base;
    Rational interval;
    Site site;
  };

  Node Find(Node node, Weight& weight);  // compresses the path
  void Join(Node a, Node b, Rational factor, Rational shift, Site site);
  bool UseOpen(const Open& open, bool may_choose);

  std::vector<Node> parent_;
  std::vector<Weight> weight_;
  std::vector<Site> joined_at_;              // by root that was joined to another: the relation that did it
  std::vector<std::optional<Known>> known_;  // by root
  std::vector<Given> given_;
  std::vector<Open> open_;
  graph::UnionFind bases_;
  std::vector<Timing> timings_;
  std::vector<Conflict> conflicts_;
  std::vector<Node> defaults_;
};

}  // namespace mica::structure
