// Run stage: a system that the runtime solves with bounded work (kernels/bounded_solver.h), with its memory, which is taken here.
#pragma once

#include "run/solver_shape.h"

namespace mica::run {

class BoundedSystem {
 public:
  BoundedSystem(Instance& instance, const MicaModelTable& table, const MicaSystemCode& code, std::uint32_t system, int most_iterations, double tolerance);
  BoundedSystem(const BoundedSystem&) = delete;
  BoundedSystem& operator=(const BoundedSystem&) = delete;

  MicaSolver& solver() { return solver_; }
  const MicaSolver& solver() const { return solver_; }

 private:
  SolverShape shape_;
  MicaSolverShape raw_shape_;
  std::vector<double> doubles_;
  std::vector<std::uint32_t> integers_;
  MicaSolver solver_;
};

// A matrix alone.
class BoundedMatrix {
 public:
  BoundedMatrix(std::size_t size, const std::vector<MatrixEntry>& pattern);
  BoundedMatrix(const BoundedMatrix&) = delete;
  BoundedMatrix& operator=(const BoundedMatrix&) = delete;

  std::size_t entry_count() const { return shape_.rows.size(); }
  bool is_sparse() const { return !shape_.order.empty(); }
  [[nodiscard]] bool Factor(std::span<const double> entries, std::span<const double> magnitude);
  void Solve(std::span<double> b) const { mica_linear_solve(&linear_, b.data()); }

 private:
  MatrixShape shape_;
  MicaLinearShape raw_shape_;
  std::vector<double> doubles_;
  std::vector<std::uint32_t> integers_;
  MicaLinear linear_;
};

}  // namespace mica::run
