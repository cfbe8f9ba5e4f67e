// For tests: a matrix of the runtime (runtime/linear/linear.h) with memory of its own.
#pragma once

#include <algorithm>

#include "run/systems/solver_shape.h"

namespace mica::run {

class BoundedMatrix {
 public:
  BoundedMatrix(std::size_t size, const std::vector<MatrixEntry>& pattern)
      : shape_(size, pattern, 0, false),
        raw_shape_(shape_.raw()),
        doubles_(mica_linear_doubles(&raw_shape_)),
        integers_(mica_linear_integers(&raw_shape_)) {
    mica_linear_place(&linear_, &raw_shape_, doubles_.data(), integers_.data());
  }
  BoundedMatrix(const BoundedMatrix&) = delete;
  BoundedMatrix& operator=(const BoundedMatrix&) = delete;

  std::size_t entry_count() const { return shape_.rows.size(); }
  bool is_sparse() const { return !shape_.order.empty(); }
  [[nodiscard]] bool Factor(std::span<const double> entries, std::span<const double> magnitude) {
    std::ranges::copy(entries, linear_.entries);
    return mica_linear_factor(&linear_, magnitude.data()) != 0;
  }
  void Solve(std::span<double> b) const { mica_linear_solve(&linear_, b.data()); }

 private:
  MatrixShape shape_;
  MicaLinearShape raw_shape_;
  std::vector<double> doubles_;
  std::vector<std::uint32_t> integers_;
  MicaLinear linear_;
};

}  // namespace mica::run
