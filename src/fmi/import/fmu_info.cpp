#include "fmi/import/fmu_info.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>

namespace mica::fmi {

namespace {

void Line(std::string& text, std::string_view label, const std::string& value) {
  if (!value.empty()) text += fmt::format("  {:<14}{}\n", label, value);
}

std::string Offers(const DescribedInterface& i, bool is_cosimulation) {
  std::vector<std::string> list;
  if (i.needs_tool) list.emplace_back("needs its tool");
  if (is_cosimulation && i.has_variable_step) list.emplace_back("steps of any size");
  if (i.has_event_mode) list.emplace_back("event mode");
  if (i.has_directional) list.emplace_back("directional derivatives");
  if (i.has_adjoint) list.emplace_back("adjoint derivatives");
  if (i.can_save_state) list.emplace_back(i.can_serialize_state ? "state saved and serialised" : "state saved");
  if (i.is_only_once) list.emplace_back("one instance in a process");
  return fmt::format("{}{}{}", i.identifier, list.empty() ? "" : ": ", fmt::join(list, ", "));
}

std::string Platforms(const std::vector<std::string>& entries) {
  std::set<std::string> platforms;
  bool has_sources = false;
  for (const std::string& entry : entries) {
    if (entry.starts_with("binaries/")) {
      std::size_t end = entry.find('/', 9);
      if (end != std::string::npos && end + 1 < entry.size()) platforms.insert(entry.substr(9, end - 9));
    }
    has_sources = has_sources || (entry.starts_with("sources/") && entry.ends_with(".c"));
  }
  if (has_sources) platforms.insert("C sources");
  return fmt::format("{}", fmt::join(platforms, ", "));
}

std::string VariableLine(const DescribedVariable& v) {
  std::string size;
  for (const DescribedVariable::Dimension& d : v.dimensions)
    size += fmt::format("{}{}", size.empty() ? "" : ", ", d.size ? fmt::format("{}", *d.size) : "?");
  std::string text = fmt::format("  {} {}{}", v.type, v.name, size.empty() ? "" : fmt::format("[{}]", size));
  if (!v.start.empty()) text += fmt::format(" = {}", fmt::join(v.start, " "));
  if (!v.unit.empty()) text += fmt::format(" {}", v.unit);
  if (!v.description.empty()) text += fmt::format("  \"{}\"", v.description);
  return text + "\n";
}

}  // namespace

std::string FmuInfo(const OpenFmu& fmu, bool all) {
  const Description& d = fmu.description;
  std::string text = fmt::format("{}: {}, FMI {}\n", fmu.path, d.model_name, d.version_text);
  Line(text, "description", d.description);
  Line(text, "author", d.author);
  Line(text, "made by", d.tool + (d.date.empty() ? "" : (d.tool.empty() ? "" : ", ") + d.date));
  Line(text, "copyright", d.copyright);
  Line(text, "licence", d.license);
  if (d.model_exchange) Line(text, "model exchange", Offers(*d.model_exchange, false));
  if (d.cosimulation) Line(text, "co-simulation", Offers(*d.cosimulation, true));
  if (d.scheduled) Line(text, "scheduled", Offers(*d.scheduled, false));
  Line(text, "platforms", Platforms(fmu.entries));
  const Description::Experiment& e = d.experiment;
  std::string experiment = fmt::format("{} to {} s", e.start.value_or(0), e.stop ? fmt::format("{}", *e.stop) : "?");
  if (e.tolerance) experiment += fmt::format(", tolerance {}", *e.tolerance);
  if (e.step) experiment += fmt::format(", step {} s", *e.step);
  if (e.start || e.stop || e.tolerance || e.step) Line(text, "experiment", experiment);
  std::map<std::string, std::size_t> count;
  for (const DescribedVariable& v : d.variables) ++count[v.causality];
  std::vector<std::string> counts;
  for (const auto& [causality, number] : count) counts.push_back(fmt::format("{} {}", number, causality));
  Line(text, "variables", fmt::format("{}: {}", d.variables.size(), fmt::join(counts, ", ")));
  Line(text, "states", fmt::format("{}, event indicators {}", d.derivatives.size(), d.event_indicator_count));
  for (const auto& [causality, heading] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"input", "inputs"},
           {"output", "outputs"},
           {"structuralParameter", "structural parameters"},
           {"parameter", "parameters"},
           {"calculatedParameter", "calculated parameters"},
           {"local", "local variables"}}) {
    bool is_long = causality == "parameter" || causality == "calculatedParameter" || causality == "local";
    if (!count.contains(std::string(causality)) || (is_long && !all)) continue;
    text += fmt::format("\n{}\n", heading);
    for (const DescribedVariable& v : d.variables)
      if (v.causality == causality) text += VariableLine(v);
  }
  return text;
}

}  // namespace mica::fmi
