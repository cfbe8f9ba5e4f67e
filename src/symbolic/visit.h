// Walks over expressions that share subexpressions and may be very deep: each node is seen once, with a stack of our
// own.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "expression/store.h"
#include "symbolic/expr_map.h"

namespace mica::symbolic {

// Calls visit(e) for every node under `root` that is not in `seen` yet, arguments before the node itself. Nodes where
// enter(e) is false are left out, with what is under them alone.
template <class Enter, class Visit>
void PostOrder(const ExprPool& pool, Expr root, ExprSet& seen, Enter&& enter, Visit&& visit) {
  struct Item {
    Expr e;
    bool leave;
  };
  std::vector<Item> stack{{root, false}};
  while (!stack.empty()) {
    Item item = stack.back();
    stack.pop_back();
    if (item.leave) {
      visit(item.e);
      continue;
    }
    if (!seen.Add(item.e) || !enter(item.e)) continue;
    stack.push_back({item.e, true});
    for (std::size_t i = pool.args(item.e).size(); i-- > 0;) stack.push_back({pool.arg(item.e, i), false});
  }
}

// Rewrites bottom up. before(e) gives the result without looking inside, or an invalid handle; after(e, new_args) makes
// the result of a node from those of its arguments. Results are kept in `memo` and found there again. An invalid result
// of after() ends the walk.
template <class Before, class After>
Expr Rewrite(const ExprPool& pool, Expr root, ExprMap<Expr>& memo, Before&& before, After&& after) {
  struct Item {
    Expr e;
    bool leave;
  };
  std::vector<Item> stack{{root, false}};
  std::vector<Expr> args;
  while (!stack.empty()) {
    auto [e, leave] = stack.back();
    stack.pop_back();
    if (memo.contains(e)) continue;
    if (!leave) {
      if (Expr result = before(e)) {
        memo.Set(e, result);
        continue;
      }
      stack.push_back({e, true});
      for (std::size_t i = pool.args(e).size(); i-- > 0;) stack.push_back({pool.arg(e, i), false});
      continue;
    }
    args.clear();
    for (Expr arg : pool.args(e)) args.push_back(*memo.Find(arg));
    Expr result = after(e, std::span<const Expr>(args));
    if (!result) return {};
    memo.Set(e, result);
  }
  return *memo.Find(root);
}

// The same node over other arguments; `e` itself if they are its own.
Expr WithArgs(ExprPool& pool, Expr e, std::span<const Expr> args);

// The nodes under the roots for which `wanted` is true, each once, in the order of a walk from left to right.
std::vector<Expr> Collect(const ExprPool& pool, std::span<const Expr> roots, const std::function<bool(Expr)>& wanted);
// References to variables: kVar, kScalar.
std::vector<Expr> CollectReferences(const ExprPool& pool, std::span<const Expr> roots);

// Calls `use` on every expression of the statements: values, targets, conditions, ranges.
void ForEachExpr(std::span<const Statement> statements, const std::function<void(Expr)>& use);

// Whether expressions contain a node for which `wanted` is true. Answers are kept: asking about all parts of an
// expression costs one walk.
class Contains {
 public:
  Contains(const ExprPool& pool, std::function<bool(Expr)> wanted) : pool_(pool), wanted_(std::move(wanted)) {}
  bool operator()(Expr e);

 private:
  const ExprPool& pool_;
  std::function<bool(Expr)> wanted_;
  ExprMap<bool> memo_;
};

// Whether `e` contains `leaf`. For many questions about one leaf use Contains.
bool DependsOn(const ExprPool& pool, Expr e, Expr leaf);

}  // namespace mica::symbolic
