#include "run/partition/eigenmodes.h"

#include <algorithm>
#include <cmath>

extern "C" {
void dgeev_(const char* left, const char* right, const int* n, double* a, const int* lda, double* real,
            double* imaginary, double* vl, const int* ldvl, double* vr, const int* ldvr, double* work, const int* lwork,
            int* info, std::size_t left_length, std::size_t right_length);
void dgesv_(const int* n, const int* nrhs, double* a, const int* lda, int* pivots, double* b, const int* ldb,
            int* info);
}

namespace mica::run {

std::optional<Eigenmodes> FindEigenmodes(std::vector<double> matrix, std::size_t n, bool with_participation) {
  Eigenmodes eigenmodes;
  if (n == 0) return eigenmodes;
  if (!std::ranges::all_of(matrix, [](double value) { return std::isfinite(value); })) return std::nullopt;
  std::vector<double> real(n), imaginary(n), left, right;
  if (with_participation) {
    left.resize(n * n);
    right.resize(n * n);
  }
  const char* job = with_participation ? "V" : "N";
  int size = static_cast<int>(n), leading = with_participation ? size : 1, query = -1, info = 0;
  double best = 0;
  dgeev_(job, job, &size, matrix.data(), &size, real.data(), imaginary.data(), left.data(), &leading, right.data(),
         &leading, &best, &query, &info, 1, 1);
  std::vector<double> work(static_cast<std::size_t>(best));
  int length = static_cast<int>(work.size());
  dgeev_(job, job, &size, matrix.data(), &size, real.data(), imaginary.data(), left.data(), &leading, right.data(),
         &leading, work.data(), &length, &info, 1, 1);
  if (info != 0) return std::nullopt;
  for (std::size_t k = 0; k < n; ++k) eigenmodes.values.emplace_back(real[k], imaginary[k]);
  if (!with_participation) return eigenmodes;
  eigenmodes.participation.resize(n * n);
  for (std::size_t k = 0; k < n; ++k) {
    // Of a pair, the real part of the vector stands in its first column and the imaginary part in the second.
    bool is_complex = imaginary[k] != 0;
    std::size_t first = imaginary[k] < 0 ? k - 1 : k;
    auto component = [&](const std::vector<double>& vectors, std::size_t i) {
      return std::complex<double>(vectors[first * n + i], is_complex ? vectors[(first + 1) * n + i] : 0);
    };
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += eigenmodes.participation[k * n + i] = std::abs(component(left, i)) * std::abs(component(right, i));
    for (std::size_t i = 0; i < n && sum > 0; ++i) eigenmodes.participation[k * n + i] /= sum;
  }
  return eigenmodes;
}

bool SolveDense(std::vector<double> a, std::vector<double>& b, std::size_t n) {
  int size = static_cast<int>(n), info = 0;
  std::vector<int> pivots(n);
  dgesv_(&size, &size, a.data(), &size, pivots.data(), b.data(), &size, &info);
  return info == 0;
}

}  // namespace mica::run
