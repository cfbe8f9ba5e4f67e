#include "run/integrators/cvode_integrator.h"

#include <cvode/cvode.h>

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
  ~CvodeIntegrator() override { CVodeFree(&memory_); }

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
    // The second step after a restart is known from one step of order 1 only: 10⁴ times the first, as CVODE takes it,
    // is not.
    CVodeSetEtaMaxFirstStep(memory_, 10);
    jacobian_ = std::make_unique<OdeJacobian>(problem_, settings_.pattern, y_, context_);
    Check(CVodeSetLinearSolver(memory_, jacobian_->solver(), jacobian_->matrix()) == CV_SUCCESS,
          "CVODE refused its linear solver");
    CVodeSetJacFn(memory_, &OnJacobian);
    Check(CVodeSetNonlinearSolver(memory_, MakeNewton()) == CV_SUCCESS, "CVODE refused its nonlinear solver");
    UseConvergenceTest();
    CVodeSetMaxNonlinIters(memory_, 5);
    // Of the error test, which sees a small part of a correction only: at order 4 this leaves errors of 0.1 tolerances
    // in the states. With three times that, levels that have settled keep sloshing.
    CVodeSetNonlinConvCoef(memory_, 0.01);
  }

  Flag StepOnce(double limit, double& reached) override {
    CVodeSetStopTime(memory_, limit);
    // The resolution of time where it stands: near zero a step may be far shorter than near the end, and transients of
    // tiny capacitances are.
    if (settings_.shortest_step > 0)
      CVodeSetMinStep(memory_, std::min(settings_.shortest_step,
                                        8 * std::numeric_limits<double>::epsilon() * std::abs(CurrentTime())));
    switch (CVode(memory_, limit, y_, &reached, CV_ONE_STEP)) {
      case CV_SUCCESS:
        return Flag::kStep;
      case CV_TSTOP_RETURN:
        return Flag::kStop;
      case CV_ERR_FAILURE:
        return Flag::kErrorTest;
      case CV_CONV_FAILURE:
      case CV_LSETUP_FAIL:
        return Flag::kConvergence;
      case CV_REPTD_RHSFUNC_ERR:
      case CV_UNREC_RHSFUNC_ERR:
        return Flag::kEvaluation;
      default:
        return Flag::kFatal;
    }
  }

  bool StatesAt(double at, N_Vector into) override { return CVodeGetDky(memory_, at, 0, into) == CV_SUCCESS; }

  double CurrentTime() override {
    double present = time();
    CVodeGetCurrentTime(memory_, &present);
    return present;
  }

  bool SlopesAt(double at, N_Vector into) override { return CVodeGetDky(memory_, at, 1, into) == CV_SUCCESS; }

  double Damp(N_Vector x) override {
    double gamma = 0;
    if (CVodeGetCurrentGamma(memory_, &gamma) != CV_SUCCESS) return 0;
    return SUNLinSolSolve(jacobian_->solver(), jacobian_->matrix(), x, x, 0) == SUNLS_SUCCESS ? gamma : 0;
  }

  bool LocalErrors() override {
    return CVodeGetErrWeights(memory_, weights_) == CV_SUCCESS &&
           CVodeGetEstLocalErrors(memory_, errors_) == CV_SUCCESS;
  }

  void AddCounts(IntegratorCounts& counts) const override {
    long steps = 0, jacobians = 0, errors = 0, convergence = 0;
    CVodeGetNumSteps(memory_, &steps);
    CVodeGetNumJacEvals(memory_, &jacobians);
    CVodeGetNumErrTestFails(memory_, &errors);
    CVodeGetNumStepSolveFails(memory_, &convergence);
    AddTo(counts, steps, jacobians, errors, convergence);
  }

  // y - y_predicted + rl1 z1 - γ f
  double NewtonResidual(N_Vector y, N_Vector correction, N_Vector into) override {
    double t = 0, gamma = 0, rl1 = 0;
    N_Vector predicted = nullptr, present = nullptr, f = nullptr, z1 = nullptr;
    void* data = nullptr;
    CVodeGetNonlinearSystemData(memory_, &t, &predicted, &present, &f, &gamma, &rl1, &z1, &data);
    N_VLinearSum(1, y, -1, correction, into);
    N_VLinearSum(1, into, rl1, z1, into);
    N_VLinearSum(1, into, -gamma, f, into);
    return t;
  }

  static int OnJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
    return Catch(self, [&](SundialsIntegrator& base) {
      auto& me = static_cast<CvodeIntegrator&>(base);
      CVodeGetErrWeights(me.memory_, me.weights_);
      double h = 0;
      CVodeGetCurrentStep(me.memory_, &h);
      me.jacobian_time_ = t;
      return me.Noted(me.jacobian_->Fill(t, y, fy, me.weights_, h, 1, 0, matrix, me.counts_.evaluations));
    });
  }

  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<Integrator> MakeCvodeIntegrator(OdeProblem& problem, const SundialsSettings& settings) {
  return std::make_unique<CvodeIntegrator>(problem, settings);
}

}  // namespace mica::run
