#include "run/partition/choose_partition.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "run/codes.h"

namespace mica::run {

namespace {

class WishFinder {
 public:
  WishFinder(const MicaModelTable& table, DiagnosticSink& sink)
      : t_(table), states_(List(table, table.states)), sink_(sink), wishes_(states_.size(), StateWish::kNone) {}

  bool Add(const std::string& text, StateWish wish) {
    bool found = false;
    bool is_pattern = text.find_first_of("*?") != std::string::npos;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (is_pattern ? !FitsPattern(Name(i), text) : !IsNamed(i, text)) continue;
      found = true;
      if (wishes_[i] != StateWish::kNone && wishes_[i] != wish)
        return Refuse(kFastAndSlow, fmt::format("{} is asked for as a fast and as a slow state", Name(i)), "");
      wishes_[i] = wish;
    }
    if (found) return true;
    if (is_pattern) return Refuse(kUnknownState, fmt::format("no state of the model fits '{}'", text), StatesText());
    bool is_variable = std::ranges::any_of(Scalars(t_), [&](const MicaScalar& scalar) {
      return !HasFlag(scalar, MICA_SCALAR_HIDDEN) && Text(t_, scalar.name) == text;
    });
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < states_.size(); ++i) names.push_back(Name(i));
    std::string_view nearest = NearestSpelling(text, names);
    return Refuse(kUnknownState,
                  is_variable ? fmt::format("'{}' is a variable of the model, but not a state", text)
                              : fmt::format("the model has no state '{}'", text),
                  nearest.empty() || is_variable ? StatesText() : fmt::format("did you mean '{}'?", nearest));
  }

  std::vector<StateWish> Take() { return std::move(wishes_); }

 private:
  std::string_view Name(std::size_t i) const { return NameOf(t_, states_[i]); }

  // By its own name or that of an alias.
  bool IsNamed(std::size_t i, const std::string& text) const {
    if (Name(i) == text) return true;
    return std::ranges::any_of(Scalars(t_), [&](const MicaScalar& scalar) {
      return scalar.owner == states_[i] && Text(t_, scalar.name) == text;
    });
  }

  std::string StatesText() const {
    constexpr std::size_t kShown = 8;
    if (states_.empty()) return "the model has no states";
    std::string text = "the states are ";
    for (std::size_t i = 0; i < states_.size() && i < kShown; ++i)
      text += fmt::format("{}{}", i == 0 ? "" : ", ", Name(i));
    if (states_.size() > kShown) text += fmt::format(" and {} more", states_.size() - kShown);
    return text;
  }

  bool Refuse(const DiagnosticCode& code, std::string message, std::string hint) {
    sink_.Report(code, {}, std::move(message)).hint = std::move(hint);
    return false;
  }

  const MicaModelTable& t_;
  std::span<const std::uint32_t> states_;
  DiagnosticSink& sink_;
  std::vector<StateWish> wishes_;
};

}  // namespace

std::optional<std::vector<StateWish>> FindWishes(const SimulationOptions& options, const MicaModelTable& table,
                                                 DiagnosticSink& sink) {
  WishFinder finder(table, sink);
  bool good = true;
  for (const std::string& name : options.fast) good = finder.Add(name, StateWish::kImplicit) && good;
  for (const std::string& name : options.slow) good = finder.Add(name, StateWish::kExplicit) && good;
  return good ? std::optional(finder.Take()) : std::nullopt;
}

std::optional<ChosenPartition> ChoosePartition(const Runnable& runnable, const SimulationOptions& options,
                                               const RunPlan& plan, DiagnosticSink& sink, std::stop_token stop) {
  const MicaModelTable& t = *runnable.table;
  std::span<const std::uint32_t> states = List(t, t.states);
  std::optional<std::vector<StateWish>> wishes = FindWishes(options, t, sink);
  if (!wishes) return std::nullopt;
  std::vector<ChosenPartition::Why> why(states.size(), ChosenPartition::Why::kStable);
  for (std::size_t i = 0; i < why.size(); ++i)
    if ((*wishes)[i] != StateWish::kNone) why[i] = ChosenPartition::Why::kAsked;
  // What the step formula must be there for, whatever it costs.
  auto force = [&](std::uint32_t state, ChosenPartition::Why reason) {
    auto at = std::ranges::find(states, state);
    if (at == states.end()) return;
    auto i = static_cast<std::size_t>(at - states.begin());
    (*wishes)[i] = StateWish::kImplicit;
    why[i] = reason;
  };
  for (std::uint32_t state : List(t, t.inlined)) force(state, ChosenPartition::Why::kSwitch);
  for (const MicaStateSet& set : std::span(t.state_sets, t.state_sets_count))
    for (std::uint32_t state : List(t, set.states)) force(state, ChosenPartition::Why::kSet);

  Trial trial = RunTrial(runnable, options, sink, std::move(stop));
  if (!trial.initialized || trial.outcome == Outcome::kCancelled) return std::nullopt;
  double length = (options.is_endless ? std::max(trial.time, plan.start) : plan.stop) - plan.start;
  StatePartition found;
  found.states.resize(states.size());
  for (StatePartition::State& state : found.states)
    state.is_implicit = trial.samples.empty();  // nothing is known: that is safe
  if (!trial.samples.empty())
    found = PartitionStates({std::move(trial.pattern), std::move(trial.samples), plan.step, length, *wishes});
  ChosenPartition partition;
  partition.step = plan.step;
  for (std::size_t i = 0; i < states.size(); ++i) {
    bool is_implicit = found.states[i].is_implicit || (*wishes)[i] == StateWish::kImplicit;
    ChosenPartition::Why reason =
        is_implicit && why[i] == ChosenPartition::Why::kStable ? ChosenPartition::Why::kStiff : why[i];
    partition.states.push_back(
        {is_implicit, reason, found.states[i].eigenmode.real(), found.states[i].eigenmode.imag()});
  }
  partition.growth = found.growth;
  partition.unstable_time = found.unstable_time;
  partition.trial_failed = trial.outcome == Outcome::kFailed;
  partition.trial_time = trial.time;
  partition.trial_reason = trial.reason;
  return partition;
}

}  // namespace mica::run
