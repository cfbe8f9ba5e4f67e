// Run stage: the Jacobian of a simultaneous system by differences (runtime/systems/difference_jacobian.h), for a
// pattern in which an entry may turn out zero and none is missing.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "run/systems/linear_solver.h"
#include "runtime/systems/difference_jacobian.h"

namespace mica::run {

class DifferenceJacobian {
 public:
  // Residuals at x, or false where they cannot be evaluated.
  using Residuals = std::function<bool(std::span<const double> x, std::span<double> r)>;

  DifferenceJacobian(std::size_t size, const std::vector<MatrixEntry>& pattern);
  DifferenceJacobian(const DifferenceJacobian&) = delete;
  DifferenceJacobian& operator=(const DifferenceJacobian&) = delete;

  // `entries` in the order of the pattern, `r` the residuals at x. `evaluations` counts. False: somewhere neither side
  // could be evaluated. The last evaluation is at x.
  bool Fill(std::span<const double> x, std::span<const double> r, std::span<const double> nominal,
            std::span<const double> lower, std::span<const double> upper, const Residuals& residuals,
            std::span<double> entries, std::size_t& evaluations);

 private:
  std::vector<std::uint32_t> rows_, columns_, color_begin_, color_column_, entry_begin_, entry_;
  std::vector<double> work_;
  MicaDifferences raw_;
};

}  // namespace mica::run
