// Run stage: how far the sides of the relations of a mixed system are apart at its solution, and how much of that may be rounding.
//
// Ideal switches come to rest on their edge: no current, and no voltage either. What is computed for them then is rounding, whose sign says nothing, and whose
// size cannot be told from the sides alone: a current of 1e-17 A beside others of 1 A, or the voltage of an inductor with that current over the moment that an
// event looks ahead. So it is found by trying: all numbers that the equations read are disturbed by a few units in the last place, the system is solved again, and
// what that changes is rounding. States that a switch may fix (BlockModel::inlined) may be rounding themselves where an earlier pass of the same event computed them:
// these are disturbed by as much of their nominal value.
#pragma once

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "run/system_solver.h"

namespace mica::run {

class RelationSides {
 public:
  static constexpr double kRounding = 1e-13;  // of the largest side: some hundred units in the last place, of a system that is not too ill-conditioned
  static constexpr double kOfDisturbance = 8; // one disturbance may leave a relation nearly as it was

  // `held`: relations of the system that `solver` solves.
  RelationSides(Instance& instance, SystemSolver& solver, std::vector<std::uint32_t> held);
  void Reserve();

  // At the present solution. Noise is then that of the largest side, until MeasureNoise.
  void Measure();
  // The present values are a solution, with their relations and discrete variables. Everything is put back, but for what the solver says of its last solution.
  // `has_computed_states`: states that a switch may fix come from an earlier pass.
  void MeasureNoise(bool has_computed_states);
  // Of each relation, how far its left side is above its right side; not a number where that cannot be told.
  double distance(std::size_t i) const { return distances_[i]; }
  // Distances below this are rounding.
  double noise(std::size_t i) const { return noise_[i]; }
  bool is_beyond_rounding(std::size_t i) const { return !(std::abs(distances_[i]) <= noise_[i]); }
  // Both sides of a relation of Reals.
  std::optional<std::pair<double, double>> SidesOf(std::size_t i) const;

 private:
  void Disturb(unsigned which, bool has_computed_states);

  Instance& instance_;
  SystemSolver& solver_;
  std::vector<std::uint32_t> held_;
  std::vector<double> distances_, noise_, reals_here_;
};

}  // namespace mica::run
