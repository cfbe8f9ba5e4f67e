// Run stage: solution of A x = b for one square matrix of fixed pattern, factored many times.
//
// Factored is R A C: C holds a magnitude for each unknown (its nominal value), R the inverse of the largest scaled
// entry of each row, both rounded to powers of two so that scaling loses nothing. Up to kOwnLimit unknowns by
// elimination of our own; up to kDenseLimit, and for patterns that are rather full, LAPACK (getrf, partial pivoting);
// else KLU (block triangular form, AMD), whose pivot order is reused while it stays good. A matrix that is singular to
// working precision can be solved in the least-squares sense with the least scaled norm (gelsd). O(n³) dense. The
// solver is deterministic: equal entries give equal bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace mica::run {

struct MatrixEntry {
  std::uint32_t row, column;
};

class LinearSolver {
 public:
  static constexpr std::size_t kDenseLimit = 50;
  static constexpr std::size_t kOwnLimit = 16;

  // Entries of equal place are added. `extended`: so many further rows and columns, numbered on from `size`: equations
  // with the right side 0, and their unknowns, that the sparse solver eliminates and nobody sees. For SolveLeastNorm
  // and UndeterminedColumns these must be variables that their rows, which come first in the pattern, give from the
  // unknowns and each other in this order, with -1 in their own column (structure/systems/system_jacobian.h).
  LinearSolver(std::size_t size, std::vector<MatrixEntry> pattern, std::size_t extended = 0);
  ~LinearSolver();
  LinearSolver(LinearSolver&&) noexcept;
  LinearSolver& operator=(LinearSolver&&) noexcept;

  std::size_t size() const { return size_; }
  std::size_t entry_count() const { return pattern_.size(); }
  bool is_extended() const { return extended_ > 0; }
  bool is_sparse() const { return sparse_ != nullptr; }

  // Takes the matrix and factors it; `magnitude` of each unknown, of extended ones where they do not follow from their
  // rows. False: singular to working precision, or an entry is not finite.
  [[nodiscard]] bool Factor(std::span<const double> entries, std::span<const double> magnitude);
  bool is_factored() const { return factored_; }
  // b becomes the solution. Only after a Factor that succeeded.
  void Solve(std::span<double> b) const;

  // b becomes the least-squares solution of least scaled norm of the matrix last taken. Gives the scaled residual that
  // remains, relative to the scaled right-hand side, and the rank; a negative residual: no solution was found, or the
  // matrix is too large for it. `point`: b is the residual there, and known no better than rounding of its terms.
  struct LeastNorm {
    double relative_residual = -1;
    std::size_t rank = 0;
  };
  LeastNorm SolveLeastNorm(std::span<double> b, std::span<const double> point = {}) const;

  // The same where a disturbance of the equations, epsilon*(q + K x), says which of all solutions is meant: the limit
  // of the solution for epsilon -> 0, by perturbation of the singular values that vanish. K has the pattern of the
  // matrix last taken; b becomes that limit. Where A x = b has no solution, b becomes the direction in which the
  // solution for a small epsilon grows beyond all bounds, to be multiplied by 1/epsilon.
  LeastNorm SolveInLimit(std::span<double> b, std::span<const double> q, std::span<const double> k,
                         std::span<const double> point = {}) const;
  static constexpr double kConsistent = 1e-9;  // relative residual up to which equations agree

  // For each row of the matrix last taken, the size of its largest term at the magnitudes of the unknowns; 1 for a row
  // of zeros.
  void RowMagnitudes(std::vector<double>& magnitudes) const;

  // Unknowns that the matrix hardly determines: columns with large weight in the null space of the matrix last taken.
  // At most `limit`.
  void UndeterminedColumns(std::size_t limit, std::vector<std::size_t>& columns) const;
  std::vector<std::size_t> UndeterminedColumns(std::size_t limit) const {
    std::vector<std::size_t> columns;
    UndeterminedColumns(limit, columns);
    return columns;
  }

 private:
  struct Sparse;
  bool FactorDense();
  void FactorSmall();
  void SolveSmall(std::span<double> b) const;
  void ScaledDense(std::vector<double>& a) const;
  double RemainingResidual(std::span<const double> point) const;
  void TotalDense(std::vector<double>& a) const;
  void ScaleExtended();
  void SolveExtended() const;

  std::size_t size_ = 0, extended_ = 0;
  std::vector<MatrixEntry> pattern_;
  std::vector<double> entries_, row_scale_, column_scale_;
  bool factored_ = false;
  std::vector<double> lu_;
  std::vector<int> pivots_;
  mutable std::vector<double> work_, residual_;
  // Of SolveLeastNorm and UndeterminedColumns: made at the first call, kept for the next.
  struct LeastNormWork {
    std::vector<double> matrix, original, y, singular, right_side, work;
    std::vector<int> integers;
    std::vector<double> right, weight;
    std::vector<double> left, disturbance, small, small_right;  // of SolveInLimit
  };
  mutable LeastNormWork least_norm_;
  std::unique_ptr<Sparse> sparse_;
};

}  // namespace mica::run
