#include "run/sundials_integrator.h"

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "run/root_location.h"

namespace mica::run {

namespace {
constexpr double kWorstRate = 0.9;  // at which Newton's corrections may shrink (DASSL)
}

SundialsIntegrator::SundialsIntegrator(OdeProblem& problem, const SundialsSettings& settings)
    : problem_(problem), settings_(settings), root_info_(problem.crossing_count()) {
  Check(problem.state_count() > 0, "an integrator without states");
  Check(SUNContext_Create(nullptr, &context_) == 0, "SUNDIALS gave no context");
  auto n = static_cast<sunindextype>(problem.state_count());
  y_ = N_VNew_Serial(n, context_);
  for (N_Vector* v : {&absolute_, &weights_, &errors_, &scratch_}) *v = N_VClone(y_);
  N_VConst(0.0, y_);
  for (sunindextype i = 0; i < n; ++i)
    NV_Ith_S(absolute_, i) = settings.tolerance * std::max(std::abs(problem.nominal()[static_cast<std::size_t>(i)]), 1e-100);
}

SundialsIntegrator::~SundialsIntegrator() {
  if (newton_) SUNNonlinSolFree(newton_);
  for (N_Vector v : {residual_, last_residual_})
    if (v) N_VDestroy(v);
  jacobian_.reset();
  for (N_Vector v : {y_, absolute_, weights_, errors_, scratch_}) N_VDestroy(v);
  SUNContext_Free(&context_);
}

void SundialsIntegrator::Restart(double time, std::span<const double> states) {
  time_ = time;
  std::copy(states.begin(), states.end(), N_VGetArrayPointer(y_));
  crossed_.clear();
  failure_ = {};
  fresh_ = true;
  if (started_) AddCounts(counts_);
  Begin(!started_);
  started_ = true;
  Guard();
}

void SundialsIntegrator::Guard() {
  constexpr int kGuardedSteps = 4;
  if (settings_.first_steps > 0 && settings_.fixed_step == 0) guarded_steps_ = kGuardedSteps;
}

StepEnd SundialsIntegrator::Step(double limit) {
  crossed_.clear();
  for (int attempt = 0;; ++attempt) {
    evaluation_failed_ = false;
    message_.clear();
    double reached = time_;
    double stop = guarded_steps_ > 0 ? std::min(limit, time_ + settings_.first_steps) : limit;
    jacobian_time_ = std::numeric_limits<double>::quiet_NaN();
    Flag flag = StepOnce(stop, reached);
    if (flag == Flag::kStop && stop < limit) flag = Flag::kStep;
    if (caught_) std::rethrow_exception(std::exchange(caught_, nullptr));
    if (flag <= Flag::kRoot) {
      double begin = time_;
      time_ = reached;
      fresh_ = false;
      if (guarded_steps_ > 0) --guarded_steps_;
      if (FindInside(begin)) return StepEnd::kCrossing;
      if (flag == Flag::kRoot) {
        RootInfo(root_info_.data());
        for (std::size_t i = 0; i < root_info_.size(); ++i)
          if (root_info_[i] != 0) crossed_.push_back(i);
        return StepEnd::kCrossing;
      }
      if (flag == Flag::kStop || time_ >= limit) {
        time_ = limit;
        return StepEnd::kLimit;
      }
      return StepEnd::kStep;
    }
    bool may_retry = attempt == 0 && !fresh_ && flag != Flag::kFatal;
    double last = CurrentTime();
    if (!may_retry || !StatesAt(last, y_)) {
      KeepFailure(flag);
      return StepEnd::kFailed;
    }
    // From the last good point, as after an event: what came before may no longer tell how it goes on.
    time_ = last;
    AddCounts(counts_);
    Begin(false);
    Guard();
    fresh_ = true;
  }
}

bool SundialsIntegrator::FindInside(double begin) {
  double interval = settings_.look_interval;
  if (interval <= 0 || problem_.crossing_count() == 0 || time_ - begin <= interval) return false;
  std::size_t n = problem_.state_count();
  for (std::vector<double>* v : {&watched_, &watched_next_}) v->resize(problem_.crossing_count());
  inside_.resize(n);
  auto watch = [&](double t, std::span<double> g) {
    if (!StatesAt(t, scratch_)) return false;
    std::copy_n(N_VGetArrayPointer(scratch_), n, inside_.begin());
    ++counts_.watches;
    return problem_.Watch(t, inside_, g) == Status::kOk;
  };
  if (!watch(begin, watched_)) return false;
  double before = begin;
  for (int k = 1; begin + k * interval < time_; ++k) {
    double point = begin + k * interval;
    if (!watch(point, watched_next_)) return false;
    if (std::optional<Root> root = LocateFirstRoot(before, point, watched_, watched_next_, watch)) {
      if (!StatesAt(root->time, y_)) return false;
      time_ = root->time;
      crossed_ = std::move(root->changed);
      return true;
    }
    before = point;
    watched_.swap(watched_next_);
  }
  return false;
}

void SundialsIntegrator::Interpolate(double time, std::span<double> states) {
  if (fresh_ || !StatesAt(time, scratch_)) {
    std::copy(this->states().begin(), this->states().end(), states.begin());
    return;
  }
  const double* from = N_VGetArrayPointer(scratch_);
  std::copy(from, from + states.size(), states.begin());
}

void SundialsIntegrator::KeepFailure(Flag flag) {
  failure_ = {};
  failure_.time = CurrentTime();
  failure_.detail = message_;
  if (flag == Flag::kEvaluation || evaluation_failed_) failure_.kind = IntegratorFailure::Kind::kEvaluation;
  else if (flag == Flag::kErrorTest) failure_.kind = IntegratorFailure::Kind::kStepTooSmall;
  else if (flag == Flag::kConvergence) failure_.kind = IntegratorFailure::Kind::kConvergence;
  else failure_.kind = IntegratorFailure::Kind::kOther;
  if (!LocalErrors()) return;
  std::size_t n = problem_.state_count();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto error = [&](std::size_t i) {
    double e = std::abs(N_VGetArrayPointer(errors_)[i] * N_VGetArrayPointer(weights_)[i]);
    return std::isfinite(e) ? e : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return error(a) > error(b); });
  constexpr std::size_t kShown = 5;
  for (std::size_t i : order)
    if (failure_.suspects.size() < kShown && error(i) > 0.01) failure_.suspects.push_back(i);
}

IntegratorCounts SundialsIntegrator::counts() const {
  IntegratorCounts all = counts_;
  if (started_) AddCounts(all);
  return all;
}

int SundialsIntegrator::Evaluate(double t, N_Vector y, N_Vector f) {
  std::size_t n = problem_.state_count();
  ++counts_.evaluations;
  Status status = problem_.Evaluate(t, {N_VGetArrayPointer(y), n}, {N_VGetArrayPointer(f), n});
  if (status == Status::kOk) return 0;
  evaluation_failed_ = true;
  return status == Status::kFailed ? 1 : -1;
}

SUNNonlinearSolver SundialsIntegrator::MakeNewton() {
  newton_ = SUNNonlinSol_Newton(y_, context_);
  Check(newton_ != nullptr, "SUNDIALS gave no Newton iteration");
  residual_ = N_VClone(y_);
  last_residual_ = N_VClone(y_);
  return newton_;
}

void SundialsIntegrator::UseConvergenceTest() { SUNNonlinSolSetConvTestFn(newton_, &OnConverged, this); }

// The test of DASSL (Brenan, Campbell, Petzold 1996, 5.2.2): the error that is left after a correction is ρ/(1-ρ) times the correction, where ρ
// is the rate at which the corrections of this iteration shrink. Those of SUNDIALS take ρ from earlier steps, or a first small correction for the
// end. But where an old Jacobian is steeper than the equations are now, by any factor (a limiter, a valve that closes), corrections
// are small by that factor, the predicted point is confirmed whatever the equations say, and the error test, which sees the same corrections, is
// content: the solution goes on as it came. The residual F, in units of the states, shows it: the error is no larger than F wherever the model does not
// amplify it, and F does not shrink where the Jacobian is wrong. So with a Jacobian of another step, either F itself is nothing, or there are two
// corrections at least, and what has not shrunk of F must be nothing.
int SundialsIntegrator::OnConverged(SUNNonlinearSolver newton, N_Vector y, N_Vector correction, double tolerance, N_Vector weights, void* self) {
  return Catch(self, [&](SundialsIntegrator& me) {
    constexpr double kNothing = 0.01;  // of the tolerance
    int iteration = 0;
    SUNNonlinSolGetCurIter(newton, &iteration);
    double size = N_VWrmsNorm(correction, weights);
    if (iteration == 0) me.first_correction_ = size;
    if (size <= me.StateRounding()) return SUN_NLS_SUCCESS;
    bool is_current = me.NewtonResidual(y, correction, me.residual_) == me.jacobian_time_;
    double nothing = kNothing * tolerance;
    if (iteration == 0) {
      std::swap(me.residual_, me.last_residual_);
      bool is_nothing = is_current ? size <= nothing : std::max(size, N_VWrmsNorm(me.last_residual_, weights)) <= nothing;
      return is_nothing ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
    }
    double stuck = is_current ? 0 : me.StuckResidual(correction, weights);
    std::swap(me.residual_, me.last_residual_);
    double rate = std::pow(size / me.first_correction_, 1.0 / iteration);
    if (!(rate <= kWorstRate)) return SUN_NLS_CONV_RECVR;
    // In a coupled system a residual may come late: it has one more iteration to shrink.
    if (stuck > nothing) return iteration > 1 ? SUN_NLS_CONV_RECVR : SUN_NLS_CONTINUE;
    return rate / (1 - rate) * size <= tolerance ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
  });
}

// Of states, in their weights.
double SundialsIntegrator::StateRounding() const { return 10 * std::numeric_limits<double>::epsilon() / settings_.tolerance; }

// Components whose correction is rounding do not count: of a very steep equation the residual is large by rounding alone.
double SundialsIntegrator::StuckResidual(N_Vector correction, N_Vector weights) const {
  const double *now = N_VGetArrayPointer(residual_), *last = N_VGetArrayPointer(last_residual_), *weight = N_VGetArrayPointer(weights);
  const double* step = N_VGetArrayPointer(correction);
  std::size_t n = problem_.state_count();
  double sum = 0, rounding = StateRounding();
  for (std::size_t i = 0; i < n; ++i)
    if (!(std::abs(now[i]) <= kWorstRate * std::abs(last[i])) && std::abs(step[i]) * weight[i] > rounding) sum += now[i] * weight[i] * now[i] * weight[i];
  return std::sqrt(sum / static_cast<double>(n));
}

int SundialsIntegrator::OnDerivatives(double t, N_Vector y, N_Vector ydot, void* self) {
  return Catch(self, [&](SundialsIntegrator& me) { return me.Evaluate(t, y, ydot); });
}

int SundialsIntegrator::OnRoots(double t, N_Vector y, double* g, void* self) {
  return Catch(self, [&](SundialsIntegrator& me) {
    ++me.counts_.watches;
    return me.problem_.Watch(t, {N_VGetArrayPointer(y), me.problem_.state_count()}, {g, me.problem_.crossing_count()}) == Status::kOk ? 0 : -1;
  });
}

void SundialsIntegrator::OnMessage(int code, const char*, const char*, char* message, void* self) {
  if (code < 0 && message) static_cast<SundialsIntegrator*>(self)->message_ = message;
}

}  // namespace mica::run
