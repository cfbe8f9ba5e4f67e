#include "run/difference_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "table/step_references.h"

namespace mica::run {

std::vector<MatrixEntry> ReferencePattern(const structure::System& system, const structure::BlockModel& model, const Store& store) {
  std::vector<MatrixEntry> pattern;
  auto n = static_cast<std::uint32_t>(system.unknowns.size());
  if (system.residuals.size() != n) {
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) pattern.push_back({i, j});
    return pattern;
  }
  using Columns = std::vector<std::uint32_t>;  // increasing
  std::unordered_map<ScalarId, Columns> depends;
  for (std::uint32_t j = 0; j < n; ++j) depends[system.unknowns[j]] = {j};
  table::StepReferences references(store);
  auto collect = [&] {
    Columns all;
    for (ScalarId id : references.scalars()) {
      const structure::Scalar& scalar = model.scalars[id];
      auto found = depends.find(scalar.alias_of.valid() ? scalar.alias_of : id);
      if (found != depends.end()) all.insert(all.end(), found->second.begin(), found->second.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  };
  for (const structure::Step& step : system.inner) {
    references.Clear();
    references.Add(step);
    Columns columns = collect();
    for (ScalarId target : step.targets)
      if (target.valid()) depends[target] = columns;
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    references.Clear();
    references.Add(system.residuals[i]);
    for (std::uint32_t j : collect()) pattern.push_back({i, j});
  }
  return pattern;
}

DifferenceJacobian::DifferenceJacobian(std::size_t size, std::vector<MatrixEntry> pattern)
    : pattern_(std::move(pattern)), entries_of_(size), shifted_(size), shift_(size), moved_(size) {
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (std::size_t k = 0; k < pattern_.size(); ++k) {
    pairs.emplace_back(static_cast<graph::Index>(pattern_[k].row), static_cast<graph::Index>(pattern_[k].column));
    entries_of_[pattern_[k].column].push_back(k);
  }
  auto n = static_cast<graph::Index>(size);
  coloring_ = graph::ColorColumns(graph::CompressedRows::FromPairs(n, n, pairs).WithoutRepeats());
}

bool DifferenceJacobian::Fill(std::span<const double> x, std::span<const double> r, std::span<const double> nominal,
                              std::span<const double> lower, std::span<const double> upper, const Residuals& residuals,
                              std::span<double> entries, std::size_t& evaluations) {
  constexpr double kNominalShare = 0.01;
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  std::copy(x.begin(), x.end(), shifted_.begin());
  auto evaluate = [&] {
    ++evaluations;
    return residuals(shifted_, moved_) && std::all_of(moved_.begin(), moved_.end(), [](double value) { return std::isfinite(value); });
  };
  for (std::size_t j = 0; j < x.size(); ++j) {
    shift_[j] = root * std::max(std::abs(x[j]), kNominalShare * nominal[j]);
    if (x[j] + shift_[j] > upper[j] && x[j] - shift_[j] >= lower[j]) shift_[j] = -shift_[j];
  }
  for (graph::Index color = 0; color < coloring_.size(); ++color) {
    std::span<const graph::Index> columns = coloring_.groups.row(color);
    auto move = [&](double sign) {
      for (graph::Index j : columns) shifted_[static_cast<std::size_t>(j)] = x[static_cast<std::size_t>(j)] + sign * shift_[static_cast<std::size_t>(j)];
    };
    move(1);
    if (!evaluate()) {
      move(-1);
      if (!evaluate()) return false;
    }
    for (graph::Index j : columns) {
      auto column = static_cast<std::size_t>(j);
      for (std::size_t k : entries_of_[column]) entries[k] = (moved_[pattern_[k].row] - r[pattern_[k].row]) / (shifted_[column] - x[column]);
      shifted_[column] = x[column];
    }
  }
  return evaluate();
}

}  // namespace mica::run
