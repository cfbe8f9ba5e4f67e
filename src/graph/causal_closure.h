// Graph stage: what follows from a set of known variables when equations with one unknown left are solved for it.
//
// Rule: an equation with a single unknown v, and an entry (equation, v) that can be solved, makes v known. The closure
// of a set is all that becomes known; it does not depend on the order in which the rule is applied (a step that is
// possible stays so until its variable is known). Invariant: for every equation `unknowns_` counts its unknown
// variables and `entry_sum_` adds up their entry numbers, so that the last one is found without a search. O(entries of
// the variables that become known). Undo takes back what came after a mark, at the same cost: a search can try a
// variable and go on. Ties: equations are solved in the order in which they come down to one unknown, first come first
// served.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/tearing_block.h"

namespace mica::graph {

class CausalClosure {
 public:
  // Known at the start is what follows from nothing: equations with a single unknown are solved.
  explicit CausalClosure(const TearingBlock& block);

  // Back to the start.
  void Clear();
  // Takes a variable as known (torn) if it is not, and all that follows.
  void Know(Index variable);

  bool known(Index variable) const { return known_[variable]; }
  bool complete() const { return std::ssize(trail_) == block_->variable_count(); }
  Index known_count() const { return static_cast<Index>(trail_.size()); }
  Index unknowns(Index equation) const { return unknowns_[equation]; }

  // Known variables in the order in which they became known; equation kNone for a torn one.
  std::span<const TearingStep> trail() const { return trail_; }
  // Never before the start.
  std::size_t mark() const { return trail_.size(); }
  void Undo(std::size_t mark);

  // Entries visited so far, by all calls.
  std::int64_t work() const { return work_; }

 private:
  void Add(Index equation, Index variable);
  void Propagate();

  const TearingBlock* block_;
  std::vector<Index> unknowns_;
  std::vector<std::int64_t> entry_sum_;
  std::vector<bool> known_;
  std::vector<TearingStep> trail_;
  std::vector<Index> ready_;  // equations that came down to one unknown
  std::int64_t work_ = 0;
};

}  // namespace mica::graph
