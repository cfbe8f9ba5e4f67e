#include "run/choose_partition.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"

namespace mica::run {

using structure::StateMethod;
using structure::StepPartition;

namespace {

class WishFinder {
 public:
  WishFinder(const structure::BlockModel& model, DiagnosticSink& sink) : model_(model), sink_(sink), wishes_(model.states.size(), StateWish::kNone) {}

  bool Add(const std::string& text, StateWish wish) {
    bool found = false;
    bool is_pattern = text.find_first_of("*?") != std::string::npos;
    for (std::size_t i = 0; i < model_.states.size(); ++i) {
      if (is_pattern ? !FitsPattern(Name(i), text) : !IsNamed(i, text)) continue;
      found = true;
      if (wishes_[i] != StateWish::kNone && wishes_[i] != wish) return Refuse("E6502", fmt::format("{} is asked for as a fast and as a slow state", Name(i)), "");
      wishes_[i] = wish;
    }
    if (found) return true;
    if (is_pattern) return Refuse("E6501", fmt::format("no state of the model fits '{}'", text), StatesText());
    bool is_variable = std::ranges::any_of(model_.scalars, [&](const structure::Scalar& scalar) { return !scalar.is_hidden && scalar.name == text; });
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < model_.states.size(); ++i) names.push_back(Name(i));
    std::string_view nearest = NearestSpelling(text, names);
    return Refuse("E6501", is_variable ? fmt::format("'{}' is a variable of the model, but not a state", text) : fmt::format("the model has no state '{}'", text),
                  nearest.empty() || is_variable ? StatesText() : fmt::format("did you mean '{}'?", nearest));
  }

  std::vector<StateWish> Take() { return std::move(wishes_); }

 private:
  const std::string& Name(std::size_t i) const { return model_.scalars[model_.states[i]].name; }

  // By its own name or that of an alias.
  bool IsNamed(std::size_t i, const std::string& text) const {
    if (Name(i) == text) return true;
    return std::ranges::any_of(model_.scalars, [&](const structure::Scalar& scalar) { return scalar.alias_of == model_.states[i] && scalar.name == text; });
  }

  std::string StatesText() const {
    constexpr std::size_t kShown = 8;
    if (model_.states.empty()) return "the model has no states";
    std::string text = "the states are ";
    for (std::size_t i = 0; i < model_.states.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + Name(i);
    if (model_.states.size() > kShown) text += fmt::format(" and {} more", model_.states.size() - kShown);
    return text;
  }

  bool Refuse(std::string_view code, std::string message, std::string hint) {
    sink_.Error(code, {}, std::move(message)).hint = std::move(hint);
    return false;
  }

  const structure::BlockModel& model_;
  DiagnosticSink& sink_;
  std::vector<StateWish> wishes_;
};

void Tell(const StepPartition& partition, const StatePartition& found, const Trial& trial, DiagnosticSink& sink) {
  constexpr std::size_t kShown = 20;
  Diagnostic note;
  note.severity = Severity::kNote;
  note.code = "N6504";
  note.message = SummaryText(partition);
  std::size_t count = 0, implicit = partition.ImplicitCount();
  for (const StateMethod* state : InOrder(partition)) {
    bool is_told = state->is_implicit || state->why == StateMethod::Why::kAsked;
    if (!is_told || ++count > kShown) continue;
    note.notes.push_back({{}, fmt::format("{}: {}, fastest mode {} 1/s, {}", state->state, state->is_implicit ? "implicit" : "explicit", ModeText(*state), WhyText(*state))});
  }
  if (count > kShown) note.notes.push_back({{}, fmt::format("and {} more: mica show partition tells of all", count - kShown)});
  if (implicit == 0) note.notes.push_back({{}, "explicit Euler is stable with this step"});
  sink.Report(std::move(note));
  if (found.growth != 0)
    sink.Warning("W6505", {}, fmt::format("the step of {} s is not stable all the same: at time = {} a mode is multiplied by {:.3g} in each step", NumberText(partition.step),
                                          NumberText(found.unstable_time), found.growth)).hint = "a shorter step, or more states that may be implicit";
  if (trial.outcome == Outcome::kFailed)
    sink.Warning("W6506", {}, fmt::format("the trial run that chooses fast states ended at time = {}: {}", NumberText(trial.time), trial.reason)).hint =
        "what comes after is not looked at; --fast NAME makes a state implicit";
}

}  // namespace

std::optional<std::vector<StateWish>> FindWishes(const SimulationOptions& options, const structure::BlockModel& model, DiagnosticSink& sink) {
  WishFinder finder(model, sink);
  bool good = true;
  for (const std::string& name : options.fast) good = finder.Add(name, StateWish::kImplicit) && good;
  for (const std::string& name : options.slow) good = finder.Add(name, StateWish::kExplicit) && good;
  return good ? std::optional(finder.Take()) : std::nullopt;
}

std::optional<StepPartition> ChoosePartition(const Runnable& runnable, const SimulationOptions& options, DiagnosticSink& sink, std::stop_token stop) {
  const structure::BlockModel& model = *runnable.model;
  std::optional<std::vector<StateWish>> wishes = FindWishes(options, model, sink);
  std::optional<Plan> plan = MakePlan(options, model.experiment, sink);
  if (!wishes || !plan) return std::nullopt;
  std::vector<StateMethod::Why> why(model.states.size(), StateMethod::Why::kStable);
  for (std::size_t i = 0; i < why.size(); ++i)
    if ((*wishes)[i] != StateWish::kNone) why[i] = StateMethod::Why::kAsked;
  // What the step formula must be there for, whatever it costs.
  auto force = [&](ScalarId state, StateMethod::Why reason) {
    auto at = std::ranges::find(model.states, state);
    if (at == model.states.end()) return;
    auto i = static_cast<std::size_t>(at - model.states.begin());
    (*wishes)[i] = StateWish::kImplicit;
    why[i] = reason;
  };
  for (ScalarId state : model.inlined) force(state, StateMethod::Why::kSwitch);
  for (const structure::StateSet& set : model.state_sets)
    for (ScalarId state : set.states) force(state, StateMethod::Why::kSet);

  Trial trial = RunTrial(runnable, options, sink, std::move(stop));
  if (!trial.initialized || trial.outcome == Outcome::kCancelled) return std::nullopt;
  double length = (options.is_endless ? std::max(trial.time, plan->start) : plan->stop) - plan->start;
  StatePartition found;
  found.states.resize(model.states.size());
  for (StatePartition::State& state : found.states) state.is_implicit = trial.samples.empty();  // nothing is known: that is safe
  if (!trial.samples.empty()) found = PartitionStates({std::move(trial.pattern), std::move(trial.samples), plan->step, length, *wishes});
  StepPartition partition;
  partition.step = plan->step;
  for (std::size_t i = 0; i < model.states.size(); ++i) {
    bool is_implicit = found.states[i].is_implicit || (*wishes)[i] == StateWish::kImplicit;
    StateMethod::Why reason = is_implicit && why[i] == StateMethod::Why::kStable ? StateMethod::Why::kStiff : why[i];
    partition.states.push_back({model.scalars[model.states[i]].name, is_implicit, reason, found.states[i].mode.real(), found.states[i].mode.imag()});
  }
  Tell(partition, found, trial, sink);
  return partition;
}

}  // namespace mica::run
