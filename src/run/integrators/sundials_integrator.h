// Run stage: what the integrators of SUNDIALS have in common: vectors, tolerances, callbacks that let no exception into
// C, crossings, failures with the states that are to blame. What a package does in its own way are the private virtual
// functions.
//
// Tolerances: relative `tolerance`, absolute `tolerance` times the nominal value of each state. A failed step is tried
// again once from its beginning, as after an event, before it is given up. Crossings are looked for on the
// interpolation of the step (inside_search.h), not by the packages: after one that changed nothing, what is left of the
// step still holds, and is gone through without another.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <exception>
#include <memory>

#include "run/events/inside_search.h"
#include "run/integrators/ode_jacobian.h"

namespace mica::run {

struct SundialsSettings {
  double tolerance = 1e-6;
  double look_interval =
      0;  // of two crossings inside a step that are further apart, none is missed; 0: only the ends count
  double shortest_step =
      0;  // below it a step that still fails is given up; at least the resolution of time, or there is no progress
  double first_steps = 0;  // the first steps after a restart are no longer: nothing is known yet, and f may vanish by
                           // chance; 0: no limit
  double fixed_step = 0;   // 0: the step follows the tolerance
  // Row i: the states that der(state i) depends on. Null: all.
  const graph::CompressedRows* pattern = nullptr;
};

class SundialsIntegrator : public Integrator {
 public:
  SundialsIntegrator(OdeProblem& problem, const SundialsSettings& settings);
  ~SundialsIntegrator() override;
  SundialsIntegrator(const SundialsIntegrator&) = delete;
  SundialsIntegrator& operator=(const SundialsIntegrator&) = delete;

  void Restart(double time, std::span<const double> states) override;
  void Caution() override { Guard(); }
  bool SidesChanged() override;
  StepEnd Step(double limit) override;
  double time() const override { return time_; }
  std::span<const double> states() const override { return {N_VGetArrayPointer(y_), problem_.state_count()}; }
  void Interpolate(double time, std::span<double> states) override;
  double Contradiction(double time, std::span<const double> slopes, double span) override;
  std::span<const std::size_t> crossed() const override { return crossed_; }
  const IntegratorFailure& failure() const override { return failure_; }
  std::vector<std::size_t> Suspects() override;
  IntegratorCounts counts() const override;

 protected:
  // How a step of the package ended, in words that they share.
  enum class Flag : std::uint8_t { kStep, kStop, kErrorTest, kConvergence, kEvaluation, kFatal };

  template <class Call>
  static int Catch(void* self, Call&& call) {
    auto& integrator = *static_cast<SundialsIntegrator*>(self);
    try {
      return call(integrator);
    } catch (...) {
      integrator.caught_ = std::current_exception();
      return -1;
    }
  }
  static int OnDerivatives(double t, N_Vector y, N_Vector ydot, void* self);
  static void OnMessage(int code, const char* module, const char* function, char* message, void* self);
  // What the package counted itself.
  static void AddTo(IntegratorCounts& counts, long steps, long jacobians, long error_failures,
                    long convergence_failures) {
    counts.steps += static_cast<std::size_t>(steps);
    counts.jacobians += static_cast<std::size_t>(jacobians);
    counts.error_failures += static_cast<std::size_t>(error_failures);
    counts.convergence_failures += static_cast<std::size_t>(convergence_failures);
  }
  // f(t, y), counted. As a status of SUNDIALS.
  int Evaluate(double t, N_Vector y, N_Vector f);
  // What a Jacobian came to: where the model could not be evaluated for it, the step failed for that.
  int Noted(int filled) {
    evaluation_failed_ = evaluation_failed_ || filled != 0;
    return filled;
  }
  // The Newton iteration of implicit methods; lives as long as this.
  SUNNonlinearSolver MakeNewton();
  // Once the package has it, which sets a test of its own: the one below in its place.
  void UseConvergenceTest();

  OdeProblem& problem_;
  SundialsSettings settings_;
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr, absolute_ = nullptr, weights_ = nullptr, errors_ = nullptr, scratch_ = nullptr;
  std::unique_ptr<OdeJacobian> jacobian_;
  IntegratorCounts counts_;   // without what the package counts itself since the last restart
  double jacobian_time_ = 0;  // of the Jacobian, if it was made in the present step; else nan

 private:
  // At time_ with y_. `first`: memory is there, nothing is set.
  virtual void Begin(bool first) = 0;
  // One step, at most to `limit`, exactly if it gets there. y_ becomes the states at `reached`.
  virtual Flag StepOnce(double limit, double& reached) = 0;
  virtual bool StatesAt(double time, N_Vector into) = 0;  // inside of the last step
  // After Begin(false): the first step is no longer than this. False: the package itself takes a shorter step where a
  // point cannot be evaluated.
  virtual bool SetFirstStep(double) { return false; }
  virtual double CurrentTime() = 0;  // the end of the last step that succeeded
  virtual bool SlopesAt(double, N_Vector) {
    return false;
  }  // likewise, of the interpolation; false: it has none that could be compared with f
  virtual bool interpolates_coarsely() const { return false; }  // less exactly than the steps are
  bool TakeOutVariation(std::span<const double> slopes, double* defect);
  // x := (I - γJ)⁻¹ x, with the matrix of the last Newton iteration; γ, or 0 if there is none.
  virtual double Damp(N_Vector) { return 0; }
  virtual bool LocalErrors() = 0;  // into weights_ and errors_
  virtual void AddCounts(IntegratorCounts& counts) const = 0;
  void KeepFailure(Flag flag);
  void Guard();  // the first steps
  // The first crossing in the step from `begin` to time_: time_ and y_ are moved to it.
  bool FindInside(double begin);
  // Derivatives at the end of the last step.
  bool SlopesAtEnd(std::vector<double>& slopes);

  // Whether Newton's iteration for the equations of a step or stage has converged.
  static int OnConverged(SUNNonlinearSolver newton, N_Vector y, N_Vector correction, double tolerance, N_Vector weights,
                         void* self);

  // F of the equations F(y) = 0 of a step or stage, in units of the states: where it was evaluated last, which is where
  // `y`, the sum of the corrections so far, was before this correction. Returns the time of the step or stage: a
  // Jacobian of another one is old.
  virtual double NewtonResidual(N_Vector y, N_Vector correction, N_Vector into) = 0;
  double StateRounding() const;
  // The norm of those components of the residual that have not shrunk since the last correction.
  double StuckResidual(N_Vector correction, N_Vector weights) const;

  SUNNonlinearSolver newton_ = nullptr;
  N_Vector residual_ = nullptr, last_residual_ = nullptr;
  double first_correction_ = 0;
  double time_ = 0;
  int guarded_steps_ = 0;  // still to go
  bool started_ = false, fresh_ = false;
  bool evaluation_failed_ = false;  // in the present step
  double failed_time_ = 0;          // of the last evaluation that failed
  std::string message_;
  std::vector<std::size_t> crossed_;
  InsideSearch inside_;
  std::vector<double> end_slopes_,
      new_slopes_;  // at the end of the last step, if a crossing was found in it: before and after the event
  bool has_end_slopes_ = false;
  double step_begin_ = 0;
  N_Vector begin_slopes_ = nullptr, middle_slopes_ = nullptr;
  std::vector<double> begin_states_;  // of the step, which its interpolation gives back up to rounding only
  IntegratorFailure failure_;
  std::exception_ptr caught_;
};

}  // namespace mica::run
