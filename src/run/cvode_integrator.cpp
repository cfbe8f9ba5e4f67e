#include "run/cvode_integrator.h"

#include <cvode/cvode.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace mica::run {

namespace {

class CvodeIntegrator final : public SundialsIntegrator {
 public:
  CvodeIntegrator(OdeProblem& problem, const SundialsSettings& settings)
      : SundialsIntegrator(problem, settings), memory_(CVodeCreate(CV_BDF, context_)) {
    Check(memory_ != nullptr, "CVODE gave no memory");
  }
  ~CvodeIntegrator() override {
    CVodeFree(&memory_);
    if (newton_) SUNNonlinSolFree(newton_);
  }

 private:
  void Begin(bool first) override {
    if (!first) {
      Check(CVodeReInit(memory_, time(), y_) == CV_SUCCESS, "CVODE did not restart");
      return;
    }
    Check(CVodeInit(memory_, &OnDerivatives, time(), y_) == CV_SUCCESS, "CVODE did not start");
    CVodeSetUserData(memory_, static_cast<SundialsIntegrator*>(this));
    CVodeSetErrHandlerFn(memory_, &OnMessage, static_cast<SundialsIntegrator*>(this));
    Check(CVodeSVtolerances(memory_, settings_.tolerance, absolute_) == CV_SUCCESS, "CVODE refused its tolerances");
    CVodeSetMaxErrTestFails(memory_, 20);
    CVodeSetMaxConvFails(memory_, 30);
    CVodeSetMaxHnilWarns(memory_, -1);
    // The second step after a restart is known from one step of order 1 only: 10⁴ times the first, as CVODE takes it, is not.
    CVodeSetEtaMaxFirstStep(memory_, 10);
    jacobian_ = std::make_unique<OdeJacobian>(problem_, settings_.pattern, y_, context_);
    Check(CVodeSetLinearSolver(memory_, jacobian_->solver(), jacobian_->matrix()) == CV_SUCCESS, "CVODE refused its linear solver");
    CVodeSetJacFn(memory_, &OnJacobian);
    newton_ = SUNNonlinSol_Newton(y_, context_);
    Check(newton_ && CVodeSetNonlinearSolver(memory_, newton_) == CV_SUCCESS, "CVODE refused its nonlinear solver");
    SUNNonlinSolSetConvTestFn(newton_, &OnConverged, static_cast<SundialsIntegrator*>(this));
    CVodeSetMaxNonlinIters(memory_, 5);
    // Of the error test, which sees a small part of a correction only: at order 4 this leaves errors of 0.1 tolerances in the states. With three times that,
    // levels that have settled keep sloshing.
    CVodeSetNonlinConvCoef(memory_, 0.01);
    if (problem_.crossing_count() == 0) return;
    CVodeRootInit(memory_, static_cast<int>(problem_.crossing_count()), &OnRoots);
    CVodeSetNoInactiveRootWarn(memory_);
  }

  Flag StepOnce(double limit, double& reached) override {
    CVodeSetStopTime(memory_, limit);
    // The resolution of time where it stands: near zero a step may be far shorter than near the end, and transients of tiny capacitances are.
    if (settings_.shortest_step > 0) CVodeSetMinStep(memory_, std::min(settings_.shortest_step, 8 * std::numeric_limits<double>::epsilon() * std::abs(CurrentTime())));
    switch (CVode(memory_, limit, y_, &reached, CV_ONE_STEP)) {
      case CV_SUCCESS: return Flag::kStep;
      case CV_TSTOP_RETURN: return Flag::kStop;
      case CV_ROOT_RETURN: return Flag::kRoot;
      case CV_ERR_FAILURE: return Flag::kErrorTest;
      case CV_CONV_FAILURE:
      case CV_LSETUP_FAIL: return Flag::kConvergence;
      case CV_REPTD_RHSFUNC_ERR:
      case CV_UNREC_RHSFUNC_ERR: return Flag::kEvaluation;
      default: return Flag::kFatal;
    }
  }

  bool StatesAt(double at, N_Vector into) override { return CVodeGetDky(memory_, at, 0, into) == CV_SUCCESS; }

  double CurrentTime() override {
    double present = time();
    CVodeGetCurrentTime(memory_, &present);
    return present;
  }

  void RootInfo(int* info) override { CVodeGetRootInfo(memory_, info); }

  bool LocalErrors() override {
    return CVodeGetErrWeights(memory_, weights_) == CV_SUCCESS && CVodeGetEstLocalErrors(memory_, errors_) == CV_SUCCESS;
  }

  void AddCounts(IntegratorCounts& counts) const override {
    long steps = 0, jacobians = 0, errors = 0, convergence = 0;
    CVodeGetNumSteps(memory_, &steps);
    CVodeGetNumJacEvals(memory_, &jacobians);
    CVodeGetNumErrTestFails(memory_, &errors);
    CVodeGetNumStepSolveFails(memory_, &convergence);
    AddTo(counts, steps, jacobians, errors, convergence);
  }

  static int OnJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
    return Catch(self, [&](SundialsIntegrator& base) {
      auto& me = static_cast<CvodeIntegrator&>(base);
      CVodeGetErrWeights(me.memory_, me.weights_);
      double h = 0;
      CVodeGetCurrentStep(me.memory_, &h);
      return me.jacobian_->Fill(t, y, fy, me.weights_, h, 1, 0, matrix, me.counts_.evaluations);
    });
  }

  // The test of DASSL: the error that is left after a correction is ρ/(1-ρ) times the correction, where ρ is the rate at which the corrections
  // shrink. CVODE's own takes a first small correction for the end: where an old Jacobian is much steeper than the equations are now,
  // the solution then drifts, and non-linear models rectify the noise.
  static int OnConverged(SUNNonlinearSolver newton, N_Vector, N_Vector correction, double tolerance, N_Vector weights, void* self) {
    return Catch(self, [&](SundialsIntegrator& base) {
      auto& me = static_cast<CvodeIntegrator&>(base);
      constexpr double kNothing = 0.01;  // of the tolerance
      int iteration = 0;
      SUNNonlinSolGetCurIter(newton, &iteration);
      double size = N_VWrmsNorm(correction, weights);
      if (iteration == 0) me.first_correction_ = size;
      if (size <= kNothing * tolerance) return SUN_NLS_SUCCESS;
      if (iteration == 0) return SUN_NLS_CONTINUE;
      double rate = std::pow(size / me.first_correction_, 1.0 / iteration);
      if (!(rate <= 0.9)) return SUN_NLS_CONV_RECVR;
      return rate / (1 - rate) * size <= tolerance ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
    });
  }

  void* memory_ = nullptr;
  SUNNonlinearSolver newton_ = nullptr;
  double first_correction_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> MakeCvodeIntegrator(OdeProblem& problem, const SundialsSettings& settings) {
  return std::make_unique<CvodeIntegrator>(problem, settings);
}

}  // namespace mica::run
