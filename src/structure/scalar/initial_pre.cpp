#include "structure/scalar/initial_pre.h"

#include "symbolic/visit.h"

namespace mica::structure {

namespace {

class Collector {
 public:
  Collector(const ScalarModel& model, const Store& store) : store_(store), found_(model.scalars.size(), false) {}

  void Add(Expr e) {
    if (!e) return;
    const ExprPool& exprs = store_.exprs;
    symbolic::PostOrder(
        exprs, e, seen_, [](Expr) { return true; },
        [&](Expr node) {
          if (exprs.op(node) != Op::kPre || exprs.op(exprs.arg(node, 0)) != Op::kScalar) return;
          found_[exprs.scalar(exprs.arg(node, 0)).index()] = true;
        });
  }
  void Add(const Statement& statement) {
    for (Expr target : statement.targets) Add(target);
    Add(statement.value);
    for (const StatementBranch& branch : statement.branches) {
      Add(branch.condition);
      for (const Statement& inner : branch.body) Add(inner);
    }
  }
  void Add(const Step& step) {
    Add(step.value);
    Add(step.condition);
    for (const Statement& statement : step.statements) Add(statement);
  }
  void Add(ScalarId id) { found_[id.index()] = true; }
  std::vector<bool> Take() { return std::move(found_); }

 private:
  const Store& store_;
  symbolic::ExprSet seen_;
  std::vector<bool> found_;
};

}  // namespace

std::vector<bool> ScalarsWithInitialPre(const ScalarModel& model, const Store& store) {
  Collector collector(model, store);
  for (const ScalarEquation& equation : model.initial_equations) {
    if (!equation.is_equality()) {
      collector.Add(model.steps[equation.step]);
      continue;
    }
    collector.Add(equation.left);
    collector.Add(equation.right);
  }
  for (std::size_t i = 0; i < model.scalars.size(); ++i)
    if (const Scalar& scalar = model.scalars[ScalarId(i)]; scalar.kind == ScalarKind::kDiscrete && scalar.fixed)
      collector.Add(ScalarId(i));
  return collector.Take();
}

}  // namespace mica::structure
