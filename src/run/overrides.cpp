#include "run/overrides.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "run/codes.h"

namespace mica::run {

namespace {

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
std::optional<double> EnumerationLiteral(std::string_view text, std::span<const std::uint32_t> literals,
                                         const MicaModelTable& t) {
  std::size_t dot = text.rfind('.');
  std::string_view last = dot == std::string_view::npos ? text : text.substr(dot + 1);
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (Text(t, literals[i]) == last) return static_cast<double>(i + 1);
  return std::nullopt;
}

std::string LiteralList(std::span<const std::uint32_t> literals, const MicaModelTable& t) {
  std::string list;
  for (std::uint32_t literal : literals) list += fmt::format("{}{}", list.empty() ? "" : ", ", Text(t, literal));
  return list;
}

class Applier {
 public:
  Applier(Instance& instance, DiagnosticSink& sink) : instance_(instance), t_(instance.table()), sink_(sink) {
    for (std::uint32_t i = 0; i < t_.scalars_count; ++i) by_name_.emplace(NameOf(t_, i), i);
  }

  bool Apply(const Override& wanted) {
    auto found = by_name_.find(wanted.name);
    if (found == by_name_.end()) return ReportUnknown(wanted);
    const MicaScalar& named = t_.scalars[found->second];
    if (IsSettable(named)) return Set(named, 1, wanted);
    // An alias of a parameter or input that may be set is set through it; one that is not a parameter itself is
    // reported apart.
    if (IsAlias(t_, named) && named.kind == MICA_KIND_INPUT && IsSettable(t_.scalars[named.owner]))
      return Set(t_.scalars[named.owner], named.sign, wanted);
    return ReportNotSettable(found->second);
  }

 private:
  bool IsSettable(const MicaScalar& scalar) const {
    if (IsAlias(t_, scalar)) return false;
    if (scalar.kind == MICA_KIND_INPUT) return true;
    if (HasFlag(scalar, MICA_SCALAR_FINAL | MICA_SCALAR_EVALUATED)) return false;
    return scalar.kind == MICA_KIND_PARAMETER && HasFlag(scalar, MICA_SCALAR_HAS_BINDING);
  }

  bool ReportUnknown(const Override& wanted) {
    std::vector<std::string_view> candidates;
    for (const MicaScalar& scalar : Scalars(t_))
      if (!HasFlag(scalar, MICA_SCALAR_HIDDEN) &&
          (scalar.kind == MICA_KIND_PARAMETER || scalar.kind == MICA_KIND_INPUT))
        candidates.push_back(Text(t_, scalar.name));
    Diagnostic& error = sink_.Report(kSetUnknown, {}, fmt::format("the model has no parameter '{}'", wanted.name));
    std::string_view nearest = NearestSpelling(wanted.name, candidates);
    if (!nearest.empty()) error.hint = fmt::format("did you mean '{}'?", nearest);
    return false;
  }

  bool ReportNotSettable(std::uint32_t id) {
    const MicaScalar& scalar = t_.scalars[id];
    const ModelWords* words = instance_.runnable().words;
    Span span = words ? words->DeclarationOf(id) : Span();
    std::string_view name = NameOf(t_, id);
    if (scalar.kind != MICA_KIND_PARAMETER && scalar.kind != MICA_KIND_CONSTANT &&
        !HasFlag(scalar, MICA_SCALAR_DECLARED_PARAMETER)) {
      sink_.Report(kSetNotAParameter, span, fmt::format("{} is not a parameter: the equations determine it", name))
          .hint = "parameters and inputs of the top level can be set";
      return false;
    }
    std::string_view why = HasFlag(scalar, MICA_SCALAR_DECLARED_CONSTANT) ? "is a constant"
                           : HasFlag(scalar, MICA_SCALAR_FINAL)           ? "is final"
                           : HasFlag(scalar, MICA_SCALAR_EVALUATED)
                               ? "was evaluated when the model was translated: its structure depends on it"
                           : scalar.kind == MICA_KIND_CONSTANT ? "was evaluated when the model was translated"
                                                               : "is bound to other parameters: set those";
    Diagnostic& error = sink_.Report(kSetCannotChange, span, fmt::format("{} cannot be set: it {}", name, why));
    if (HasFlag(scalar, MICA_SCALAR_DECLARED) &&
        (HasFlag(scalar, MICA_SCALAR_EVALUATED) || scalar.kind == MICA_KIND_CONSTANT))
      error.hint = "give the value as a modifier of the model instead";
    return false;
  }

  bool Set(const MicaScalar& scalar, int sign, const Override& wanted) {
    std::string_view text = Trim(wanted.value);
    std::optional<double> value;
    std::string expected;
    switch (scalar.type) {
      case MICA_TYPE_STRING:
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
        instance_.SetString(scalar.slot, std::string(text));
        return true;
      case MICA_TYPE_BOOLEAN:
        expected = "true or false";
        if (text == "true") value = 1;
        if (text == "false") value = 0;
        break;
      case MICA_TYPE_INTEGER:
        expected = "an Integer";
        value = Number(text);
        if (value && *value != std::floor(*value)) value.reset();
        break;
      case MICA_TYPE_ENUMERATION: {
        std::span<const std::uint32_t> literals = List(t_, t_.enumerations[scalar.enumeration]);
        expected = "one of " + LiteralList(literals, t_);
        value = EnumerationLiteral(text, literals, t_);
        break;
      }
      default:
        expected = "a Real";
        value = Number(text);
    }
    if (!value) {
      sink_.Report(kSetWrongType, {},
                   fmt::format("'{}' is not a value for {}: {} is expected", wanted.value, wanted.name, expected));
      return false;
    }
    instance_.SetReal(scalar.slot, sign * *value);
    return true;
  }

  Instance& instance_;
  const MicaModelTable& t_;
  DiagnosticSink& sink_;
  std::unordered_map<std::string_view, std::uint32_t> by_name_;
};

}  // namespace

bool ParseOverride(std::string_view text, std::vector<Override>& overrides, DiagnosticSink& sink) {
  std::size_t equals = text.find('=');
  std::string_view name = equals == std::string_view::npos ? std::string_view() : Trim(text.substr(0, equals));
  std::string_view value = equals == std::string_view::npos ? std::string_view() : Trim(text.substr(equals + 1));
  if (name.empty() || value.empty()) {
    sink.Report(kSetWrongForm, {}, fmt::format("'{}' is not of the form name=value", text));
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
