#include "run/integrators/arkode_integrator.h"

#include <arkode/arkode_arkstep.h>

#include <algorithm>

#include "base/check.h"
#include "run/integrators/step_cubic.h"
#include "runtime/step/bounded_step.h"

namespace mica::run {

namespace {

bool IsImplicit(OneStepMethod method) { return method >= OneStepMethod::kTrbdf2; }

// ARKODE interpolates a method of order q with degree q - 1: linearly for order 2, and for order 1 by the mean of both
// ends, also where a step ends at the stop time. Methods of low order get the cubic through both ends with their
// derivatives instead.
bool HasOwnInterpolation(OneStepMethod method) {
  switch (method) {
    case OneStepMethod::kHeun:
    case OneStepMethod::kBogacki:
    case OneStepMethod::kTrbdf2:
    case OneStepMethod::kImplicitEuler:
      return true;
    default:
      return false;
  }
}

class ArkodeIntegrator final : public SundialsIntegrator {
 public:
  ArkodeIntegrator(OdeProblem& problem, OneStepMethod method, const SundialsSettings& settings)
      : SundialsIntegrator(problem, settings), method_(method) {
    Check(method != OneStepMethod::kImplicitEuler || settings.fixed_step > 0,
          "a method without error estimate needs a fixed step");
    for (N_Vector* v : {&begin_, &end_, &begin_slope_, &end_slope_}) *v = N_VClone(y_);
  }
  ~ArkodeIntegrator() override {
    for (N_Vector v : {begin_, end_, begin_slope_, end_slope_}) N_VDestroy(v);
    if (memory_) ARKStepFree(&memory_);
  }

 private:
  ARKRhsFn Explicit() const { return IsImplicit(method_) ? nullptr : &OnDerivatives; }
  ARKRhsFn Implicit() const { return IsImplicit(method_) ? &OnDerivatives : nullptr; }

  void Begin(bool first) override {
    KeepEnd(time());
    if (!first) {
      Check(ARKStepReInit(memory_, Explicit(), Implicit(), time(), y_) == ARK_SUCCESS, "ARKODE did not restart");
      ARKStepSetInitStep(memory_, 0);
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
      Check(ARKStepSetLinearSolver(memory_, jacobian_->solver(), jacobian_->matrix()) == ARK_SUCCESS,
            "ARKODE refused its linear solver");
      ARKStepSetJacFn(memory_, &OnJacobian);
      Check(ARKStepSetNonlinearSolver(memory_, MakeNewton()) == ARK_SUCCESS, "ARKODE refused its nonlinear solver");
      UseConvergenceTest();
      // Slopes of stages from the solution of their equations, not from f there: what the iteration leaves of an error
      // is multiplied by the stiffness of the model in f, and came back into the states.
      ARKStepSetDeduceImplicitRhs(memory_, SUNTRUE);
      // Of higher degree, the interpolation evaluates f inside of the step, with the same effect on output points.
      ARKStepSetInterpolantDegree(memory_, 3);
    }
  }

  void SetTable() {
    ARKODE_ERKTableID explicit_table = ARKODE_ERK_NONE;
    ARKODE_DIRKTableID implicit_table = ARKODE_DIRK_NONE;
    switch (method_) {
      case OneStepMethod::kHeun:
        explicit_table = ARKODE_HEUN_EULER_2_1_2;
        break;
      case OneStepMethod::kBogacki:
        explicit_table = ARKODE_BOGACKI_SHAMPINE_4_2_3;
        break;
      case OneStepMethod::kDopri45:
        explicit_table = ARKODE_DORMAND_PRINCE_7_4_5;
        break;
      case OneStepMethod::kTrbdf2:
        implicit_table = ARKODE_TRBDF2_3_3_2;
        break;
      case OneStepMethod::kSdirk4:
        implicit_table = ARKODE_ARK436L2SA_DIRK_6_3_4;
        break;
      case OneStepMethod::kEsdirk5:
        implicit_table = ARKODE_KVAERNO_7_4_5;
        break;
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
    if (HasOwnInterpolation(method_)) {
      begin_time_ = time();
      N_VScale(1, y_, begin_);
    }
    // A fixed step ends where it is asked to; at a stop time the states would come from the interpolation.
    double stop = settings_.fixed_step > 0 ? limit + settings_.fixed_step : limit;
    ARKStepSetStopTime(memory_, stop);
    Flag flag = FlagOf(ARKStepEvolve(memory_, stop, y_, &reached, ARK_ONE_STEP));
    if (flag == Flag::kStep && settings_.fixed_step > 0 &&
        limit - reached <= MICA_STEP_SAME_LIMIT * settings_.fixed_step) {
      reached = limit;
      flag = Flag::kStop;
    }
    if (flag <= Flag::kStop) KeepEnd(reached);
    return flag;
  }

  // An explicit stage that cannot be evaluated ends the call, where an implicit one makes ARKODE take a shorter step.
  bool SetFirstStep(double h) override {
    if (IsImplicit(method_) || settings_.fixed_step > 0) return false;
    ARKStepSetInitStep(memory_, h);
    return true;
  }

  void KeepEnd(double at) {
    end_time_ = at;
    N_VScale(1, y_, end_);
    has_slopes_ = false;
  }

  static Flag FlagOf(int result) {
    switch (result) {
      case ARK_SUCCESS:
        return Flag::kStep;
      case ARK_TSTOP_RETURN:
        return Flag::kStop;
      case ARK_ERR_FAILURE:
        return Flag::kErrorTest;
      case ARK_CONV_FAILURE:
      case ARK_LSETUP_FAIL:
        return Flag::kConvergence;
      case ARK_REPTD_RHSFUNC_ERR:
      case ARK_RHSFUNC_FAIL:
      case ARK_UNREC_RHSFUNC_ERR:
        return Flag::kEvaluation;
      default:
        return Flag::kFatal;
    }
  }

  bool StatesAt(double at, N_Vector into) override {
    if (at == end_time_) {
      N_VScale(1, end_, into);
      return true;
    }
    if (!HasOwnInterpolation(method_)) return ARKStepGetDky(memory_, at, 0, into) == ARK_SUCCESS;
    if (at == begin_time_) {
      N_VScale(1, begin_, into);
      return true;
    }
    double h = end_time_ - begin_time_, s = h > 0 ? (at - begin_time_) / h : 1;
    if (!has_slopes_)
      has_slopes_ = Evaluate(begin_time_, begin_, begin_slope_) == 0 && Evaluate(end_time_, end_, end_slope_) == 0;
    // A line, where no derivative is there.
    CubicShares shares = has_slopes_ ? ValueShares(s, h) : CubicShares{1 - s, s, 0, 0};
    AddEnds(shares, into);
    return true;
  }

  void AddEnds(const CubicShares& shares, N_Vector into) {
    N_VLinearSum(shares.begin, begin_, shares.end, end_, into);
    if (!has_slopes_) return;
    N_VLinearSum(1, into, shares.begin_slope, begin_slope_, into);
    N_VLinearSum(1, into, shares.end_slope, end_slope_, into);
  }

  bool interpolates_coarsely() const override { return true; }

  // Not of explicit methods: their interpolation evaluates f, and would leave the model elsewhere. They see more of a
  // step in their stages.
  bool SlopesAt(double at, N_Vector into) override {
    if (!jacobian_) return false;
    if (!HasOwnInterpolation(method_)) return ARKStepGetDky(memory_, at, 1, into) == ARK_SUCCESS;
    double h = end_time_ - begin_time_, s = h > 0 ? (at - begin_time_) / h : 1;
    if (!has_slopes_ || !(h > 0)) return false;
    AddEnds(SlopeShares(s, h), into);
    return true;
  }

  double Damp(N_Vector x) override {
    double gamma = 0;
    if (ARKStepGetCurrentGamma(memory_, &gamma) != ARK_SUCCESS) return 0;
    return SUNLinSolSolve(jacobian_->solver(), jacobian_->matrix(), x, x, 0) == SUNLS_SUCCESS ? gamma : 0;
  }

  // Not ARKODE's own, which after a step that failed is the time of the stage that it failed in; its interpolation is
  // then off by as much.
  double CurrentTime() override { return end_time_; }

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
      return me.Noted(me.jacobian_->Fill(t, y, fy, me.weights_, h, 1, 0, matrix, me.counts_.evaluations));
    });
  }

  OneStepMethod method_;
  void* memory_ = nullptr;
  // The end of the last step that did not fail; of methods with an interpolation of their own its begin and slopes too.
  double begin_time_ = 0, end_time_ = 0;
  N_Vector begin_ = nullptr, end_ = nullptr, begin_slope_ = nullptr, end_slope_ = nullptr;
  bool has_slopes_ = false;
};

}  // namespace

std::unique_ptr<Integrator> MakeArkodeIntegrator(OdeProblem& problem, OneStepMethod method,
                                                 const SundialsSettings& settings) {
  return std::make_unique<ArkodeIntegrator>(problem, method, settings);
}

}  // namespace mica::run
