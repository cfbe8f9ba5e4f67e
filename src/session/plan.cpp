#include "session/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "run/runnable.h"
#include "session/codes.h"

namespace mica {

using run::NumberText;

const run::Method* MethodFor(const run::Method& asked, const std::vector<std::string>& fixed_states,
                             DiagnosticSink& sink) {
  if (fixed_states.empty() || asked.has_formulas()) return &asked;
  if (asked.has_bounded_work()) {
    sink.Report(
            kSwitchNeedsInlining, {},
            fmt::format(
                "the method {} takes states from their derivatives, but {} is fixed by a switch in one of its modes",
                asked.name, fixed_states[0]))
        .hint = "inline-mixed is implicit for such states, inline-implicit-euler for all";
    return nullptr;
  }
  const run::Method& method = run::MethodOf(run::kMethodOfSwitches);
  std::string_view verb = fixed_states.size() == 1 ? "is" : "are";
  sink.Report(kMethodReplaced, {},
              fmt::format("the method {} is replaced by {}: {} {} fixed by a switch in one of its modes", asked.name,
                          method.name, fmt::join(fixed_states, ", "), verb))
      .hint = fmt::format("--method {} asks for it, without this warning", method.name);
  return &method;
}

namespace {

std::string_view KindText(run::Discretisation discretisation) {
  switch (discretisation) {
    case run::Discretisation::kNone:
      return "derivatives from states";
    case run::Discretisation::kImplicit:
    case run::Discretisation::kControlled:
      return "an implicit formula for each state";
    case run::Discretisation::kMixed:
      return "an implicit formula for fast states";
    case run::Discretisation::kTangent:
      return "linearised equations";
  }
  FailCheck("a method without a discretisation");
}

std::string StageText(const Plan& plan) {
  switch (plan.stage.kind) {
    case structure::StageRequest::Kind::kNone:
      return plan.fixed_states.empty() ? "none" : "formulas, for the states that a switch fixes";
    case structure::StageRequest::Kind::kFormulas:
      return plan.stage.partition ? structure::SummaryText(*plan.stage.partition) : "formulas of all states";
    case structure::StageRequest::Kind::kTangent:
      return "linearised equations";
  }
  FailCheck("a stage without a kind");
}

std::string_view ModesText(run::ModeUse use) {
  switch (use) {
    case run::ModeUse::kOff:
      return "general code";
    case run::ModeUse::kOn:
      return "code of their own, made beside the run, from the same step on in every run";
    case run::ModeUse::kWait:
      return "code of their own, for which the run waits";
  }
  FailCheck("a use of modes without a name");
}

}  // namespace

std::string PlanText(const Plan& plan) {
  const run::Method& method = plan.method();
  const run::RunPlan& run = plan.run;
  std::string text = fmt::format("plan of {}\n", plan.model);
  auto line = [&](std::string_view what, std::string_view value) { text += fmt::format("  {:<11}{}\n", what, value); };
  line("method", fmt::format("{}: {}", method.name, method.description));
  if (plan.is_replaced())
    line("asked for", fmt::format("{}; replaced, since a switch fixes {} in one of its modes",
                                  run::MethodOf(plan.asked).name, fmt::join(plan.fixed_states, ", ")));
  line("variant", KindText(plan.variant.discretisation));
  line("stage", StageText(plan));
  if (!plan.variant.passes_off.empty()) line("left out", fmt::format("{}", fmt::join(plan.variant.passes_off, ", ")));
  line("time",
       fmt::format("{} to {} s, tolerance {}", NumberText(run.start), NumberText(run.stop), NumberText(run.tolerance)));
  line("output", run.points == 1 ? fmt::format("1 interval of {} s", NumberText(run.interval))
                                 : fmt::format("{} intervals of {} s", run.points, NumberText(run.interval)));
  if (method.has_fixed_step()) line("step", fmt::format("{} s", NumberText(run.step)));
  if (method.has_bounded_work())
    line("bounds", fmt::format("{} Newton iterations, {} passes of an event, {} modes", run.limits.newton_iterations,
                               run.limits.event_passes, run.limits.mode_trials));
  line("modes", ModesText(run.modes));
  if (run.inputs) line("inputs", "from data");
  if (run.initial)
    line("initial", fmt::format("where an earlier run stood at time = {}", NumberText(run.initial->time)));

  if (!plan.built_in.empty() || !run.values.empty()) text += "\nvalues\n";
  for (const run::Override& each : plan.built_in)
    text += fmt::format("  {} = {}, built into the model\n", each.name, each.value);
  for (const run::Override& each : run.values)
    text += fmt::format("  {} = {}, set when the run starts\n", each.name, each.value);

  text += "\nrounds\n";
  for (std::size_t i = 0; i < plan.rounds.size(); ++i)
    text += fmt::format("  {}. {}\n", i + 1, RoundText(plan.rounds[i]));
  if (plan.rounds.empty()) text += "  none: the model is there\n";
  return text;
}

}  // namespace mica
