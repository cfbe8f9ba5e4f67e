#include "session/show/mode_listing.h"

#include <fmt/format.h>
#include <algorithm>
#include <vector>

#include "base/cache_directory.h"
#include "run/modes/mode_index.h"
#include "structure/modes/mode_variables.h"
#include "table/model_table.h"

namespace mica {

namespace {

std::string SystemsText(const run::RememberedMode& mode) {
  if (mode.code != run::ModeCodeState::kReady) return "";
  std::string text;
  for (auto [sizes, kind] : {std::pair{&mode.linear, "linear"}, std::pair{&mode.nonlinear, "nonlinear"}})
    for (std::int64_t size : *sizes)
      if (size > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind, size);
  return text.empty() ? "no systems" : text;
}

const char* CodeText(run::ModeCodeState state) {
  switch (state) {
    case run::ModeCodeState::kReady:
      return "own code";
    case run::ModeCodeState::kRefused:
      return "general code does";
    default:
      return "";
  }
}

}  // namespace

std::string ModeDirectory() { return CacheDirectory() + "/modes"; }

std::string ModesText(const structure::BlockModel& model, const Store& store) {
  std::vector<structure::ModeVariable> variables = structure::FindModeVariables(model, store);
  std::string text = fmt::format("model {}\n", model.name);
  if (variables.empty()) return text + "  nothing selects branches between events: there is one mode\n";
  run::ModeIndex index(ModeDirectory(), run::ModeKey(table::ModelTable(model, store, nullptr, {}).table()),
                       variables.size());
  std::vector<run::RememberedMode> modes = index.modes();
  std::stable_sort(modes.begin(), modes.end(), [](const auto& a, const auto& b) { return a.steps > b.steps; });
  text += fmt::format("  {} mode variables, {} modes visited by earlier runs\n", variables.size(), modes.size());
  if (modes.empty()) return text + "  modes are remembered by runs with --modes on or wait\n";

  // What is the same in all of them is written once; each mode then has what differs.
  std::vector<std::size_t> varying;
  text += "\nthe same in all modes\n";
  for (std::size_t i = 0; i < variables.size(); ++i) {
    bool same = std::all_of(modes.begin(), modes.end(),
                            [&](const run::RememberedMode& mode) { return mode.values[i] == modes[0].values[i]; });
    if (!same) {
      varying.push_back(i);
      continue;
    }
    text += fmt::format("  {} = {}\n", ModeVariableText(variables[i], model, store),
                        ModeValueText(variables[i], modes[0].values[i], model, store));
  }
  std::size_t number = 0;
  for (const run::RememberedMode& mode : modes) {
    text += fmt::format("\nmode {}: {} steps, entered {} times", ++number, mode.steps, mode.visits);
    if (*CodeText(mode.code) != '\0') text += fmt::format("; {}", CodeText(mode.code));
    if (std::string systems = SystemsText(mode); !systems.empty()) text += fmt::format(", {}", systems);
    text += '\n';
    // A Boolean that is false says little: those that are true stand by themselves.
    std::string line;
    for (std::size_t i : varying) {
      std::string value = ModeValueText(variables[i], mode.values[i], model, store);
      if (value == "false") continue;
      std::string name = ModeVariableText(variables[i], model, store);
      line += (line.empty() ? "" : "; ") + (value == "true" ? name : fmt::format("{} = {}", name, value));
    }
    text += fmt::format("  {}\n", line.empty() ? "none of the rest is true" : line);
  }
  return text;
}

}  // namespace mica
