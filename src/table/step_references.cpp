#include "table/step_references.h"

namespace mica::table {

void StepReferences::Clear() {
  seen_.clear();
  scalars_.clear();
  held_.clear();
}

void StepReferences::Add(Expr expression) {
  if (!expression.valid()) return;
  const ExprPool& pool = store_.exprs;
  stack_.push_back(expression);
  while (!stack_.empty()) {
    Expr e = stack_.back();
    stack_.pop_back();
    if (!seen_.insert(e.index()).second) continue;
    Op op = pool.op(e);
    if (op == Op::kPre) continue;
    if (op == Op::kScalar) scalars_.push_back(pool.scalar(e));
    if (op == Op::kHeld) held_.push_back(structure::HeldId(pool.payload(e)));
    for (Expr arg : pool.args(e))
      if (arg.valid()) stack_.push_back(arg);
  }
}

void StepReferences::Add(const std::vector<Statement>& statements) {
  for (const Statement& statement : statements) {
    Add(statement.value);
    bool plain = statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kTupleAssign;
    for (Expr target : statement.targets)
      if (target.valid() && !(plain && store_.exprs.op(target) == Op::kScalar)) Add(target);
    for (const StatementBranch& branch : statement.branches) {
      Add(branch.condition);
      Add(branch.body);
    }
  }
}

void StepReferences::Add(const structure::Step& step) {
  Add(step.value);
  Add(step.condition);
  Add(step.message);
  Add(step.statements);
  for (const structure::Step::Branch& branch : step.branches) {
    Add(branch.trigger);
    for (const structure::Step& inner : branch.steps) Add(inner);
  }
}

}  // namespace mica::table
