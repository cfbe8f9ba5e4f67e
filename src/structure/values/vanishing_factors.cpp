#include "structure/values/vanishing_factors.h"

#include <algorithm>
#include <array>

#include "structure/scalar/call_outputs.h"

namespace mica::structure {

VanishingFactors::VanishingFactors(const ScalarModel& model, Store& store)
    : model_(model), store_(store), bindings_(model, store), occurrences_(store) {
  for (const ScalarEquation& equation : model.equations) {
    if (equation.is_removed || equation.is_equality() || model.steps[equation.step].kind != Step::Kind::kCall) continue;
    const Step& call = model.steps[equation.step];
    for (ScalarId target : call.targets)
      if (target) calls_[target] = &call;
  }
}

// ±[0.4, 1.4) times a magnitude; positive at the first point.
double VanishingFactors::Number(ScalarId id) const {
  static constexpr std::array<double, 4> kMagnitudes{1, 10, 0.01, 300};
  std::uint64_t seed = id.index() + (point_ << 32) + 0x9e3779b97f4a7c15;  // splitmix64
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
  seed ^= seed >> 31;
  double number = (0.4 + static_cast<double>(seed >> 11) * 0x1p-53) * kMagnitudes[point_ % kMagnitudes.size()];
  return point_ > 0 && (seed & 1) != 0 ? -number : number;
}

std::optional<Value> VanishingFactors::Generic(ScalarId id) const {
  const structure::Scalar& scalar = model_.scalars[id];
  switch (store_.types.kind(scalar.type)) {
    case TypeKind::kReal:
      return Value::Real(Number(id), store_.types);
    case TypeKind::kInteger:
      return Value::Integer(1 + static_cast<std::int64_t>(point_ % 2), store_.types);
    case TypeKind::kBoolean:
      return Value::Boolean(Number(id) < 0, store_.types);
    case TypeKind::kEnumeration:
      return Value::Enumeration(scalar.type, 1);
    default:
      return std::nullopt;
  }
}

const Value* VanishingFactors::Scalar(ScalarId id) {
  if (is_known(id)) return bindings_.Scalar(id);
  if (auto found = values_.find(id); found != values_.end()) return &found->second;
  std::optional<Value> value;
  if (auto call = calls_.find(id); call != calls_.end() && !in_call_) {
    in_call_ = true;
    EvaluationLimits limits;
    limits.steps = 100'000;
    value = Evaluator(store_, *this, limits).Evaluate(CallOutput(*call->second, id, store_));
    in_call_ = false;
  } else {
    value = Generic(id);
  }
  return value ? &(values_[id] = std::move(*value)) : nullptr;
}

std::optional<double> VanishingFactors::Evaluate(Expr factor) {
  values_.clear();
  EvaluationLimits limits;
  limits.steps = 100'000;
  auto value = Evaluator(store_, *this, limits).Evaluate(factor);
  if (!value || !value->is_scalar() || !(value->is_real() || value->is_integral())) return std::nullopt;
  return value->real();
}

bool VanishingFactors::HangsOnParameters(Expr factor) {
  occurrences_.Clear();
  occurrences_.Add(factor);
  return std::ranges::any_of(occurrences_.found(),
                             [&](const Occurrence& o) { return is_known(o.scalar) || calls_.contains(o.scalar); });
}

Expr VanishingFactors::AtPoint(Expr factor) {
  if (!HangsOnParameters(factor)) return {};
  std::uint64_t zeros = 0, at = 0;
  for (point_ = 0; point_ < kPoints; ++point_) {
    auto number = Evaluate(factor);
    if (!number) continue;
    if (*number != 0) return {};
    if (zeros++ == 0) at = point_;
  }
  if (zeros < kEnough) return {};
  point_ = at;
  const ExprPool& exprs = store_.exprs;
  auto literal = [&](Expr e) -> Expr {
    if (exprs.op(e) != Op::kScalar || is_known(exprs.scalar(e))) return {};
    auto value = Generic(exprs.scalar(e));
    return value ? ToExpr(*value, store_.exprs) : Expr();
  };
  Rewriter in_call(store_, literal);
  Rewriter rewrite(store_, [&](Expr e) -> Expr {
    if (exprs.op(e) != Op::kScalar) return {};
    auto call = calls_.find(exprs.scalar(e));
    return call == calls_.end() ? literal(e) : in_call(CallOutput(*call->second, call->first, store_));
  });
  return rewrite(factor);
}

}  // namespace mica::structure
