#include "structure/modes/mode_variables.h"

#include <cmath>
#include <unordered_set>

#include "expression/text.h"
#include "structure/scalar/scalar_model.h"

namespace mica::structure {

namespace {

class Finder {
 public:
  Finder(const BlockModel& model, const Store& store)
      : model_(model), store_(store), held_(model.held.size(), false), scalars_(model.scalars.size(), false) {}

  void AddSection(const std::vector<Step>& steps) {
    for (const Step& step : steps)
      if (!step.discrete_only && (step.for_derivatives || step.for_crossings)) Add(step);
  }
  void AddCrossings() {
    for (const Held& held : model_.held)
      for (Expr crossing : held.crossings) Add(crossing, false);
  }

  std::vector<ModeVariable> Found() const {
    std::vector<ModeVariable> found;
    for (std::size_t i = 0; i < held_.size(); ++i)
      if (held_[i]) found.push_back({HeldId(i), {}});
    for (std::size_t i = 0; i < scalars_.size(); ++i)
      if (scalars_[i]) found.push_back({{}, ScalarId(i)});
    return found;
  }

 private:
  void Add(const Step& step) {
    Add(step.value, false);
    for (const Statement& statement : step.statements) Add(statement);
    if (step.kind != Step::Kind::kSolve) return;
    const System& system = model_.systems[step.system];
    for (const Step& inner : system.inner) Add(inner);
    for (Expr residual : system.residuals) Add(residual, false);
  }
  void Add(const Statement& statement) {
    for (Expr target : statement.targets) Add(target, false);
    Add(statement.value, false);
    for (const StatementBranch& branch : statement.branches) {
      Add(branch.condition, true);
      for (const Statement& inner : branch.body) Add(inner);
    }
  }

  void Add(Expr e, bool in_condition) {
    Push(e, in_condition);
    while (!stack_.empty()) {
      auto [node, condition] = stack_.back();
      stack_.pop_back();
      Visit(node, condition);
    }
  }
  void Push(Expr e, bool in_condition) {
    if (e.valid() && seen_.insert(std::uint64_t{e.index()} * 2 + in_condition).second)
      stack_.push_back({e, in_condition});
  }
  void Visit(Expr e, bool in_condition) {
    Op op = store_.exprs.op(e);
    if (op == Op::kHeld && store_.types.kind(store_.exprs.type(e)) == TypeKind::kBoolean) {
      held_[store_.exprs.payload(e)] = true;
      return;  // its value is read between events, not computed
    }
    if (op == Op::kScalar) {
      const Scalar& scalar = model_.scalars[store_.exprs.scalar(e)];
      TypeKind kind = store_.types.kind(scalar.type);
      if (scalar.kind == ScalarKind::kDiscrete && (kind == TypeKind::kBoolean || kind == TypeKind::kEnumeration ||
                                                   (kind == TypeKind::kInteger && in_condition)))
        scalars_[store_.exprs.scalar(e).index()] = true;
      return;
    }
    for (std::size_t i = 0; i < store_.exprs.args(e).size(); ++i)
      Push(store_.exprs.arg(e, i), in_condition || (op == Op::kIf && i == 0) || IsRelation(op));
  }

  struct Frame {
    Expr e;
    bool in_condition;
  };
  const BlockModel& model_;
  const Store& store_;
  std::vector<bool> held_, scalars_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Frame> stack_;
};

}  // namespace

std::vector<ModeVariable> FindModeVariables(const BlockModel& model, const Store& store) {
  Finder finder(model, store);
  finder.AddSection(model.dynamics);
  finder.AddCrossings();
  return finder.Found();
}

std::string ModeVariableText(const ModeVariable& variable, const BlockModel& model, const Store& store) {
  if (variable.scalar.valid()) return model.scalars[variable.scalar].name;
  constexpr std::size_t kLongest = 100;
  return ExprText(model.held[variable.held].value, store, ScalarNames(model.scalars), kLongest);
}

std::string ModeValueText(const ModeVariable& variable, double value, const BlockModel& model, const Store& store) {
  TypeId type = variable.scalar.valid() ? model.scalars[variable.scalar].type : store.types.boolean();
  if (store.types.kind(type) == TypeKind::kBoolean) return value != 0 ? "true" : "false";
  auto number = std::lround(value);
  if (store.types.kind(type) != TypeKind::kEnumeration) return std::to_string(number);
  const std::vector<Name>& literals = store.types.enumeration(type).literals;
  bool known = number >= 1 && static_cast<std::size_t>(number) <= literals.size();
  return known ? std::string(store.names.text(literals[static_cast<std::size_t>(number) - 1])) : std::to_string(number);
}

}  // namespace mica::structure
