#include "run/systems/bounded_system.h"

namespace mica::run {

BoundedSystem::BoundedSystem(Instance& instance, const MicaModelTable& table, const MicaSystemCode& code,
                             std::uint32_t system, int most_iterations, double tolerance)
    : shape_(DescribeSolver(table, system)),
      raw_shape_(shape_.raw()),
      doubles_(mica_solver_doubles(&raw_shape_)),
      integers_(mica_solver_integers(&raw_shape_)) {
  mica_solver_place(&solver_, &raw_shape_, &instance.raw(), &code, static_cast<std::uint32_t>(instance.reals().size()),
                    doubles_.data(), integers_.data());
  solver_.most_iterations = most_iterations;
  solver_.tolerance = tolerance;
}

}  // namespace mica::run
