// Run stage: the continuous solution of one simultaneous system of the block model, at fixed values of its relations
// and discrete variables (mixed_system.h iterates over those).
//
// A linear system takes one step from the present point, r(x) + J d = 0, with one refinement; its factors are kept as
// long as System.jacobian_changes allows. If J is singular to working precision but the equations agree, the solution
// is taken that ideal switches among them mean (leaking_switches.h); what these leave open is taken nearest to the
// present point, with a warning (W6205). The Jacobian is that of the structure stage; where there is none, or it cannot
// be evaluated at a point, it is taken by differences. A nonlinear system is attempted by damped Newton iteration, in
// this order:
//   1 by a few steps without damping, from the extrapolation of the last solutions (solution_history.h), then from the
//   last one (not at initialization) 2 from the previous solution, then from the extrapolation 3 from the start values
//   4 from the start values, zeros replaced by nominal values, then by their negatives 5 one unknown, at initialization
//   and events: by a change of sign (scalar_root.h) 6 from 1 and 3 with least-norm steps for singular Jacobians, bounds
//   ignored 7 at initialization and events: along the curve of solutions that starts at 2, 3 and 4 (newton_path.h)
// At a point that an integrator tries, and may give up, it is 1 and 2 until kPatience of them were given up without a
// solution between: what 3 to 7 find is often another branch of solutions. What an attempt finds at initialization, or
// by least-norm steps, must be found with all that follows from the unknowns: y = k*(x - 1) with k = 1e16 has no digit
// where x has all of them, and any residual is rounding of x. Where the Jacobian is singular at a solution, there may
// be others: a warning (W6206). Each attempt is noted with its end, for the report of a failure. With a bound on the
// work (work_budget.h) the runtime solves it from Reserve() on (runtime/systems/bounded_solver.h), and no memory is
// taken any more. After success the unknowns and all inner variables in `reals` belong to the solution; after failure
// the unknowns are as before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/events/leaking_switches.h"
#include "run/instance.h"
#include "run/integrators/difference_jacobian.h"
#include "run/systems/bounded_system.h"
#include "run/systems/newton.h"
#include "run/systems/solution_history.h"
#include "run/work_budget.h"

namespace mica::run {

enum class SolveEnd : std::uint8_t {
  kNotEvaluable,
  kSingular,
  kNoDescent,
  kTooManyIterations,
  kUnresolved,
  kInconsistent /* linear */,
  kNoMode
};

enum class AttemptKind : std::uint8_t {
  kExtrapolated,
  kPrevious,
  kStarts,
  kNominals,
  kNegativeNominals,
  kChangeOfSign,
  kBeyondBounds,
  kLeastNorm,
  kCurve
};

struct AttemptRecord {
  AttemptKind kind;
  SolveEnd end;
  double error;      // the largest residual in units of the largest term of its equation
  double share = 0;  // of a curve: how much of the way was gone
};

// What is known about a system that could not be solved; system_report.h puts it into words.
struct SystemFailure {
  std::uint32_t system = 0;
  double time = 0;
  SolveEnd end = SolveEnd::kNoDescent;
  std::vector<double> unknowns, residuals;  // at the best point reached
  std::vector<std::size_t> undetermined;    // unknowns that the equations do not determine there
  std::vector<std::string>
      modes;  // of a mixed system: relations and discrete variables that found no consistent values
  std::optional<RaisedReport> raised;   // what the model itself said: an assertion, a division
  std::vector<AttemptRecord> attempts;  // in their order, one for each kind: the one that came nearest
};

struct SystemTotals {
  std::size_t solutions = 0, iterations = 0, residuals = 0, jacobians = 0;
};

class SystemSolver final : private NewtonProblem {
 public:
  SystemSolver(Instance& instance, std::uint32_t system, WorkBudget& budget)
      : SystemSolver(instance, instance.table(), instance.code(), system, budget) {}
  // A system of code of its own for a mode of the instance.
  SystemSolver(Instance& instance, const MicaModelTable& table, const MicaCode& code, std::uint32_t system,
               WorkBudget& budget);

  // Nominal values, bounds and start values, once attributes() has run.
  void TakeAttributes();
  // The factors no longer belong to the equations: always (another section, another lambda), or after an event.
  void Invalidate();
  void NoteEvent();
  // Forgets earlier solutions: what was before an event tells nothing about what comes after.
  void ForgetHistory();

  // From now on with bounded work: takes the memory that it may need.
  void Reserve();
  bool Solve();
  // What a solution with bounded work depends on, beside its unknowns.
  void Visit(StateBytes& bytes) {
    if (bounded_) bounded_->Visit(bytes);
  }
  // After a failure of a linear system whose equations contradict each other: the unknowns go where slightly leaking
  // switches would take them, which tells what must change. False: nothing of the kind is known.
  bool TakeEscape();
  // The last solution was one of many: the matrix was singular.
  bool was_singular() const { return was_singular_; }
  const SystemFailure& failure() const { return failure_; }
  SystemTotals totals() const;
  // The solution is one of many, or may be: the last one of a nonlinear system, any so far of a linear one.
  bool leaves_open() const { return is_linear() ? !singular_unknowns_.empty() : is_open_; }
  // The unknowns that were not determined then.
  const std::vector<std::size_t>& singular_unknowns() const { return singular_unknowns_; }

  std::span<const std::uint32_t> slots() const { return slots_; }
  std::span<const double> starts() const { return starts_; }

 private:
  bool Residual(std::span<const double> x, std::span<double> r) override;
  bool Jacobian(std::span<double> entries) override;
  bool Rounded(std::span<const double> x, std::span<double> r) override;
  bool JacobianByDifferences(std::span<double> entries);
  bool is_linear() const { return (system_.flags & MICA_SYSTEM_LINEAR) != 0; }
  bool SolveLinear();
  bool TakeLinearStep(bool fresh);
  bool SolveSingular();
  // Adds up what the switches would add to residuals and Jacobian at x_, where r_ and entries_ belong to.
  void CollectLeaks();
  // A slope is known as well as the state that it leads to: to a share of |x|/gain, however small it is itself.
  void ScaleSlopes();
  bool SolveNonlinear();
  bool AttemptAll();
  double BeyondBounds(std::span<const double> x) const;
  // Of a converged attempt: whether what follows from the unknowns would stay about what it is if these moved by what
  // they may be off.
  bool IsResolved();
  bool SolveBounded();
  bool Attempt(AttemptKind kind, std::span<const double> from, const NewtonSettings& settings);
  // No further from `from` than `reach`, in units of the larger of its value and its nominal value.
  bool AttemptChangeOfSign(double from, double reach, const NewtonSettings& settings);
  bool AttemptCurve(std::span<const double> from, NewtonSettings settings);
  void Record(const AttemptRecord& record);
  void KeepFailure(SolveEnd end, std::span<const double> unknowns, std::span<const double> residuals);
  double RowError(std::span<const double> residuals);

  static constexpr std::size_t kListedUnknowns = MICA_SOLVER_LISTED;
  Instance& instance_;
  WorkBudget& budget_;
  std::uint32_t index_;
  const MicaModelTable& table_;
  const MicaSystem& system_;
  const MicaSystemCode& code_;
  std::span<const std::uint32_t> slots_;
  std::vector<double> starts_, nominal_, lower_, upper_;
  StageSlopes slopes_;
  std::vector<MatrixEntry> pattern_;
  std::unique_ptr<DifferenceJacobian> differences_;  // made when it is wanted
  LinearSolver solver_;
  Newton newton_;
  NewtonEnd last_end_ = NewtonEnd::kConverged;
  bool solver_valid_ = false;
  std::vector<double> x_, r_, d_, entries_, row_magnitudes_;
  std::vector<double> before_, previous_, point_ /* of an attempt */, found_, difference_x_, difference_r_;
  SolutionHistory history_;
  SystemFailure failure_;
  std::vector<AttemptRecord> attempts_;
  static constexpr int kMostCurves =
      4;  // of one instant: a mixed system may ask for solutions in many modes that have none
  int curves_left_ = kMostCurves;
  int trials_failed_ = 0;  // points of an integrator without a solution, since the last solution
  bool has_failure_ = false;
  double best_error_ = 0;
  std::vector<double> first_point_, first_residuals_;  // of a singular system
  std::vector<std::size_t> singular_unknowns_;
  LeakingSwitches switches_;
  std::vector<double> leak_, leak_entries_, toggled_entries_, toggled_, escape_;
  bool was_singular_ = false, has_escape_ = false, is_open_ = false;
  SystemTotals totals_;
  std::unique_ptr<BoundedSystem> bounded_;
};

}  // namespace mica::run
