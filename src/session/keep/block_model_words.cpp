#include "session/keep/block_model_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "expression/call_graph.h"
#include "expression/evaluate.h"
#include "expression/text.h"

namespace mica {

using structure::Step;

namespace {

class ScalarNames : public ReferenceNames {
 public:
  explicit ScalarNames(const structure::BlockModel& model) : model_(model) {}
  std::string Scalar(ScalarId id) const override {
    return model_.scalars.contains(id) ? model_.scalars[id].name : ReferenceNames::Scalar(id);
  }

 private:
  const structure::BlockModel& model_;
};

// Scalars, pre values and time as the instance has them.
class PresentValues : public Environment {
 public:
  PresentValues(const structure::BlockModel& model, const Store& store, const MicaInstance& now)
      : model_(model), store_(store), now_(now) {}

  const Value* Scalar(ScalarId id) override {
    std::optional<Value> value = Of(id, now_.reals);
    return value ? &values_.emplace_back(std::move(*value)) : nullptr;
  }
  std::optional<double> Time() override { return now_.time; }
  std::optional<Value> Operator(Expr e) override {
    const ExprPool& pool = store_.exprs;
    switch (pool.op(e)) {
      case Op::kInitial:
        return Value::Boolean(now_.initial != 0, store_.types);
      case Op::kTerminal:
        return Value::Boolean(now_.terminal != 0, store_.types);
      case Op::kPre:
        return pool.op(pool.arg(e, 0)) == Op::kScalar ? Of(pool.scalar(pool.arg(e, 0)), now_.pre) : std::nullopt;
      default:
        return std::nullopt;
    }
  }

 private:
  std::optional<Value> Of(ScalarId id, const double* storage) const {
    const structure::Scalar& scalar = model_.scalars[id];
    TypeKind kind = scalar.type.valid() ? store_.types.kind(scalar.type) : TypeKind::kReal;
    bool is_number = kind == TypeKind::kReal || kind == TypeKind::kInteger || kind == TypeKind::kBoolean ||
                     kind == TypeKind::kEnumeration;
    if (!is_number) return std::nullopt;
    double value = scalar.alias_of.valid() ? scalar.alias_sign * storage[model_.scalars[scalar.alias_of].slot]
                                           : storage[scalar.slot];
    switch (kind) {
      case TypeKind::kInteger:
        return Value::Integer(static_cast<std::int64_t>(value), store_.types);
      case TypeKind::kBoolean:
        return Value::Boolean(value != 0, store_.types);
      case TypeKind::kEnumeration:
        return Value::Enumeration(scalar.type, static_cast<std::int64_t>(value));
      default:
        return Value::Real(value, store_.types);
    }
  }

  const structure::BlockModel& model_;
  const Store& store_;
  const MicaInstance& now_;
  std::deque<Value> values_;
};

}  // namespace

class BlockModelWords::Explainer {
 public:
  Explainer(const BlockModelWords& words, const MicaInstance& now)
      : words_(words),
        store_(words.store_),
        values_(words.model_, words.store_, now),
        evaluator_(store_, values_, kLimits) {}

  std::optional<DiagnosticNote> Explain(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kAssign:
      case Step::Kind::kCall:
        return Explain(step.value, step.origin.span);
      case Step::Kind::kAlgorithm:
        return Explain(step.statements, step.origin.span);
      default:
        return std::nullopt;
    }
  }

 private:
  // A message is worth a moment, not more.
  static constexpr EvaluationLimits kLimits{5'000'000, 1'000'000};

  std::optional<DiagnosticNote> Explain(Expr e, Span span) {
    if (!e.valid() || evaluator_.Evaluate(e)) return std::nullopt;
    const EvaluationError& error = evaluator_.error();
    if (error.kind != EvaluationError::Kind::kFailed || error.message.empty()) return std::nullopt;
    constexpr std::size_t kLongest = 120;
    std::string where;
    if (error.function.valid()) {
      const Function& function = store_.functions[error.function];
      std::string text = error.expr.valid()
                             ? ExprText(error.expr, store_, FunctionNames(function, store_.names), kLongest)
                             : std::string();
      where = fmt::format("{}{}function {}", text.empty() ? "" : "'" + text + "'", text.empty() ? "" : " of the ",
                          store_.names.text(function.name));
    } else if (error.expr.valid()) {
      where = "'" + words_.ModelText(error.expr) + "'";
    }
    return DiagnosticNote{error.span.valid() ? error.span : span,
                          where.empty() ? error.message : where + ": " + error.message};
  }

  // With the values that the algorithm left: those of the statement that failed, unless it assigns its own arguments
  // later.
  std::optional<DiagnosticNote> Explain(const std::vector<Statement>& statements, Span span) {
    for (const Statement& statement : statements) {
      Span at = statement.span.valid() ? statement.span : span;
      if (auto cause = Explain(statement.value, at)) return cause;
      if (statement.kind != Statement::Kind::kIf) continue;
      for (const StatementBranch& branch : statement.branches) {
        std::optional<Value> holds =
            branch.condition.valid() ? evaluator_.Evaluate(branch.condition) : Value::Boolean(true, store_.types);
        if (!holds) break;
        if (!holds->boolean()) continue;
        if (auto cause = Explain(branch.body, at)) return cause;
        break;
      }
    }
    return std::nullopt;
  }

  const BlockModelWords& words_;
  const Store& store_;
  PresentValues values_;
  Evaluator evaluator_;
};

std::string BlockModelWords::ModelText(Expr e) const {
  constexpr std::size_t kLongest = 200;
  return e.valid() ? ExprText(e, store_, ScalarNames(model_), kLongest) : "?";
}

const Step* BlockModelWords::FindStep(std::span<const Step> steps, ScalarId wanted) const {
  for (const Step& step : steps) {
    for (const Step::Branch& branch : step.branches)
      if (const Step* found = FindStep(branch.steps, wanted)) return found;
    if (std::ranges::find(step.targets, wanted) != step.targets.end()) return &step;
    if (step.kind != Step::Kind::kSolve || !step.system.valid()) continue;
    const structure::System& system = model_.systems[step.system];
    for (const std::vector<Step>* inside : {&system.inner, &system.discrete})
      if (const Step* found = FindStep(*inside, wanted)) return found;
    if (std::ranges::find(system.unknowns, wanted) != system.unknowns.end()) return &step;
  }
  return nullptr;
}

const Step* BlockModelWords::FindStep(std::uint32_t scalar, run::Section section) const {
  return FindStep(section == run::Section::kDynamics ? model_.dynamics : model_.parameters, ScalarId(scalar));
}

std::optional<run::StepWords> BlockModelWords::StepOf(std::uint32_t scalar, run::Section section) const {
  const Step* step = FindStep(scalar, section);
  if (!step) return std::nullopt;
  run::StepWords words;
  words.span = step->origin.span;
  std::string path;
  for (const flat::PathPart& part : step->origin.component)
    path += fmt::format("{}{}", path.empty() ? "" : ".", store_.names.text(part.name));
  if (!path.empty()) words.component = fmt::format("component {}: ", path);
  switch (step->kind) {
    case Step::Kind::kAssign:
      words.kind = run::StepWords::Kind::kAssign;
      words.value = ModelText(step->value);
      break;
    case Step::Kind::kSolve:
      words.kind = run::StepWords::Kind::kSolve;
      break;
    case Step::Kind::kAlgorithm:
      words.kind = run::StepWords::Kind::kAlgorithm;
      break;
    default:
      break;
  }
  return words;
}

std::optional<DiagnosticNote> BlockModelWords::ExplainValue(std::uint32_t scalar, run::Section section,
                                                            const MicaInstance& now) const {
  const Step* step = FindStep(scalar, section);
  return step ? Explainer(*this, now).Explain(*step) : std::nullopt;
}

std::optional<DiagnosticNote> BlockModelWords::ExplainSystem(std::uint32_t index, const MicaInstance& now) const {
  const structure::System& system = model_.systems[structure::SystemId(index)];
  for (const Step& step : system.inner)
    if (auto cause = Explainer(*this, now).Explain(step)) return cause;
  for (std::size_t row = 0; row < system.residuals.size(); ++row) {
    Step residual;
    residual.value = system.residuals[row];
    if (row < system.origins.size()) residual.origin = system.origins[row];
    if (auto cause = Explainer(*this, now).Explain(residual)) return cause;
  }
  return std::nullopt;
}

std::string BlockModelWords::SideText(std::uint32_t relation, int side) const {
  Expr value = model_.held[structure::HeldId(relation)].value;
  return ModelText(value.valid() ? store_.exprs.arg(value, static_cast<std::size_t>(side)) : Expr());
}

const flat::Variable* BlockModelWords::SourceOf(std::uint32_t scalar) const {
  VarId source = model_.scalars[ScalarId(scalar)].source;
  return flat_ && source.valid() && flat_->variables.contains(source) ? &flat_->variables[source] : nullptr;
}

Span BlockModelWords::DeclarationOf(std::uint32_t scalar) const {
  const flat::Variable* source = SourceOf(scalar);
  return source ? source->span : Span();
}

Span BlockModelWords::BindingOf(std::uint32_t scalar) const {
  const flat::Variable* source = SourceOf(scalar);
  return source ? source->binding_span : Span();
}

// Without derivatives that were made of them.
std::string BlockModelWords::RecursiveFunctions() const {
  CallGraph calls;
  std::string names;
  for (std::size_t i = 0; i < store_.functions.size(); ++i) {
    FunctionId id(i);
    std::string_view name = store_.names.text(store_.functions[id].name);
    if (store_.functions[id].body.empty() || name.find('$') != std::string_view::npos || !calls.CallsItself(id, store_))
      continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  return names;
}

}  // namespace mica
