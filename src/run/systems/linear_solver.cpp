#include "run/systems/linear_solver.h"

#include <dlfcn.h>

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"
#include "runtime/linear/linear.h"

extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* lda, const int* pivots,
             double* b, const int* ldb, int* info, std::size_t);
void dgelsd_(const int* m, const int* n, const int* nrhs, double* a, const int* lda, double* b, const int* ldb,
             double* s, const double* rcond, int* rank, double* work, const int* lwork, int* iwork, int* info);
void dgesvd_(const char* jobu, const char* jobvt, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork, int* info,
             std::size_t, std::size_t);
}

namespace mica::run {

namespace {

// As in the runtime (runtime/linear/linear.h), where the reasons are: the reciprocal condition of the scaled matrix
// below which its solution means nothing; singular values below this share of the largest count as zero.
constexpr double kSingular = MICA_LINEAR_SINGULAR;
constexpr double kRankTolerance = MICA_LINEAR_RANK;
constexpr std::size_t kLeastNormLimit = 2000;
// Unknowns, and multiplications, up to which total derivatives are formed from extended rows and a small dense matrix
// is factored; beyond, all rows are factored together.
constexpr std::size_t kMostDense = 100;
constexpr std::size_t kMostProducts = 1'000'000;
// Reciprocal pivot growth with which an old pivot order serves on: half of the digits are left.
constexpr double kSmallestGrowth = 1e-8;
// With extended rows, whose long chains of substitutions lose more digits: the same as a share of what new pivots had,
// and how small a pivot on the diagonal may be beside its column (Duff, Erisman & Reid, Direct Methods for Sparse
// Matrices, 5.4, advise 0.1).
constexpr double kGrowthShare = 0.1, kPivotShare = 0.1;

double PowerOfTwo(double magnitude) {
  if (!(magnitude > 0) || !std::isfinite(magnitude)) return 1;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -500, 500));
}

// Systems are small, and threads that wait for each other in every factorisation cost more than they bring. What is
// more, a sum that depends on the number of processors would differ from machine to machine.
void UseOneThread() {
  static const bool done = [] {
    // Of OpenBLAS, which may stand behind LAPACK; other implementations lack it. A weak reference would do only if the
    // linker saw that library itself.
    if (void* found = dlsym(RTLD_DEFAULT, "openblas_set_num_threads")) reinterpret_cast<void (*)(int)>(found)(1);
    return true;
  }();
  (void)done;
}

}  // namespace

struct LinearSolver::Sparse {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  std::vector<int> column_begin, row;
  std::vector<std::uint32_t> place;  // of each pattern entry among the values
  std::vector<double> values;
  double fresh_growth = 0;

  Sparse() {
    klu_defaults(&common);
    common.scale = 0;  // scaled already
  }
  ~Sparse() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;

  void Build(std::size_t size, const std::vector<MatrixEntry>& pattern) {
    std::vector<std::uint32_t> order(pattern.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(pattern[a].column, pattern[a].row) < std::pair(pattern[b].column, pattern[b].row);
    });
    place.resize(pattern.size());
    column_begin.assign(size + 1, 0);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const MatrixEntry& entry = pattern[order[k]];
      bool repeated = k > 0 && pattern[order[k - 1]].column == entry.column && pattern[order[k - 1]].row == entry.row;
      if (!repeated) {
        row.push_back(static_cast<int>(entry.row));
        ++column_begin[entry.column + 1];
      }
      place[order[k]] = static_cast<std::uint32_t>(row.size() - 1);
    }
    std::partial_sum(column_begin.begin(), column_begin.end(), column_begin.begin());
    values.resize(row.size());
    symbolic = klu_analyze(static_cast<int>(size), column_begin.data(), row.data(), &common);
  }

  // With extended rows the least pivot may be that of a variable which hardly depends on anything (a component across
  // the plane that a mechanism moves in), and says nothing of the unknowns: what is singular then shows in a pivot of
  // zero, or in the residual of the solution.
  bool Factor(bool is_extended) {
    if (!symbolic) return false;
    auto growth = [&] {
      return klu_rgrowth(column_begin.data(), row.data(), values.data(), symbolic, numeric, &common) != 0
                 ? common.rgrowth
                 : 0.0;
    };
    if (numeric) {
      // The old pivot order, unless pivots have become small beside their columns.
      bool good = klu_refactor(column_begin.data(), row.data(), values.data(), symbolic, numeric, &common) != 0 &&
                  common.status == KLU_OK &&
                  growth() > (is_extended ? std::max(kSmallestGrowth, kGrowthShare * fresh_growth) : kSmallestGrowth);
      if (!good) klu_free_numeric(&numeric, &common);
    }
    if (!numeric) {
      if (is_extended) common.tol = kPivotShare;
      numeric = klu_factor(column_begin.data(), row.data(), values.data(), symbolic, &common);
      if (numeric && common.status == KLU_OK && is_extended) fresh_growth = growth();
    }
    if (!numeric || common.status != KLU_OK) return false;
    return is_extended || (klu_rcond(symbolic, numeric, &common) != 0 && common.rcond > kSingular);
  }
};

LinearSolver::LinearSolver(std::size_t size, std::vector<MatrixEntry> pattern, std::size_t extended)
    : size_(size),
      extended_(extended),
      pattern_(std::move(pattern)),
      entries_(pattern_.size()),
      row_scale_(size + extended, 1.0),
      column_scale_(size + extended, 1.0),
      work_(size + extended) {
  std::size_t all = size + extended;
  for (const MatrixEntry& entry : pattern_)
    Check(entry.row < all && entry.column < all, "a matrix entry outside of the matrix");
  UseOneThread();
  bool full = 4 * pattern_.size() > size * size;
  bool follow_in_order = extended > 0 && !pattern_.empty() && pattern_[0].row >= size;
  bool accumulates = follow_in_order && size <= kMostDense && pattern_.size() * size <= kMostProducts;
  if (accumulates) residual_.resize(size * size);
  if (!accumulates && (extended > 0 || (size > kDenseLimit && !full))) {
    sparse_ = std::make_unique<Sparse>();
    sparse_->Build(all, pattern_);
  } else {
    lu_.resize(size * size);
    pivots_.resize(size);
  }
}
LinearSolver::~LinearSolver() = default;
LinearSolver::LinearSolver(LinearSolver&&) noexcept = default;
LinearSolver& LinearSolver::operator=(LinearSolver&&) noexcept = default;

bool LinearSolver::Factor(std::span<const double> entries, std::span<const double> magnitude) {
  factored_ = false;
  std::copy(entries.begin(), entries.end(), entries_.begin());
  if (extended_ > 0 && !sparse_) {
    // As a matrix of total derivatives, with the scales of these.
    if (!std::ranges::all_of(entries_, [](double value) { return std::isfinite(value); })) return false;
    for (std::size_t j = 0; j < size_; ++j) column_scale_[j] = PowerOfTwo(std::abs(magnitude[j]));
    residual_.assign(size_ * size_, 0.0);
    TotalDense(residual_);
    for (std::size_t i = 0; i < size_; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < size_; ++j)
        largest = std::max(largest, std::abs(residual_[j * size_ + i]) * column_scale_[j]);
      if (!std::isfinite(largest)) return false;
      row_scale_[i] = 1 / PowerOfTwo(largest);
    }
    return factored_ = FactorDense();
  }
  for (std::size_t j = 0; j < magnitude.size(); ++j) column_scale_[j] = PowerOfTwo(std::abs(magnitude[j]));
  if (magnitude.size() < size_ + extended_) ScaleExtended();
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (std::size_t k = 0; k < pattern_.size(); ++k) {
    if (!std::isfinite(entries_[k])) return false;
    double& largest = row_scale_[pattern_[k].row];
    largest = std::max(largest, std::abs(entries_[k]) * column_scale_[pattern_[k].column]);
  }
  for (double& scale : row_scale_) scale = 1 / PowerOfTwo(scale);
  if (!sparse_) return factored_ = FactorDense();
  std::fill(sparse_->values.begin(), sparse_->values.end(), 0.0);
  for (std::size_t k = 0; k < pattern_.size(); ++k)
    sparse_->values[sparse_->place[k]] += entries_[k] * row_scale_[pattern_[k].row] * column_scale_[pattern_[k].column];
  return factored_ = sparse_->Factor(extended_ > 0);
}

// An extended variable is as large as the largest term of the row that gives it, or as the usual nominal value.
void LinearSolver::ScaleExtended() {
  for (std::size_t k = 0; k < pattern_.size() && pattern_[k].row >= size_;) {
    std::uint32_t row = pattern_[k].row;
    double largest = 1;
    for (; k < pattern_.size() && pattern_[k].row == row; ++k)
      if (pattern_[k].column != row)
        largest = std::max(largest, std::abs(entries_[k]) * column_scale_[pattern_[k].column]);
    column_scale_[row] = PowerOfTwo(largest);
  }
}

void LinearSolver::ScaledDense(std::vector<double>& a) const {
  a.assign(size_ * size_, 0.0);
  if (extended_ > 0) {
    TotalDense(a);
    for (std::size_t j = 0; j < size_; ++j)
      for (std::size_t i = 0; i < size_; ++i) a[j * size_ + i] *= row_scale_[i] * column_scale_[j];
    return;
  }
  for (std::size_t k = 0; k < pattern_.size(); ++k)
    a[pattern_[k].column * size_ + pattern_[k].row] +=
        entries_[k] * row_scale_[pattern_[k].row] * column_scale_[pattern_[k].column];
}

// Total derivatives, forward through the extended rows in their order.
void LinearSolver::TotalDense(std::vector<double>& a) const {
  std::vector<double> gradients((extended_ + size_) * size_,
                                0.0);  // by row: first of the extended ones, then of the others
  for (std::size_t k = 0; k < pattern_.size(); ++k) {
    auto [row, column] = pattern_[k];
    if (row == column && row >= size_) continue;
    double* into = &gradients[(row >= size_ ? row - size_ : extended_ + row) * size_];
    if (column < size_) {
      into[column] += entries_[k];
      continue;
    }
    const double* inner = &gradients[(column - size_) * size_];
    for (std::size_t j = 0; j < size_; ++j) into[j] += entries_[k] * inner[j];
  }
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j < size_; ++j) a[j * size_ + i] = gradients[(extended_ + i) * size_ + j];
}

bool LinearSolver::FactorDense() {
  if (size_ == 0) return true;
  if (extended_ > 0) {
    ScaledDense(lu_);
  } else {
    std::fill(lu_.begin(), lu_.end(), 0.0);
    for (std::size_t k = 0; k < pattern_.size(); ++k)
      lu_[pattern_[k].column * size_ + pattern_[k].row] +=
          entries_[k] * row_scale_[pattern_[k].row] * column_scale_[pattern_[k].column];
  }
  int n = static_cast<int>(size_), info = 0;
  if (size_ <= kOwnLimit)
    FactorSmall();
  else
    dgetrf_(&n, &n, lu_.data(), &n, pivots_.data(), &info);
  if (info != 0) return false;
  // The pivots tell of singularity to working precision; what slips through shows in the residual of the solution.
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (std::size_t j = 0; j < size_; ++j) {
    double pivot = std::abs(lu_[j * size_ + j]);
    smallest = std::min(smallest, pivot);
    largest = std::max(largest, pivot);
  }
  return smallest > kSingular * largest;
}

// Gaussian elimination with row exchanges, in place, by columns; pivots_ from 0. For few unknowns a call of LAPACK
// costs more.
void LinearSolver::FactorSmall() {
  std::size_t n = size_;
  for (std::size_t k = 0; k < n; ++k) {
    double* column = &lu_[k * n];
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
    pivots_[k] = static_cast<int>(pivot);
    if (column[pivot] == 0) continue;
    if (pivot != k)
      for (std::size_t j = 0; j < n; ++j) std::swap(lu_[j * n + k], lu_[j * n + pivot]);
    for (std::size_t i = k + 1; i < n; ++i) column[i] /= column[k];
    for (std::size_t j = k + 1; j < n; ++j) {
      double factor = lu_[j * n + k];
      if (factor == 0) continue;
      for (std::size_t i = k + 1; i < n; ++i) lu_[j * n + i] -= column[i] * factor;
    }
  }
}

void LinearSolver::SolveSmall(std::span<double> b) const {
  std::size_t n = size_;
  for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[static_cast<std::size_t>(pivots_[k])]);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) b[i] -= lu_[k * n + i] * b[k];
  for (std::size_t k = n; k-- > 0;) {
    b[k] /= lu_[k * n + k];
    for (std::size_t i = 0; i < k; ++i) b[i] -= lu_[k * n + i] * b[k];
  }
}

// work_ becomes the solution, refined once by its residual.
void LinearSolver::SolveExtended() const {
  int n = static_cast<int>(work_.size());
  residual_ = work_;
  klu_solve(sparse_->symbolic, sparse_->numeric, n, 1, work_.data(), &sparse_->common);
  for (int j = 0; j < n; ++j)
    for (int k = sparse_->column_begin[static_cast<std::size_t>(j)];
         k < sparse_->column_begin[static_cast<std::size_t>(j) + 1]; ++k)
      residual_[static_cast<std::size_t>(sparse_->row[static_cast<std::size_t>(k)])] -=
          sparse_->values[static_cast<std::size_t>(k)] * work_[static_cast<std::size_t>(j)];
  klu_solve(sparse_->symbolic, sparse_->numeric, n, 1, residual_.data(), &sparse_->common);
  for (std::size_t j = 0; j < work_.size(); ++j) work_[j] += residual_[j];
}

void LinearSolver::Solve(std::span<double> b) const {
  DCheck(factored_, "solution with a matrix that was not factored");
  for (std::size_t i = 0; i < size_; ++i) b[i] *= row_scale_[i];
  int n = static_cast<int>(size_), one = 1, info = 0;
  if (extended_ > 0 && sparse_) {
    std::ranges::copy(b, work_.begin());
    std::fill(work_.begin() + n, work_.end(), 0.0);
    SolveExtended();
    std::copy_n(work_.begin(), n, b.begin());
  } else if (sparse_)
    klu_solve(sparse_->symbolic, sparse_->numeric, n, 1, b.data(), &sparse_->common);
  else if (size_ <= kOwnLimit)
    SolveSmall(b);
  else
    dgetrs_("N", &n, &one, lu_.data(), &n, pivots_.data(), b.data(), &n, &info, 1);
  for (std::size_t j = 0; j < size_; ++j) b[j] *= column_scale_[j];
}

LinearSolver::LeastNorm LinearSolver::SolveLeastNorm(std::span<double> b, std::span<const double> point) const {
  bool finite = std::all_of(entries_.begin(), entries_.end(), [](double x) { return std::isfinite(x); }) &&
                std::all_of(b.begin(), b.end(), [](double x) { return std::isfinite(x); });
  if (size_ == 0 || size_ > kLeastNormLimit || !finite) return {};
  auto& [a, original, y, singular, scaled_b, work, integer_work, right, weight, left, disturbance, small, small_right] =
      least_norm_;
  ScaledDense(a);
  original = a;
  y.resize(size_);
  singular.resize(size_);
  for (std::size_t i = 0; i < size_; ++i) y[i] = b[i] * row_scale_[i];
  scaled_b = y;
  int n = static_cast<int>(size_), one = 1, rank = 0, info = 0, query = -1;
  double wanted = 0;
  int wanted_integers = 0;
  dgelsd_(&n, &n, &one, a.data(), &n, y.data(), &n, singular.data(), &kRankTolerance, &rank, &wanted, &query,
          &wanted_integers, &info);
  int length = static_cast<int>(wanted);
  work.resize(std::max<std::size_t>(work.size(), static_cast<std::size_t>(std::max(length, 1))));
  integer_work.resize(static_cast<std::size_t>(std::max(wanted_integers, 1)));
  dgelsd_(&n, &n, &one, a.data(), &n, y.data(), &n, singular.data(), &kRankTolerance, &rank, work.data(), &length,
          integer_work.data(), &info);
  if (info != 0) return {};
  LeastNorm found{RemainingResidual(point), static_cast<std::size_t>(rank)};
  for (std::size_t j = 0; j < size_; ++j) b[j] = y[j] * column_scale_[j];
  return found;
}

// Of the scaled solution in least_norm_, relative to the terms of its row; 0 if it is rounding. Rows are scaled to 1 in
// units of the unknowns' magnitudes: what is left below rounding of those, and of the terms at the point where the
// right side was computed, agrees, however small the terms are; so does what a solution of this size cannot be computed
// to. But not what is small beside the terms of other rows: that of 15 V in a row which an inductance over a short time
// scales by 1e10 is.
double LinearSolver::RemainingResidual(std::span<const double> point) const {
  constexpr double kSolved = 1e-12;  // of the largest row: what a solution cannot be computed to
  const LeastNormWork& w = least_norm_;
  struct Row {
    double residual, size, terms;
  };
  std::vector<Row> rows(size_);
  double norm = 0, worst = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    Row& row = rows[i] = {-w.right_side[i], std::abs(w.right_side[i]), 1};
    for (std::size_t j = 0; j < size_; ++j) {
      double a = w.original[j * size_ + i];
      row.residual += a * w.y[j];
      row.size += std::abs(a * w.y[j]);
      if (!point.empty()) row.terms += std::abs(a * point[j] / column_scale_[j]);
    }
    norm = std::max(norm, row.size);
  }
  for (const Row& row : rows)
    if (!(std::abs(row.residual) <= std::max(MICA_LINEAR_ROUNDING * row.terms, kSolved * norm)))
      worst = std::max(worst, std::abs(row.residual) / row.size);
  return worst;
}

// Scaled, A = U S V' with the left and right singular vectors U0, V0 of vanishing singular values. Of (A + epsilon K) x
// + epsilon q = b the orders of epsilon say: A x0 = b, and U0'(K x0 + q) = 0, which picks x0 = xp + V0 z among the
// solutions. Without a solution x = x1/epsilon + ..., A x1 = 0, and U0' K x1 = U0' b.
LinearSolver::LeastNorm LinearSolver::SolveInLimit(std::span<double> b, std::span<const double> q,
                                                   std::span<const double> k, std::span<const double> point) const {
  auto is_finite = [](std::span<const double> values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  };
  if (size_ == 0 || size_ > kLeastNormLimit || !is_finite(entries_) || !is_finite(b) || !is_finite(q) || !is_finite(k))
    return {};
  if (extended_ > 0) return SolveLeastNorm(b, point);  // the disturbance is one of total derivatives
  auto& [a, original, y, singular, scaled_b, work, integer_work, right, weight, left, disturbance, small, small_right] =
      least_norm_;
  ScaledDense(a);
  original = a;
  for (std::vector<double>* square : {&left, &right}) square->resize(size_ * size_);
  for (std::vector<double>* vector : {&y, &singular, &scaled_b, &weight}) vector->resize(size_);
  disturbance.assign(size_ * size_, 0.0);
  for (std::size_t e = 0; e < pattern_.size(); ++e)
    disturbance[pattern_[e].column * size_ + pattern_[e].row] +=
        k[e] * row_scale_[pattern_[e].row] * column_scale_[pattern_[e].column];
  int n = static_cast<int>(size_), info = 0, query = -1;
  double wanted = 0;
  dgesvd_("A", "A", &n, &n, a.data(), &n, singular.data(), left.data(), &n, right.data(), &n, &wanted, &query, &info, 1,
          1);
  work.resize(std::max<std::size_t>(work.size(), static_cast<std::size_t>(std::max(wanted, 1.0))));
  int length = static_cast<int>(work.size());
  dgesvd_("A", "A", &n, &n, a.data(), &n, singular.data(), left.data(), &n, right.data(), &n, work.data(), &length,
          &info, 1, 1);
  if (info != 0) return {};
  std::size_t rank = 0;
  while (rank < size_ && singular[rank] > MICA_LINEAR_VANISHES * singular[0]) ++rank;
  if (singular[0] == 0) rank = 0;
  for (std::size_t i = 0; i < size_; ++i) scaled_b[i] = b[i] * row_scale_[i];
  std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t s = 0; s < rank; ++s) {
    double part = 0;
    for (std::size_t i = 0; i < size_; ++i) part += left[s * size_ + i] * scaled_b[i];
    for (std::size_t j = 0; j < size_; ++j) y[j] += right[j * size_ + s] * part / singular[s];
  }
  LeastNorm found{RemainingResidual(point), rank};
  bool agrees = found.relative_residual <= kConsistent;
  // What the disturbance asks of the solution: q + K xp, or b where there is none.
  for (std::size_t i = 0; i < size_; ++i) {
    double sum = q[i] * row_scale_[i];
    for (std::size_t j = 0; j < size_; ++j) sum += disturbance[j * size_ + i] * y[j];
    weight[i] = agrees ? -sum : scaled_b[i];
  }
  std::size_t free = size_ - rank;
  small.assign(free * free, 0.0);
  small_right.assign(free, 0.0);
  for (std::size_t r = 0; r < free; ++r) {
    const double* u = &left[(rank + r) * size_];
    for (std::size_t i = 0; i < size_; ++i) small_right[r] += u[i] * weight[i];
    for (std::size_t c = 0; c < free; ++c)
      for (std::size_t j = 0; j < size_; ++j) {
        double v = right[j * size_ + rank + c];
        if (v == 0) continue;
        for (std::size_t i = 0; i < size_; ++i) small[c * free + r] += u[i] * disturbance[j * size_ + i] * v;
      }
  }
  if (free > 0) {
    int m = static_cast<int>(free), one = 1, small_rank = 0, wanted_integers = 0;
    dgelsd_(&m, &m, &one, small.data(), &m, small_right.data(), &m, singular.data(), &kRankTolerance, &small_rank,
            &wanted, &query, &wanted_integers, &info);
    work.resize(std::max<std::size_t>(work.size(), static_cast<std::size_t>(std::max(wanted, 1.0))));
    length = static_cast<int>(work.size());
    integer_work.resize(
        std::max<std::size_t>(integer_work.size(), static_cast<std::size_t>(std::max(wanted_integers, 1))));
    dgelsd_(&m, &m, &one, small.data(), &m, small_right.data(), &m, singular.data(), &kRankTolerance, &small_rank,
            work.data(), &length, integer_work.data(), &info);
    if (info != 0) return {};
    found.rank += static_cast<std::size_t>(small_rank);
  }
  if (!agrees) std::fill(y.begin(), y.end(), 0.0);
  for (std::size_t c = 0; c < free; ++c)
    for (std::size_t j = 0; j < size_; ++j) y[j] += right[j * size_ + rank + c] * small_right[c];
  for (std::size_t j = 0; j < size_; ++j) b[j] = y[j] * column_scale_[j];
  return found;
}

void LinearSolver::RowMagnitudes(std::vector<double>& magnitudes) const {
  magnitudes.resize(size_);
  for (std::size_t i = 0; i < size_; ++i) magnitudes[i] = 1 / row_scale_[i];
}

void LinearSolver::UndeterminedColumns(std::size_t limit, std::vector<std::size_t>& columns) const {
  columns.clear();
  bool finite = std::all_of(entries_.begin(), entries_.end(), [](double x) { return std::isfinite(x); });
  if (size_ == 0 || size_ > kLeastNormLimit || !finite) return;
  auto& [a, original, y, singular, scaled_b, work, integer_work, right, weight, left, disturbance, small, small_right] =
      least_norm_;
  ScaledDense(a);
  singular.resize(size_);
  right.resize(size_ * size_);
  int n = static_cast<int>(size_), one = 1, info = 0, query = -1;
  double wanted = 0, none = 0;
  dgesvd_("N", "A", &n, &n, a.data(), &n, singular.data(), &none, &one, right.data(), &n, &wanted, &query, &info, 1, 1);
  int length = static_cast<int>(wanted);
  work.resize(std::max<std::size_t>(work.size(), static_cast<std::size_t>(std::max(length, 1))));
  dgesvd_("N", "A", &n, &n, a.data(), &n, singular.data(), &none, &one, right.data(), &n, work.data(), &length, &info,
          1, 1);
  if (info != 0) return;
  weight.assign(size_, 0.0);
  for (std::size_t k = 0; k < size_; ++k) {
    if (singular[k] > kRankTolerance * singular[0]) continue;
    for (std::size_t j = 0; j < size_; ++j)
      weight[j] = std::max(weight[j], std::abs(right[j * size_ + k]));  // row k of VT
  }
  // Those of the largest weight; of equal ones the first.
  for (; columns.size() < limit;) {
    std::size_t best = size_;
    for (std::size_t j = 0; j < size_; ++j)
      if (weight[j] > (best < size_ ? weight[best] : MICA_LINEAR_OPEN)) best = j;
    if (best == size_) break;
    weight[best] = 0;
    columns.push_back(best);
  }
  std::sort(columns.begin(), columns.end());
}

}  // namespace mica::run
