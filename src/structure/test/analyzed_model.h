// Test support: a model from Modelica text through the front end and the structure passes, and an interpreter of its
// steps that shares nothing with code generation. The residuals of the flat equations, evaluated with what the steps
// computed, are the independent judge.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expression/evaluate.h"
#include "flat/flatten.h"
#include "instance/elaboration.h"
#include "library/class_tree.h"
#include "structure/analyze.h"
#include "structure/text/block_model_text.h"
#include "structure/text/incidence_picture.h"

namespace mica::structure {

// For an implicit method that is put into the equations.
inline Options Inlined() {
  Options options;
  options.stage.kind = StageRequest::Kind::kFormulas;
  return options;
}

class AnalyzedModel : public Environment {
 public:
  // The model is the last class of the text.
  explicit AnalyzedModel(std::string text, Options options = {}) {
    classes_ = std::make_unique<library::ClassTree>(sources_, names_, sink_);
    library::Class* last = classes_->OpenText("Test.mo", std::move(text));
    if (!last) return;
    instances_ = std::make_unique<instance::Instances>(store_, sources_, *classes_, sink_);
    elaboration_ = std::make_unique<instance::Elaboration>(*instances_);
    instance::Component* top = instances_->Model(last);
    if (!top) return;
    auto flat = flat::Flatten(*elaboration_, top);
    if (!flat) return;
    flat_ = std::move(*flat);
    auto blocks = Analyze(*flat_, store_, sources_, sink_, options);
    if (!blocks) return;
    blocks_ = std::move(*blocks);
    evaluator_ = std::make_unique<Evaluator>(store_, *this);
  }

  bool ok() const { return blocks_.has_value(); }
  const BlockModel& blocks() const { return *blocks_; }
  const flat::Model& flat() const { return *flat_; }
  Store& store() { return store_; }
  // Runs another model of the same scalars from here on.
  void Take(BlockModel blocks) {
    blocks_ = std::move(blocks);
    while (values_.size() < blocks_->scalars.size()) values_.push_back(Value::Real(0, store_.types));
  }
  double held(HeldId id) { return held_.at(id.index()).boolean() ? 1 : 0; }
  IncidencePicture Picture() { return MakeIncidencePicture(*blocks_, store_, sources_); }
  std::string Text() { return BlockModelText(*blocks_, store_, sources_); }
  std::string Diagnostics() const {
    std::string text;
    for (const Diagnostic& diagnostic : sink_.all()) text += FormatDiagnostic(diagnostic, sources_);
    return text;
  }
  bool HasCode(std::string_view code) const {
    return std::ranges::any_of(sink_.all(), [&](const Diagnostic& d) { return d.code.id() == code; });
  }
  // Messages and notes of all diagnostics with the code, one text.
  std::string MessagesOf(std::string_view code) const {
    std::string text;
    for (const Diagnostic& diagnostic : sink_.all()) {
      if (diagnostic.code.id() != code) continue;
      text += diagnostic.message + "\n";
      for (const DiagnosticNote& note : diagnostic.notes) text += note.message + "\n";
    }
    return text;
  }

  ScalarId Find(std::string_view name) const {
    for (std::size_t i = 0; i < blocks_->scalars.size(); ++i)
      if (blocks_->scalars[ScalarId(i)].name == name) return ScalarId(i);
    ADD_FAILURE() << "there is no scalar called " << name;
    return ScalarId(0);
  }
  ScalarKind KindOf(std::string_view name) const { return blocks_->scalars[Find(name)].kind; }
  std::vector<std::string> StateNames() const {
    std::vector<std::string> names;
    for (ScalarId id : blocks_->states) names.push_back(blocks_->scalars[id].name);
    return names;
  }

  // Start values, parameters, then the initialization problem; pre takes the values found.
  void Initialize(double at = 0) {
    time = at;
    values_.clear();
    pre_.clear();
    held_.clear();
    for (const structure::Scalar& scalar : blocks_->scalars) {
      values_.push_back(Value::Default(scalar.type, {}, store_.types));
      if (scalar.value) values_.back() = Convert(Eval(scalar.value), scalar.type);
    }
    for (const Step& step : blocks_->parameters) RunStep(step);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const structure::Scalar& scalar = blocks_->scalars[ScalarId(i)];
      bool is_done = scalar.kind == ScalarKind::kConstant || scalar.kind == ScalarKind::kObject;
      if (scalar.start && !is_done &&
          !(scalar.kind == ScalarKind::kParameter && (scalar.value || IsComputed(ScalarId(i)))))
        values_[i] = Convert(Eval(scalar.start), scalar.type);
    }
    pre_ = values_;
    initial = at_event = true;
    for (const Step& step : blocks_->initial) RunStep(step);
    initial = false;
    pre_ = values_;
  }
  // One pass of the dynamics: at an event held relations are computed, between events they are read.
  void Run(bool is_event) {
    at_event = is_event;
    if (!blocks_->inlined.empty()) TakeBases(1e-10);
    for (const Step& step : blocks_->dynamics)
      if (is_event || !step.discrete_only) RunStep(step);
  }
  void TakeBases(double gain) {
    values_[blocks_->stage_gain.index()] = Value::Real(gain, store_.types);
    for (std::size_t i = 0; i < blocks_->states.size(); ++i)
      values_[blocks_->stage_bases[i].index()] = values_[blocks_->states[i].index()];
  }
  // One stage of an implicit method from the states as they are, each taken as its base.
  void RunStage(double gain) {
    at_event = false;
    TakeBases(gain);
    for (const Step& step : blocks_->stage) RunStep(step);
  }
  // Whether a numerical solver is needed anywhere in the stage.
  std::size_t StageSystems() const {
    return static_cast<std::size_t>(std::ranges::count(blocks_->stage, Step::Kind::kSolve, &Step::kind));
  }
  // Repeated until no discrete value changes, as a runtime does; reinit takes effect in between.
  void RunEvent() {
    for (int i = 0; i < 100; ++i) {
      Run(true);
      for (auto [id, value] : pending_) values_[id.index()] = Value::Real(value, store_.types);
      bool again = !pending_.empty();
      pending_.clear();
      for (std::size_t k = 0; k < values_.size(); ++k) {
        const structure::Scalar& scalar = blocks_->scalars[ScalarId(k)];
        if (scalar.kind == ScalarKind::kDiscrete && !scalar.alias_of && !scalar.is_hidden &&
            !Equal(values_[k], pre_[k]))
          again = true;
      }
      pre_ = values_;
      if (!again) return;
    }
    ADD_FAILURE() << "the event iteration does not end";
  }
  // Explicit Euler, for short runs; an event whenever a held relation would change.
  void Integrate(double until, double step) {
    while (time < until - step / 2) {
      Run(false);
      std::vector<double> slopes;
      for (ScalarId id : blocks_->states) slopes.push_back(values_[blocks_->scalars[id].derivative.index()].real());
      for (std::size_t i = 0; i < slopes.size(); ++i) {
        Value& x = values_[blocks_->states[i].index()];
        x = Value::Real(x.real() + step * slopes[i], store_.types);
      }
      time += step;
      Run(false);
      bool changes = false;
      for (const Held& held : blocks_->held) {
        at_event = true;
        auto before = held_;
        auto old = held_.find(store_.exprs.payload(HeldExpr(held)));
        Value now = Eval(held.value);
        held_ = before;
        changes = changes || old == held_.end() || !Equal(now, old->second);
      }
      if (changes) {
        pre_ = values_;
        RunEvent();
      }
    }
  }
  double Get(std::string_view name) {
    const Value* value = Scalar(Find(name));
    return value->real();
  }
  void Set(std::string_view name, double number) {
    ScalarId id = Find(name);
    values_[id.index()] = Convert(Value::Real(number, store_.types), blocks_->scalars[id].type);
  }

  // The largest |left - right| over the flat equations of type Real outside when-clauses, with the values as they are.
  double WorstResidual() {
    double worst = 0;
    at_event = true;
    ResidualsOf(flat_->equations, worst);
    for (std::size_t v = 0; v < flat_->variables.size(); ++v) {
      const flat::Variable& variable = flat_->variables[VarId(v)];
      if (!variable.binding || store_.types.kind(variable.type) != TypeKind::kReal) continue;
      Compare(store_.exprs.Var(VarId(v), variable.type), variable.binding, worst);
    }
    return worst;
  }

  double time = 0;
  bool initial = false, at_event = true;
  double worst_jacobian = 0;  // the largest deviation of a Jacobian entry from a difference, of all systems solved

  const Value* Variable(VarId id) override {
    const flat::Variable& variable = flat_->variables[id];
    Value whole = Value::Default(store_.types.Element(variable.type),
                                 {store_.types.sizes(variable.type).begin(), store_.types.sizes(variable.type).end()},
                                 store_.types);
    for (std::size_t k = 0; k < whole.count(); ++k) whole.CopyElement(k, *Scalar(ScalarOf(id, k)), 0);
    return &(whole_[id] = std::move(whole));
  }
  const Value* Scalar(ScalarId id) override {
    const structure::Scalar& scalar = blocks_->scalars[id];
    if (!scalar.alias_of) return &values_[id.index()];
    Value value = values_[scalar.alias_of.index()];
    if (scalar.alias_sign < 0) value = Value::Real(-value.real(), store_.types);
    return &(values_[id.index()] = value);
  }
  std::optional<double> Time() override { return time; }
  std::optional<Value> Operator(Expr e) override {
    const ExprPool& exprs = store_.exprs;
    switch (exprs.op(e)) {
      case Op::kInitial:
        return Value::Boolean(initial, store_.types);
      case Op::kTerminal:
        return Value::Boolean(false, store_.types);
      case Op::kPre:
        if (exprs.op(exprs.arg(e, 0)) == Op::kScalar) return pre_[exprs.scalar(exprs.arg(e, 0)).index()];
        return std::nullopt;
      case Op::kHeld: {
        auto found = held_.find(exprs.payload(e));
        if (!at_event && found != held_.end()) return found->second;
        Value value = Eval(exprs.arg(e, 0));
        return held_[exprs.payload(e)] = value;
      }
      case Op::kHomotopy:
        return Eval(exprs.arg(e, 0));
      case Op::kDer:
        return DerivativeOf(exprs.arg(e, 0));
      default:
        return std::nullopt;
    }
  }

 private:
  Value Eval(Expr e) {
    auto value = Evaluator(store_, *this).Evaluate(e);
    if (value) return *value;
    ADD_FAILURE() << "no value: " << ExprText(e, store_, ReferenceNames()) << "\n"
                  << Evaluator(store_, *this).error().message;
    return Value::Default(store_.types.Element(store_.exprs.type(e)), {}, store_.types);
  }
  Value Convert(const Value& value, TypeId type) {
    if (store_.types.kind(type) == TypeKind::kReal) return value.ToReal(store_.types);
    if (value.is_real() && store_.types.kind(type) == TypeKind::kBoolean)
      return Value::Boolean(value.real() != 0, store_.types);
    if (value.is_real() && store_.types.kind(type) == TypeKind::kInteger)
      return Value::Integer(std::llround(value.real()), store_.types);
    return value;
  }
  Expr HeldExpr(const Held& held) {
    for (std::size_t i = 0; i < blocks_->held.size(); ++i)
      if (&blocks_->held[HeldId(i)] == &held)
        return store_.exprs.Make(Op::kHeld, store_.exprs.type(held.value), {held.value}, i);
    return {};
  }
  bool IsComputed(ScalarId id) const {
    return std::ranges::any_of(blocks_->parameters, [&](const Step& step) {
      return std::ranges::find(step.targets, id) != step.targets.end();
    });
  }
  ScalarId ScalarOf(VarId id, std::size_t element) const {
    for (std::size_t i = 0; i < blocks_->scalars.size(); ++i) {
      const structure::Scalar& scalar = blocks_->scalars[ScalarId(i)];
      if (scalar.source == id && scalar.element == element) return ScalarId(i);
    }
    ADD_FAILURE() << "a variable has no scalar";
    return ScalarId(0);
  }
  void Assign(ScalarId id, const Value& value) {
    EXPECT_FALSE(blocks_->scalars[id].alias_of.valid()) << blocks_->scalars[id].name;
    values_[id.index()] = Convert(value, blocks_->scalars[id].type);
  }

  void RunStep(const Step& step) {
    switch (step.kind) {
      case Step::Kind::kAssign:
        Assign(step.targets[0], Eval(step.value));
        break;
      case Step::Kind::kSolve:
        Solve(blocks_->systems[step.system]);
        break;
      case Step::Kind::kWhen: {
        for (ScalarId id : step.targets) values_[id.index()] = pre_[id.index()];
        for (const Step::Branch& branch : step.branches) {
          if (!Eval(branch.trigger).boolean()) continue;
          for (const Step& inner : branch.steps) RunStep(inner);
          break;
        }
        break;
      }
      case Step::Kind::kReinit:
        pending_[step.targets[0]] = Eval(step.value).real();
        break;
      case Step::Kind::kAssert:
        EXPECT_TRUE(Eval(step.condition).boolean()) << Eval(step.message).string();
        break;
      case Step::Kind::kCall: {
        Value result = Eval(step.value);
        std::vector<Value> items;
        Items(result, items);
        for (std::size_t i = 0; i < step.targets.size(); ++i)
          if (step.targets[i]) Assign(step.targets[i], items[i]);
        break;
      }
      case Step::Kind::kAlgorithm:
        for (ScalarId id : step.targets) {
          const structure::Scalar& scalar = blocks_->scalars[id];
          if (scalar.kind == ScalarKind::kDiscrete) values_[id.index()] = pre_[id.index()];
        }
        RunStatements(step.statements);
        break;
      default:
        break;
    }
  }
  void Items(const Value& value, std::vector<Value>& items) {
    if (std::holds_alternative<Value::Parts>(value.data)) {
      for (const Value& part : value.parts()) Items(part, items);
      return;
    }
    for (std::size_t i = 0; i < value.count(); ++i) {
      Value item = Value::Default(value.type, {}, store_.types);
      item.CopyElement(0, value, i);
      items.push_back(item);
    }
  }
  void RunStatements(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      switch (statement.kind) {
        case Statement::Kind::kAssign: {
          ASSERT_EQ(store_.exprs.op(statement.targets[0]), Op::kScalar);
          Assign(store_.exprs.scalar(statement.targets[0]), Eval(statement.value));
          break;
        }
        case Statement::Kind::kIf:
          for (const StatementBranch& branch : statement.branches) {
            if (branch.condition && !Eval(branch.condition).boolean()) continue;
            RunStatements(branch.body);
            break;
          }
          break;
        default:
          ADD_FAILURE() << "a statement that the test does not interpret";
      }
    }
  }

  std::vector<double> Residuals(const System& system) {
    for (const Step& step : system.inner) RunStep(step);
    std::vector<double> residuals;
    for (Expr residual : system.residuals) residuals.push_back(Eval(residual).real());
    return residuals;
  }
  // Newton's method, and around it the iteration over held relations and discrete unknowns.
  void Solve(const System& system) {
    for (int i = 0; i < 50; ++i) {
      std::vector<Value> before = values_;
      auto held_before = held_;
      bool was_event = std::exchange(at_event, false);
      if (was_event && held_.empty()) at_event = true;  // the first time there is nothing to read
      Newton(system);
      at_event = was_event;
      if (!at_event) return;
      for (const Step& step : system.discrete) RunStep(step);
      for (Expr residual : system.residuals) Eval(residual);  // held relations anew
      for (const Step& step : system.inner) RunStep(step);
      bool same = true;
      for (const Step& step : system.discrete)
        for (ScalarId id : step.targets) same = same && Equal(values_[id.index()], before[id.index()]);
      for (const auto& [id, value] : held_) same = same && held_before.contains(id) && Equal(held_before.at(id), value);
      if (same) return;
    }
    ADD_FAILURE() << "a mixed system does not settle";
  }
  void Newton(const System& system) {
    std::size_t n = system.unknowns.size();
    for (int iteration = 0; iteration < 60; ++iteration) {
      std::vector<double> r = Residuals(system);
      double size = 0;
      for (double x : r) size = std::max(size, std::abs(x));
      if (size < 1e-11) return;
      std::vector<std::vector<double>> j(n, std::vector<double>(n + 1, 0));
      std::vector<std::vector<double>> by_difference = j;
      for (std::size_t c = 0; c < n; ++c) {
        double x = values_[system.unknowns[c].index()].real(), h = 1e-6 * std::max(1.0, std::abs(x));
        values_[system.unknowns[c].index()] = Value::Real(x + h, store_.types);
        std::vector<double> shifted = Residuals(system);
        values_[system.unknowns[c].index()] = Value::Real(x, store_.types);
        for (std::size_t k = 0; k < n; ++k) by_difference[k][c] = (shifted[k] - r[k]) / h;
      }
      Residuals(system);
      if (system.jacobian.empty()) j = by_difference;
      for (const Step& step : system.slopes) RunStep(step);
      for (const JacobianEntry& entry : system.jacobian) j[entry.row][entry.column] = Eval(entry.value).real();
      for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
          worst_jacobian =
              std::max(worst_jacobian, std::abs(j[a][b] - by_difference[a][b]) / std::max(1.0, std::abs(j[a][b])));
      for (std::size_t k = 0; k < n; ++k) j[k][n] = -r[k];
      if (!Eliminate(j)) {
        ADD_FAILURE() << "a singular Jacobian";
        return;
      }
      for (std::size_t k = 0; k < n; ++k) {
        Value& x = values_[system.unknowns[k].index()];
        x = Value::Real(x.real() + j[k][n], store_.types);
      }
    }
    if (n > 0) ADD_FAILURE() << "Newton's method does not converge";
  }
  static bool Eliminate(std::vector<std::vector<double>>& a) {
    std::size_t n = a.size();
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
      if (std::abs(a[pivot][k]) < 1e-14) return false;
      std::swap(a[k], a[pivot]);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == k) continue;
        double factor = a[i][k] / a[k][k];
        for (std::size_t c = k; c <= n; ++c) a[i][c] -= factor * a[k][c];
      }
    }
    for (std::size_t k = 0; k < n; ++k) a[k][n] /= a[k][k];
    return true;
  }

  void ResidualsOf(const std::vector<flat::Equation>& equations, double& worst) {
    for (const flat::Equation& equation : equations) {
      switch (equation.kind) {
        case flat::Equation::Kind::kEqual:
          Compare(equation.left, equation.right, worst);
          break;
        case flat::Equation::Kind::kFor: {
          Value range = Eval(equation.left);
          for (std::size_t k = 0; k < range.count(); ++k) {
            iterators_[equation.iterator] = Value::Integer(range.integer(k), store_.types);
            ResidualsOf(equation.branches[0].equations, worst);
          }
          iterators_.erase(equation.iterator);
          break;
        }
        case flat::Equation::Kind::kIf:
          for (const flat::EquationBranch& branch : equation.branches) {
            if (branch.condition && !Eval(branch.condition).boolean()) continue;
            ResidualsOf(branch.equations, worst);
            break;
          }
          break;
        default:
          break;
      }
    }
  }
  void Compare(Expr left, Expr right, double& worst) {
    if (store_.types.kind(store_.exprs.type(left)) != TypeKind::kReal) return;
    Evaluator evaluator(store_, *this);
    for (const auto& [iterator, value] : iterators_) evaluator.SetIterator(iterator, value);
    auto a = evaluator.Evaluate(left), b = evaluator.Evaluate(right);
    ASSERT_TRUE(a && b) << evaluator.error().message << " in " << ExprText(left, store_, ReferenceNames()) << " = "
                        << ExprText(right, store_, ReferenceNames());
    for (std::size_t k = 0; k < a->count(); ++k)
      worst = std::max(worst, std::abs(a->real(k) - b->real(b->is_scalar() ? 0 : k)));
  }
  // der(x), der(x[i]) of the flat model.
  std::optional<Value> DerivativeOf(Expr of) {
    const ExprPool& exprs = store_.exprs;
    Expr base = exprs.op(of) == Op::kIndex ? exprs.arg(of, 0) : of;
    if (exprs.op(base) != Op::kVar) return std::nullopt;
    VarId id = exprs.var(base);
    std::vector<std::int32_t> sizes(store_.types.sizes(exprs.type(base)).begin(),
                                    store_.types.sizes(exprs.type(base)).end());
    Value all = Value::Default(store_.types.real(), sizes, store_.types);
    for (std::size_t k = 0; k < all.count(); ++k) all.SetReal(k, ScalarDerivative(ScalarOf(id, k)));
    if (base == of) return all;
    std::size_t place = 0;
    Evaluator evaluator(store_, *this);
    for (const auto& [iterator, value] : iterators_) evaluator.SetIterator(iterator, value);
    for (std::size_t d = 1; d < exprs.args(of).size(); ++d) {
      auto subscript = evaluator.Evaluate(exprs.arg(of, d));
      if (!subscript) return std::nullopt;
      place = place * static_cast<std::size_t>(sizes[d - 1]) + static_cast<std::size_t>(subscript->integer() - 1);
    }
    return Value::Real(all.real(place), store_.types);
  }
  double ScalarDerivative(ScalarId id) {
    const structure::Scalar& scalar = blocks_->scalars[id];
    if (scalar.alias_of) return scalar.alias_sign * ScalarDerivative(scalar.alias_of);
    if (scalar.kind == ScalarKind::kConstant || scalar.kind == ScalarKind::kParameter) return 0;
    if (!scalar.derivative) {
      ADD_FAILURE() << scalar.name << " has no derivative";
      return 0;
    }
    return Scalar(scalar.derivative)->real();
  }

  NameTable names_;
  SourceMap sources_;
  Store store_{names_};
  DiagnosticSink sink_;
  std::unique_ptr<library::ClassTree> classes_;
  std::unique_ptr<instance::Instances> instances_;
  std::unique_ptr<instance::Elaboration> elaboration_;
  std::optional<flat::Model> flat_;
  std::optional<BlockModel> blocks_;
  std::vector<Value> values_, pre_;  // by scalar
  std::map<std::uint64_t, Value> held_;
  std::map<ScalarId, double> pending_;
  std::map<VarId, Value> whole_;
  std::map<Expr, Value> iterators_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace mica::structure
