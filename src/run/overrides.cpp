#include "run/overrides.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace mica::run {

namespace {

using structure::Scalar;
using structure::ScalarKind;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<double> Number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The literal by its own name or qualified, `Init.SteadyState`.
std::optional<double> EnumerationLiteral(std::string_view text, TypeId type, const Store& store) {
  const EnumDefinition& definition = store.types.enumeration(type);
  std::size_t dot = text.rfind('.');
  std::string_view last = dot == std::string_view::npos ? text : text.substr(dot + 1);
  for (std::size_t i = 0; i < definition.literals.size(); ++i)
    if (store.names.text(definition.literals[i]) == last) return static_cast<double>(i + 1);
  return std::nullopt;
}

std::string LiteralList(TypeId type, const Store& store) {
  std::string list;
  for (Name literal : store.types.enumeration(type).literals) list += (list.empty() ? "" : ", ") + std::string(store.names.text(literal));
  return list;
}

class Applier {
 public:
  Applier(Instance& instance, DiagnosticSink& sink) : instance_(instance), sink_(sink) {
    const structure::BlockModel& model = instance.model();
    for (std::size_t i = 0; i < model.scalars.size(); ++i) by_name_.emplace(model.scalars[ScalarId(i)].name, ScalarId(i));
  }

  bool Apply(const Override& wanted) {
    auto found = by_name_.find(wanted.name);
    if (found == by_name_.end()) return ReportUnknown(wanted);
    const structure::BlockModel& model = instance_.model();
    const Scalar& named = model.scalars[found->second];
    if (IsSettable(named)) return Set(named, 1, wanted);
    // An alias of a parameter or input that may be set is set through it; one that is not a parameter itself is told apart.
    if (named.alias_of.valid() && named.kind == ScalarKind::kInput && IsSettable(model.scalars[named.alias_of]))
      return Set(model.scalars[named.alias_of], named.alias_sign, wanted);
    return ReportNotSettable(named);
  }

 private:
  const flat::Variable* Source(const Scalar& scalar) const {
    const flat::Model* flat = instance_.runnable().flat;
    return flat && scalar.source.valid() && flat->variables.contains(scalar.source) ? &flat->variables[scalar.source] : nullptr;
  }

  bool IsSettable(const Scalar& scalar) const {
    if (scalar.alias_of.valid()) return false;
    if (scalar.kind == ScalarKind::kInput) return true;
    const flat::Variable* source = Source(scalar);
    if (source && (source->is_final || source->is_evaluated)) return false;
    return scalar.kind == ScalarKind::kParameter && scalar.value.valid();
  }

  bool ReportUnknown(const Override& wanted) {
    std::vector<std::string_view> candidates;
    for (const Scalar& scalar : instance_.model().scalars)
      if (!scalar.is_hidden && (scalar.kind == ScalarKind::kParameter || scalar.kind == ScalarKind::kInput)) candidates.push_back(scalar.name);
    Diagnostic& error = sink_.Error("E6002", {}, fmt::format("the model has no parameter '{}'", wanted.name));
    std::string_view nearest = NearestSpelling(wanted.name, candidates);
    if (!nearest.empty()) error.hint = fmt::format("did you mean '{}'?", nearest);
    return false;
  }

  bool ReportNotSettable(const Scalar& scalar) {
    const flat::Variable* source = Source(scalar);
    Span span = source ? source->span : Span();
    bool parameter = scalar.kind == ScalarKind::kParameter || scalar.kind == ScalarKind::kConstant ||
                     (source && source->variability <= flat::Variability::kParameter);
    if (!parameter) {
      sink_.Error("E6003", span, fmt::format("{} is not a parameter: the equations determine it", scalar.name)).hint =
          "parameters and inputs of the top level can be set";
      return false;
    }
    std::string_view why = source && source->variability == flat::Variability::kConstant ? "is a constant"
                           : source && source->is_final                                  ? "is final"
                           : source && source->is_evaluated ? "was evaluated when the model was translated: its structure depends on it"
                           : scalar.kind == ScalarKind::kConstant ? "was evaluated when the model was translated"
                                                                  : "is bound to other parameters: set those";
    Diagnostic& error = sink_.Error("E6004", span, fmt::format("{} cannot be set: it {}", scalar.name, why));
    if (source && (source->is_evaluated || scalar.kind == ScalarKind::kConstant)) error.hint = "give the value as a modifier of the model instead";
    return false;
  }

  bool Set(const Scalar& scalar, int sign, const Override& wanted) {
    const Store& store = *instance_.runnable().store;
    TypeKind kind = scalar.type.valid() ? store.types.kind(scalar.type) : TypeKind::kReal;
    std::string_view text = Trim(wanted.value);
    std::optional<double> value;
    std::string expected;
    switch (kind) {
      case TypeKind::kString:
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
        instance_.SetString(scalar.slot, std::string(text));
        return true;
      case TypeKind::kBoolean:
        expected = "true or false";
        if (text == "true") value = 1;
        if (text == "false") value = 0;
        break;
      case TypeKind::kInteger:
        expected = "an Integer";
        value = Number(text);
        if (value && *value != std::floor(*value)) value.reset();
        break;
      case TypeKind::kEnumeration:
        expected = "one of " + LiteralList(scalar.type, store);
        value = EnumerationLiteral(text, scalar.type, store);
        break;
      default:
        expected = "a Real";
        value = Number(text);
    }
    if (!value) {
      sink_.Error("E6005", {}, fmt::format("'{}' is not a value for {}: {} is expected", wanted.value, wanted.name, expected));
      return false;
    }
    instance_.SetReal(scalar.slot, sign * *value);
    return true;
  }

  Instance& instance_;
  DiagnosticSink& sink_;
  std::unordered_map<std::string_view, ScalarId> by_name_;
};

}  // namespace

bool ParseOverride(std::string_view text, std::vector<Override>& overrides, DiagnosticSink& sink) {
  std::size_t equals = text.find('=');
  std::string_view name = equals == std::string_view::npos ? std::string_view() : Trim(text.substr(0, equals));
  std::string_view value = equals == std::string_view::npos ? std::string_view() : Trim(text.substr(equals + 1));
  if (name.empty() || value.empty()) {
    sink.Error("E6006", {}, fmt::format("'{}' is not of the form name=value", text));
    return false;
  }
  overrides.push_back({std::string(name), std::string(value)});
  return true;
}

bool ApplyOverrides(const std::vector<Override>& overrides, Instance& instance, DiagnosticSink& sink) {
  if (overrides.empty()) return true;
  Applier applier(instance, sink);
  bool good = true;
  for (const Override& wanted : overrides) good = applier.Apply(wanted) && good;
  return good;
}

}  // namespace mica::run
