#include "flat/iterate.h"

#include <algorithm>
#include <unordered_map>

namespace mica::flat {

void ForEachIndex(std::span<const std::int32_t> sizes,
                  const std::function<void(std::span<const std::int32_t>)>& visit) {
  if (std::ranges::any_of(sizes, [](std::int32_t size) { return size <= 0; })) return;
  std::vector<std::int32_t> at(sizes.size(), 1);
  for (;;) {
    visit(at);
    std::size_t i = at.size();
    for (; i > 0; --i) {
      if (++at[i - 1] <= sizes[i - 1]) break;
      at[i - 1] = 1;
    }
    if (i == 0) return;
  }
}

namespace {

class Substitution {
 public:
  Substitution(std::span<const Expr> iterators, std::span<const Expr> values, Store& store) : store_(store) {
    for (std::size_t i = 0; i < iterators.size(); ++i) done_[iterators[i]] = values[i];
  }

  Expr Replace(Expr e) {
    if (!e.valid()) return e;
    if (auto found = done_.find(e); found != done_.end()) return found->second;
    std::vector<Expr> args = store_.exprs.ArgsCopy(e);
    bool changed = false;
    for (Expr& arg : args) {
      Expr old = arg;
      arg = Replace(arg);
      changed = changed || arg != old;
    }
    Expr result = e;
    if (changed)
      result = store_.exprs.op(e) == Op::kIndex
                   ? store_.exprs.Index(args[0], std::span<const Expr>(args).subspan(1))
                   : store_.exprs.Make(store_.exprs.op(e), store_.exprs.type(e), args, store_.exprs.payload(e));
    done_[e] = result;
    return result;
  }

  std::vector<Statement> Replace(const std::vector<Statement>& statements) {
    std::vector<Statement> result;
    for (Statement statement : statements) {
      for (Expr& target : statement.targets) target = Replace(target);
      statement.value = Replace(statement.value);
      for (StatementBranch& branch : statement.branches) {
        branch.condition = Replace(branch.condition);
        branch.body = Replace(branch.body);
      }
      result.push_back(std::move(statement));
    }
    return result;
  }

  Equation Replace(Equation equation) {
    equation.left = Replace(equation.left);
    equation.right = Replace(equation.right);
    for (Expr& target : equation.targets) target = Replace(target);
    for (EquationBranch& branch : equation.branches) {
      branch.condition = Replace(branch.condition);
      for (Equation& inner : branch.equations) inner = Replace(std::move(inner));
    }
    return equation;
  }

 private:
  Store& store_;
  std::unordered_map<Expr, Expr> done_;
};

}  // namespace

Expr SubstituteIterators(Expr e, std::span<const Expr> iterators, std::span<const Expr> values, Store& store) {
  return Substitution(iterators, values, store).Replace(e);
}

std::vector<Statement> SubstituteIterators(const std::vector<Statement>& statements, std::span<const Expr> iterators,
                                           std::span<const Expr> values, Store& store) {
  return Substitution(iterators, values, store).Replace(statements);
}

Equation SubstituteIterators(const Equation& equation, std::span<const Expr> iterators, std::span<const Expr> values,
                             Store& store) {
  return Substitution(iterators, values, store).Replace(equation);
}

bool IsLiteralRange(Expr range, const Store& store) {
  if (store.exprs.op(range) != Op::kRange) return false;
  return std::ranges::all_of(store.exprs.args(range), [&](Expr arg) { return store.exprs.is_literal(arg); });
}

}  // namespace mica::flat
