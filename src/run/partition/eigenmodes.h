// Run stage: the eigenmodes of a small dense matrix: its eigenvalues, and which components take part in which
// eigenmode. By LAPACK, with balancing, so that units do not matter. O(n³).
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace mica::run {

struct Eigenmodes {
  std::vector<std::complex<double>> values;
  // values.size() rows, a row for each eigenmode: the participation factors |w(i) v(i)| of its left and right
  // eigenvectors w and v, scaled to the sum 1. They do not depend on units (Pérez-Arriaga, Verghese & Schweppe, 1982).
  // Empty unless asked for.
  std::vector<double> participation;
};

// `matrix`: column-major n × n, used up. Nothing where the iteration does not converge or entries are not finite.
std::optional<Eigenmodes> FindEigenmodes(std::vector<double> matrix, std::size_t n, bool with_participation);

// x := a⁻¹ b, both column-major n × n, b replaced; false where a is singular.
bool SolveDense(std::vector<double> a, std::vector<double>& b, std::size_t n);

}  // namespace mica::run
