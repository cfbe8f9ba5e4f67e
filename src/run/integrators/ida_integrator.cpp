#include "run/integrators/ida_integrator.h"

#include <ida/ida.h>

#include "base/check.h"

namespace mica::run {

namespace {

class IdaIntegrator final : public SundialsIntegrator {
 public:
  IdaIntegrator(OdeProblem& problem, const SundialsSettings& settings)
      : SundialsIntegrator(problem, settings), memory_(IDACreate(context_)) {
    Check(memory_ != nullptr, "IDA gave no memory");
    derivatives_ = N_VClone(y_);
    f_ = N_VClone(y_);
  }
  ~IdaIntegrator() override {
    IDAFree(&memory_);
    N_VDestroy(derivatives_);
    N_VDestroy(f_);
  }

 private:
  void Begin(bool first) override {
    begin_failed_ = Evaluate(time(), y_, derivatives_) != 0;
    if (begin_failed_) N_VConst(0.0, derivatives_);
    if (!first) {
      Check(IDAReInit(memory_, time(), y_, derivatives_) == IDA_SUCCESS, "IDA did not restart");
      return;
    }
    Check(IDAInit(memory_, &OnResiduals, time(), y_, derivatives_) == IDA_SUCCESS, "IDA did not start");
    IDASetUserData(memory_, static_cast<SundialsIntegrator*>(this));
    IDASetErrHandlerFn(memory_, &OnMessage, static_cast<SundialsIntegrator*>(this));
    Check(IDASVtolerances(memory_, settings_.tolerance, absolute_) == IDA_SUCCESS, "IDA refused its tolerances");
    IDASetMaxErrTestFails(memory_, 20);
    IDASetMaxConvFails(memory_, 30);
    jacobian_ = std::make_unique<OdeJacobian>(problem_, settings_.pattern, y_, context_);
    Check(IDASetLinearSolver(memory_, jacobian_->solver(), jacobian_->matrix()) == IDA_SUCCESS,
          "IDA refused its linear solver");
    IDASetJacFn(memory_, &OnJacobian);
    Check(IDASetNonlinearSolver(memory_, MakeNewton()) == IDA_SUCCESS, "IDA refused its nonlinear solver");
    UseConvergenceTest();
  }

  Flag StepOnce(double limit, double& reached) override {
    if (begin_failed_) return Flag::kEvaluation;
    IDASetStopTime(memory_, limit);
    switch (IDASolve(memory_, limit, &reached, y_, derivatives_, IDA_ONE_STEP)) {
      case IDA_SUCCESS:
        return Flag::kStep;
      case IDA_TSTOP_RETURN:
        return Flag::kStop;
      case IDA_ERR_FAIL:
        return Flag::kErrorTest;
      case IDA_CONV_FAIL:
      case IDA_LSETUP_FAIL:
        return Flag::kConvergence;
      case IDA_REP_RES_ERR:
      case IDA_RES_FAIL:
        return Flag::kEvaluation;
      default:
        return Flag::kFatal;
    }
  }

  bool StatesAt(double at, N_Vector into) override { return IDAGetDky(memory_, at, 0, into) == IDA_SUCCESS; }

  double CurrentTime() override {
    double present = time();
    IDAGetCurrentTime(memory_, &present);
    return present;
  }

  bool SlopesAt(double at, N_Vector into) override { return IDAGetDky(memory_, at, 1, into) == IDA_SUCCESS; }

  // The matrix is c I - J.
  double Damp(N_Vector x) override {
    double c = 0;
    if (IDAGetCurrentCj(memory_, &c) != IDA_SUCCESS || !(c > 0)) return 0;
    N_VScale(c, x, x);
    return SUNLinSolSolve(jacobian_->solver(), jacobian_->matrix(), x, x, 0) == SUNLS_SUCCESS ? 1 / c : 0;
  }

  bool LocalErrors() override {
    return IDAGetErrWeights(memory_, weights_) == IDA_SUCCESS && IDAGetEstLocalErrors(memory_, errors_) == IDA_SUCCESS;
  }

  void AddCounts(IntegratorCounts& counts) const override {
    long steps = 0, jacobians = 0, errors = 0, convergence = 0;
    IDAGetNumSteps(memory_, &steps);
    IDAGetNumJacEvals(memory_, &jacobians);
    IDAGetNumErrTestFails(memory_, &errors);
    IDAGetNumNonlinSolvConvFails(memory_, &convergence);
    AddTo(counts, steps, jacobians, errors, convergence);
  }

  // (der(y) - f)/c, where c = ∂der(y)/∂y
  double NewtonResidual(N_Vector, N_Vector, N_Vector into) override {
    double t = 0, c = 1;
    N_Vector y = nullptr, yp = nullptr, y_now = nullptr, yp_now = nullptr, residual = nullptr;
    void* data = nullptr;
    IDAGetNonlinearSystemData(memory_, &t, &y, &yp, &y_now, &yp_now, &residual, &c, &data);
    N_VScale(1 / c, residual, into);
    return t;
  }

  static int OnResiduals(double t, N_Vector y, N_Vector yp, N_Vector r, void* self) {
    return Catch(self, [&](SundialsIntegrator& base) {
      auto& me = static_cast<IdaIntegrator&>(base);
      int status = me.Evaluate(t, y, me.f_);
      if (status == 0) N_VLinearSum(1, yp, -1, me.f_, r);
      return status;
    });
  }

  static int OnJacobian(double t, double c, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix matrix, void* self,
                        N_Vector f, N_Vector, N_Vector) {
    return Catch(self, [&](SundialsIntegrator& base) {
      auto& me = static_cast<IdaIntegrator&>(base);
      IDAGetErrWeights(me.memory_, me.weights_);
      double h = 0;
      IDAGetCurrentStep(me.memory_, &h);
      N_VLinearSum(1, yp, -1, r, f);
      me.jacobian_time_ = t;
      return me.Noted(me.jacobian_->Fill(t, y, f, me.weights_, h, -1, c, matrix, me.counts_.evaluations));
    });
  }

  void* memory_ = nullptr;
  N_Vector derivatives_ = nullptr, f_ = nullptr;
  bool begin_failed_ = false;
};

}  // namespace

std::unique_ptr<Integrator> MakeIdaIntegrator(OdeProblem& problem, const SundialsSettings& settings) {
  return std::make_unique<IdaIntegrator>(problem, settings);
}

}  // namespace mica::run
