#include "session/values/named_variables.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace mica {

namespace {

constexpr std::string_view kAttributes[] = {"start", "fixed", "nominal", "min", "max", "stateSelect"};

}  // namespace

NamedVariables::NamedVariables(const flat::Model& model, const Store& store) : store_(store) {
  for (const flat::Variable& variable : model.variables)
    if (variable.type.valid()) variables_.emplace(flat::PathText(variable.path, store.names), &variable);
}

const flat::Variable* NamedVariables::Find(const std::string& name) const {
  auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : found->second;
}

std::vector<const flat::Variable*> NamedVariables::Below(const std::string& name) const {
  std::vector<const flat::Variable*> found;
  for (const auto& [other, variable] : variables_)
    if (other.starts_with(name + ".")) found.push_back(variable);
  return found;
}

const flat::Variable* NamedVariables::FindAttribute(const std::string& name, std::string& attribute) const {
  std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || Find(name)) return nullptr;
  attribute = name.substr(dot + 1);
  if (std::find(std::begin(kAttributes), std::end(kAttributes), attribute) == std::end(kAttributes)) return nullptr;
  return Find(name.substr(0, dot));
}

int RankOf(const flat::Variable& variable) {
  return std::accumulate(variable.path.begin(), variable.path.end(), 0,
                         [](int rank, const flat::PathPart& part) { return rank + static_cast<int>(part.rank); });
}

TypeKind KindOf(const flat::Variable& variable, const Store& store) { return store.types.kind(variable.type); }

bool IsArrayText(std::string_view text) {
  constexpr std::string_view kMakers[] = {"fill(", "zeros(", "ones(", "identity(", "linspace(", "cat(", "diagonal("};
  auto is_made_by = [&](std::string_view maker) { return text.find(maker) != std::string_view::npos; };
  return text.find_first_of("{[") != std::string_view::npos ||
         std::any_of(std::begin(kMakers), std::end(kMakers), is_made_by);
}

}  // namespace mica
