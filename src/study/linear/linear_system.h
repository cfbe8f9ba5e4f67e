// Study stage: a linear system  der(x) = A x + B u,  y = C x + D u  about a point of a model, and what can be said of
// it.
//
// Modes: eigenvalues of A with damping ratio, frequency and participation factors, which do not depend on units
// (Pérez-Arriaga, Verghese & Schweppe, 1982). Zeros: the invariant zeros, by reduction to a system with invertible D
// (Emami-Naeini & Van Dooren, Automatica 18, 1982), so that zeros at infinity are not mistaken for large ones. O(n³).
#pragma once

#include <Eigen/Core>
#include <complex>
#include <string>
#include <vector>

namespace mica::study {

using Complex = std::complex<double>;

struct LinearSystem {
  std::string model;
  double time = 0;
  Eigen::MatrixXd a, b, c, d;
  std::vector<std::string> states, inputs, outputs;
  std::vector<std::string> state_units, input_units, output_units;
  std::vector<double> state_values, input_values, output_values;  // of the point
  bool is_analytic = true;                                        // no difference quotients were needed
};

struct LinearMode {
  Complex value;
  double damping = 0;                 // -Re/|λ|; 1 for λ = 0 is not meaningful, it is not a number there
  double frequency = 0;               // |Im|/(2π), Hz
  std::vector<double> participation;  // by state, of sum 1
};

// Sorted: by magnitude of the imaginary part, then the real part, the positive one of a pair first.
std::vector<Complex> Eigenvalues(const Eigen::MatrixXd& a);
std::vector<LinearMode> ModesOf(const LinearSystem& system);

// Invariant zeros of the whole system; of one pair with the columns and rows picked.
std::vector<Complex> ZerosOf(const LinearSystem& system);
LinearSystem Pick(const LinearSystem& system, std::size_t input, std::size_t output);

// C (sI - A)⁻¹ B + D
Eigen::MatrixXcd Response(const LinearSystem& system, Complex s);

// gain * Π(s - zero) / Π(s - pole) of one input and one output. Poles that a zero cancels are left out: what is left is
// a minimal realisation.
struct TransferFunction {
  std::vector<Complex> zeros, poles;
  double gain = 0;
  std::vector<double> numerator, denominator;  // from the highest power; the denominator starts with 1
};
TransferFunction TransferOf(const LinearSystem& system, std::size_t input, std::size_t output);

}  // namespace mica::study
