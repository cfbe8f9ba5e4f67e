#include "run/systems/newton_path.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

namespace {

double Norm(std::span<const double> v) {
  double sum = 0;
  for (double value : v) sum += value * value;
  return std::sqrt(sum);
}

bool IsFinite(std::span<const double> v) {
  return std::all_of(v.begin(), v.end(), [](double value) { return std::isfinite(value); });
}

// a x = b by elimination with row exchanges, a by columns; b becomes x. Of our own: threads of a library that wait for
// each other in each of many small factorisations cost more than they bring.
bool Eliminate(std::vector<double>& a, std::vector<double>& b) {
  std::size_t m = b.size();
  for (std::size_t k = 0; k < m; ++k) {
    double* column = a.data() + k * m;
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < m; ++i)
      if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
    if (!(std::abs(column[pivot]) > 0)) return false;
    if (pivot != k) {
      for (std::size_t j = k; j < m; ++j) std::swap(a[j * m + k], a[j * m + pivot]);
      std::swap(b[k], b[pivot]);
    }
    for (std::size_t i = k + 1; i < m; ++i) column[i] /= column[k];
    for (std::size_t j = k + 1; j < m; ++j) {
      double factor = a[j * m + k];
      if (factor == 0) continue;
      for (std::size_t i = k + 1; i < m; ++i) a[j * m + i] -= column[i] * factor;
    }
    for (std::size_t i = k + 1; i < m; ++i) b[i] -= column[i] * b[k];
  }
  for (std::size_t k = m; k-- > 0;) {
    b[k] /= a[k * m + k];
    for (std::size_t i = 0; i < k; ++i) b[i] -= a[k * m + i] * b[k];
  }
  return IsFinite(b);
}

constexpr int kMostCorrections = 6;
constexpr double kCorrected = 1e-6;  // of the curve: it is a way, the end is iterated to the full
// Of the direction in lambda: numbers of no pattern, small beside it, that make the bordered matrix regular.
constexpr double kAside = 1e-3;

}  // namespace

NewtonPath::NewtonPath(NewtonProblem& problem, std::vector<MatrixEntry> pattern, std::size_t size,
                       std::function<bool()> stop)
    : problem_(problem),
      pattern_(std::move(pattern)),
      n_(size),
      stop_(std::move(stop)),
      scale_(size),
      row_(size, 1.0),
      f0_(size),
      x_(size),
      r_(size),
      entries_(pattern_.size()),
      matrix_((size + 1) * (size + 1)),
      factors_(matrix_.size()),
      tangent_(size + 1) {}

// y: the scaled unknowns, then λ. r_ becomes the scaled residual of the curve.
bool NewtonPath::Evaluate(std::span<const double> y) {
  for (std::size_t i = 0; i < n_; ++i) x_[i] = y[i] * scale_[i];
  if (!problem_.Residual(x_, r_) || !IsFinite(r_)) return false;
  for (std::size_t i = 0; i < n_; ++i) r_[i] = r_[i] / row_[i] - (1 - y[n_]) * f0_[i];
  return true;
}

// At the point of the last evaluation: dG/dx by columns, dG/dλ; the last row is left open.
bool NewtonPath::FillMatrix() {
  if (!problem_.Jacobian(entries_) || !IsFinite(entries_)) return false;
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  std::size_t m = n_ + 1;
  for (std::size_t k = 0; k < pattern_.size(); ++k) {
    auto [row, column] = pattern_[k];
    matrix_[column * m + row] += entries_[k] * scale_[column] / row_[row];
  }
  for (std::size_t i = 0; i < n_; ++i) matrix_[n_ * m + i] = f0_[i];
  return true;
}

bool NewtonPath::SolveBordered(std::span<const double> normal, std::vector<double>& b) {
  std::size_t m = n_ + 1;
  factors_ = matrix_;
  for (std::size_t j = 0; j < m; ++j) factors_[j * m + n_] = normal[j];
  return Eliminate(factors_, b);
}

// The direction that keeps all equations, on from the one of before.
bool NewtonPath::Tangent() {
  if (!FillMatrix()) return false;
  std::vector<double> b(n_ + 1, 0.0);
  b[n_] = 1;
  if (!SolveBordered(tangent_, b)) return false;
  double norm = Norm(b);
  if (!(norm > 0)) return false;
  for (std::size_t i = 0; i <= n_; ++i) tangent_[i] = b[i] / norm;
  return true;
}

// Newton iteration in the plane through y normal to the tangent.
bool NewtonPath::Correct(std::vector<double>& y) {
  double before = 0;
  for (int k = 0; k < kMostCorrections; ++k) {
    if (!Evaluate(y) || !FillMatrix()) return false;
    std::vector<double> b(n_ + 1, 0.0);
    for (std::size_t i = 0; i < n_; ++i) b[i] = -r_[i];
    if (!SolveBordered(tangent_, b)) return false;
    double step = Norm(b), size = std::max(1.0, Norm(y));
    if (k > 0 && step > before / 2) return false;
    for (std::size_t i = 0; i <= n_; ++i) y[i] += b[i];
    if (step <= kCorrected * size) return Evaluate(y);
    before = step;
  }
  return false;
}

bool NewtonPath::Follow(std::span<double> x, std::span<const double> nominal) {
  furthest_ = 0;
  steps_ = 0;
  if (n_ == 0 || n_ > kMostUnknowns) return false;
  std::vector<double> y(n_ + 1, 0.0);
  for (std::size_t i = 0; i < n_; ++i) {
    scale_[i] = std::max(std::abs(x[i]), nominal[i]);
    y[i] = x[i] / scale_[i];
  }
  std::fill(row_.begin(), row_.end(), 1.0);
  std::fill(f0_.begin(), f0_.end(), 0.0);
  if (!Evaluate(y) || !problem_.Jacobian(entries_) || !IsFinite(entries_)) return false;
  // The largest term of each equation; of one that is flat here, its residual.
  std::vector<double> largest(n_, 0.0);
  for (std::size_t k = 0; k < pattern_.size(); ++k)
    largest[pattern_[k].row] = std::max(largest[pattern_[k].row], std::abs(entries_[k]) * scale_[pattern_[k].column]);
  std::vector<double> residual = r_;
  for (std::size_t i = 0; i < n_; ++i) {
    row_[i] = largest[i] > 0 ? largest[i] : residual[i] != 0 ? std::abs(residual[i]) : 1.0;
    f0_[i] = residual[i] / row_[i];
  }
  if (Norm(f0_) == 0) return true;
  // λ grows. The other entries keep the bordered matrix regular where the Jacobian of F is not.
  for (std::size_t i = 0; i < n_; ++i) tangent_[i] = kAside * std::cos(static_cast<double>(i + 1));
  tangent_[n_] = 1;
  if (!Evaluate(y) || !Tangent()) return false;
  if (tangent_[n_] < 0)
    for (double& t : tangent_) t = -t;

  double step = kFirstStep;
  std::vector<double> next(n_ + 1), before_tangent(n_ + 1);
  while (steps_ < kMostSteps && step >= kShortestStep) {
    if (stop_()) return false;
    ++steps_;
    double size = std::max(1.0, Norm(std::span(y).first(n_)));
    if (size > kFarAway) return false;
    for (std::size_t i = 0; i <= n_; ++i) next[i] = y[i] + step * size * tangent_[i];
    before_tangent = tangent_;
    if (!Correct(next) || !Tangent()) {
      tangent_ = before_tangent;
      step /= 2;
      continue;
    }
    // A sharp turn may be a jump to another branch: look closer.
    double turn = 0;
    for (std::size_t i = 0; i <= n_; ++i) turn += tangent_[i] * before_tangent[i];
    constexpr double kSharpTurn = 0.7;  // some 45 degrees
    if (turn < kSharpTurn && step > 64 * kShortestStep) {
      tangent_ = before_tangent;
      step /= 4;
      continue;
    }
    furthest_ = std::max(furthest_, std::min(next[n_], 1.0));
    if (next[n_] >= 1) {
      double share = next[n_] == y[n_] ? 1.0 : (1 - y[n_]) / (next[n_] - y[n_]);
      for (std::size_t i = 0; i < n_; ++i) x[i] = scale_[i] * (y[i] + share * (next[i] - y[i]));
      return true;
    }
    y = next;
    step = std::min(kLongestStep, step * (turn > 0.95 ? 2.0 : 1.2));
  }
  return false;
}

}  // namespace mica::run
