// The variables of a flat model as a call names them: `a.b`, without subscripts, and `a.b.start` for an attribute.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "flat/model.h"

namespace mica {

class NamedVariables {
 public:
  NamedVariables(const flat::Model& model, const Store& store);

  const flat::Variable* Find(const std::string& name) const;
  // A record or a component: what is below it.
  std::vector<const flat::Variable*> Below(const std::string& name) const;
  // `x.start`: the variable and the attribute; null if the name is not one of these, or a variable itself.
  const flat::Variable* FindAttribute(const std::string& name, std::string& attribute) const;
  const Store& store() const { return store_; }

 private:
  const Store& store_;
  std::unordered_map<std::string, const flat::Variable*> variables_;
};

// Dimensions, those of arrays of components around it included.
int RankOf(const flat::Variable& variable);
// Of its elements.
TypeKind KindOf(const flat::Variable& variable, const Store& store);
// `{…}`, `[…]` and the functions that make arrays; anything else is one value for all elements.
bool IsArrayText(std::string_view text);

}  // namespace mica
