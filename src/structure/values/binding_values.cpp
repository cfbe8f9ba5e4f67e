#include "structure/values/binding_values.h"

#include <fmt/format.h>
#include <algorithm>

#include "structure/scalar/call_outputs.h"
#include "structure/sort/incidence.h"

namespace mica::structure {

BindingValues::BindingValues(const ScalarModel& model, Store& store) : store_(store) {
  for (std::size_t i = 0; i < model.scalars.size(); ++i)
    if (const structure::Scalar& scalar = model.scalars[ScalarId(i)];
        scalar.kind == ScalarKind::kConstant && scalar.value)
      bindings_[ScalarId(i)] = scalar.value;
  for (const ScalarEquation& equation : model.parameter_equations) {
    if (equation.is_equality()) {
      bindings_[store.exprs.scalar(equation.left)] = equation.right;
      continue;
    }
    const Step& step = model.steps[equation.step];
    if (step.kind != Step::Kind::kCall || step.targets.size() > 2000) continue;
    std::vector<Expr> items = ScalarItems(step.value, store);
    for (std::size_t i = 0; i < items.size() && i < step.targets.size(); ++i)
      if (step.targets[i]) bindings_[step.targets[i]] = items[i];
  }
}

std::optional<double> BindingValues::Number(Expr e) {
  auto value = Evaluator(store_, *this).Evaluate(e);
  if (!value || !value->is_scalar() || !(value->is_real() || value->is_integral())) return std::nullopt;
  return value->real();
}

const Value* BindingValues::Scalar(ScalarId id) {
  if (auto found = values_.find(id); found != values_.end()) return found->second ? &*found->second : nullptr;
  auto binding = bindings_.find(id);
  values_[id] = std::nullopt;  // also while it is being worked on: a circle has no value
  if (binding == bindings_.end() || depth_ > 50) return nullptr;
  ++depth_;
  auto value = Evaluator(store_, *this).Evaluate(binding->second);
  --depth_;
  auto& kept = values_[id] = std::move(value);
  return kept ? &*kept : nullptr;
}

std::optional<bool> BindingValues::Decide(Expr condition) {
  auto value = Evaluator(store_, *this).Evaluate(condition);
  if (!value || !value->is_integral() || !value->is_scalar()) return std::nullopt;
  return value->boolean();
}

DecidedConditions::DecidedConditions(PassContext& context, std::function<bool(Expr)> is_wanted)
    : context_(context),
      values_(context.model, context.store),
      is_wanted_(std::move(is_wanted)),
      rewrite_(context.store, [this](Expr e) { return Decide(e); }),
      occurrences_(context.store) {}

bool DecidedConditions::IsOfParameters(Expr e) {
  occurrences_.Clear();
  occurrences_.Add(e);
  return !occurrences_.reads_time() && !occurrences_.reads_history() &&
         std::ranges::all_of(occurrences_.found(), [&](const Occurrence& o) {
           ScalarKind kind = context_.model.scalars[o.scalar].kind;
           return kind == ScalarKind::kConstant || kind == ScalarKind::kParameter;
         });
}

void DecidedConditions::AddCheck(Expr condition) {
  ExprPool& exprs = context_.store.exprs;
  if (IsLiteral(exprs.op(condition)) || !checked_.insert(condition).second) return;
  Step check;
  check.kind = Step::Kind::kAssert;
  check.condition = condition;
  check.message = exprs.String(fmt::format(
      "the structure of the model was decided by {} when it was translated; translate it again with these parameters",
      ExprText(condition, context_.store, ScalarNames(context_.model.scalars), 200)));
  context_.model.parameter_checks.push_back(std::move(check));
}

std::optional<bool> DecidedConditions::DecideCondition(Expr condition) {
  if (!IsOfParameters(condition)) return std::nullopt;
  auto decided = values_.Decide(condition);
  if (decided) AddCheck(*decided ? condition : symbolic::Algebra(context_.store).Not(condition));
  return decided;
}

Expr DecidedConditions::Decide(Expr e) {
  ExprPool& exprs = context_.store.exprs;
  Op op = exprs.op(e);
  if ((op != Op::kIf && op != Op::kMul && op != Op::kIndex) || !is_wanted_(e)) return {};
  symbolic::Algebra algebra(context_.store);
  if (op == Op::kIndex) {
    std::vector<Expr> subscripts;
    for (std::size_t i = 1; i < exprs.args(e).size(); ++i) {
      Expr subscript = exprs.arg(e, i);
      auto number = IsOfParameters(subscript) ? values_.Number(subscript) : std::nullopt;
      if (!number) return {};
      subscripts.push_back(exprs.Integer(static_cast<std::int64_t>(*number)));
      AddCheck(algebra.Relation(Op::kEqual, subscript, subscripts.back()));
    }
    Expr element = algebra.Index(exprs.arg(e, 0), subscripts);
    return element == e ? Expr() : rewrite_(element);
  }
  if (op == Op::kIf) {
    auto decided = DecideCondition(exprs.arg(e, 0));
    if (!decided) return {};
    return rewrite_(exprs.arg(e, *decided ? 1 : 2));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    Expr factor = exprs.arg(e, i);
    if (exprs.number(factor) || !IsOfParameters(factor)) continue;
    auto number = values_.Number(factor);
    if (!number || *number != 0) continue;
    AddCheck(algebra.Relation(Op::kEqual, factor, algebra.Zero(exprs.type(factor))));
    return algebra.Zero(exprs.type(e));
  }
  return {};
}

}  // namespace mica::structure
