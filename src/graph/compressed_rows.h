// Graph stage: a sparse pattern in compressed rows, the one graph type of this folder.
//
// Entries of row i are columns[begin(i) .. begin(i+1)); a bipartite graph has equations as rows and unknowns as
// columns, a directed graph has nodes as both and row u lists the nodes that u points to. The order of entries in a row
// is kept: the algorithms break ties by it, so a caller puts what it prefers first. Entry numbers (row_begin(i) + k)
// are stable, so that data of an edge lives in a parallel array. Invariant: begin is non-decreasing, 0 <= entry <
// column_count. Repeated entries are allowed unless an algorithm says otherwise. Memory 4 bytes a row and 4 an entry;
// building and transposing are O(rows + columns + entries) by counting sort.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mica::graph {

using Index = std::int32_t;
inline constexpr Index kNone = -1;

struct Transposed;

class CompressedRows {
 public:
  CompressedRows() = default;
  // No rows yet; AddRow appends them.
  explicit CompressedRows(Index column_count);

  // Pairs are (row, column), in any order; within a row they keep the order in which they are given.
  static CompressedRows FromPairs(Index row_count, Index column_count, std::span<const std::pair<Index, Index>> pairs);
  static CompressedRows FromRows(Index column_count, const std::vector<std::vector<Index>>& rows);

  // Appends a row and gives its number.
  Index AddRow(std::span<const Index> entries);
  // Columns can be added, never taken away.
  void GrowColumns(Index column_count);

  Index row_count() const { return static_cast<Index>(begin_.size()) - 1; }
  Index column_count() const { return column_count_; }
  Index entry_count() const { return begin_.back(); }
  Index row_begin(Index row) const { return begin_[static_cast<std::size_t>(row)]; }
  Index row_end(Index row) const { return begin_[static_cast<std::size_t>(row) + 1]; }
  Index degree(Index row) const { return row_end(row) - row_begin(row); }
  Index entry(Index number) const { return columns_[static_cast<std::size_t>(number)]; }
  std::span<const Index> row(Index row) const {
    return {columns_.data() + row_begin(row), static_cast<std::size_t>(degree(row))};
  }

  // Columns become rows; entries of a transposed row are in increasing order of the original rows.
  CompressedRows Transpose() const;
  // The same, with the original entry number of every transposed entry.
  Transposed TransposeWithEntries() const;
  // Each row without its repeated entries; the first occurrence stays.
  CompressedRows WithoutRepeats() const;

  friend bool operator==(const CompressedRows&, const CompressedRows&) = default;

 private:
  Index column_count_ = 0;
  std::vector<Index> begin_ = {0};
  std::vector<Index> columns_;
};

struct Transposed {
  CompressedRows graph;
  std::vector<Index> original_entry;  // by entry number of `graph`
};

}  // namespace mica::graph
