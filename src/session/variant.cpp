#include "session/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "session/codes.h"
#include "structure/analyze.h"

namespace mica {

Variant VariantOf(const run::Method& method, const run::SimulationOptions& options) {
  Variant variant{method.discretisation};
  if (method.discretisation != run::Discretisation::kMixed) return variant;
  variant.trial = TrialRequest{options.step,      options.start,    options.is_endless ? std::nullopt : options.stop,
                               options.tolerance, options.interval, options.intervals,
                               options.overrides, options.fast,     options.slow};
  return variant;
}

bool SortPassesOff(std::vector<std::string>& names, DiagnosticSink& sink) {
  std::vector<std::string_view> optional;
  for (const structure::Pass& pass : structure::Pipeline())
    if (pass.is_optional) optional.push_back(pass.name);
  bool is_known = true;
  for (const std::string& name : names) {
    if (std::ranges::find(optional, name) != optional.end()) continue;
    is_known = false;
    bool is_pass =
        std::ranges::find(structure::Pipeline(), name, &structure::Pass::name) != structure::Pipeline().end();
    Diagnostic& error =
        sink.Report(kWrongPassOff, {},
                    is_pass ? fmt::format("the pass '{}' cannot be left out: those after it rely on it", name)
                            : fmt::format("there is no structure pass '{}'", name));
    std::string_view nearest = NearestSpelling(name, optional);
    error.hint = nearest.empty() || is_pass
                     ? fmt::format("--passes-off takes {}", fmt::join(optional, ", "))
                     : fmt::format("did you mean '{}'? --passes-off takes {}", nearest, fmt::join(optional, ", "));
  }
  std::vector<std::string> sorted;
  for (std::string_view pass : optional)
    if (std::ranges::find(names, pass) != names.end()) sorted.emplace_back(pass);
  names = std::move(sorted);
  return is_known;
}

std::string KeyText(const Variant& variant) {
  std::string text = fmt::format("discretisation {}", static_cast<int>(variant.discretisation));
  for (const std::string& pass : variant.passes_off) text += "\nwithout " + pass;
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
