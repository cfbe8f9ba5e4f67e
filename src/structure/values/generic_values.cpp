#include "structure/values/generic_values.h"

#include <cmath>

#include "structure/sort/incidence.h"
#include "structure/sort/partial_derivative.h"

namespace mica::structure {

// In [0.4, 1.4): away from zero, and in the domain of most functions.
double GenericValues::Fraction(std::uint64_t seed) const {
  seed += (point_ << 32) + 0x9e3779b97f4a7c15;  // splitmix64
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
  seed ^= seed >> 31;
  return 0.4 + static_cast<double>(seed >> 11) * 0x1p-53;
}

double GenericValues::Of(Expr e) {
  if (auto number = store_.exprs.number(e)) return *number;
  OccurrenceCollector occurrences(store_);
  if (ChangesOf(e, model_, occurrences) == ChangesWith::kNever) {
    auto number = bindings_.Number(e);
    return number && std::isfinite(*number) ? *number : Fraction(e.index());
  }
  EvaluationLimits limits;
  limits.steps = 100'000;
  auto value = Evaluator(store_, *this, limits).Evaluate(e);
  bool is_number =
      value && value->is_scalar() && (value->is_real() || value->is_integral()) && std::isfinite(value->real());
  // Zero in the branch that is taken here may be something else in another.
  return is_number && value->real() != 0 ? value->real() : Fraction(e.index());
}

std::optional<double> GenericValues::AtStart(Expr e) {
  EvaluationLimits limits;
  limits.steps = 100'000;
  at_start_ = true;
  auto value = Evaluator(store_, *this, limits).Evaluate(e);
  at_start_ = false;
  bool is_number =
      value && value->is_scalar() && (value->is_real() || value->is_integral()) && std::isfinite(value->real());
  return is_number ? std::optional(value->real()) : std::nullopt;
}

const Value* GenericValues::Scalar(ScalarId id) {
  auto& values = at_start_ ? starts_ : values_;
  auto [at, is_new] = values.try_emplace(id);
  if (!is_new) return &at->second;
  const structure::Scalar& scalar = model_.scalars[id];
  if (scalar.kind == ScalarKind::kConstant || scalar.kind == ScalarKind::kParameter)
    if (const Value* value = bindings_.Scalar(id)) return &(at->second = *value);
  switch (store_.types.kind(scalar.type)) {
    case TypeKind::kReal: {
      double number = at_start_ && scalar.start ? bindings_.Number(scalar.start).value_or(0) : 0;
      at->second = Value::Real(at_start_ ? number : Fraction(id.index()), store_.types);
      break;
    }
    case TypeKind::kInteger:
      at->second = Value::Integer(1, store_.types);
      break;
    case TypeKind::kBoolean:
      at->second = Value::Boolean(false, store_.types);
      break;
    case TypeKind::kEnumeration:
      at->second = Value::Enumeration(scalar.type, 1);
      break;
    default:
      values.erase(at);
      return nullptr;
  }
  return &at->second;
}

std::optional<Value> GenericValues::Operator(Expr e) {
  switch (store_.types.kind(store_.exprs.type(e))) {
    case TypeKind::kReal:
      return Value::Real(Fraction(e.index()), store_.types);
    case TypeKind::kBoolean:
      return Value::Boolean(false, store_.types);
    default:
      return std::nullopt;
  }
}

}  // namespace mica::structure
