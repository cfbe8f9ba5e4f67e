#include "run/method.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "run/arkode_integrator.h"
#include "run/cvode_integrator.h"
#include "run/fixed_step_integrator.h"
#include "run/ida_integrator.h"
#include "run/inline_integrator.h"
#include "run/rosenbrock_integrator.h"
#include "run/variable_inline_integrator.h"

namespace mica::run {

namespace {

SundialsSettings SettingsOf(const MethodSettings& settings) {
  double resolution = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(settings.start), std::abs(settings.stop));
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

template <InlineMethod method>
std::unique_ptr<Integrator> MakeInline(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<InlineIntegrator>(problem, method, settings.start, settings.step);
}

template <int order>
std::unique_ptr<Integrator> MakeRosenbrock(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<RosenbrockIntegrator>(problem, order, settings.start, settings.step, settings.pattern);
}

std::unique_ptr<Integrator> MakeVariableInline(OdeProblem& problem, const MethodSettings& settings) {
  double length = settings.stop - settings.start;
  double first = 1e-3 * length;
  if (settings.first_steps > 0) first = std::min(first, settings.first_steps);
  double longest = settings.look_interval > 0 ? settings.first_steps : 0;
  VariableInlineSettings wanted{settings.tolerance, first, longest, 1e-13 * length, settings.look_interval};
  return std::make_unique<VariableInlineIntegrator>(problem, wanted);
}

constexpr Method kMethods[] = {
    {"cvode", "BDF of variable order and step, for stiff and non-stiff models", false, false, false, &MakeCvode},
    {"ida", "BDF of variable order and step in the form of DASSL", false, false, false, &MakeIda},
    {"dopri45", "explicit Runge-Kutta method of Dormand and Prince, order 5, variable step", false, false, false, &MakeOneStep<OneStepMethod::kDopri45>},
    {"bogacki23", "explicit Runge-Kutta method of Bogacki and Shampine, order 3, variable step", false, false, false, &MakeOneStep<OneStepMethod::kBogacki>},
    {"heun", "explicit Runge-Kutta method of Heun, order 2, variable step", false, false, false, &MakeOneStep<OneStepMethod::kHeun>},
    {"esdirk5", "implicit Runge-Kutta method of Kvaernø, order 5, variable step, for stiff models with many events", false, false, false,
     &MakeOneStep<OneStepMethod::kEsdirk5>},
    {"sdirk4", "implicit Runge-Kutta method of Kennedy and Carpenter, order 4, variable step, for stiff models with many events", false, false, false,
     &MakeOneStep<OneStepMethod::kSdirk4>},
    {"trbdf2", "trapezoidal rule and BDF in one step, order 2, variable step", false, false, false, &MakeOneStep<OneStepMethod::kTrbdf2>},
    {"euler", "explicit Euler with a fixed step", true, false, false, &MakeFixed<ExplicitMethod::kEuler>},
    {"rk4", "the classical Runge-Kutta method of order 4 with a fixed step", true, false, false, &MakeFixed<ExplicitMethod::kRungeKutta4>},
    {"implicit-euler", "implicit Euler with a fixed step", true, false, false, &MakeOneStep<OneStepMethod::kImplicitEuler>},
    {"inline-euler", "explicit Euler with a fixed step, events at the ends of steps, for real time", true, true, false, &MakeInline<InlineMethod::kEuler>},
    {"inline-implicit-euler", "implicit Euler put into the equations, order 1, fixed step, events at the ends of steps", true, true, true, &MakeInline<InlineMethod::kImplicitEuler>},
    {"inline-rk2", "L-stable diagonally implicit Runge-Kutta put into the equations, order 2", true, true, true, &MakeInline<InlineMethod::kRungeKutta2>},
    {"inline-rk3", "L-stable diagonally implicit Runge-Kutta put into the equations, order 3", true, true, true, &MakeInline<InlineMethod::kRungeKutta3>},
    {"inline-rk4", "L-stable diagonally implicit Runge-Kutta put into the equations, order 4", true, true, true, &MakeInline<InlineMethod::kRungeKutta4>},
    {"inline-mixed", "explicit Euler for slow states, implicit Euler put into the equations for fast ones, fixed step", true, true, true,
     &MakeInline<InlineMethod::kMixedEuler>, false, true},
    {"inline-ros2", "L-stable Rosenbrock method of order 2: linear systems in place of iteration, fixed step, the same work in each", true, true, false, &MakeRosenbrock<2>, true},
    {"inline-ros3", "L-stable Rosenbrock method of order 3: linear systems in place of iteration, fixed step, the same work in each", true, true, false, &MakeRosenbrock<3>, true},
    {"inline-sdirk4", "L-stable diagonally implicit Runge-Kutta put into the equations, order 4, variable step, events located; for switches that fix states", false, false, true, &MakeVariableInline},
};

// Names of other tools, and what comes nearest to them here.
struct Counterpart {
  std::string_view name, hint;
};
constexpr Counterpart kCounterparts[] = {
    {"dassl", "ida is the form of DASSL in this program"},
    {"daskr", "ida is the form of DASSL in this program"},
    {"dasrt", "ida is the form of DASSL in this program"},
    {"lsodar", "cvode is nearest to it"},
    {"lsode", "cvode is nearest to it"},
    {"deabm", "dopri45 is nearest to it"},
    {"radau", "esdirk5 is nearest to Radau IIa"},
    {"radau5", "esdirk5 is nearest to Radau IIa"},
    {"dopri5", "it is called dopri45"},
    {"dopri853", "dopri45 is nearest to it"},
    {"ode45", "it is called dopri45"},
    {"ode23", "it is called bogacki23"},
    {"ode15s", "cvode is nearest to it"},
    {"ode23s", "trbdf2 is nearest to it"},
    {"rungekutta", "rk4 is it, with a fixed step; dopri45 chooses its own"},
    {"rkfix4", "it is called rk4"},
    {"rk45", "it is called dopri45"},
    {"bdf", "cvode is BDF of variable order"},
    {"impeuler", "it is called implicit-euler"},
};

}  // namespace

const Method& VariableInlineMethod() { return *std::ranges::find(kMethods, "inline-sdirk4", &Method::name); }

std::span<const Method> Methods() { return kMethods; }

const Method* FindMethod(std::string_view name, DiagnosticSink& sink) {
  std::vector<std::string_view> names;
  for (const Method& method : kMethods) {
    if (method.name == name) return &method;
    names.push_back(method.name);
  }
  Diagnostic& error = sink.Error("E6001", {}, fmt::format("no integration method is called '{}'", name));
  error.notes.push_back({Span(), fmt::format("there are {}", fmt::join(names, ", "))});
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  auto counterpart = std::ranges::find(kCounterparts, std::string_view(lower), &Counterpart::name);
  std::string_view nearest = NearestSpelling(name, names);
  if (counterpart != std::end(kCounterparts)) error.hint = counterpart->hint;
  else if (!nearest.empty()) error.hint = fmt::format("did you mean '{}'?", nearest);
  return nullptr;
}

}  // namespace mica::run
