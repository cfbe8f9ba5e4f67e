#include "graph/matching.h"

#include <algorithm>
#include <limits>

#include "base/check.h"

namespace mica::graph {
namespace {

constexpr Index kFar = std::numeric_limits<Index>::max();

void AssignCheaply(const CompressedRows& graph, Matching& matching) {
  for (Index row = 0; row < graph.row_count(); ++row) {
    if (matching.column_of_row[row] != kNone) continue;
    for (Index column : graph.row(row)) {
      if (matching.row_of_column[column] != kNone) continue;
      matching.Match(row, column);
      break;
    }
  }
}

// One phase of Hopcroft and Karp after another, until there is no augmenting path.
class Phases {
 public:
  Phases(const CompressedRows& graph, Matching& matching)
      : graph_(graph), matching_(matching), layer_(static_cast<std::size_t>(graph.row_count())) {}

  void Run() {
    for (;;) {
      const std::vector<Index> roots = matching_.UnmatchedRows();
      if (roots.empty() || !Layer(roots)) return;
      next_.resize(layer_.size());
      for (Index row : queue_) next_[row] = graph_.row_begin(row);
      for (Index root : roots) AugmentFrom(root);
    }
  }

 private:
  // layer_[row] = length of the shortest alternating path from a root, up to the layer that sees a free column. Whether
  // any does.
  bool Layer(const std::vector<Index>& roots) {
    std::fill(layer_.begin(), layer_.end(), kFar);
    queue_ = roots;
    for (Index root : roots) layer_[root] = 0;
    last_layer_ = kFar;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Index row = queue_[head];
      if (layer_[row] >= last_layer_) break;
      for (Index column : graph_.row(row)) {
        const Index owner = matching_.row_of_column[column];
        if (owner == kNone) {
          last_layer_ = layer_[row];
        } else if (layer_[owner] == kFar) {
          layer_[owner] = layer_[row] + 1;
          queue_.push_back(owner);
        }
      }
    }
    return last_layer_ != kFar;
  }

  // Depth first along the layers; each entry is looked at once in a phase.
  void AugmentFrom(Index root) {
    stack_.assign(1, root);
    while (!stack_.empty()) {
      const Index row = stack_.back();
      Index column = kNone;
      Index owner = kNone;
      while (next_[row] < graph_.row_end(row)) {
        column = graph_.entry(next_[row]);
        owner = matching_.row_of_column[column];
        if (owner == kNone ? layer_[row] == last_layer_ : layer_[row] < last_layer_ && layer_[owner] == layer_[row] + 1)
          break;
        ++next_[row];
        column = kNone;
      }
      if (column == kNone) {
        layer_[row] = kFar;  // leads nowhere in this phase
        stack_.pop_back();
        if (!stack_.empty()) ++next_[stack_.back()];
      } else if (owner == kNone) {
        for (Index path_row : stack_) {
          matching_.Match(path_row, graph_.entry(next_[path_row]));
          layer_[path_row] = kFar;
        }
        return;
      } else {
        stack_.push_back(owner);
      }
    }
  }

  const CompressedRows& graph_;
  Matching& matching_;
  std::vector<Index> layer_;
  std::vector<Index> next_;
  std::vector<Index> queue_;
  std::vector<Index> stack_;
  Index last_layer_ = kFar;
};

}  // namespace

Index Matching::CountMatched() const {
  return static_cast<Index>(std::ssize(column_of_row) - std::count(column_of_row.begin(), column_of_row.end(), kNone));
}

std::vector<Index> Matching::UnmatchedRows() const {
  std::vector<Index> rows;
  for (std::size_t row = 0; row < column_of_row.size(); ++row) {
    if (column_of_row[row] == kNone) rows.push_back(static_cast<Index>(row));
  }
  return rows;
}

std::vector<Index> Matching::UnmatchedColumns() const {
  std::vector<Index> columns;
  for (std::size_t column = 0; column < row_of_column.size(); ++column) {
    if (row_of_column[column] == kNone) columns.push_back(static_cast<Index>(column));
  }
  return columns;
}

Matching MaximumMatching(const CompressedRows& graph) {
  return MaximumMatching(graph, Matching(graph.row_count(), graph.column_count()));
}

Matching MaximumMatching(const CompressedRows& graph, Matching initial) {
  Check(IsMatching(graph, initial), "the initial matching does not fit the graph");
  AssignCheaply(graph, initial);
  Phases(graph, initial).Run();
  return initial;
}

bool IsMatching(const CompressedRows& graph, const Matching& matching) {
  if (std::ssize(matching.column_of_row) != graph.row_count()) return false;
  if (std::ssize(matching.row_of_column) != graph.column_count()) return false;
  Index pairs = 0;
  for (Index row = 0; row < graph.row_count(); ++row) {
    const Index column = matching.column_of_row[row];
    if (column == kNone) continue;
    if (column < 0 || column >= graph.column_count() || matching.row_of_column[column] != row) return false;
    const auto entries = graph.row(row);
    if (std::find(entries.begin(), entries.end(), column) == entries.end()) return false;
    ++pairs;
  }
  return pairs ==
         graph.column_count() - std::count(matching.row_of_column.begin(), matching.row_of_column.end(), kNone);
}

}  // namespace mica::graph
