// Run stage: simultaneous systems with relations or discrete unknowns inside, solved at events (mixed systems).
//
// The mode of such a system is the value of its held relations and discrete unknowns. Between events it does not change. At an event:
//   0 At initialization, where nothing is held yet, the mode is that of the start values. Later the discrete unknowns follow
//     from the values before the event and from what lies outside, with the relations that they read; the others are those of before.
//   1 Fixed-point iteration: solve the continuous equations in the present mode, recompute the mode from the solution, until it stays.
//   2 If a mode comes again whose solution is the same (a relation on the edge, decided by rounding), that of before is taken if its relations hold up to
//     rounding, else the one that contradicts itself least.
//   3 If it cycles otherwise, or a mode has no solution, one relation at a time is changed, the first that contradicts (Murty, Note on a Bard-type
//     scheme for solving the complementarity problem, 1974). For ideal diodes in a passive circuit that comes to its end, whatever the start. A
//     mode whose equations contradict each other tells by its leaking limit (leaking_switches.h) which relation contradicts.
//   4 If that does not help, combinations of its relations are searched, those that changed before the others,
//     nearest to the present mode first, for one that reproduces itself; at most kLargestSearch of them. Discrete unknowns follow
//     from the relations (a system without relations is searched over its discrete unknowns).
// Ties are broken by the order of relations and discrete unknowns in the block model.
// With a bound on the work (work_budget.h) at most that many modes are tried in all, and the last one is taken when they are used up. What was visited
// is kept in memory that is taken at the start.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "run/system_solver.h"

namespace mica::run {

// What makes up the mode of a system.
struct ModeVariables {
  std::vector<std::uint32_t> held;   // relations inside of it
  std::vector<ScalarId> discrete;    // its discrete unknowns, but for Strings
};
ModeVariables FindModeVariables(const Runnable& runnable, std::uint32_t system);

class MixedSystem {
 public:
  static constexpr std::size_t kLargestSearch = 4096;
  static constexpr std::size_t kMostFailures = 4;   // of the solver of a nonlinear system, in one search
  // Changes of one relation at a time: seldom more than relations, in contrived cases 2^n (Murty 1978); the search takes over then.
  static constexpr std::size_t kMostPivots = 50, kPivotsPerRelation = 10;

  MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver, WorkBudget& budget);
  // Takes the memory for as many modes as the bound allows.
  void Reserve();

  bool has_mode() const { return !held_.empty() || !discrete_slots_.empty(); }
  // At an event. False: failure() of the solver tells, with the mode variables added to `failure`.
  bool SolveAtEvent(SystemFailure& failure);

 private:
  using Mode = std::vector<double>;
  // Rows of equal width, one after the other.
  struct Rows {
    std::size_t width = 0, count = 0;
    std::vector<double> values;
    std::span<const double> row(std::size_t i) const { return {values.data() + i * width, width}; }
    void Push(std::span<const double> row) {
      values.resize(std::max(values.size(), (count + 1) * width));
      std::copy(row.begin(), row.end(), values.begin() + static_cast<std::ptrdiff_t>(count++ * width));
    }
  };
  void Read(Mode& mode) const;
  bool IsMode(std::span<const double> mode) const;
  void Write(std::span<const double> mode);
  bool SolveContinuous();
  // Recomputes relations and discrete unknowns from the solution.
  bool Recompute();
  bool RecomputeDiscrete();
  bool FollowRelations();
  bool Iterate(bool& solver_failed);
  bool IsSameSolution(std::size_t first_visited) const;
  bool TakeLeastContradiction(std::size_t first_visited);
  bool Pivot();
  // Of each relation, how far its left side is above its right side at the present solution; not a number where that cannot be told.
  void FindDistances();
  // Differences of the sides of relations below this are rounding.
  double Noise() const;
  bool Search();
  void CollectValues();
  bool Reproduces(std::span<const double> mode);
  bool RestsOnEdge();
  bool IsOnEdge(std::uint32_t held) const;  // both sides of a relation of Reals are equal up to rounding
  std::optional<std::pair<double, double>> SidesOf(std::uint32_t held) const;
  bool may_try() const { return tried_ < budget_.modes.limit; }
  // The bound is reached: the present mode, whatever its relations say.
  bool TakePresent();
  void NameModes(const Mode& start, SystemFailure& failure) const;

  Instance& instance_;
  SystemSolver& solver_;
  WorkBudget& budget_;
  const structure::System& system_;
  const MicaSystemCode& code_;
  std::vector<std::uint32_t> held_;            // relations inside of this system
  std::vector<std::uint32_t> discrete_slots_;  // discrete unknowns of this system
  std::vector<ScalarId> discrete_scalars_;
  std::vector<std::uint32_t> solution_slots_;  // what tells two solutions apart: the unknowns; where formulas give all, what these give
  std::size_t failures_ = 0;                   // of the solver, so far
  int tried_ = 0;                              // modes, in this pass
  Rows visited_, solutions_;
  SystemFailure failure_;                      // of the solver, in the first mode that had none
  Mode start_, present_, candidate_, expected_, next_, solution_, residuals_;
  std::vector<std::vector<double>> seen_;      // by mode variable: values that it took
  std::vector<std::size_t> varying_, digits_;
  std::vector<double> distances_;              // by relation
  double side_size_ = 0;                       // the largest side of a relation
};

}  // namespace mica::run
