#include "structure/reduce/actual_equations.h"

#include "symbolic/visit.h"

namespace mica::structure {

Expr ActualEquations::ActualOf(Expr e) {
  ExprPool& pool = store_.exprs;
  return symbolic::Rewrite(
      pool, e, memo_, [](Expr) { return Expr(); },
      [&](Expr each, std::span<const Expr> args) {
        return pool.op(each) == Op::kHomotopy ? args[0] : symbolic::WithArgs(pool, each, args);
      });
}

const ScalarEquation* ActualEquations::Of(const ScalarEquation& equation) {
  if (!equation.is_equality()) return &equation;
  Expr left = ActualOf(equation.left), right = ActualOf(equation.right);
  if (left == equation.left && right == equation.right) return &equation;
  ScalarEquation& actual = made_.emplace_back(equation);
  actual.left = left;
  actual.right = right;
  return &actual;
}

}  // namespace mica::structure
