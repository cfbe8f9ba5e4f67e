#include "session/variant.h"

#include <fmt/format.h>

namespace mica {

Variant VariantOf(const run::Method& method, const run::SimulationOptions& options) {
  Variant variant{method.discretisation};
  if (method.discretisation != run::Discretisation::kMixed) return variant;
  variant.trial = TrialRequest{options.step,      options.start,    options.is_endless ? std::nullopt : options.stop,
                               options.tolerance, options.interval, options.intervals,
                               options.overrides, options.fast,     options.slow};
  return variant;
}

std::string KeyText(const Variant& variant) {
  std::string text = fmt::format("discretisation {}", static_cast<int>(variant.discretisation));
  if (!variant.trial) return text;
  auto number = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string("-"); };
  const TrialRequest& trial = *variant.trial;
  text += fmt::format("\ntrial {} {} {} {} {} {}", number(trial.step), number(trial.start), number(trial.stop),
                      number(trial.tolerance), number(trial.interval), number(trial.intervals));
  for (const run::Override& each : trial.values) text += fmt::format("\nset {} {}", each.name, each.value);
  for (const std::string& name : trial.fast) text += "\nfast " + name;
  for (const std::string& name : trial.slow) text += "\nslow " + name;
  return text;
}

}  // namespace mica
