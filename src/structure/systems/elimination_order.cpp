#include "structure/systems/elimination_order.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <set>

#include "structure/systems/tearing_growth.h"

namespace mica::structure {

using graph::Index;

namespace {

// Of the largest entry of a row or column, a usual choice of threshold pivoting (Duff, Erisman & Reid, Direct Methods
// for Sparse Matrices, 5.4); of entries that are about one after scaling.
constexpr double kThreshold = 0.01;
constexpr double kSmallest = 1e-9;
constexpr std::size_t kMostWork = 60;
constexpr std::size_t kLongColumn = 60;  // whose largest entry is not looked for

class Elimination {
 public:
  using Entry = std::optional<GainValues::Samples>;

  Elimination(const std::vector<std::vector<SampledEntry>>& rows, Index columns)
      : rows_(rows.size()), columns_(static_cast<std::size_t>(columns)), is_done_(rows.size(), false) {
    std::vector<FactorRow> factors(rows.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (const SampledEntry& entry : rows[r]) {
        rows_[r][entry.column] = entry.samples;
        columns_[entry.column].insert(static_cast<Index>(r));
        factors[r].entries.push_back(entry.column);
        ++entries_;
      }
      factors[r].factors.resize(rows[r].size());
    }
    // To entries of about one, at each gain.
    for (std::size_t s = 0; s < GainValues::kCount; ++s) {
      std::vector<double> row_scale(rows.size(), 1), column_scale(columns_.size(), 1);
      for (std::size_t r = 0; r < rows.size(); ++r)
        for (std::size_t k = 0; k < rows[r].size(); ++k)
          factors[r].factors[k] = rows[r][k].samples ? (*rows[r][k].samples)[s] : 0;
      Balance(factors, row_scale, column_scale);
      for (std::size_t r = 0; r < rows.size(); ++r)
        for (auto& [column, entry] : rows_[r])
          if (entry) (*entry)[s] *= row_scale[r] * column_scale[column];
    }
  }

  std::vector<EliminationPivot> Run(std::span<const EliminationPivot> first, std::size_t most_fill) {
    std::vector<EliminationPivot> pivots(first.begin(), first.end());
    for (EliminationPivot pivot : first) Eliminate(static_cast<std::size_t>(pivot.row), pivot.column);
    queue_ = {};
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (!is_done_[r]) Push(r);
    std::size_t work = kMostWork * entries_ + 1000;
    while (!queue_.empty()) {
      auto [cost, row] = queue_.top();
      queue_.pop();
      if (is_done_[row]) continue;
      auto now = Best(row);
      if (!now) continue;
      if (now->cost > cost) {
        queue_.push({now->cost, row});
        continue;
      }
      std::size_t changed = (rows_[row].size() - 1) * (columns_[now->column].size() - 1);
      if (changed > most_fill || changed > work) break;
      work -= changed;
      pivots.push_back({static_cast<Index>(row), now->column});
      Eliminate(row, now->column);
    }
    return pivots;
  }

 private:
  struct Candidate {
    std::size_t cost;
    Index column;
  };
  using Queued = std::pair<std::size_t, std::size_t>;  // cost, row

  void Push(std::size_t row) {
    if (auto best = Best(row)) queue_.push({best->cost, row});
  }

  std::optional<Candidate> Best(std::size_t row) {
    std::optional<Candidate> best;
    for (const auto& [column, entry] : rows_[row]) {
      if (!entry) continue;
      std::size_t fill = (rows_[row].size() - 1) * (columns_[column].size() - 1);
      if ((best && fill >= best->cost) || !IsAccepted(row, column, *entry)) continue;
      best = Candidate{fill, column};
    }
    return best;
  }

  bool IsAccepted(std::size_t row, Index column, const GainValues::Samples& pivot) {
    bool is_positive = pivot[0] > 0;
    for (double value : pivot)
      if ((value > 0) != is_positive || !(std::abs(value) >= kSmallest)) return false;
    auto largest = [](GainValues::Samples& most, const Entry& entry) {
      if (!entry) return;
      for (std::size_t s = 0; s < most.size(); ++s) most[s] = std::max(most[s], std::abs((*entry)[s]));
    };
    GainValues::Samples in_row{}, in_column{};
    for (const auto& [k, entry] : rows_[row]) largest(in_row, entry);
    bool has_column = columns_[column].size() <= kLongColumn;
    if (has_column)
      for (Index r : columns_[column]) largest(in_column, rows_[r].at(column));
    for (std::size_t s = 0; s < pivot.size(); ++s) {
      double size = std::abs(pivot[s]);
      if (size < kThreshold * in_row[s] && (!has_column || size < kThreshold * in_column[s])) return false;
    }
    return true;
  }

  void Eliminate(std::size_t row, Index column) {
    is_done_[row] = true;
    const GainValues::Samples pivot = *rows_[row].at(column);
    for (const auto& [k, entry] : rows_[row]) columns_[k].erase(static_cast<Index>(row));
    std::vector<Index> others(columns_[column].begin(), columns_[column].end());
    for (Index r : others) {
      Entry own = rows_[r].at(column);
      rows_[r].erase(column);
      for (const auto& [k, entry] : rows_[row]) {
        if (k == column) continue;
        auto [at, is_new] = rows_[r].try_emplace(k);
        if (is_new) {
          columns_[k].insert(r);
          at->second.emplace();
        }
        if (!at->second || !own || !entry) {
          at->second.reset();
          continue;
        }
        for (std::size_t s = 0; s < pivot.size(); ++s) (*at->second)[s] -= (*own)[s] / pivot[s] * (*entry)[s];
      }
    }
    columns_[column].clear();
    for (Index r : others) Push(static_cast<std::size_t>(r));
  }

  std::vector<std::map<Index, Entry>> rows_;
  std::vector<std::set<Index>> columns_;  // rows that are not done
  std::vector<bool> is_done_;
  std::priority_queue<Queued, std::vector<Queued>, std::greater<>> queue_;
  std::size_t entries_ = 0;
};

}  // namespace

std::vector<EliminationPivot> FindEliminationOrder(const std::vector<std::vector<SampledEntry>>& rows, Index columns,
                                                   std::span<const EliminationPivot> first, std::size_t most_fill) {
  return Elimination(rows, columns).Run(first, most_fill);
}

}  // namespace mica::structure
