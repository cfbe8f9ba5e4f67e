#include "run/integrators/ode_jacobian.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace mica::run {

namespace {
constexpr std::size_t kSparseLimit = 50;
}

OdeJacobian::OdeJacobian(OdeProblem& problem, const graph::CompressedRows* pattern, N_Vector like, SUNContext context)
    : problem_(problem), shifted_(problem.state_count()), moved_(problem.state_count()) {
  if (problem.linearisation()) {
    descriptor_ = std::make_unique<DescriptorJacobian>(problem, context);
    return;
  }
  std::size_t states = problem.state_count();
  auto n = static_cast<graph::Index>(states);
  // The Newton matrix needs its diagonal whether or not J has it.
  std::vector<std::pair<graph::Index, graph::Index>> pairs;
  for (graph::Index i = 0; i < n; ++i) {
    if (pattern)
      for (graph::Index j : pattern->row(i)) pairs.emplace_back(i, j);
    else
      for (graph::Index j = 0; j < n; ++j) pairs.emplace_back(i, j);
    pairs.emplace_back(i, i);
  }
  graph::CompressedRows rows = graph::CompressedRows::FromPairs(n, n, pairs).WithoutRepeats();
  columns_ = rows.Transpose();
  coloring_ = graph::ColorColumns(rows);
  bool sparse = pattern && states >= kSparseLimit && 4 * static_cast<std::size_t>(rows.entry_count()) < states * states;
  if (sparse) {
    matrix_ = SUNSparseMatrix(n, n, columns_.entry_count(), CSC_MAT, context);
    solver_ = SUNLinSol_KLU(like, matrix_, context);
  } else {
    matrix_ = SUNDenseMatrix(n, n, context);
    solver_ = SUNLinSol_Dense(like, matrix_, context);
  }
  Check(matrix_ && solver_, "SUNDIALS gave no linear solver");
}

OdeJacobian::~OdeJacobian() {
  if (solver_) SUNLinSolFree(solver_);
  if (matrix_) SUNMatDestroy(matrix_);
}

// One shifted evaluation for each colour; entry (i, j) is then the difference in row i divided by the shift of the one
// column j of the colour that has an entry in this row.
int OdeJacobian::Fill(double t, N_Vector y, N_Vector fy, N_Vector weights, double step, double scale, double shift,
                      SUNMatrix jacobian, std::size_t& evaluations) {
  if (descriptor_) return descriptor_->Fill(t, y, scale, shift, jacobian, evaluations);
  std::size_t n = problem_.state_count();
  const double* state = N_VGetArrayPointer(y);
  const double* f = N_VGetArrayPointer(fy);
  const double* weight = N_VGetArrayPointer(weights);
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  double root = std::sqrt(kUnit), norm = N_VWrmsNorm(fy, weights);
  double least = norm != 0 ? 1000 * std::abs(step) * kUnit * static_cast<double>(n) * norm : 1.0;
  std::copy(state, state + n, shifted_.begin());
  SUNMatZero(jacobian);
  bool sparse = SUNMatGetID(jacobian) == SUNMATRIX_SPARSE;
  if (sparse) {
    sunindextype* begin = SUNSparseMatrix_IndexPointers(jacobian);
    sunindextype* row = SUNSparseMatrix_IndexValues(jacobian);
    for (graph::Index j = 0; j <= columns_.row_count(); ++j)
      begin[j] = j < columns_.row_count() ? columns_.row_begin(j) : columns_.entry_count();
    for (graph::Index k = 0; k < columns_.entry_count(); ++k) row[k] = columns_.entry(k);
  }
  // Columns of one colour, or one alone. Beside a bound (the end of a table) the model may be evaluable on one side
  // only.
  auto take = [&](std::span<const graph::Index> columns) {
    Status status = Status::kFailed;
    if (problem_.has_products()) return TakeProduct(t, {state, n}, columns, scale, shift, jacobian);
    for (double sign : {1.0, -1.0}) {
      for (graph::Index j : columns) {
        auto column = static_cast<std::size_t>(j);
        shifted_[column] = state[column] + sign * std::max(root * std::abs(state[column]), least / weight[column]);
      }
      ++evaluations;
      status = problem_.Evaluate(t, shifted_, moved_);
      if (status != Status::kFailed) break;
    }
    for (graph::Index j : columns) {
      auto column = static_cast<std::size_t>(j);
      double distance = shifted_[column] - state[column];
      shifted_[column] = state[column];
      if (status != Status::kOk) continue;
      for (graph::Index k = columns_.row_begin(j); k < columns_.row_end(j); ++k) {
        auto i = static_cast<std::size_t>(columns_.entry(k));
        double value = scale * (moved_[i] - f[i]) / distance + (i == column ? shift : 0.0);
        if (sparse)
          SUNSparseMatrix_Data(jacobian)[k] = value;
        else
          SM_ELEMENT_D(jacobian, static_cast<sunindextype>(i), j) = value;
      }
    }
    return status;
  };
  for (graph::Index color = 0; color < coloring_.size(); ++color) {
    std::span<const graph::Index> columns = coloring_.groups.row(color);
    Status status = take(columns);
    // Each may have its bound on another side.
    if (status == Status::kFailed && columns.size() > 1) {
      status = Status::kOk;
      for (std::size_t k = 0; k < columns.size() && status == Status::kOk; ++k) status = take(columns.subspan(k, 1));
    }
    if (status != Status::kOk) return status == Status::kFailed ? 1 : -1;
  }
  return 0;
}

// The columns of one colour as a product: no two of them have an entry in one row.
Status OdeJacobian::TakeProduct(double t, std::span<const double> states, std::span<const graph::Index> columns,
                                double scale, double shift, SUNMatrix jacobian) {
  std::vector<double> direction(states.size());
  for (graph::Index j : columns) direction[static_cast<std::size_t>(j)] = 1;
  Status status = problem_.Product(t, states, direction, moved_);
  for (graph::Index j : columns)
    for (graph::Index k = columns_.row_begin(j); status == Status::kOk && k < columns_.row_end(j); ++k) {
      auto i = static_cast<std::size_t>(columns_.entry(k));
      double value = scale * moved_[i] + (i == static_cast<std::size_t>(j) ? shift : 0.0);
      if (SUNMatGetID(jacobian) == SUNMATRIX_SPARSE)
        SUNSparseMatrix_Data(jacobian)[k] = value;
      else
        SM_ELEMENT_D(jacobian, static_cast<sunindextype>(i), j) = value;
    }
  return status;
}

}  // namespace mica::run
