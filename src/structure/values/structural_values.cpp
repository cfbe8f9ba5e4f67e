#include "structure/values/structural_values.h"

#include <algorithm>

namespace mica::structure {

std::optional<bool> StructuralValues::Decide(Expr condition) {
  auto [at, is_new] = decided_.try_emplace(condition);
  if (!is_new) return at->second;
  EvaluationLimits limits;
  limits.steps = 10'000;
  std::optional<Value> value = Evaluator(store_, *this, limits).Evaluate(condition);
  bool is_known = value && value->is_scalar() && value->kind == TypeKind::kBoolean;
  return decided_[condition] = is_known ? std::optional(value->boolean()) : std::nullopt;
}

Expr StructuralValues::Literal(VarId id, ExprPool& exprs) {
  const flat::Variable& variable = model_.variables[id];
  if (!variable.type || variable.variability > flat::Variability::kParameter) return {};
  TypeKind kind = store_.types.kind(variable.type);
  if (kind != TypeKind::kInteger && kind != TypeKind::kBoolean && kind != TypeKind::kEnumeration) return {};
  const Value* value = Variable(id);
  // A scalar that holds for every element of an array has no literal of the variable's type.
  if (!value || !std::ranges::equal(value->sizes, store_.types.sizes(variable.type))) return {};
  return ToExpr(*value, exprs);
}

const Value* StructuralValues::Variable(VarId id) {
  auto found = values_.find(id);
  if (found == values_.end()) {
    const flat::Variable& variable = model_.variables[id];
    bool is_structural = variable.is_evaluated || variable.variability == flat::Variability::kConstant;
    constexpr int kDeepest = 50;
    std::optional<Value> value;
    if (is_structural && variable.binding.valid() && depth_ < kDeepest) {
      ++depth_;
      value = Evaluator(store_, *this).Evaluate(variable.binding);
      --depth_;
    }
    found = values_.insert_or_assign(id, std::move(value)).first;
  }
  return found->second ? &*found->second : nullptr;
}

}  // namespace mica::structure
