#include "structure/structural_values.h"

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
