#include "structure/reduce/choose_dummies.h"

#include <algorithm>
#include <cmath>

#include "graph/block_triangular.h"
#include "graph/matching.h"
#include "graph/union_find.h"

namespace mica::structure {

namespace {

constexpr Index kLargestPart = 1500;
// Beside the largest number in its column: a pivot, so that what is divided by it keeps half of its digits; and an
// entry that is left by rounding of some hundred operations.
constexpr double kVanishes = 1e-9, kRounding = 1e-13;

using Candidates = std::vector<std::vector<DummyEntry>>;

// Columns that are independent of those before them: Gaussian elimination, column by column.
class IndependentColumns {
 public:
  explicit IndependentColumns(Index row_count) : work_(static_cast<std::size_t>(row_count), 0.0) {}

  // Whether the column was independent; it is taken in then.
  bool Add(const std::vector<DummyEntry>& column) {
    double largest = 0;
    for (const DummyEntry& entry : column) {
      work_[entry.equation] += entry.value;
      largest = std::max(largest, std::abs(work_[entry.equation]));
    }
    for (const Pivot& pivot : pivots_) {
      double factor = work_[pivot.row];
      if (factor == 0) continue;
      for (const DummyEntry& entry : pivot.column) {
        double& place = work_[entry.equation];
        double part = factor * entry.value;
        largest = std::max(largest, std::abs(part));
        place -= part;
        if (std::abs(place) <= kRounding * std::abs(part)) place = 0;
      }
      work_[pivot.row] = 0;
    }
    Index best = graph::kNone;
    for (std::size_t i = 0; i < work_.size(); ++i)
      if (std::abs(work_[i]) > kVanishes * largest &&
          (best == graph::kNone || std::abs(work_[i]) > std::abs(work_[best])))
        best = static_cast<Index>(i);
    if (best != graph::kNone) {
      Pivot pivot{best, {}};
      for (std::size_t i = 0; i < work_.size(); ++i)
        if (std::abs(work_[i]) > kRounding * largest)
          pivot.column.push_back({static_cast<Index>(i), work_[i] / work_[best]});
      pivots_.push_back(std::move(pivot));
    }
    std::ranges::fill(work_, 0.0);
    return best != graph::kNone;
  }

 private:
  struct Pivot {
    Index row;
    std::vector<DummyEntry> column;  // 1 in `row`, 0 in the rows of earlier pivots
  };
  std::vector<Pivot> pivots_;
  std::vector<double> work_;
};

// Which equations lie in a block of the chosen columns that is singular.
std::vector<Index> SingularEquations(Index equation_count, const Candidates& candidates,
                                     const graph::Matching& matching) {
  std::vector<std::pair<Index, Index>> pairs;
  std::vector<Index> place(candidates.size(),
                           graph::kNone);  // candidates by matched equation: columns of the square graph
  for (Index e = 0; e < equation_count; ++e) place[matching.row_of_column[e]] = e;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (place[c] == graph::kNone) continue;
    for (const DummyEntry& entry : candidates[c]) pairs.emplace_back(entry.equation, place[c]);
  }
  auto graph = graph::CompressedRows::FromPairs(equation_count, equation_count, pairs).WithoutRepeats();
  graph::Matching diagonal(equation_count, equation_count);
  for (Index e = 0; e < equation_count; ++e) diagonal.Match(e, e);
  graph::BlockTriangular blocks = graph::FindBlockTriangular(graph, diagonal);
  std::vector<Index> local(static_cast<std::size_t>(equation_count), graph::kNone), singular;
  for (Index b = 0; b < blocks.size(); ++b) {
    auto rows = blocks.rows_of(b);
    if (static_cast<Index>(rows.size()) > kLargestPart) continue;
    for (std::size_t i = 0; i < rows.size(); ++i) local[rows[i]] = static_cast<Index>(i);
    IndependentColumns columns(static_cast<Index>(rows.size()));
    bool is_regular = true;
    for (Index row : rows) {
      std::vector<DummyEntry> column;
      for (const DummyEntry& entry : candidates[matching.row_of_column[row]])
        if (local[entry.equation] != graph::kNone) column.push_back({local[entry.equation], entry.value});
      is_regular = is_regular && columns.Add(column);
    }
    for (Index row : rows) local[row] = graph::kNone;
    if (!is_regular) singular.insert(singular.end(), rows.begin(), rows.end());
  }
  return singular;
}

}  // namespace

std::vector<Index> ChooseDummies(Index equation_count, const Candidates& candidates) {
  std::vector<std::vector<Index>> entries(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c)
    for (const DummyEntry& entry : candidates[c]) entries[c].push_back(entry.equation);
  graph::Matching matching(static_cast<Index>(candidates.size()), equation_count);
  graph::Augmenter augmenter;
  Index count = 0;
  for (std::size_t c = 0; c < candidates.size() && count < equation_count; ++c)
    if (augmenter.Augment(matching, static_cast<Index>(c),
                          [&](Index r) -> const std::vector<Index>& { return entries[r]; }))
      ++count;
  std::vector<bool> is_chosen(candidates.size(), false);
  for (std::size_t c = 0; c < candidates.size(); ++c) is_chosen[c] = matching.column_of_row[c] != graph::kNone;
  std::vector<Index> singular =
      count == equation_count ? SingularEquations(equation_count, candidates, matching) : std::vector<Index>();
  if (!singular.empty()) {
    graph::UnionFind parts(equation_count);
    for (const auto& column : candidates)
      for (const DummyEntry& entry : column) parts.Unite(column[0].equation, entry.equation);
    std::vector<bool> is_wrong(static_cast<std::size_t>(equation_count), false);
    for (Index e : singular) is_wrong[parts.Find(e)] = true;
    std::vector<Index> local(static_cast<std::size_t>(equation_count), graph::kNone),
        size(static_cast<std::size_t>(equation_count), 0);
    for (Index e = 0; e < equation_count; ++e) local[e] = size[parts.Find(e)]++;
    for (Index part = 0; part < equation_count; ++part) {
      if (!is_wrong[part] || size[part] > kLargestPart) continue;
      IndependentColumns columns(size[part]);
      std::vector<Index> taken;
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        if (candidates[c].empty() || parts.Find(candidates[c][0].equation) != part) continue;
        if (static_cast<Index>(taken.size()) == size[part]) break;
        std::vector<DummyEntry> column;
        for (const DummyEntry& entry : candidates[c]) column.push_back({local[entry.equation], entry.value});
        if (columns.Add(column)) taken.push_back(static_cast<Index>(c));
      }
      if (static_cast<Index>(taken.size()) < size[part])
        continue;  // singular whatever is chosen: the equations repeat each other
      for (std::size_t c = 0; c < candidates.size(); ++c)
        if (!candidates[c].empty() && parts.Find(candidates[c][0].equation) == part) is_chosen[c] = false;
      for (Index c : taken) is_chosen[c] = true;
    }
  }
  std::vector<Index> chosen;
  for (std::size_t c = 0; c < candidates.size(); ++c)
    if (is_chosen[c]) chosen.push_back(static_cast<Index>(c));
  return chosen;
}

}  // namespace mica::structure
