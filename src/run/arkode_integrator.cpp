#include "run/arkode_integrator.h"

#include <arkode/arkode_arkstep.h>

#include <algorithm>

#include "base/check.h"

namespace mica::run {

namespace {

bool IsImplicit(OneStepMethod method) { return method >= OneStepMethod::kTrbdf2; }

class ArkodeIntegrator final : public SundialsIntegrator {
 public:
  ArkodeIntegrator(OdeProblem& problem, OneStepMethod method, const SundialsSettings& settings)
      : SundialsIntegrator(problem, settings), method_(method) {
    Check(method != OneStepMethod::kImplicitEuler || settings.fixed_step > 0, "a method without error estimate needs a fixed step");
  }
  ~ArkodeIntegrator() override {
    if (memory_) ARKStepFree(&memory_);
  }

 private:
  ARKRhsFn Explicit() const { return IsImplicit(method_) ? nullptr : &OnDerivatives; }
  ARKRhsFn Implicit() const { return IsImplicit(method_) ? &OnDerivatives : nullptr; }

  void Begin(bool first) override {
    if (!first) {
      Check(ARKStepReInit(memory_, Explicit(), Implicit(), time(), y_) == ARK_SUCCESS, "ARKODE did not restart");
      return;
    }
    memory_ = ARKStepCreate(Explicit(), Implicit(), time(), y_, context_);
    Check(memory_ != nullptr, "ARKODE gave no memory");
    ARKStepSetUserData(memory_, static_cast<SundialsIntegrator*>(this));
    ARKStepSetErrHandlerFn(memory_, &OnMessage, static_cast<SundialsIntegrator*>(this));
    Check(ARKStepSVtolerances(memory_, settings_.tolerance, absolute_) == ARK_SUCCESS, "ARKODE refused its tolerances");
    SetTable();
    ARKStepSetMaxNumSteps(memory_, -1);
    ARKStepSetMaxErrTestFails(memory_, 20);
    ARKStepSetMaxConvFails(memory_, 30);
    ARKStepSetMaxHnilWarns(memory_, -1);
    if (settings_.shortest_step > 0) ARKStepSetMinStep(memory_, settings_.shortest_step);
    if (IsImplicit(method_)) {
      jacobian_ = std::make_unique<OdeJacobian>(problem_, settings_.pattern, y_, context_);
      Check(ARKStepSetLinearSolver(memory_, jacobian_->solver(), jacobian_->matrix()) == ARK_SUCCESS, "ARKODE refused its linear solver");
      ARKStepSetJacFn(memory_, &OnJacobian);
      Check(ARKStepSetNonlinearSolver(memory_, MakeNewton()) == ARK_SUCCESS, "ARKODE refused its nonlinear solver");
      UseConvergenceTest();
      // Slopes of stages from the solution of their equations, not from f there: what the iteration leaves of an error is multiplied by the stiffness of the model in
      // f, and came back into the states.
      ARKStepSetDeduceImplicitRhs(memory_, SUNTRUE);
      // Of higher degree, the interpolation evaluates f inside of the step, with the same effect on output points.
      ARKStepSetInterpolantDegree(memory_, 3);
    }
    if (problem_.crossing_count() == 0) return;
    ARKStepRootInit(memory_, static_cast<int>(problem_.crossing_count()), &OnRoots);
    ARKStepSetNoInactiveRootWarn(memory_);
  }

  void SetTable() {
    ARKODE_ERKTableID explicit_table = ARKODE_ERK_NONE;
    ARKODE_DIRKTableID implicit_table = ARKODE_DIRK_NONE;
    switch (method_) {
      case OneStepMethod::kHeun: explicit_table = ARKODE_HEUN_EULER_2_1_2; break;
      case OneStepMethod::kBogacki: explicit_table = ARKODE_BOGACKI_SHAMPINE_4_2_3; break;
      case OneStepMethod::kDopri45: explicit_table = ARKODE_DORMAND_PRINCE_7_4_5; break;
      case OneStepMethod::kTrbdf2: implicit_table = ARKODE_TRBDF2_3_3_2; break;
      case OneStepMethod::kSdirk4: implicit_table = ARKODE_SDIRK_5_3_4; break;
      case OneStepMethod::kEsdirk5: implicit_table = ARKODE_KVAERNO_7_4_5; break;
      case OneStepMethod::kImplicitEuler: {
        double c[] = {1}, a[] = {1}, b[] = {1};
        ARKodeButcherTable table = ARKodeButcherTable_Create(1, 1, 0, c, a, b, nullptr);
        Check(ARKStepSetTables(memory_, 1, 0, table, nullptr) == ARK_SUCCESS, "ARKODE refused its method");
        ARKodeButcherTable_Free(table);
        return;
      }
    }
    Check(ARKStepSetTableNum(memory_, implicit_table, explicit_table) == ARK_SUCCESS, "ARKODE refused its method");
  }

  Flag StepOnce(double limit, double& reached) override {
    if (settings_.fixed_step > 0) ARKStepSetFixedStep(memory_, std::min(settings_.fixed_step, limit - time()));
    ARKStepSetStopTime(memory_, limit);
    switch (ARKStepEvolve(memory_, limit, y_, &reached, ARK_ONE_STEP)) {
      case ARK_SUCCESS: return Flag::kStep;
      case ARK_TSTOP_RETURN: return Flag::kStop;
      case ARK_ROOT_RETURN: return Flag::kRoot;
      case ARK_ERR_FAILURE: return Flag::kErrorTest;
      case ARK_CONV_FAILURE:
      case ARK_LSETUP_FAIL: return Flag::kConvergence;
      case ARK_REPTD_RHSFUNC_ERR:
      case ARK_RHSFUNC_FAIL:
      case ARK_UNREC_RHSFUNC_ERR: return Flag::kEvaluation;
      default: return Flag::kFatal;
    }
  }

  bool StatesAt(double at, N_Vector into) override { return ARKStepGetDky(memory_, at, 0, into) == ARK_SUCCESS; }

  double CurrentTime() override {
    double present = time();
    ARKStepGetCurrentTime(memory_, &present);
    return present;
  }

  void RootInfo(int* info) override { ARKStepGetRootInfo(memory_, info); }

  bool LocalErrors() override {
    return settings_.fixed_step == 0 && ARKStepGetErrWeights(memory_, weights_) == ARK_SUCCESS &&
           ARKStepGetEstLocalErrors(memory_, errors_) == ARK_SUCCESS;
  }

  void AddCounts(IntegratorCounts& counts) const override {
    long steps = 0, jacobians = 0, errors = 0, convergence = 0;
    ARKStepGetNumSteps(memory_, &steps);
    if (jacobian_) ARKStepGetNumJacEvals(memory_, &jacobians);
    ARKStepGetNumErrTestFails(memory_, &errors);
    if (jacobian_) ARKStepGetNumNonlinSolvConvFails(memory_, &convergence);
    AddTo(counts, steps, jacobians, errors, convergence);
  }

  // z - z_known - γ f
  double NewtonResidual(N_Vector z, N_Vector correction, N_Vector into) override {
    double t = 0, gamma = 0;
    N_Vector predicted = nullptr, present = nullptr, f = nullptr, known = nullptr;
    void* data = nullptr;
    ARKStepGetNonlinearSystemData(memory_, &t, &predicted, &present, &f, &gamma, &known, &data);
    N_VLinearSum(1, z, -1, correction, into);
    N_VLinearSum(1, into, -gamma, f, into);
    N_VLinearSum(1, into, -1, known, into);
    return t;
  }

  static int OnJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
    return Catch(self, [&](SundialsIntegrator& base) {
      auto& me = static_cast<ArkodeIntegrator&>(base);
      ARKStepGetErrWeights(me.memory_, me.weights_);
      double h = 0;
      ARKStepGetCurrentStep(me.memory_, &h);
      me.jacobian_time_ = t;
      return me.jacobian_->Fill(t, y, fy, me.weights_, h, 1, 0, matrix, me.counts_.evaluations);
    });
  }

  OneStepMethod method_;
  void* memory_ = nullptr;
};

}  // namespace

std::unique_ptr<Integrator> MakeArkodeIntegrator(OdeProblem& problem, OneStepMethod method, const SundialsSettings& settings) {
  return std::make_unique<ArkodeIntegrator>(problem, method, settings);
}

}  // namespace mica::run
