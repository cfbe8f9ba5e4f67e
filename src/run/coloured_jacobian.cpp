#include "run/coloured_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mica::run {

namespace {

graph::CompressedRows FullPattern(std::size_t n) {
  std::vector<graph::Index> all(n);
  std::iota(all.begin(), all.end(), 0);
  return graph::CompressedRows::FromRows(static_cast<graph::Index>(n), std::vector(n, all));
}

}  // namespace

ColouredJacobian::ColouredJacobian(OdeProblem& problem, const graph::CompressedRows* pattern)
    : problem_(problem), pattern_(pattern ? *pattern : FullPattern(problem.state_count())), columns_(pattern_.TransposeWithEntries()),
      coloring_(graph::ColorColumns(pattern_)), shifted_(problem.state_count()), moved_(problem.state_count()) {}

bool ColouredJacobian::Fill(double time, std::span<const double> states, std::span<const double> slopes, std::span<double> values) {
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  std::ranges::copy(states, shifted_.begin());
  for (graph::Index color = 0; color < coloring_.size(); ++color) {
    // Beside a bound (the end of a table) the model may be evaluable on one side only.
    auto evaluate = [&](double sign) {
      for (graph::Index j : coloring_.groups.row(color)) {
        auto column = static_cast<std::size_t>(j);
        shifted_[column] = states[column] + sign * root * std::max(std::abs(states[column]), problem_.nominal()[column]);
      }
      return problem_.Evaluate(time, shifted_, moved_) == Status::kOk;
    };
    if (!evaluate(1) && !evaluate(-1)) return false;
    for (graph::Index j : coloring_.groups.row(color)) {
      auto column = static_cast<std::size_t>(j);
      double distance = shifted_[column] - states[column];
      shifted_[column] = states[column];
      for (graph::Index k = columns_.graph.row_begin(j); k < columns_.graph.row_end(j); ++k) {
        auto row = static_cast<std::size_t>(columns_.graph.entry(k));
        double value = (moved_[row] - slopes[row]) / distance;
        if (!std::isfinite(value)) return false;
        values[static_cast<std::size_t>(columns_.original_entry[static_cast<std::size_t>(k)])] = value;
      }
    }
  }
  return true;
}

}  // namespace mica::run
