#include "structure/stage/step_partition.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace mica::structure {

std::size_t StepPartition::ImplicitCount() const {
  return static_cast<std::size_t>(std::ranges::count(states, true, &StateMethod::is_implicit));
}

const StateMethod* StepPartition::Find(const std::string& state) const {
  auto at = std::ranges::find(states, state, &StateMethod::state);
  return at == states.end() ? nullptr : &*at;
}

std::string ModeText(const StateMethod& state) {
  if (state.frequency == 0) return fmt::format("{:.3g}", state.rate);
  return fmt::format("{:.3g} ± {:.3g}i", state.rate, std::abs(state.frequency));
}

std::string_view WhyText(const StateMethod& state) {
  switch (state.why) {
    case StateMethod::Why::kStable:
      return "stays stable";
    case StateMethod::Why::kStiff:
      return "too fast for an explicit step";
    case StateMethod::Why::kAsked:
      return state.is_implicit ? "asked for by --fast" : "asked for by --slow";
    case StateMethod::Why::kSwitch:
      return "a switch fixes it in one of its modes";
    case StateMethod::Why::kSet:
      return "chosen as a state while running";
  }
  return "";
}

std::string SummaryText(const StepPartition& partition) {
  std::size_t count = partition.ImplicitCount();
  return fmt::format("{} of {} states {} implicit with a step of {:.6g} s", count, partition.states.size(),
                     count == 1 ? "is" : "are", partition.step);
}

std::vector<const StateMethod*> InOrder(const StepPartition& partition) {
  std::vector<const StateMethod*> order;
  for (const StateMethod& state : partition.states) order.push_back(&state);
  std::ranges::stable_sort(order, [](const StateMethod* a, const StateMethod* b) {
    if (a->is_implicit != b->is_implicit) return a->is_implicit;
    return std::hypot(a->rate, a->frequency) > std::hypot(b->rate, b->frequency);
  });
  return order;
}

std::string PartitionText(const StepPartition& partition) {
  std::size_t name = 5, mode = 17;
  for (const StateMethod& state : partition.states) {
    name = std::max(name, state.state.size());
    mode = std::max(mode, ModeText(state).size() - (state.frequency == 0 ? 0 : 1));  // ± has two bytes
  }
  std::string text = SummaryText(partition) + "\n\n";
  text += fmt::format("  {:<{}}  {:<8}  {:<{}}  why\n", "state", name, "method", "fastest mode, 1/s", mode);
  for (const StateMethod* state : InOrder(partition))
    text += fmt::format("  {:<{}}  {:<8}  {:<{}}  {}\n", state->state, name,
                        state->is_implicit ? "implicit" : "explicit", ModeText(*state), mode, WhyText(*state));
  return text;
}

}  // namespace mica::structure
