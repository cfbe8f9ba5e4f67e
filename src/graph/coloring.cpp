#include "graph/coloring.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/bucket_queue.h"

namespace mica::graph {
namespace {

class GreedyColoring {
 public:
  explicit GreedyColoring(const CompressedRows& jacobian) : rows_(jacobian), columns_(jacobian.Transpose()) {
    const Index long_row =
        std::max<Index>(500, static_cast<Index>(std::sqrt(static_cast<double>(rows_.entry_count()))));
    is_long_.assign(static_cast<std::size_t>(rows_.row_count()), false);
    singled_out_.assign(static_cast<std::size_t>(rows_.column_count()), false);
    for (Index row = 0; row < rows_.row_count(); ++row) {
      lower_bound_ = std::max(lower_bound_, rows_.degree(row));
      if (rows_.degree(row) <= long_row) continue;
      is_long_[row] = true;
      for (Index column : rows_.row(row)) singled_out_[column] = true;
    }
  }

  Index lower_bound() const { return lower_bound_; }

  Coloring Run(ColoringOrder order) const {
    Coloring result;
    result.color_of.assign(static_cast<std::size_t>(rows_.column_count()), kNone);
    Index colors = 0;
    for (Index column = 0; column < rows_.column_count(); ++column) {
      if (singled_out_[column]) result.color_of[column] = colors++;
    }
    // By colour: the column that last saw it taken.
    std::vector<Index> taken_by(static_cast<std::size_t>(rows_.column_count()), kNone);
    for (Index column : Rank(order)) {
      ForEachNeighbour(column, [&](Index neighbour) {
        if (result.color_of[neighbour] != kNone) taken_by[result.color_of[neighbour]] = column;
      });
      Index color = 0;
      while (color < colors && taken_by[color] == column) ++color;
      colors = std::max(colors, color + 1);
      result.color_of[column] = color;
    }
    std::vector<std::pair<Index, Index>> pairs;
    pairs.reserve(result.color_of.size());
    for (Index column = 0; column < rows_.column_count(); ++column) pairs.emplace_back(result.color_of[column], column);
    result.groups = CompressedRows::FromPairs(colors, rows_.column_count(), pairs);
    return result;
  }

 private:
  // Columns that share a row with `column`, once for each row they share.
  template <class Visit>
  void ForEachNeighbour(Index column, Visit&& visit) const {
    for (Index row : columns_.row(column)) {
      if (is_long_[row]) continue;
      for (Index neighbour : rows_.row(row)) {
        if (neighbour != column) visit(neighbour);
      }
    }
  }

  Index CountNeighbours(Index column) const {
    Index count = 0;
    for (Index row : columns_.row(column)) {
      if (!is_long_[row]) count += rows_.degree(row) - 1;
    }
    return count;
  }

  // The columns that are not singled out, in the order in which they take their colours.
  std::vector<Index> Rank(ColoringOrder order) const {
    std::vector<Index> ranked;
    for (Index column = 0; column < rows_.column_count(); ++column) {
      if (!singled_out_[column]) ranked.push_back(column);
    }
    if (order == ColoringOrder::kLargestFirst) {
      std::vector<Index> count(static_cast<std::size_t>(rows_.column_count()));
      for (Index column : ranked) count[column] = CountNeighbours(column);
      std::stable_sort(ranked.begin(), ranked.end(), [&](Index a, Index b) { return count[a] > count[b]; });
    } else if (order == ColoringOrder::kSmallestLast) {
      return RankSmallestLast(ranked);
    }
    return ranked;
  }

  std::vector<Index> RankSmallestLast(const std::vector<Index>& columns) const {
    // The queue gives the highest key, so keys are counted down from the most neighbours.
    Index most = 0;
    for (Index column : columns) most = std::max(most, CountNeighbours(column));
    BucketQueue queue(rows_.column_count());
    for (std::size_t k = 0; k < columns.size(); ++k) queue.Insert(columns[k], most - CountNeighbours(columns[k]));
    std::vector<Index> ranked;
    ranked.reserve(columns.size());
    while (!queue.empty()) {
      const Index column = queue.PopMax();
      ranked.push_back(column);
      ForEachNeighbour(column, [&](Index neighbour) {
        if (queue.contains(neighbour)) queue.SetKey(neighbour, queue.key(neighbour) + 1);
      });
    }
    std::reverse(ranked.begin(), ranked.end());
    return ranked;
  }

  CompressedRows rows_;
  CompressedRows columns_;
  std::vector<bool> is_long_;
  std::vector<bool> singled_out_;
  Index lower_bound_ = 0;
};

}  // namespace

Coloring ColorColumns(const CompressedRows& jacobian, ColoringOrder order) {
  return GreedyColoring(jacobian.WithoutRepeats()).Run(order);
}

Coloring ColorColumns(const CompressedRows& jacobian) {
  const GreedyColoring coloring(jacobian.WithoutRepeats());
  Coloring best = coloring.Run(ColoringOrder::kNatural);
  for (ColoringOrder order : {ColoringOrder::kLargestFirst, ColoringOrder::kSmallestLast}) {
    if (best.size() <= coloring.lower_bound()) break;
    Coloring other = coloring.Run(order);
    if (other.size() < best.size()) best = std::move(other);
  }
  return best;
}

Coloring ColorRows(const CompressedRows& jacobian) { return ColorColumns(jacobian.Transpose()); }

}  // namespace mica::graph
