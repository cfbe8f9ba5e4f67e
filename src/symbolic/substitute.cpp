#include "symbolic/substitute.h"

#include "symbolic/visit.h"

namespace mica::symbolic {

void Substitution::Set(Expr from, Expr to) {
  memo_.Set(from, to);
  empty_ = false;
}

Expr Substitution::Apply(Expr root) {
  if (empty_ || !root) return root;
  ExprPool& pool = algebra_.pool();
  return Rewrite(
      pool, root, memo_, [&](Expr e) { return pool.args(e).empty() ? e : Expr(); },
      [&](Expr e, std::span<const Expr> args) {
        if (std::ranges::equal(pool.args(e), args)) return e;
        const ExprNode node = pool[e];
        return algebra_.Make(node.op, node.type, args, node.payload);
      });
}

std::vector<Statement> Substitution::Apply(std::span<const Statement> statements) {
  std::vector<Statement> result(statements.begin(), statements.end());
  for (Statement& statement : result) {
    for (Expr& target : statement.targets) target = Apply(target);
    statement.value = Apply(statement.value);
    statement.iterator = Apply(statement.iterator);
    for (StatementBranch& branch : statement.branches) {
      branch.condition = Apply(branch.condition);
      branch.body = Apply(branch.body);
    }
  }
  return result;
}

Expr Substitute(Store& store, Expr e, Expr from, Expr to) {
  if (!DependsOn(store.exprs, e, from)) return e;
  Substitution substitution(store);
  substitution.Set(from, to);
  return substitution.Apply(e);
}

}  // namespace mica::symbolic
