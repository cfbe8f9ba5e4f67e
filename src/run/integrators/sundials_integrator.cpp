#include "run/integrators/sundials_integrator.h"

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace mica::run {

namespace {
constexpr double kNotZero = 1e-100;  // of a nominal value, so that weights are finite
constexpr double kWorstRate = 0.9;   // at which Newton's corrections may shrink (DASSL)
constexpr double kTimeRounding = 8 * std::numeric_limits<double>::epsilon();  // of a time, relative to it
}  // namespace

SundialsIntegrator::SundialsIntegrator(OdeProblem& problem, const SundialsSettings& settings)
    : problem_(problem), settings_(settings), inside_(problem, settings.look_interval) {
  Check(problem.state_count() > 0, "an integrator without states");
  Check(SUNContext_Create(nullptr, &context_) == 0, "SUNDIALS gave no context");
  auto n = static_cast<sunindextype>(problem.state_count());
  y_ = N_VNew_Serial(n, context_);
  for (N_Vector* v : {&absolute_, &weights_, &errors_, &scratch_, &begin_slopes_, &middle_slopes_}) *v = N_VClone(y_);
  N_VConst(0.0, y_);
  for (sunindextype i = 0; i < n; ++i)
    NV_Ith_S(absolute_, i) =
        settings.tolerance * std::max(std::abs(problem.nominal()[static_cast<std::size_t>(i)]), kNotZero);
}

SundialsIntegrator::~SundialsIntegrator() {
  if (newton_) SUNNonlinSolFree(newton_);
  for (N_Vector v : {residual_, last_residual_})
    if (v) N_VDestroy(v);
  jacobian_.reset();
  for (N_Vector v : {y_, absolute_, weights_, errors_, scratch_, begin_slopes_, middle_slopes_}) N_VDestroy(v);
  SUNContext_Free(&context_);
}

void SundialsIntegrator::Restart(double time, std::span<const double> states) {
  time_ = time;
  std::copy(states.begin(), states.end(), N_VGetArrayPointer(y_));
  crossed_.clear();
  failure_ = {};
  fresh_ = true;
  inside_.Restart();
  if (started_) AddCounts(counts_);
  Begin(!started_);
  started_ = true;
  Guard();
}

void SundialsIntegrator::Guard() {
  constexpr int kGuardedSteps = 4;
  if (settings_.first_steps > 0 && settings_.fixed_step == 0) guarded_steps_ = kGuardedSteps;
}

// A relation that changes nothing where it changes may still be a kink: what is left of the step then does not hold.
bool SundialsIntegrator::SidesChanged() {
  inside_.Restart();
  double left = CurrentTime() - time_;
  if (!(left > 0)) return true;
  if (!has_end_slopes_ || !SlopesAtEnd(new_slopes_)) return false;
  constexpr double kNegligible = 1e-3;  // of what the tolerance allows
  for (std::size_t i = 0; i < new_slopes_.size(); ++i)
    if (!(left * std::abs(new_slopes_[i] - end_slopes_[i]) <=
          kNegligible * NV_Ith_S(absolute_, static_cast<sunindextype>(i))))
      return false;
  return true;
}

StepEnd SundialsIntegrator::Step(double limit) {
  crossed_.clear();
  begin_states_.assign(states().begin(), states().end());
  // A crossing inside the last step changed nothing: what is left of it.
  if (double known = fresh_ ? time_ : CurrentTime(); known - time_ > kTimeRounding * std::abs(known)) {
    double begin = time_;
    time_ = std::min(limit, known);
    if (FindInside(begin)) return StepEnd::kCrossing;
    if (StatesAt(time_, y_)) return time_ >= limit ? StepEnd::kLimit : StepEnd::kStep;
    time_ = begin;
  }
  for (int attempt = 0;; ++attempt) {
    evaluation_failed_ = false;
    message_.clear();
    double reached = time_;
    double stop = guarded_steps_ > 0 ? std::min(limit, time_ + settings_.first_steps) : limit;
    jacobian_time_ = std::numeric_limits<double>::quiet_NaN();
    Flag flag = StepOnce(stop, reached);
    if (flag == Flag::kStop && stop < limit) flag = Flag::kStep;
    if (caught_) std::rethrow_exception(std::exchange(caught_, nullptr));
    if (flag <= Flag::kStop) {
      double begin = time_;
      step_begin_ = begin;
      time_ = reached;
      fresh_ = false;
      if (guarded_steps_ > 0) --guarded_steps_;
      if (FindInside(begin)) return StepEnd::kCrossing;
      if (flag == Flag::kStop || time_ >= limit) {
        time_ = limit;
        return StepEnd::kLimit;
      }
      return StepEnd::kStep;
    }
    double last = CurrentTime();
    // A stage at `failed_time_` could not be evaluated: the next try ends well before it.
    constexpr double kShorter = 0.5;
    double shorter = flag == Flag::kEvaluation ? kShorter * (failed_time_ - last) : 0;
    bool is_shorter = shorter > std::max(settings_.shortest_step, kTimeRounding * std::abs(last)) && SetFirstStep(0);
    bool may_retry = is_shorter || (attempt == 0 && !fresh_ && flag != Flag::kFatal);
    if (!may_retry || !StatesAt(last, y_)) {
      KeepFailure(flag);
      return StepEnd::kFailed;
    }
    // From the last good point, as after an event: what came before may no longer tell how it goes on.
    time_ = last;
    begin_states_.assign(states().begin(), states().end());
    AddCounts(counts_);
    Begin(false);
    if (is_shorter) SetFirstStep(shorter);
    Guard();
    fresh_ = true;
  }
}

bool SundialsIntegrator::FindInside(double begin) {
  std::size_t n = problem_.state_count();
  bool has_begin = begin_states_.size() == n;
  std::optional<Root> root = inside_.Find(
      begin, time_,
      [&](double t, std::span<double> states) {
        if (t == begin && has_begin) return std::ranges::copy(begin_states_, states.begin()), true;
        if (!StatesAt(t, scratch_)) return false;
        std::copy_n(N_VGetArrayPointer(scratch_), n, states.begin());
        return true;
      },
      true);
  if (!root || !StatesAt(root->time, y_)) return false;
  time_ = root->time;
  crossed_ = std::move(root->changed);
  has_end_slopes_ = SlopesAtEnd(end_slopes_);
  return true;
}

bool SundialsIntegrator::SlopesAtEnd(std::vector<double>& slopes) {
  slopes.resize(problem_.state_count());
  ++counts_.evaluations;
  return StatesAt(CurrentTime(), scratch_) &&
         problem_.Evaluate(CurrentTime(), {N_VGetArrayPointer(scratch_), slopes.size()}, slopes) == Status::kOk;
}

void SundialsIntegrator::Interpolate(double time, std::span<double> states) {
  if (fresh_ || !StatesAt(time, scratch_)) {
    std::copy(this->states().begin(), this->states().end(), states.begin());
    return;
  }
  const double* from = N_VGetArrayPointer(scratch_);
  std::copy(from, from + states.size(), states.begin());
}

// A step knows f where it ends. What happens in between shows at output points: there the model's derivatives f are
// computed at the interpolated states, and f - y' is the defect of the interpolation (Enright, Continuous Runge-Kutta
// methods with defect control, 2000). An error in stiff states makes it large though it decays at once; (I - γJ)⁻¹, as
// in an implicit step, takes that out.
double SundialsIntegrator::Contradiction(double time, std::span<const double> slopes, double span) {
  if (fresh_ || !LocalErrors() || !SlopesAt(time, scratch_)) return 0;
  double* defect = N_VGetArrayPointer(errors_);
  const double* own = N_VGetArrayPointer(scratch_);
  for (std::size_t i = 0; i < slopes.size(); ++i) defect[i] = slopes[i] - own[i];
  if (interpolates_coarsely() && !TakeOutVariation(slopes, defect)) return 0;
  double gamma = Damp(errors_);
  if (!(gamma > 0)) return 0;
  return std::min(gamma, span) * N_VWrmsNorm(errors_, weights_);
}

bool SundialsIntegrator::TakeOutVariation(std::span<const double> slopes, double* defect) {
  double end = CurrentTime();
  if (!SlopesAt(step_begin_, begin_slopes_) || !SlopesAt(0.5 * (step_begin_ + end), middle_slopes_) ||
      !SlopesAt(end, scratch_))
    return false;
  for (std::size_t i = 0; i < slopes.size(); ++i)
    defect[i] = BeyondVariation(defect[i], slopes[i], N_VGetArrayPointer(begin_slopes_)[i],
                                N_VGetArrayPointer(middle_slopes_)[i], N_VGetArrayPointer(scratch_)[i]);
  return true;
}

void SundialsIntegrator::KeepFailure(Flag flag) {
  failure_ = {};
  failure_.time = CurrentTime();
  failure_.detail = message_;
  if (flag == Flag::kEvaluation || evaluation_failed_)
    failure_.kind = IntegratorFailure::Kind::kEvaluation;
  else if (flag == Flag::kErrorTest)
    failure_.kind = IntegratorFailure::Kind::kStepTooSmall;
  else if (flag == Flag::kConvergence)
    failure_.kind = IntegratorFailure::Kind::kConvergence;
  else
    failure_.kind = IntegratorFailure::Kind::kOther;
  failure_.suspects = Suspects();
}

std::vector<std::size_t> SundialsIntegrator::Suspects() {
  std::vector<std::size_t> suspects;
  if (!LocalErrors()) return suspects;
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
    if (suspects.size() < kShown && error(i) > 0.01) suspects.push_back(i);
  return suspects;
}

IntegratorCounts SundialsIntegrator::counts() const {
  IntegratorCounts all = counts_;
  all.watches += inside_.watches();
  if (started_) AddCounts(all);
  return all;
}

int SundialsIntegrator::Evaluate(double t, N_Vector y, N_Vector f) {
  std::size_t n = problem_.state_count();
  ++counts_.evaluations;
  Status status = problem_.Evaluate(t, {N_VGetArrayPointer(y), n}, {N_VGetArrayPointer(f), n});
  if (status == Status::kOk) return 0;
  evaluation_failed_ = true;
  failed_time_ = t;
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

// The test of DASSL (Brenan, Campbell, Petzold 1996, 5.2.2): the error that is left after a correction is ρ/(1-ρ) times
// the correction, where ρ is the rate at which the corrections of this iteration shrink. Those of SUNDIALS take ρ from
// earlier steps, or a first small correction for the end. But where an old Jacobian is steeper than the equations are
// now, by any factor (a limiter, a valve that closes), corrections are small by that factor, the predicted point is
// confirmed whatever the equations say, and the error test, which sees the same corrections, is content: the solution
// goes on as it came. The residual F, in units of the states, shows it: the error is no larger than F wherever the
// model does not amplify it, and F does not shrink where the Jacobian is wrong. So with a Jacobian of another step,
// either F itself is nothing, or there are two corrections at least, and what has not shrunk of F must be nothing.
int SundialsIntegrator::OnConverged(SUNNonlinearSolver newton, N_Vector y, N_Vector correction, double tolerance,
                                    N_Vector weights, void* self) {
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
      bool is_nothing =
          is_current ? size <= nothing : std::max(size, N_VWrmsNorm(me.last_residual_, weights)) <= nothing;
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
double SundialsIntegrator::StateRounding() const {
  return 10 * std::numeric_limits<double>::epsilon() / settings_.tolerance;
}

// Components whose correction is rounding do not count: of a very steep equation the residual is large by rounding
// alone.
double SundialsIntegrator::StuckResidual(N_Vector correction, N_Vector weights) const {
  const double *now = N_VGetArrayPointer(residual_), *last = N_VGetArrayPointer(last_residual_),
               *weight = N_VGetArrayPointer(weights);
  const double* step = N_VGetArrayPointer(correction);
  std::size_t n = problem_.state_count();
  double sum = 0, rounding = StateRounding();
  for (std::size_t i = 0; i < n; ++i)
    if (!(std::abs(now[i]) <= kWorstRate * std::abs(last[i])) && std::abs(step[i]) * weight[i] > rounding)
      sum += now[i] * weight[i] * now[i] * weight[i];
  return std::sqrt(sum / static_cast<double>(n));
}

int SundialsIntegrator::OnDerivatives(double t, N_Vector y, N_Vector ydot, void* self) {
  return Catch(self, [&](SundialsIntegrator& me) { return me.Evaluate(t, y, ydot); });
}

void SundialsIntegrator::OnMessage(int code, const char*, const char*, char* message, void* self) {
  if (code < 0 && message) static_cast<SundialsIntegrator*>(self)->message_ = message;
}

}  // namespace mica::run
