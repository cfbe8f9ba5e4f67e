#include "session/structural_overrides.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <unordered_map>

namespace mica {

namespace {

// Only what is surely a literal goes into text that is parsed again.
bool IsLiteralText(const std::string& text) {
  if (text == "true" || text == "false") return true;
  double value = 0;
  const char* end = text.data() + text.size();
  auto [stopped, error] = std::from_chars(text.data(), end, value);
  bool digits_only = text.find_first_not_of("+-.0123456789eE") == std::string::npos;  // no «inf», no «nan»
  return error == std::errc() && stopped == end && digits_only;
}

bool IsSetAtStart(const flat::Variable& variable, const Store& store) {
  if (variable.is_evaluated) return false;
  if (!variable.binding) return true;
  return IsLiteral(store.exprs.op(variable.binding));
}

}  // namespace

std::vector<run::Override> FindStructuralOverrides(const std::vector<run::Override>& overrides, const flat::Model& model, const Store& store,
                                                   const std::vector<run::Override>& built_in) {
  if (overrides.empty()) return {};
  std::unordered_map<std::string, const flat::Variable*> parameters;
  for (const flat::Variable& variable : model.variables) {
    if (variable.variability != flat::Variability::kParameter || variable.is_final || !variable.type.valid()) continue;
    bool is_scalar = std::all_of(variable.path.begin(), variable.path.end(), [](const flat::PathPart& part) { return part.rank == 0; });
    if (is_scalar) parameters.emplace(flat::PathText(variable.path, store.names), &variable);
  }
  auto is_structural = [&](const run::Override& wanted) {
    if (!IsLiteralText(wanted.value)) return false;
    if (std::any_of(built_in.begin(), built_in.end(), [&](const run::Override& each) { return each.name == wanted.name; })) return true;
    auto found = parameters.find(wanted.name);
    return found != parameters.end() && !IsSetAtStart(*found->second, store);
  };
  std::vector<run::Override> found;
  std::copy_if(overrides.begin(), overrides.end(), std::back_inserter(found), is_structural);
  return found;
}

bool AddDecidingOverrides(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks, std::vector<run::Override>& values) {
  bool any = false;
  for (const run::Override& wanted : overrides) {
    auto is_wanted = [&](const run::Override& each) { return each.name == wanted.name; };
    if (!IsLiteralText(wanted.value) || std::any_of(values.begin(), values.end(), is_wanted)) continue;
    bool decides = std::any_of(blocks.decided_by.begin(), blocks.decided_by.end(),
                               [&](ScalarId id) { return blocks.scalars[id].name == wanted.name && blocks.scalars[id].value.valid(); });
    if (!decides) continue;
    values.push_back(wanted);
    any = true;
  }
  return any;
}

std::string ModifiedModelText(const std::string& model, const std::vector<run::Override>& overrides) {
  std::string modifiers;
  for (const run::Override& each : overrides) {
    // a.b.c=1 is written a(b(c=1)): dots inside quoted names are not separators.
    std::string nested, closing;
    bool quoted = false;
    for (std::size_t i = 0; i < each.name.size(); ++i) {
      char c = each.name[i];
      if (c == '\'' && (i == 0 || each.name[i - 1] != '\\')) quoted = !quoted;
      if (c == '.' && !quoted) {
        nested += '(';
        closing += ')';
      } else {
        nested += c;
      }
    }
    modifiers += fmt::format("{}{}={}{}", modifiers.empty() ? "" : ", ", nested, each.value, closing);
  }
  return fmt::format("model 'with values of --set' extends .{}({}); end 'with values of --set';", model, modifiers);
}

}  // namespace mica
