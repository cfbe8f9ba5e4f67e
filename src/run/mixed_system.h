// Run stage: simultaneous systems with relations or discrete unknowns inside, solved at events (mixed systems).
//
// The mode of such a system is the value of its held relations and discrete unknowns. Between events it does not change. At an event:
//   0 At initialization, where nothing is held yet, the mode is that of the start values. Later the discrete unknowns follow
//     from the values before the event and from what lies outside, with the relations that they read; the others are those of before.
//     In a later pass of the same event iteration the mode of the pass before is kept if its relations hold up to rounding (relation_sides.h).
//   1 Fixed-point iteration: solve the continuous equations in the present mode, recompute the mode from the solution, until it stays.
//   2 If a mode comes again whose solution is the same (a relation on the edge, decided by rounding), that of before is taken if its relations hold up to
//     rounding, else the one that contradicts itself least.
//   3 If it cycles otherwise, or a mode has no solution, one relation at a time is changed, the first that contradicts (Murty, Note on a Bard-type
//     scheme for solving the complementarity problem, 1974). For ideal diodes in a passive circuit that comes to its end, whatever the start. A
//     mode whose equations contradict each other tells by its leaking limit (leaking_switches.h) which relation contradicts.
//   4 If that does not help, combinations of its relations are searched, those that changed before the others,
//     nearest to the present mode first, for one that reproduces itself; at most kLargestSearch of them. Discrete unknowns follow
//     from the relations (a system without relations is searched over its discrete unknowns).
//   5 If no mode fits pre() as it is, the one that the mode of before leads to counts if it fits itself as pre(): a hysteresis whose output takes its input back across
//     the edge stays switched, though within this pass of the event iteration both values contradict themselves. The next pass has it as pre().
// Ties are broken by the order of relations and discrete unknowns in the block model.
// With a bound on the work (work_budget.h) at most that many modes are tried in all, and the last one is taken when they are used up. What was visited
// is kept in memory that is taken at the start.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "run/relation_sides.h"

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
  // At an event. `is_later_pass`: of its iteration, so that the mode of the one before is kept if it can be. False: failure() of the solver tells, with the mode
  // variables added to `failure`.
  bool SolveAtEvent(SystemFailure& failure, bool is_later_pass);

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
  bool Latch();
  bool Pivot();
  // At the solution of `mode`, of which next_ becomes what follows from it: how far relations are from their edges, and what of that is rounding. False: it
  // cannot be evaluated. `is_solution`: where it is the direction in which a solution leaves (Pivot), nothing of it is rounding.
  bool FindContradictions(std::span<const double> mode, bool is_solution, bool has_computed_states = false);
  bool Contradicts(std::size_t i, std::span<const double> mode) const { return next_[i] != mode[i] && sides_.is_beyond_rounding(i); }
  bool KeepsMode();
  bool Search();
  void CollectValues();
  bool Reproduces(std::span<const double> mode);
  bool RestsOnEdge();
  bool IsOnEdge(std::size_t i) const;  // both sides of a relation of Reals are equal up to rounding
  bool may_try() const { return tried_ < budget_.modes.limit; }
  // The bound is reached: the present mode, whatever its relations say.
  bool TakePresent();
  void NameModes(const Mode& start, SystemFailure& failure) const;

  Instance& instance_;
  SystemSolver& solver_;
  WorkBudget& budget_;
  const structure::System& system_;
  const MicaSystemCode& code_;
  ModeVariables mode_variables_;
  const std::vector<std::uint32_t>& held_;        // relations inside of this system
  const std::vector<ScalarId>& discrete_scalars_; // discrete unknowns of it
  std::vector<std::uint32_t> discrete_slots_;
  RelationSides sides_;
  std::vector<std::uint32_t> solution_slots_;  // what tells two solutions apart: the unknowns; where formulas give all, what these give
  std::size_t failures_ = 0;                   // of the solver, so far
  int tried_ = 0;                              // modes, in this pass
  Rows visited_, solutions_;
  SystemFailure failure_;                      // of the solver, in the first mode that had none
  Mode start_, present_, candidate_, expected_, next_, solution_, residuals_;
  std::vector<double> pre_;                    // of discrete unknowns, while others are tried
  std::vector<std::vector<double>> seen_;      // by mode variable: values that it took
  std::vector<std::size_t> varying_, digits_;
};

}  // namespace mica::run
