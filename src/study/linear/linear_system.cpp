#include "study/linear/linear_system.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "run/partition/eigenmodes.h"

namespace mica::study {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// Relative to the largest singular value and the size of the matrix: what rounding leaves of zero.
constexpr double kRankTolerance = 1e-12;
// Relative to the magnitude of the pole, and to the spread of all poles: a zero that near cancels it. Eigenvalues are
// known to the root of the unit of rounding where they are double.
constexpr double kCancels = 1e-7;

void Sort(std::vector<Complex>& values) {
  std::ranges::sort(values, [](Complex x, Complex y) {
    double a = std::abs(x.imag()), b = std::abs(y.imag());
    if (a != b) return a < b;
    if (x.real() != y.real()) return x.real() > y.real();
    return x.imag() > y.imag();
  });
}

struct Quadruple {
  MatrixXd a, b, c, d;
};

// Rows of zeros appended for a decomposition of matrices without rows or columns are never needed: rank 0.
Index RankOf(const Eigen::JacobiSVD<MatrixXd>& svd, double scale) {
  Index rank = 0;
  for (double value : svd.singularValues())
    if (value > kRankTolerance * scale) ++rank;
  return rank;
}

// One half of the algorithm: until D has full row rank.
void ReduceRows(Quadruple& q, double scale) {
  while (q.d.rows() > 0) {
    Index p = q.d.rows(), n = q.a.rows(), rank = 0;
    MatrixXd u = MatrixXd::Identity(p, p);
    if (q.d.cols() > 0) {
      Eigen::JacobiSVD<MatrixXd> svd(q.d, Eigen::ComputeFullU);
      rank = RankOf(svd, scale);
      u = svd.matrixU();
    }
    if (rank == p) return;
    MatrixXd c = u.transpose() * q.c, d = u.transpose() * q.d;
    MatrixXd below = c.bottomRows(p - rank);
    q.c = c.topRows(rank);
    q.d = d.topRows(rank);
    if (n == 0) return;
    Eigen::JacobiSVD<MatrixXd> svd(below, Eigen::ComputeFullV);
    Index seen = RankOf(svd, scale);
    if (seen == 0) return;
    // New basis: first what `below` does not see, then what it does.
    MatrixXd v(n, n);
    v << svd.matrixV().rightCols(n - seen), svd.matrixV().leftCols(seen);
    MatrixXd a = v.transpose() * q.a * v, b = v.transpose() * q.b, c1 = q.c * v;
    Index rest = n - seen;
    MatrixXd new_c(rank + seen, rest), new_d(rank + seen, q.d.cols());
    new_c << c1.leftCols(rest), a.bottomLeftCorner(seen, rest);
    new_d << q.d, b.bottomRows(seen);
    q.a = a.topLeftCorner(rest, rest).eval();
    q.b = b.topRows(rest).eval();
    q.c = new_c;
    q.d = new_d;
  }
}

Quadruple Transposed(const Quadruple& q) {
  return {q.a.transpose(), q.c.transpose(), q.b.transpose(), q.d.transpose()};
}

std::vector<double> Polynomial(const std::vector<Complex>& roots) {
  std::vector<Complex> coefficients{1.0};
  for (Complex root : roots) {
    coefficients.push_back(0.0);
    for (std::size_t i = coefficients.size() - 1; i > 0; --i) coefficients[i] -= root * coefficients[i - 1];
  }
  std::vector<double> real;
  for (Complex value : coefficients) real.push_back(value.real());
  return real;
}

}  // namespace

std::vector<Complex> Eigenvalues(const MatrixXd& a) {
  std::vector<Complex> values;
  if (a.rows() == 0) return values;
  auto n = static_cast<std::size_t>(a.rows());
  std::optional<run::Eigenmodes> modes = run::FindEigenmodes({a.data(), a.data() + n * n}, n, false);
  if (modes) values = modes->values;
  Sort(values);
  return values;
}

std::vector<LinearMode> ModesOf(const LinearSystem& system) {
  std::vector<LinearMode> modes;
  auto n = static_cast<std::size_t>(system.a.rows());
  if (n == 0) return modes;
  std::optional<run::Eigenmodes> found = run::FindEigenmodes({system.a.data(), system.a.data() + n * n}, n, true);
  if (!found) return modes;
  for (std::size_t i = 0; i < n; ++i) {
    LinearMode mode;
    mode.value = found->values[i];
    double size = std::abs(mode.value);
    mode.damping = size > 0 ? -mode.value.real() / size : std::numeric_limits<double>::quiet_NaN();
    mode.frequency = std::abs(mode.value.imag()) / (2 * M_PI);
    for (std::size_t k = 0; k < n; ++k) mode.participation.push_back(found->participation[i * n + k]);
    modes.push_back(std::move(mode));
  }
  std::ranges::stable_sort(modes, [](const LinearMode& x, const LinearMode& y) {
    double a = std::abs(x.value.imag()), b = std::abs(y.value.imag());
    if (a != b) return a < b;
    if (x.value.real() != y.value.real()) return x.value.real() > y.value.real();
    return x.value.imag() > y.value.imag();
  });
  return modes;
}

std::vector<Complex> ZerosOf(const LinearSystem& system) {
  Quadruple q{system.a, system.b, system.c, system.d};
  if (q.b.cols() == 0 || q.c.rows() == 0) return {};
  double scale = std::max({q.a.norm(), q.b.norm(), q.c.norm(), q.d.norm(), std::numeric_limits<double>::min()});
  ReduceRows(q, scale);
  q = Transposed(q);
  ReduceRows(q, scale);
  q = Transposed(q);
  if (q.a.rows() == 0 || q.d.rows() != q.d.cols()) return {};
  if (q.d.rows() == 0) return Eigenvalues(q.a);
  return Eigenvalues(q.a - q.b * q.d.partialPivLu().solve(q.c));
}

LinearSystem Pick(const LinearSystem& system, std::size_t input, std::size_t output) {
  LinearSystem picked = system;
  auto i = static_cast<Index>(input), o = static_cast<Index>(output);
  picked.b = system.b.col(i);
  picked.c = system.c.row(o);
  picked.d = system.d.block(o, i, 1, 1);
  picked.inputs = {system.inputs[input]};
  picked.outputs = {system.outputs[output]};
  picked.input_units = {system.input_units[input]};
  picked.output_units = {system.output_units[output]};
  picked.input_values = {system.input_values[input]};
  picked.output_values = {system.output_values[output]};
  return picked;
}

Eigen::MatrixXcd Response(const LinearSystem& system, Complex s) {
  Eigen::MatrixXcd response = system.d.cast<Complex>();
  Index n = system.a.rows();
  if (n == 0 || system.b.cols() == 0 || system.c.rows() == 0) return response;
  Eigen::MatrixXcd pencil = -system.a.cast<Complex>();
  pencil.diagonal().array() += s;
  response += system.c.cast<Complex>() * pencil.partialPivLu().solve(system.b.cast<Complex>());
  return response;
}

TransferFunction TransferOf(const LinearSystem& system, std::size_t input, std::size_t output) {
  LinearSystem pair = Pick(system, input, output);
  TransferFunction transfer;
  transfer.zeros = ZerosOf(pair);
  transfer.poles = Eigenvalues(pair.a);
  double spread = 0;
  for (Complex pole : transfer.poles) spread = std::max(spread, std::abs(pole));
  // A point that is neither pole nor zero, of the size of the poles, off both axes.
  Complex probe = (spread > 0 ? spread : 1.0) * Complex(1.7, 0.9);
  Complex value = Response(pair, probe)(0, 0);
  std::erase_if(transfer.poles, [&](Complex pole) {
    auto nearest = std::ranges::min_element(transfer.zeros, {}, [&](Complex zero) { return std::abs(zero - pole); });
    if (nearest == transfer.zeros.end()) return false;
    if (std::abs(*nearest - pole) > kCancels * std::max(std::abs(pole), spread * std::sqrt(kCancels))) return false;
    transfer.zeros.erase(nearest);
    return true;
  });
  for (Complex pole : transfer.poles) value *= probe - pole;
  for (Complex zero : transfer.zeros) value /= probe - zero;
  transfer.gain = value.real();
  transfer.numerator = Polynomial(transfer.zeros);
  for (double& coefficient : transfer.numerator) coefficient *= transfer.gain;
  transfer.denominator = Polynomial(transfer.poles);
  return transfer;
}

}  // namespace mica::study
