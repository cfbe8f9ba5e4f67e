// Forward elimination in linear constraints by factors that are constant (constraint_core.h).
//
// Invariant: a row gives at most one candidate, and reads only candidates known before it. Cost: linear in the terms.
#pragma once

#include <deque>
#include <vector>

#include "structure/reduce/constraint_core.h"

namespace mica::structure {

class ConstraintElimination {
 public:
  ConstraintElimination(const std::vector<Constraint>& rows, const std::vector<bool>& is_chosen);

  // Takes the candidates given as known, eliminates, and takes more as known until nothing chosen is open.
  void Run(const std::vector<Index>& known_first);

  const std::vector<Index>& taken() const { return taken_; }  // as known, in order
  const std::vector<ConstraintCore::Given>& order() const { return order_; }
  bool is_taken(Index candidate) const { return is_taken_[candidate]; }
  Index row_giving(Index candidate) const { return row_giving_[candidate]; }  // kNone: none
  std::vector<Index> RowsLeft() const;

  // What rows read, through what is eliminated: rows in an order in which they can be evaluated, and the other
  // candidates.
  struct Reach {
    std::vector<ConstraintCore::Given> eliminated;
    std::vector<Index> columns;
    bool is_opaque = false;
  };
  Reach Find(const std::vector<Index>& rows) const;

  // Rows left over, by what they share of the candidates taken as known, and of those marked in `others` (by candidate,
  // or empty).
  std::vector<std::vector<Index>> Groups(const std::vector<bool>& others) const;
  // Whether a factor on the way from what is taken as known to a row left over is not constant. `reach` is that of the
  // rows.
  bool Varies(const Reach& reach, const std::vector<Index>& rows) const;

 private:
  void Take(Index candidate);
  void Know(Index candidate);
  void Eliminate();
  void Visit(Index row, Reach& reach, std::vector<bool>& seen) const;

  const std::vector<Constraint>& rows_;
  const std::vector<bool>& is_chosen_;
  std::vector<std::vector<Index>> rows_of_;
  std::vector<Index> open_count_;
  std::vector<bool> is_known_, is_taken_, is_used_;
  std::vector<Index> row_giving_, taken_;
  std::vector<ConstraintCore::Given> order_;
  std::deque<Index> queue_;
};

}  // namespace mica::structure
