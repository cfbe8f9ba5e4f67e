#include "structure/scalar/rewrite.h"

#include "symbolic/visit.h"

namespace mica::structure {

Expr Rewriter::operator()(Expr e) {
  if (!e) return e;
  if (const Expr* found = memo_.Find(e)) return *found;
  return symbolic::Rewrite(
      algebra_.pool(), e, memo_, [this](Expr node) { return replace_(node); },
      [this](Expr node, std::span<const Expr> args) {
        Expr result = Finish(node, args);
        return revise_ && !args.empty() ? revise_(result) : result;
      });
}

Expr Rewriter::Finish(Expr e, std::span<const Expr> args) {
  ExprPool& exprs = algebra_.pool();
  if (std::ranges::equal(args, exprs.args(e))) return e;
  ExprNode node = exprs[e];
  if (node.op == Op::kPre || node.op == Op::kPrevious) {
    Expr arg = args[0];
    if (exprs.is_literal(arg)) return arg;
    if (exprs.op(arg) == Op::kNeg && exprs.op(exprs.arg(arg, 0)) == Op::kScalar)
      return algebra_.Neg(exprs.Make(node.op, node.type, {exprs.arg(arg, 0)}));
  }
  if (node.op == Op::kHeld || node.op == Op::kDelay || node.op == Op::kSpatialDistribution)
    return exprs.Make(node.op, node.type, args, node.payload);
  return algebra_.Make(node.op, node.type, args, node.payload);
}

void Rewriter::Apply(Statement& statement) {
  for (Expr& target : statement.targets) Apply(target);
  Apply(statement.value);
  for (StatementBranch& branch : statement.branches) {
    Apply(branch.condition);
    for (Statement& inner : branch.body) Apply(inner);
  }
}

void Rewriter::Apply(Step& step) {
  Apply(step.value);
  Apply(step.condition);
  Apply(step.message);
  for (Statement& statement : step.statements) Apply(statement);
  for (Step::Branch& branch : step.branches) {
    Apply(branch.trigger);
    for (Step& inner : branch.steps) Apply(inner);
  }
}

}  // namespace mica::structure
