#include "run/method.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/cvode_integrator.h"
#include "run/fixed_step_integrator.h"
#include "run/inline_integrator.h"

namespace mica::run {

namespace {

std::unique_ptr<Integrator> MakeCvode(OdeProblem& problem, const MethodSettings& settings) {
  // Without states nothing is to be integrated, and steps serve only to look for crossings.
  if (problem.state_count() == 0)
    return std::make_unique<FixedStepIntegrator>(problem, ExplicitMethod::kEuler, settings.start, settings.step);
  double resolution = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(settings.start), std::abs(settings.stop));
  return MakeCvodeIntegrator(problem, {settings.tolerance, settings.longest_step, resolution, settings.pattern});
}

std::unique_ptr<Integrator> MakeEuler(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<FixedStepIntegrator>(problem, ExplicitMethod::kEuler, settings.start, settings.step);
}

std::unique_ptr<Integrator> MakeRk4(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<FixedStepIntegrator>(problem, ExplicitMethod::kRungeKutta4, settings.start, settings.step);
}

template <InlineMethod method>
std::unique_ptr<Integrator> MakeInline(OdeProblem& problem, const MethodSettings& settings) {
  return std::make_unique<InlineIntegrator>(problem, method, settings.start, settings.step);
}

constexpr Method kMethods[] = {
    {"cvode", "BDF of variable order and step, for stiff and non-stiff models", false, false, &MakeCvode},
    {"euler", "explicit Euler with a fixed step", true, false, &MakeEuler},
    {"rk4", "the classical Runge-Kutta method of order 4 with a fixed step", true, false, &MakeRk4},
    {"inline-euler", "explicit Euler with a fixed step, events at the ends of steps, for real time", true, false, &MakeInline<InlineMethod::kEuler>},
    {"inline-implicit-euler", "implicit Euler put into the equations, order 1, fixed step, events at the ends of steps", true, true, &MakeInline<InlineMethod::kImplicitEuler>},
    {"inline-rk2", "L-stable diagonally implicit Runge-Kutta put into the equations, order 2", true, true, &MakeInline<InlineMethod::kRungeKutta2>},
    {"inline-rk3", "the same, order 3", true, true, &MakeInline<InlineMethod::kRungeKutta3>},
    {"inline-rk4", "the same, order 4", true, true, &MakeInline<InlineMethod::kRungeKutta4>},
};

}  // namespace

std::span<const Method> Methods() { return kMethods; }

const Method* FindMethod(std::string_view name, DiagnosticSink& sink) {
  std::vector<std::string_view> names;
  for (const Method& method : kMethods) {
    if (method.name == name) return &method;
    names.push_back(method.name);
  }
  Diagnostic& error = sink.Error("E6001", {}, fmt::format("no integration method is called «{}»", name));
  for (const Method& method : kMethods) error.notes.push_back({Span(), fmt::format("{}: {}", method.name, method.description)});
  std::string_view nearest = NearestSpelling(name, names);
  if (!nearest.empty()) error.hint = fmt::format("did you mean «{}»?", nearest);
  return nullptr;
}

}  // namespace mica::run
