#include "run/explain_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "expression/evaluate.h"
#include "expression/text.h"

namespace mica::run {

using structure::Step;

namespace {

// Scalars, pre values and time as the instance has them.
class PresentValues : public Environment {
 public:
  explicit PresentValues(Instance& instance) : instance_(instance), store_(*instance.runnable().store) {}

  const Value* Scalar(ScalarId id) override {
    std::optional<Value> value = Of(id, instance_.value(id));
    return value ? &values_.emplace_back(std::move(*value)) : nullptr;
  }
  std::optional<double> Time() override { return instance_.time(); }
  std::optional<Value> Operator(Expr e) override {
    const ExprPool& pool = store_.exprs;
    switch (pool.op(e)) {
      case Op::kInitial: return Value::Boolean(instance_.raw().initial != 0, store_.types);
      case Op::kTerminal: return Value::Boolean(instance_.raw().terminal != 0, store_.types);
      case Op::kPre: {
        if (pool.op(pool.arg(e, 0)) != Op::kScalar) return std::nullopt;
        ScalarId id = pool.scalar(pool.arg(e, 0));
        const structure::Scalar& scalar = instance_.model().scalars[id];
        const structure::Scalar& owner = scalar.alias_of.valid() ? instance_.model().scalars[scalar.alias_of] : scalar;
        double value = instance_.pre()[owner.slot];
        if (scalar.alias_of.valid() && scalar.alias_sign < 0) value = -value;
        return Of(id, value);
      }
      default: return std::nullopt;
    }
  }

 private:
  std::optional<Value> Of(ScalarId id, double value) const {
    const structure::Scalar& scalar = instance_.model().scalars[id];
    if (!scalar.type.valid()) return Value::Real(value, store_.types);
    switch (store_.types.kind(scalar.type)) {
      case TypeKind::kReal: return Value::Real(value, store_.types);
      case TypeKind::kInteger: return Value::Integer(static_cast<std::int64_t>(value), store_.types);
      case TypeKind::kBoolean: return Value::Boolean(value != 0, store_.types);
      case TypeKind::kEnumeration: return Value::Enumeration(scalar.type, static_cast<std::int64_t>(value));
      default: return std::nullopt;
    }
  }

  Instance& instance_;
  const Store& store_;
  std::deque<Value> values_;
};

class Explainer {
 public:
  explicit Explainer(Instance& instance)
      : instance_(instance), store_(*instance.runnable().store), values_(instance), evaluator_(store_, values_, kLimits) {}

  std::optional<ValueCause> Explain(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kAssign:
      case Step::Kind::kCall: return Explain(step.value, step.origin.span);
      case Step::Kind::kAlgorithm: return Explain(step.statements, step.origin.span);
      default: return std::nullopt;
    }
  }

 private:
  // A message is worth a moment, not more.
  static constexpr EvaluationLimits kLimits{5'000'000, 1'000'000};

  std::optional<ValueCause> Explain(Expr e, Span span) {
    if (!e.valid() || evaluator_.Evaluate(e)) return std::nullopt;
    const EvaluationError& error = evaluator_.error();
    if (error.kind != EvaluationError::Kind::kFailed || error.message.empty()) return std::nullopt;
    ValueCause cause{error.span.valid() ? error.span : span, {}, error.message};
    constexpr std::size_t kLongest = 120;
    if (error.function.valid()) {
      const Function& function = store_.functions[error.function];
      std::string text = error.expr.valid() ? ExprText(error.expr, store_, FunctionNames(function, store_.names), kLongest) : std::string();
      cause.where = fmt::format("{}{}function {}", text.empty() ? "" : "'" + text + "'", text.empty() ? "" : " of the ", store_.names.text(function.name));
    } else if (error.expr.valid()) {
      cause.where = "'" + ModelText(error.expr, instance_.runnable()) + "'";
    }
    return cause;
  }

  // With the values that the algorithm left: those of the statement that failed, unless it assigns its own arguments later.
  std::optional<ValueCause> Explain(const std::vector<Statement>& statements, Span span) {
    for (const Statement& statement : statements) {
      Span at = statement.span.valid() ? statement.span : span;
      if (auto cause = Explain(statement.value, at)) return cause;
      if (statement.kind != Statement::Kind::kIf) continue;
      for (const StatementBranch& branch : statement.branches) {
        std::optional<Value> holds = branch.condition.valid() ? evaluator_.Evaluate(branch.condition) : Value::Boolean(true, store_.types);
        if (!holds) break;
        if (!holds->boolean()) continue;
        if (auto cause = Explain(branch.body, at)) return cause;
        break;
      }
    }
    return std::nullopt;
  }

  Instance& instance_;
  const Store& store_;
  PresentValues values_;
  Evaluator evaluator_;
};

}  // namespace

const Step* FindStep(const structure::BlockModel& model, std::span<const Step> steps, ScalarId wanted) {
  for (const Step& step : steps) {
    for (const Step::Branch& branch : step.branches)
      if (const Step* found = FindStep(model, branch.steps, wanted)) return found;
    if (std::ranges::find(step.targets, wanted) != step.targets.end()) return &step;
    if (step.kind != Step::Kind::kSolve || !step.system.valid()) continue;
    const structure::System& system = model.systems[step.system];
    for (const std::vector<Step>* inside : {&system.inner, &system.discrete})
      if (const Step* found = FindStep(model, *inside, wanted)) return found;
    if (std::ranges::find(system.unknowns, wanted) != system.unknowns.end()) return &step;
  }
  return nullptr;
}

std::optional<ValueCause> ExplainValue(const Step& step, Instance& instance) { return Explainer(instance).Explain(step); }

std::optional<ValueCause> ExplainSystem(std::uint32_t index, std::span<const double> unknowns, Instance& instance) {
  const structure::System& system = instance.model().systems[structure::SystemId(index)];
  if (unknowns.size() != system.unknowns.size()) return std::nullopt;
  for (std::size_t i = 0; i < unknowns.size(); ++i) instance.reals()[instance.model().scalars[system.unknowns[i]].slot] = unknowns[i];
  std::vector<double> residuals(unknowns.size());
  Instance::ScratchMark mark = instance.MarkScratch();
  (void)instance.code().systems[index].residual(&instance.raw(), residuals.data());  // for the values of the inner steps
  instance.ReleaseScratch(mark);
  for (const Step& step : system.inner)
    if (auto cause = ExplainValue(step, instance)) return cause;
  for (std::size_t row = 0; row < system.residuals.size(); ++row) {
    Step residual;
    residual.value = system.residuals[row];
    if (row < system.origins.size()) residual.origin = system.origins[row];
    if (auto cause = ExplainValue(residual, instance)) return cause;
  }
  return std::nullopt;
}

std::string CauseText(const ValueCause& cause) { return cause.where.empty() ? cause.what : cause.where + ": " + cause.what; }

}  // namespace mica::run
