#include "symbolic/visit.h"

#include <algorithm>

namespace mica::symbolic {

Expr WithArgs(ExprPool& pool, Expr e, std::span<const Expr> args) {
  if (std::ranges::equal(pool.args(e), args)) return e;
  const ExprNode node = pool[e];
  return pool.Make(node.op, node.type, args, node.payload);
}

std::vector<Expr> Collect(const ExprPool& pool, std::span<const Expr> roots, const std::function<bool(Expr)>& wanted) {
  std::vector<Expr> found;
  ExprSet seen;
  for (Expr root : roots)
    PostOrder(
        pool, root, seen, [](Expr) { return true; },
        [&](Expr e) {
          if (wanted(e)) found.push_back(e);
        });
  return found;
}

std::vector<Expr> CollectReferences(const ExprPool& pool, std::span<const Expr> roots) {
  return Collect(pool, roots, [&](Expr e) { return pool.op(e) == Op::kVar || pool.op(e) == Op::kScalar; });
}

void ForEachExpr(std::span<const Statement> statements, const std::function<void(Expr)>& use) {
  for (const Statement& statement : statements) {
    for (Expr target : statement.targets)
      if (target) use(target);
    if (statement.value) use(statement.value);
    for (const StatementBranch& branch : statement.branches) {
      if (branch.condition) use(branch.condition);
      ForEachExpr(branch.body, use);
    }
  }
}

bool Contains::operator()(Expr root) {
  struct Item {
    Expr e;
    bool leave;
  };
  std::vector<Item> stack{{root, false}};
  while (!stack.empty()) {
    auto [e, leave] = stack.back();
    stack.pop_back();
    if (memo_.contains(e)) continue;
    if (leave) {
      bool any = std::ranges::any_of(pool_.args(e), [&](Expr arg) { return *memo_.Find(arg); });
      memo_.Set(e, any);
    } else if (wanted_(e)) {
      memo_.Set(e, true);
    } else {
      stack.push_back({e, true});
      for (Expr arg : pool_.args(e)) stack.push_back({arg, false});
    }
  }
  return *memo_.Find(root);
}

bool DependsOn(const ExprPool& pool, Expr e, Expr leaf) {
  // Arguments have smaller handles: nothing below the leaf's handle can contain it.
  std::vector<Expr> stack{e};
  ExprSet seen;
  while (!stack.empty()) {
    Expr top = stack.back();
    stack.pop_back();
    if (top == leaf) return true;
    if (top < leaf || !seen.Add(top)) continue;
    for (Expr arg : pool.args(top)) stack.push_back(arg);
  }
  return false;
}

}  // namespace mica::symbolic
