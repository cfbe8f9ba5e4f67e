#include "structure/sort/initial_consistency.h"

#include <cmath>
#include <vector>

namespace mica::structure {

namespace {
// Of the value, and of the nominal values beside it: conditions that agree to this, which is the default tolerance of
// an experiment, say the same.
constexpr double kAgreement = 1e-6;
}  // namespace

InitialConsistency::InitialConsistency(PassContext& context)
    : context_(context), solver_(context), occurrences_(context.store), values_(context.model, context.store) {}

const Value* InitialConsistency::Values::Scalar(ScalarId id) {
  auto at = found.find(id);
  return at != found.end() ? &at->second : bindings_.Scalar(id);
}

std::optional<double> InitialConsistency::Number(Expr e) {
  EvaluationLimits limits;
  limits.steps = 100'000;
  auto value = Evaluator(context_.store, values_, limits).Evaluate(e);
  if (!value || !value->is_scalar() || !(value->is_real() || value->is_integral()) || !std::isfinite(value->real()))
    return std::nullopt;
  return value->real();
}

double InitialConsistency::Scale(const ScalarEquation& condition) {
  occurrences_.Clear();
  occurrences_.Add(condition.left);
  occurrences_.Add(condition.right);
  double largest = 0;
  for (const Occurrence& o : occurrences_.found())
    if (Expr nominal = context_.model.scalars[o.scalar].nominal)
      largest = std::max(largest, std::abs(Number(nominal).value_or(0)));
  return largest > 0 ? largest : 1;
}

double InitialConsistency::agreement() { return kAgreement; }

// Whether the equation gave one more unknown.
bool InitialConsistency::SolveNext(const ScalarEquation& equation) {
  occurrences_.Clear();
  occurrences_.Add(equation.left);
  occurrences_.Add(equation.right);
  ScalarId unknown;
  for (const Occurrence& o : occurrences_.found()) {
    if (!o.is_needed() || values_.Scalar(o.scalar)) continue;
    if (unknown) return false;
    unknown = o.scalar;
  }
  if (!unknown || context_.store.types.kind(context_.model.scalars[unknown].type) != TypeKind::kReal) return false;
  Expr formula = solver_.Solve(equation.left, equation.right, unknown);
  if (!formula) return false;
  auto number = Number(formula);
  if (number) values_.found[unknown] = Value::Real(*number, context_.store.types);
  return number.has_value();
}

Consistency InitialConsistency::Of(const ScalarEquation& condition, std::span<const ScalarEquation* const> others) {
  constexpr std::size_t kMostOthers = 200;
  Consistency result;
  values_.found.clear();
  if (others.size() > kMostOthers) return result;
  std::vector<const ScalarEquation*> open(others.begin(), others.end());
  std::erase_if(open, [](const ScalarEquation* equation) { return !equation->is_equality(); });
  for (bool progress = true; progress && !open.empty();) {
    progress = false;
    std::erase_if(open, [&](const ScalarEquation* equation) {
      bool solved = SolveNext(*equation);
      progress = progress || solved;
      return solved;
    });
  }
  auto left = Number(condition.left), right = Number(condition.right);
  if (!left || !right) return result;
  result.left = *left;
  result.right = *right;
  result.kind = std::abs(*left - *right) <= kAgreement * (Scale(condition) + std::abs(*left))
                    ? Consistency::Kind::kAgrees
                    : Consistency::Kind::kContradicts;
  return result;
}

}  // namespace mica::structure
