// Run stage: simultaneous systems with relations or discrete unknowns inside, solved at events (mixed systems).
//
// The mode of such a system is the value of its held relations and discrete unknowns. Between events it does not change. At an event:
//   0 At initialization, where nothing is held yet, the mode is that of the start values. Later the relations are those of before, and the
//     discrete unknowns follow from them and from what lies outside.
//   1 Fixed-point iteration: solve the continuous equations in the present mode, recompute the mode from the solution, until it stays.
//   2 If a mode comes again whose solution is the same (a relation on the edge, decided by rounding), the present one is taken.
//   3 If it cycles otherwise, or a mode has no solution, combinations of its relations are searched, those that changed before the others,
//     nearest to the present mode first, for one that reproduces itself; at most kLargestSearch of them. Discrete unknowns follow
//     from the relations (a system without relations is searched over its discrete unknowns).
// Ties are broken by the order of relations and discrete unknowns in the block model.
#pragma once

#include <vector>

#include "run/system_solver.h"

namespace mica::run {

class MixedSystem {
 public:
  static constexpr std::size_t kLargestSearch = 4096;

  MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver);

  // At an event. False: failure() of the solver tells, with the mode variables added to `failure`.
  bool SolveAtEvent(SystemFailure& failure);

 private:
  using Mode = std::vector<double>;
  bool has_mode() const { return !held_.empty() || !discrete_slots_.empty(); }
  Mode Read() const;
  void Write(const Mode& mode);
  bool SolveContinuous();
  // Recomputes relations and discrete unknowns from the solution.
  bool Recompute();
  bool FollowRelations();
  bool Iterate(std::vector<Mode>& visited, bool& solver_failed);
  bool Search(const std::vector<Mode>& visited);
  bool Reproduces(const Mode& mode);
  bool RestsOnEdge(const std::vector<Mode>& visited);
  bool IsOnEdge(std::uint32_t held) const;  // both sides of a relation of Reals are equal up to rounding
  std::vector<double> Unknowns() const;

  Instance& instance_;
  SystemSolver& solver_;
  const structure::System& system_;
  const MicaSystemCode& code_;
  std::vector<std::uint32_t> held_;            // relations inside of this system
  std::vector<std::uint32_t> discrete_slots_;  // discrete unknowns of this system
  std::vector<ScalarId> discrete_scalars_;
  std::vector<std::uint32_t> solution_slots_;  // what tells two solutions apart: the unknowns; where formulas give all, what these give
};

}  // namespace mica::run
