#include "session/show/partition_report.h"

#include <fmt/format.h>

#include "session/codes.h"

namespace mica {

using structure::StateMethod;
using structure::StepPartition;

namespace {

StateMethod::Why WhyOf(run::ChosenPartition::Why why) {
  switch (why) {
    case run::ChosenPartition::Why::kStable:
      return StateMethod::Why::kStable;
    case run::ChosenPartition::Why::kStiff:
      return StateMethod::Why::kStiff;
    case run::ChosenPartition::Why::kAsked:
      return StateMethod::Why::kAsked;
    case run::ChosenPartition::Why::kSwitch:
      return StateMethod::Why::kSwitch;
    case run::ChosenPartition::Why::kSet:
      return StateMethod::Why::kSet;
  }
  return StateMethod::Why::kStiff;
}

}  // namespace

StepPartition NamedPartition(const run::ChosenPartition& chosen, const structure::BlockModel& model) {
  StepPartition partition;
  partition.step = chosen.step;
  for (std::size_t i = 0; i < chosen.states.size(); ++i) {
    const run::ChosenPartition::State& state = chosen.states[i];
    partition.states.push_back(
        {model.scalars[model.states[i]].name, state.is_implicit, WhyOf(state.why), state.rate, state.frequency});
  }
  return partition;
}

void ReportPartition(const StepPartition& partition, const run::ChosenPartition& chosen, DiagnosticSink& sink) {
  constexpr std::size_t kShown = 20;
  Diagnostic note;
  note.code = kPartitionChosen;
  note.message = SummaryText(partition);
  std::size_t count = 0, implicit = partition.ImplicitCount();
  for (const StateMethod* state : InOrder(partition)) {
    bool is_told = state->is_implicit || state->why == StateMethod::Why::kAsked;
    if (!is_told || ++count > kShown) continue;
    note.notes.push_back(
        {{},
         fmt::format("{}: {}, fastest mode {} 1/s, {}", state->state, state->is_implicit ? "implicit" : "explicit",
                     ModeText(*state), WhyText(*state))});
  }
  if (count > kShown)
    note.notes.push_back({{}, fmt::format("and {} more: mica show partition lists all", count - kShown)});
  if (implicit == 0) note.notes.push_back({{}, "explicit Euler is stable with this step"});
  sink.Report(std::move(note));
  if (chosen.growth != 0)
    sink.Report(
            kStepNotStable, {},
            fmt::format(
                "the step of {} s is not stable all the same: at time = {} a mode is multiplied by {:.3g} in each step",
                run::NumberText(partition.step), run::NumberText(chosen.unstable_time), chosen.growth))
        .hint = "a shorter step, or more states that may be implicit";
  if (chosen.trial_failed)
    sink.Report(kTrialRunEnded, {},
                fmt::format("the trial run that chooses fast states ended at time = {}: {}",
                            run::NumberText(chosen.trial_time), chosen.trial_reason))
        .hint = "what comes after is not looked at; --fast NAME makes a state implicit";
}

}  // namespace mica
