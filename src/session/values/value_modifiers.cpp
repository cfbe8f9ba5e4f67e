#include "session/values/value_modifiers.h"

#include <fmt/format.h>
#include <algorithm>

#include "session/values/named_variables.h"

namespace mica {

namespace {

// `value` for each element of the variable's own array, whatever arrays of components it is in.
std::string FillText(const std::string& value, const flat::Variable& variable, const Store& store) {
  Sizes sizes = store.types.sizes(variable.type);
  std::size_t own = std::min<std::size_t>(static_cast<std::size_t>(variable.path.back().rank), sizes.size());
  std::string text = "fill(" + value;
  for (std::int32_t size : sizes.last(own)) text += fmt::format(", {}", size);
  return text + ")";
}

// Modifiers as a tree: `a.b=1` and `a.c.start=2` are a(b = 1, c(start = 2)).
struct Modifier {
  std::vector<std::pair<std::string, Modifier>> parts;
  std::string name, value;  // of the call; empty: only parts
  bool is_each = false;

  Modifier& Part(const std::string& wanted) {
    for (auto& [name, part] : parts)
      if (name == wanted) return part;
    return parts.emplace_back(wanted, Modifier()).second;
  }
};

// Dots inside quoted names are not separators.
std::vector<std::string> SplitName(const std::string& name) {
  std::vector<std::string> parts(1);
  bool quoted = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    char c = name[i];
    if (c == '\'' && (i == 0 || name[i - 1] != '\\')) quoted = !quoted;
    if (c == '.' && !quoted)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string ModifierText(const Modifier& modifier) {
  std::string text;
  for (const auto& [name, part] : modifier.parts) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", part.is_each ? "each " : "", name);
    if (!part.parts.empty()) text += fmt::format("({})", ModifierText(part));
    if (!part.value.empty()) text += fmt::format(" =\n/* {} = */ {}\n", part.name, part.value);
  }
  return text;
}

// A String gets quotes, a literal of an enumeration its whole name.
std::string ValueText(const run::Override& wanted, const flat::Variable* variable, const std::string& model,
                      const Store& store) {
  if (!variable) return wanted.value;
  TypeKind kind = KindOf(*variable, store);
  if (kind == TypeKind::kString && !wanted.value.starts_with('"') && !IsArrayText(wanted.value)) {
    std::string text = "\"";
    for (char c : wanted.value) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return text + "\"";
  }
  if (kind == TypeKind::kEnumeration) {
    std::string_view last = wanted.value;
    last.remove_prefix(last.rfind('.') + 1);
    const EnumDefinition& definition = store.types.enumeration(variable->type);
    for (Name literal : definition.literals)
      if (store.names.text(literal) == last) {
        // What the model itself declares is inherited; from outside nothing can be taken from a model.
        std::string_view type = store.names.text(definition.name);
        bool is_own = type.starts_with(model) && type.substr(model.size()).starts_with('.');
        return is_own ? fmt::format("{}.{}", type.substr(model.size() + 1), last) : fmt::format(".{}.{}", type, last);
      }
  }
  return wanted.value;
}

}  // namespace

std::string ModifiedModelText(const std::string& model, const std::vector<run::Override>& overrides,
                              const flat::Model& flat, const Store& store) {
  NamedVariables variables(flat, store);
  Modifier top;
  for (const run::Override& wanted : overrides) {
    std::string attribute;
    const flat::Variable* attributed = variables.FindAttribute(wanted.name, attribute);
    const flat::Variable* variable = attributed ? attributed : variables.Find(wanted.name);
    Modifier* at = &top;
    std::size_t depth = 0;
    bool one_for_all = !IsArrayText(wanted.value);
    bool parent_is_array = false;
    for (const std::string& part : SplitName(wanted.name)) {
      at = &at->Part(part);
      // `each` where a value for one element goes to all of them.
      at->is_each = at->is_each || (parent_is_array && one_for_all);
      parent_is_array = variable && depth < variable->path.size() && variable->path[depth].rank > 0;
      ++depth;
    }
    at->name = wanted.name;
    at->value = ValueText(wanted, attributed ? nullptr : variable, model, store);
    // One value for an array itself: there is no `each` for the binding of a declaration, but fill.
    if (!attributed && parent_is_array && one_for_all) at->value = FillText(at->value, *variable, store);
  }
  return fmt::format(
      "package 'values of --set' constant Real pi = 3.14159265358979323846; model Model extends .{}({}); end Model; "
      "end 'values of --set';",
      model, ModifierText(top));
}

}  // namespace mica
