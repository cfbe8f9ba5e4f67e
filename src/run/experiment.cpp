#include "run/experiment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "run/codes.h"

namespace mica::run {

namespace {

// Relative. CVODE and IDA refuse a step whose error must be below some 100 units of rounding (2.2e-16); the measure is
// theirs (CVODE guide, 'too much accuracy').
constexpr double kTightestTolerance = 1e-14;
// Of the number of output intervals: rounding of a quotient of two lengths that the user gave in decimal digits. It
// must not add an interval.
constexpr double kQuotientRounding = 1e-12;
// Of the tolerance: the equations of a stage are solved well within what the user takes for equal. Bounds of it,
// relative: rounding of some thousand operations, and what counts as acceptable where rounding stops Newton's method
// (MICA_NEWTON_ACCEPTABLE).
constexpr double kNewtonShare = 1e-3, kTightestNewton = 1e-12, kLoosestNewton = 1e-7;

// 'a, b and c'
std::string NamesWith(Pacing pacing) {
  std::vector<std::string_view> names;
  for (const Method& method : Methods())
    if (method.pacing == pacing) names.push_back(method.name);
  std::string last(names.back());
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

ModeUse ModesOf(const SimulationOptions& options, const Method& method, DiagnosticSink& sink) {
  ModeUse wanted = options.modes.value_or(method.has_bounded_work() ? ModeUse::kOn : ModeUse::kOff);
  // Code of a mode leaves out variables that linearised equations read.
  if (method.discretisation != Discretisation::kTangent) return wanted;
  if (options.modes && wanted != ModeUse::kOff)
    sink.Report(
        kNoModeCode, {},
        fmt::format(
            "modes get no code of their own with the method {}, whose steps read variables that such code leaves out",
            method.name));
  return ModeUse::kOff;
}

}  // namespace

Experiment ExperimentOf(const MicaModelTable& t) {
  return {t.start_time, t.stop_time, t.tolerance, t.interval, (t.flags & MICA_MODEL_HAS_STOP_TIME) != 0};
}

std::optional<RunPlan> MakeRunPlan(const SimulationOptions& options, const Method& method, const Experiment& experiment,
                                   DiagnosticSink& sink) {
  bool good = true;
  auto error = [&](const DiagnosticCode& code, std::string message) {
    sink.Report(code, {}, std::move(message));
    good = false;
  };
  RunPlan plan;
  plan.method = &method;
  plan.start = options.start.value_or(options.initial ? options.initial->time : experiment.start_time);
  // A start time alone, in the model, does not move the usual stop time of 1, unless it is past that.
  bool is_other_start = options.start || options.initial || experiment.stop_time <= plan.start;
  double usual_stop = is_other_start ? plan.start + 1 : experiment.stop_time;
  plan.stop = options.stop ? *options.stop : experiment.has_stop_time ? experiment.stop_time : usual_stop;
  // Where an earlier run ended, the same span of time follows.
  if (options.initial && !options.stop && experiment.has_stop_time)
    plan.stop = plan.start + (experiment.stop_time - experiment.start_time);
  plan.tolerance = options.tolerance.value_or(experiment.tolerance);
  if (!std::isfinite(plan.start) || !std::isfinite(plan.stop) || plan.stop < plan.start)
    error(kWrongTimes, fmt::format("the stop time {} must not be before the start time {}", NumberText(plan.stop),
                                   NumberText(plan.start)));
  if (!(plan.tolerance > 0) || !(plan.tolerance < 1))
    error(kWrongTolerance, fmt::format("the tolerance {} must lie between 0 and 1", NumberText(plan.tolerance)));
  else if (plan.tolerance < kTightestTolerance)
    error(kWrongTolerance,
          fmt::format("the tolerance {} is tighter than the numbers are: they have 16 digits, of which an "
                      "integrator needs two for itself; use {} or more",
                      NumberText(plan.tolerance), NumberText(kTightestTolerance)));

  double length = plan.stop - plan.start;
  std::optional<double> interval = options.interval;
  if (!interval && !options.intervals && experiment.interval > 0) interval = experiment.interval;
  constexpr double kMostPoints = 1e9;
  if (options.interval && options.intervals) {
    error(kWrongOutput, "both the number of output intervals and their length are given");
  } else if (interval) {
    double count = *interval > 0 ? std::ceil(length / *interval * (1 - kQuotientRounding)) : 0;
    if (!(*interval > 0) || !std::isfinite(*interval) || count > kMostPoints)
      error(kWrongOutput, fmt::format("the output interval {} must be positive, and not tiny beside the simulated time",
                                      NumberText(*interval)));
    plan.interval = *interval;
    plan.points = good ? static_cast<std::int64_t>(count) : 1;
  } else {
    plan.points = options.intervals.value_or(kDefaultIntervals);
    if (plan.points <= 0 || static_cast<double>(plan.points) > kMostPoints)
      error(kWrongOutput,
            fmt::format("the number of output intervals, {}, must be positive (and at most 1e9)", plan.points));
    plan.interval = length / static_cast<double>(std::max<std::int64_t>(plan.points, 1));
  }
  if (length == 0) plan.points = 0;
  plan.step = options.step.value_or(plan.interval);
  if (options.step && !(*options.step > 0 && std::isfinite(*options.step)))
    error(kWrongStep, fmt::format("the step {} must be positive", NumberText(*options.step)));
  if (options.step && !method.has_fixed_step())
    error(kWrongStep, fmt::format("a step is given, but the method {} chooses its own", method.name));
  auto bound = [&](const std::optional<int>& wanted, std::string_view what, int& limit) {
    constexpr int kMost = 1999;  // beyond, an event without end is a mistake of the model
    if (!wanted) return;
    limit = *wanted;
    if (limit < 1 || limit > kMost)
      error(kWrongBound, fmt::format("the bound of {}, {}, must be between 1 and {}", what, limit, kMost));
    else if (!method.has_bounded_work())
      error(kWrongBound, fmt::format("a bound of {} is given, but the method {} has none; {} have", what, method.name,
                                     NamesWith(Pacing::kBounded)));
  };
  bound(options.max_newton, "Newton iterations", plan.limits.newton_iterations);
  bound(options.max_passes, "passes of an event", plan.limits.event_passes);
  bound(options.max_modes, "modes", plan.limits.mode_trials);
  if (method.discretisation != Discretisation::kMixed && !(options.fast.empty() && options.slow.empty()))
    error(kNotForMethod,
          fmt::format(
              "fast or slow states are named, but the method {} makes no difference between them; inline-mixed does",
              method.name));
  plan.limits.newton_tolerance = std::clamp(kNewtonShare * plan.tolerance, kTightestNewton, kLoosestNewton);
  plan.has_rows = options.has_rows;
  plan.all_steps = options.all_steps;
  plan.values = options.overrides;
  plan.inputs = options.inputs;
  plan.initial = options.initial;
  if (!good) return std::nullopt;
  plan.modes = ModesOf(options, method, sink);
  if (length == 0) plan.step = plan.interval = 1;
  return plan;
}

}  // namespace mica::run
