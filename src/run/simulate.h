// Run stage: a simulation, from compiled code and an experiment to rows of a result.
//
// Rows: one at the start, one at each point of the output grid (by the integrator's interpolation, so that the grid
// does not steer the steps), and the two sides of every event. What was computed before a failure or a cancellation
// stays in the result. Equal inputs give equal bits, however often and wherever they run: nothing depends on wall time,
// addresses or threads.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "result/result_writer.h"
#include "run/experiment.h"
#include "run/initialize.h"
#include "run/report/step_cost.h"
#include "run/runnable.h"
#include "run/step_observer.h"
#include "run/work_budget.h"

namespace mica::run {

enum class Outcome : std::uint8_t {
  kFinished,
  kTerminated,  // terminate() was called: a normal end
  kFailed,      // reported
  kCancelled,
  kRefused,  // the inputs of the run are wrong: nothing was run
};

struct SimulationStatistics {
  std::string method;
  std::size_t steps = 0, fevals = 0, jacobians = 0, error_failures = 0, convergence_failures = 0;
  std::size_t state_events = 0, time_events = 0, event_passes = 0;
  std::size_t system_solutions = 0, newton_iterations = 0, system_residuals = 0, system_jacobians = 0;
  int homotopy_steps = 0;
  std::size_t rows = 0;
  // Of a method with a fixed step. A step is the work from one point to the next with the events at its end, without
  // what only rows of the result need.
  bool has_fixed_step = false;
  std::size_t modes = 0;
  bool more_modes = false;     // than the record has room for
  std::size_t mode_codes = 0;  // modes with code of their own
  StepCost step_cost;
  WorkBudget work;
  double initialize_seconds = 0,
         integrate_seconds = 0;  // wall time; with step_cost the only fields that differ between equal runs
};

struct SimulationResult {
  Outcome outcome = Outcome::kFailed;
  bool initialized = false;            // if not, there are no rows
  double time = 0;                     // that was reached
  std::string reason;                  // a line for people: the message of terminate(), what failed
  std::vector<UsedStart> used_starts;  // start values that were not fixed, and used as initial values
  SimulationStatistics statistics;
};

// Called at every output point with the present time, the start and the stop time.
using Progress = std::function<void(double time, double start, double stop)>;

// The method of the plan is taken as it is: that it suits the model is for the session to see to (session/plan.h).
SimulationResult Simulate(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer, DiagnosticSink& sink,
                          const Progress& progress = {}, std::stop_token stop = {}, StepObserver* observer = nullptr);

// The same, driven from outside, which may do something between two steps: hand over what another part of a
// distributed run has sent (DelayBuffers::Take), look at variables, change inputs and states, go back to a state that
// was saved. Events, methods and messages are those of Simulate.
class DrivenRun {
 public:
  virtual ~DrivenRun() = default;
  // Initialization, the first row and what happens at the start. False, here and for Advance: there is no further step.
  virtual bool Begin() = 0;
  // One step, with the events at its end.
  virtual bool Advance() = 0;
  // To `time`, at most the stop of the plan; all variables belong to it then. False, here and below: the run has ended
  // before, as result() says, and cannot be advanced any more, unless it goes back to a saved state.
  virtual bool AdvanceTo(double time, std::stop_token stop = {}) = 0;
  // What `change` does to inputs and states happens now, as an event: conditions that it makes true fire, discrete
  // variables follow.
  virtual bool Change(const std::function<void(Instance&)>& change) = 0;
  // Once, after the last step. Where it was not at the stop time, the outcome is kCancelled.
  virtual SimulationResult End() = 0;

  // Everything that the further run depends on, histories and Strings included, but not the memory of external objects,
  // as one block of bytes without pointers. From there the run goes on, also another one of the same plan: with the
  // same bits by a method with bounded work, by others as after a restart, the same each time. Not of a part of a
  // distributed run, whose histories others fill.
  virtual std::vector<std::byte> Save() = 0;
  // False also where these are not bytes of such a run: then it must be begun again.
  virtual bool Restore(std::span<const std::byte> state) = 0;

  virtual bool going() const = 0;  // it has not failed, and has not been ended
  virtual const SimulationResult& result() const = 0;
  virtual double time() const = 0;
  virtual Instance& instance() = 0;
  // Of methods without a fixed step: no step is longer.
  virtual void LimitSteps(double longest) = 0;
  // Of the same: a step ends there, since something from outside is not smooth at that time.
  virtual void StopAt(double time) = 0;
};
// Runnable, plan, writer and sink outlive it.
std::unique_ptr<DrivenRun> MakeDrivenRun(const Runnable& runnable, const RunPlan& plan, ResultWriter& writer,
                                         DiagnosticSink& sink, std::stop_token stop = {});
// Without rows, by the general code; runnable and sink outlive it.
std::unique_ptr<DrivenRun> MakeSilentRun(const Runnable& runnable, RunPlan plan, DiagnosticSink& sink);

}  // namespace mica::run
