#include "fmi/simulate/fmu_overrides.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "run/codes.h"

namespace mica::fmi {

namespace {

const DescribedVariable* FindVariable(const Description& d, const std::string& name) {
  for (const DescribedVariable& v : d.variables)
    if (v.name == name || std::ranges::any_of(v.aliases, [&](const DescribedAlias& a) { return a.name == name; }))
      return &v;
  return nullptr;
}

// Section 2.2.7 of FMI 2 and 2.4.7 of FMI 3: what may be set before initialization.
bool MayBeSet(const DescribedVariable& v) {
  if (v.variability == "constant" || v.causality == "independent") return false;
  return v.causality == "input" || v.causality == "parameter" || v.causality == "structuralParameter" ||
         v.initial == "exact" || v.initial == "approx";
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// A number, true or false, or an item of the variable's enumeration.
std::optional<double> NumberOf(std::string_view text, const DescribedVariable& v, const Description& d) {
  if (v.type == "Boolean")
    return text == "true" || text == "1"    ? std::optional(1.0)
           : text == "false" || text == "0" ? std::optional(0.0)
                                            : std::nullopt;
  if (v.type == "Enumeration")
    for (const DescribedType& type : d.types)
      for (const auto& [name, value] : type.items)
        if (type.name == v.declared_type && (text == name || text.ends_with("." + name)))
          return static_cast<double>(value);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!v.is_float() && number != static_cast<double>(static_cast<long long>(number))) return std::nullopt;
  return number;
}

}  // namespace

FmuOverrides::FmuOverrides(const std::vector<run::Override>& overrides, const Description& d, DiagnosticSink& sink)
    : version_(d.version), sizes_(StructuralSizesOf(d)) {
  auto refuse = [&](const DiagnosticCode& code, const std::string& text) -> Diagnostic& {
    ok_ = false;
    return sink.Report(code, {}, text);
  };
  for (const run::Override& override : overrides) {
    Setting setting;
    setting.variable = FindVariable(d, override.name);
    // `x.start` is what a model calls it.
    if (!setting.variable && override.name.ends_with(".start"))
      setting.variable = FindVariable(d, override.name.substr(0, override.name.size() - 6));
    if (!setting.variable) {
      refuse(run::kSetUnknown, fmt::format("'{}': the FMU has no variable of this name", override.name)).hint =
          "'mica fmu info --all' lists them";
    } else if (!MayBeSet(*setting.variable)) {
      refuse(run::kSetNotAParameter, fmt::format("'{}' cannot be set: it is computed by the FMU", override.name)).hint =
          "parameters, inputs and start values can be";
    } else if (!Read(override.value, d, setting)) {
      refuse(run::kSetWrongType, fmt::format("'{}' is not a value for '{}', of the type {}", override.value,
                                             override.name, setting.variable->type));
    } else {
      if (setting.variable->causality == "structuralParameter")
        sizes_[setting.variable->reference] = static_cast<std::uint64_t>(setting.numbers.front());
      settings_.push_back(std::move(setting));
    }
  }
  // Sizes are known now.
  for (const Setting& setting : settings_) {
    std::size_t count = ElementCount(ShapeOf(*setting.variable, sizes_));
    if (TypeOf(*setting.variable, version_) && setting.numbers.size() != count)
      refuse(run::kSetWrongType, fmt::format("'{}' has {} elements, and {} values are given", setting.variable->name,
                                             count, setting.numbers.size()));
  }
}

bool FmuOverrides::Read(const std::string& value, const Description& d, Setting& setting) const {
  const DescribedVariable& v = *setting.variable;
  std::string_view text = Trim(value);
  if (v.type == "String") {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    setting.text = text;
    return v.dimensions.empty();
  }
  if (!TypeOf(v, version_)) return false;
  if (v.dimensions.empty()) {
    std::optional<double> number = NumberOf(text, v, d);
    if (number) setting.numbers.push_back(*number);
    return number.has_value();
  }
  // {…}, with rows of a matrix one after the other: braces inside do not count.
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
  std::string flat;
  for (char c : text) flat += c == '{' || c == '}' ? ' ' : c;
  for (std::size_t begin = 0; begin <= flat.size();) {
    std::size_t end = std::min(flat.find(',', begin), flat.size());
    std::optional<double> number = NumberOf(Trim(std::string_view(flat).substr(begin, end - begin)), v, d);
    if (!number) return false;
    setting.numbers.push_back(*number);
    begin = end + 1;
  }
  return true;
}

bool FmuOverrides::Sets(const std::string& name) const {
  return std::ranges::any_of(settings_, [&](const Setting& each) { return each.variable->name == name; });
}

void FmuOverrides::Apply(ForeignFmu& fmu) {
  auto is_size = [](const Setting& s) { return s.variable->causality == "structuralParameter"; };
  auto apply = [&](const Setting& s) {
    fmu.Do([&](MicaForeignFmu* f) {
      if (s.variable->type == "String") return mica_foreign_set_string(f, s.variable->reference, s.text.c_str());
      return mica_foreign_set(f, *TypeOf(*s.variable, version_), &s.variable->reference, 1, s.numbers.data(),
                              s.numbers.size());
    });
  };
  if (std::ranges::any_of(settings_, is_size)) {
    fmu.Do(mica_foreign_enter_configuration);
    for (const Setting& s : settings_)
      if (is_size(s)) apply(s);
    fmu.Do(mica_foreign_exit_configuration);
  }
  for (const Setting& s : settings_)
    if (!is_size(s)) apply(s);
}

}  // namespace mica::fmi
