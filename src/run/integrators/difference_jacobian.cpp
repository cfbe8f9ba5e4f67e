#include "run/integrators/difference_jacobian.h"

#include <algorithm>
#include <numeric>

#include "graph/coloring.h"

namespace mica::run {

DifferenceJacobian::DifferenceJacobian(std::size_t size, const std::vector<MatrixEntry>& pattern)
    : color_begin_{0}, entry_begin_(size + 1), entry_(pattern.size()), work_(MICA_DIFFERENCE_DOUBLES(size)) {
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (const MatrixEntry& entry : pattern) {
    pairs.emplace_back(static_cast<graph::Index>(entry.row), static_cast<graph::Index>(entry.column));
    rows_.push_back(entry.row);
    columns_.push_back(entry.column);
    ++entry_begin_[entry.column + 1];
  }
  std::partial_sum(entry_begin_.begin(), entry_begin_.end(), entry_begin_.begin());
  std::vector<std::uint32_t> next = entry_begin_;
  for (std::uint32_t k = 0; k < pattern.size(); ++k) entry_[next[pattern[k].column]++] = k;
  auto n = static_cast<graph::Index>(size);
  graph::Coloring coloring = graph::ColorColumns(graph::CompressedRows::FromPairs(n, n, pairs).WithoutRepeats());
  for (graph::Index color = 0; color < coloring.size(); ++color) {
    for (graph::Index column : coloring.groups.row(color)) color_column_.push_back(static_cast<std::uint32_t>(column));
    color_begin_.push_back(static_cast<std::uint32_t>(color_column_.size()));
  }
  raw_ = {static_cast<std::uint32_t>(size),
          static_cast<std::uint32_t>(pattern.size()),
          static_cast<std::uint32_t>(coloring.size()),
          rows_.data(),
          columns_.data(),
          color_begin_.data(),
          color_column_.data(),
          entry_begin_.data(),
          entry_.data()};
}

bool DifferenceJacobian::Fill(std::span<const double> x, std::span<const double> r, std::span<const double> nominal,
                              std::span<const double> lower, std::span<const double> upper, const Residuals& residuals,
                              std::span<double> entries, std::size_t& evaluations) {
  struct Call {
    const Residuals& residuals;
    std::size_t size;
  } call{residuals, x.size()};
  auto residual = [](void* self, const double* at, double* values) -> int {
    const Call& made = *static_cast<Call*>(self);
    return made.residuals({at, made.size}, {values, made.size});
  };
  return mica_difference_jacobian(&raw_, x.data(), r.data(), nominal.data(), lower.data(), upper.data(), residual,
                                  &call, entries.data(), work_.data(), &evaluations) != 0;
}

}  // namespace mica::run
