// What structural parameters decide: those whose values built the model, such as sizes of arrays. To give one another
// value the model is translated again, so a branch that they rule out is not there at all: in `if i == n then p[i] else
// p[i + 1]`, with n the size of p, nothing stands behind the last element.
#pragma once

#include <optional>
#include <unordered_map>

#include "expression/evaluate.h"
#include "flat/model.h"

namespace mica::structure {

class StructuralValues : private Environment {
 public:
  StructuralValues(const flat::Model& model, const Store& store) : model_(model), store_(store) {}

  // Of a condition over literals, constants and structural parameters; empty if there is anything else in it.
  std::optional<bool> Decide(Expr condition);
  // The value of a structural parameter or constant that sizes and subscripts can depend on, an Integer, Boolean or
  // enumeration; invalid for any other.
  Expr Literal(VarId id, ExprPool& exprs);

 private:
  const Value* Variable(VarId id) override;

  const flat::Model& model_;
  const Store& store_;
  std::unordered_map<VarId, std::optional<Value>> values_;
  std::unordered_map<Expr, std::optional<bool>> decided_;
  int depth_ = 0;
};

}  // namespace mica::structure
