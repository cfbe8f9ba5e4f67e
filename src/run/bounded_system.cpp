#include "run/bounded_system.h"

#include <algorithm>

namespace mica::run {

BoundedSystem::BoundedSystem(Instance& instance, const MicaModelTable& table, const MicaSystemCode& code, std::uint32_t system, int most_iterations, double tolerance)
    : shape_(DescribeSolver(table, system)), raw_shape_(shape_.raw()), doubles_(mica_solver_doubles(&raw_shape_)), integers_(mica_solver_integers(&raw_shape_)) {
  mica_solver_place(&solver_, &raw_shape_, &instance.raw(), &code, static_cast<std::uint32_t>(instance.reals().size()), doubles_.data(), integers_.data());
  solver_.most_iterations = most_iterations;
  solver_.tolerance = tolerance;
}

BoundedMatrix::BoundedMatrix(std::size_t size, const std::vector<MatrixEntry>& pattern)
    : shape_(size, pattern, 0, false), raw_shape_(shape_.raw()), doubles_(mica_linear_doubles(&raw_shape_)), integers_(mica_linear_integers(&raw_shape_)) {
  mica_linear_place(&linear_, &raw_shape_, doubles_.data(), integers_.data());
}

bool BoundedMatrix::Factor(std::span<const double> entries, std::span<const double> magnitude) {
  std::ranges::copy(entries, linear_.entries);
  return mica_linear_factor(&linear_, magnitude.data()) != 0;
}

}  // namespace mica::run
