#include "graph/compressed_rows.h"

#include <limits>

#include "base/check.h"

namespace mica::graph {

CompressedRows::CompressedRows(Index column_count) : column_count_(column_count) {
  Check(column_count >= 0, "a graph has a negative number of columns");
}

CompressedRows CompressedRows::FromPairs(Index row_count, Index column_count,
                                         std::span<const std::pair<Index, Index>> pairs) {
  Check(row_count >= 0, "a graph has a negative number of rows");
  Check(pairs.size() < static_cast<std::size_t>(std::numeric_limits<Index>::max()), "a graph has too many entries");
  CompressedRows graph(column_count);
  graph.begin_.assign(static_cast<std::size_t>(row_count) + 1, 0);
  for (auto [row, column] : pairs) {
    Check(row >= 0 && row < row_count && column >= 0 && column < column_count, "an entry lies outside the graph");
    ++graph.begin_[static_cast<std::size_t>(row) + 1];
  }
  for (std::size_t i = 1; i < graph.begin_.size(); ++i) graph.begin_[i] += graph.begin_[i - 1];
  std::vector<Index> next(graph.begin_.begin(), graph.begin_.end() - 1);
  graph.columns_.resize(pairs.size());
  for (auto [row, column] : pairs) graph.columns_[next[row]++] = column;
  return graph;
}

CompressedRows CompressedRows::FromRows(Index column_count, const std::vector<std::vector<Index>>& rows) {
  CompressedRows graph(column_count);
  for (const auto& row : rows) graph.AddRow(row);
  return graph;
}

Index CompressedRows::AddRow(std::span<const Index> entries) {
  Check(entries.size() + columns_.size() < static_cast<std::size_t>(std::numeric_limits<Index>::max()),
        "a graph has too many entries");
  for (Index entry : entries) Check(entry >= 0 && entry < column_count_, "an entry lies outside the graph");
  columns_.insert(columns_.end(), entries.begin(), entries.end());
  begin_.push_back(static_cast<Index>(columns_.size()));
  return row_count() - 1;
}

void CompressedRows::GrowColumns(Index column_count) {
  Check(column_count >= column_count_, "columns of a graph cannot be taken away");
  column_count_ = column_count;
}

CompressedRows CompressedRows::Transpose() const { return TransposeWithEntries().graph; }

Transposed CompressedRows::TransposeWithEntries() const {
  Transposed result;
  CompressedRows& graph = result.graph;
  graph.column_count_ = row_count();
  graph.begin_.assign(static_cast<std::size_t>(column_count_) + 1, 0);
  for (Index column : columns_) ++graph.begin_[static_cast<std::size_t>(column) + 1];
  for (std::size_t i = 1; i < graph.begin_.size(); ++i) graph.begin_[i] += graph.begin_[i - 1];
  std::vector<Index> next(graph.begin_.begin(), graph.begin_.end() - 1);
  graph.columns_.resize(columns_.size());
  result.original_entry.resize(columns_.size());
  for (Index row = 0; row < row_count(); ++row) {
    for (Index number = row_begin(row); number < row_end(row); ++number) {
      const Index place = next[columns_[number]]++;
      graph.columns_[place] = row;
      result.original_entry[place] = number;
    }
  }
  return result;
}

CompressedRows CompressedRows::WithoutRepeats() const {
  CompressedRows graph(column_count_);
  graph.begin_.reserve(begin_.size());
  graph.columns_.reserve(columns_.size());
  std::vector<Index> last_row(static_cast<std::size_t>(column_count_), kNone);
  for (Index row = 0; row < row_count(); ++row) {
    for (Index column : this->row(row)) {
      if (last_row[column] == row) continue;
      last_row[column] = row;
      graph.columns_.push_back(column);
    }
    graph.begin_.push_back(static_cast<Index>(graph.columns_.size()));
  }
  return graph;
}

}  // namespace mica::graph
