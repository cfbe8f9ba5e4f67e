// Graph stage: maximum bipartite matching of rows (equations) to columns (unknowns).
//
// A matching is a set of edges no two of which share a row or a column; it is maximum exactly when no augmenting path
// is left: an alternating path from an unmatched row to an unmatched column (Berge 1957).
//   MaximumMatching  cheap assignment first (each row takes its first free entry), then the phases of Hopcroft and
//   Karp: a
//                    breadth-first layering from the unmatched rows, then a maximal set of disjoint shortest augmenting
//                    paths, depth first. O(entries * sqrt(rows)); in practice a handful of phases, so near-linear.
//   Augmenter        one row at a time, for a graph that grows meanwhile (Pantelides). O(entries reached) for each row.
// Neither recurses. A matched row or column stays matched for good; only its partner may change. Ties: rows are taken
// in increasing order and the entries of a row in their stored order, so the same graph gives the same matching and an
// entry that the caller put first is taken when it can be. References: Hopcroft & Karp, SIAM J. Comput. 2 (1973); Duff,
// Kaya & Uçar, ACM TOMS 38:2 (2011) on cheap assignment and lookahead.
#pragma once

#include <span>
#include <vector>

#include "graph/compressed_rows.h"

namespace mica::graph {

struct Matching {
  std::vector<Index> column_of_row;  // kNone where unmatched
  std::vector<Index> row_of_column;

  Matching() = default;
  Matching(Index row_count, Index column_count)
      : column_of_row(static_cast<std::size_t>(row_count), kNone),
        row_of_column(static_cast<std::size_t>(column_count), kNone) {}

  void Match(Index row, Index column) {
    column_of_row[row] = column;
    row_of_column[column] = row;
  }
  Index CountMatched() const;
  std::vector<Index> UnmatchedRows() const;
  std::vector<Index> UnmatchedColumns() const;
};

Matching MaximumMatching(const CompressedRows& graph);
// Starts from a valid partial matching, whose rows and columns all stay matched.
Matching MaximumMatching(const CompressedRows& graph, Matching initial);

// Whether every matched pair is an edge and the two maps are inverse to each other.
bool IsMatching(const CompressedRows& graph, const Matching& matching);

// Matches single rows. The graph is given as a function from a row to its entries (a range of Index, kNone entries are
// not allowed), so that rows and columns may come to it between calls; the matching is grown by its owner.
class Augmenter {
 public:
  // Matches `row`, shifting others along an augmenting path. On failure nothing changes, and reached_rows() and
  // reached_columns() are all that alternating paths from `row` reach: one row more than columns.
  template <class RowEntries>
  bool Augment(Matching& matching, Index row, RowEntries&& entries_of) {
    return Augment(matching, row, entries_of, [](Index) { return true; });
  }
  // The same in the graph without the columns that `usable` denies; one that is matched keeps its row.
  template <class RowEntries, class UsableColumn>
  bool Augment(Matching& matching, Index row, RowEntries&& entries_of, UsableColumn&& usable);

  // Of the last call, in the order in which they were reached; after success only a part of what can be reached.
  std::span<const Index> reached_rows() const { return reached_rows_; }
  std::span<const Index> reached_columns() const { return reached_columns_; }

 private:
  struct Frame {
    Index row;
    std::size_t next_entry;
  };
  std::vector<std::uint64_t> column_stamp_;
  std::uint64_t stamp_ = 0;
  std::vector<Frame> stack_;
  std::vector<Index> taken_;  // taken_[k]: the column by which the row of stack_[k] goes on
  std::vector<Index> reached_rows_;
  std::vector<Index> reached_columns_;
};

template <class RowEntries, class UsableColumn>
bool Augmenter::Augment(Matching& matching, Index row, RowEntries&& entries_of, UsableColumn&& usable) {
  ++stamp_;
  column_stamp_.resize(matching.row_of_column.size(), 0);
  stack_.assign(1, {row, 0});
  taken_.assign(1, kNone);
  reached_rows_.assign(1, row);
  reached_columns_.clear();
  bool fresh = true;  // the top of the stack was just reached: look for a free column first
  while (!stack_.empty()) {
    Frame& top = stack_.back();
    auto&& entries = entries_of(top.row);
    if (fresh) {
      for (Index column : entries) {
        if (matching.row_of_column[column] != kNone || !usable(column)) continue;
        taken_.back() = column;
        for (std::size_t k = stack_.size(); k-- > 0;) matching.Match(stack_[k].row, taken_[k]);
        return true;
      }
      fresh = false;
    }
    Index onward = kNone;
    while (top.next_entry < entries.size() && onward == kNone) {
      const Index column = entries[top.next_entry++];
      if (column_stamp_[column] == stamp_ || !usable(column)) continue;
      column_stamp_[column] = stamp_;
      reached_columns_.push_back(column);
      onward = column;
    }
    if (onward == kNone) {
      stack_.pop_back();
      taken_.pop_back();
      continue;
    }
    taken_.back() = onward;
    const Index owner = matching.row_of_column[onward];
    reached_rows_.push_back(owner);
    stack_.push_back({owner, 0});
    taken_.push_back(kNone);
    fresh = true;
  }
  return false;
}

}  // namespace mica::graph
