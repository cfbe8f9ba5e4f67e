#include "run/method.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/integrators/arkode_integrator.h"
#include "run/integrators/bounded_step_integrator.h"
#include "run/integrators/cvode_integrator.h"
#include "run/integrators/fixed_step_integrator.h"
#include "run/integrators/ida_integrator.h"
#include "run/integrators/variable_inline_integrator.h"

namespace mica::run {

namespace {

SundialsSettings SettingsOf(const MethodSettings& settings) {
  double resolution =
      8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(settings.start), std::abs(settings.stop));
  return {settings.tolerance, settings.look_interval, resolution, settings.first_steps, 0, settings.pattern};
}

template <ExplicitMethod method>
std::unique_ptr<Integrator> MakeFixed(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<FixedStepIntegrator>(problem, method, settings.start, settings.step, settings.look_interval);
}

// Without states nothing is to be integrated, and steps serve only to look for crossings.
std::unique_ptr<Integrator> MakeWithoutStates(OdeProblem& problem, const MethodSettings& settings) {
  return MakeFixed<ExplicitMethod::kEuler>(problem, settings);
}

std::unique_ptr<Integrator> MakeCvode(OdeProblem& problem, const MethodSettings& settings) {
  if (problem.state_count() == 0) return MakeWithoutStates(problem, settings);
  return MakeCvodeIntegrator(problem, SettingsOf(settings));
}

std::unique_ptr<Integrator> MakeIda(OdeProblem& problem, const MethodSettings& settings) {
  if (problem.state_count() == 0) return MakeWithoutStates(problem, settings);
  return MakeIdaIntegrator(problem, SettingsOf(settings));
}

template <OneStepMethod method>
std::unique_ptr<Integrator> MakeOneStep(OdeProblem& problem, const MethodSettings& settings) {
  if (problem.state_count() == 0) return MakeWithoutStates(problem, settings);
  SundialsSettings wanted = SettingsOf(settings);
  if (method == OneStepMethod::kImplicitEuler) wanted.fixed_step = settings.step;
  return MakeArkodeIntegrator(problem, method, wanted);
}

template <const BoundedMethod& method>
std::unique_ptr<Integrator> MakeBounded(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<BoundedStepIntegrator>(problem, method, settings.start, settings.step, settings.pattern);
}

// Of the length of the run: the first step where nothing is known of its scale, as in other codes that begin by a fixed
// share; and the step that is given up, some hundred units of the rounding of time.
constexpr double kFirstStep = 1e-3, kShortestStep = 1e-13;

std::unique_ptr<Integrator> MakeVariableInline(OdeProblem& problem, const MethodSettings& settings) {
  double length = settings.stop - settings.start;
  double first = kFirstStep * length;
  if (settings.first_steps > 0) first = std::min(first, settings.first_steps);
  double longest = settings.look_interval > 0 ? settings.first_steps : 0;
  VariableInlineSettings wanted{settings.tolerance, first, longest, kShortestStep * length, settings.look_interval};
  return std::make_unique<VariableInlineIntegrator>(problem, wanted);
}

constexpr Method kMethods[] = {
    {MethodId::kCvode, "cvode", "BDF of variable order and step, for stiff and non-stiff models", Pacing::kControlled,
     Discretisation::kNone, &MakeCvode},
    {MethodId::kIda, "ida", "BDF of variable order and step in the form of DASSL", Pacing::kControlled,
     Discretisation::kNone, &MakeIda},
    {MethodId::kDopri45, "dopri45", "explicit Runge-Kutta method of Dormand and Prince, order 5, variable step",
     Pacing::kControlled, Discretisation::kNone, &MakeOneStep<OneStepMethod::kDopri45>},
    {MethodId::kBogacki23, "bogacki23", "explicit Runge-Kutta method of Bogacki and Shampine, order 3, variable step",
     Pacing::kControlled, Discretisation::kNone, &MakeOneStep<OneStepMethod::kBogacki>},
    {MethodId::kHeun, "heun", "explicit Runge-Kutta method of Heun, order 2, variable step", Pacing::kControlled,
     Discretisation::kNone, &MakeOneStep<OneStepMethod::kHeun>},
    {MethodId::kEsdirk5, "esdirk5",
     "implicit Runge-Kutta method of Kvaernø, order 5, variable step, for stiff models with many events",
     Pacing::kControlled, Discretisation::kNone, &MakeOneStep<OneStepMethod::kEsdirk5>},
    {MethodId::kSdirk4, "sdirk4",
     "implicit Runge-Kutta method of Kennedy and Carpenter, order 4, variable step, for stiff models with many events",
     Pacing::kControlled, Discretisation::kNone, &MakeOneStep<OneStepMethod::kSdirk4>},
    {MethodId::kTrbdf2, "trbdf2", "trapezoidal rule and BDF in one step, order 2, variable step", Pacing::kControlled,
     Discretisation::kNone, &MakeOneStep<OneStepMethod::kTrbdf2>},
    {MethodId::kEuler, "euler", "explicit Euler with a fixed step", Pacing::kFixed, Discretisation::kNone,
     &MakeFixed<ExplicitMethod::kEuler>},
    {MethodId::kRk4, "rk4", "the classical Runge-Kutta method of order 4 with a fixed step", Pacing::kFixed,
     Discretisation::kNone, &MakeFixed<ExplicitMethod::kRungeKutta4>},
    {MethodId::kImplicitEuler, "implicit-euler", "implicit Euler with a fixed step", Pacing::kFixed,
     Discretisation::kNone, &MakeOneStep<OneStepMethod::kImplicitEuler>},
    {MethodId::kInlineEuler, "inline-euler",
     "explicit Euler with a fixed step, events at the ends of steps, for real time", Pacing::kBounded,
     Discretisation::kNone, &MakeBounded<BoundedMethod::kEuler>},
    {MethodId::kInlineImplicitEuler, "inline-implicit-euler",
     "implicit Euler put into the equations, order 1, fixed step, events at the ends of steps", Pacing::kBounded,
     Discretisation::kImplicit, &MakeBounded<BoundedMethod::kImplicitEuler>},
    {MethodId::kInlineRk2, "inline-rk2", "L-stable diagonally implicit Runge-Kutta put into the equations, order 2",
     Pacing::kBounded, Discretisation::kImplicit, &MakeBounded<BoundedMethod::kRungeKutta2>},
    {MethodId::kInlineRk3, "inline-rk3", "L-stable diagonally implicit Runge-Kutta put into the equations, order 3",
     Pacing::kBounded, Discretisation::kImplicit, &MakeBounded<BoundedMethod::kRungeKutta3>},
    {MethodId::kInlineRk4, "inline-rk4", "L-stable diagonally implicit Runge-Kutta put into the equations, order 4",
     Pacing::kBounded, Discretisation::kImplicit, &MakeBounded<BoundedMethod::kRungeKutta4>},
    {MethodId::kInlineMixed, "inline-mixed",
     "explicit Euler for slow states, implicit Euler put into the equations for fast ones, fixed step",
     Pacing::kBounded, Discretisation::kMixed, &MakeBounded<BoundedMethod::kMixedEuler>},
    {MethodId::kInlineRos2, "inline-ros2",
     "L-stable Rosenbrock method of order 2: linear systems in place of iteration, fixed step, the same work in each",
     Pacing::kBounded, Discretisation::kTangent, &MakeBounded<BoundedMethod::kRosenbrock2>},
    {MethodId::kInlineRos3, "inline-ros3",
     "L-stable Rosenbrock method of order 3: linear systems in place of iteration, fixed step, the same work in each",
     Pacing::kBounded, Discretisation::kTangent, &MakeBounded<BoundedMethod::kRosenbrock3>},
    {MethodId::kInlineSdirk4, "inline-sdirk4",
     "L-stable diagonally implicit Runge-Kutta put into the equations, order 4, variable step, events located; for "
     "switches that fix states",
     Pacing::kControlled, Discretisation::kControlled, &MakeVariableInline},
};

constexpr bool AreInOrder() {
  for (std::size_t i = 0; i < std::size(kMethods); ++i)
    if (static_cast<std::size_t>(kMethods[i].id) != i) return false;
  return std::size(kMethods) == static_cast<std::size_t>(MethodId::kInlineSdirk4) + 1;
}
static_assert(AreInOrder(), "the table of methods follows their ids");

}  // namespace

std::span<const Method> Methods() { return kMethods; }

const Method& MethodOf(MethodId id) { return kMethods[static_cast<std::size_t>(id)]; }

}  // namespace mica::run
