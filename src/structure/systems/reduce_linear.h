// Brings a torn linear system A·x + b = 0 further down in formulas, before any solver sees it.
//
//   1. A pivot that is a literal, or of parameters that do not make it zero, is eliminated: its row is solved for its
//   unknown, which
//      becomes an inner step. Those of the least fill first (Markowitz), and not if it is small beside others of its
//      row. A sum of parameters whose values only initialization finds may vanish, and is not a number to divide by
//      (view factors that follow from areas make a matrix of rank one).
//   2. What is left is solved if it is one equation, x = -b/a, or two, by Cramer's rule. These divide by the
//   determinant of the
//      system: where that vanishes the equations have no unique solution, whoever solves them. Where a branch makes it
//      vanish (an ideal switch, semiLinear at zero) the solver stays, which then keeps to the solution nearest to the
//      last one. Two equations with branches are solved only if the determinant is of parameters in each of them.
// Coefficients of x are total derivatives through the inner steps, b the residuals with x = 0: known before the system
// is. Cost: a few dense sweeps over n² expressions, for small n; the formulas made are bounded.
#pragma once

#include <functional>
#include <vector>

#include "structure/pass.h"
#include "structure/sort/partial_derivative.h"

namespace mica::structure {

class LinearReducer {
 public:
  enum class Outcome { kUntouched, kSmaller, kSolved };

  LinearReducer(PassContext& context, PartialDerivative& partial, BindingValues& values)
      : context_(context), store_(context.store), algebra_(context.store), partial_(partial), values_(values) {}

  // `largest`: how many equations may be solved at the end, 1 or 2. The Jacobian is formed before. If solved, the
  // system has no unknowns any more: all is in its inner steps.
  Outcome Reduce(System& system, std::size_t largest);

  // Whether the expression, by its conditions and the values of parameters, is zero in a branch.
  bool VanishesInABranch(Expr e);

 private:
  struct Row {
    std::vector<Expr> factors;  // by unknown; invalid: zero
    Expr rest;
    std::size_t residual;
    bool is_used = false;
  };
  struct Pivot {
    std::size_t row, unknown;
  };

  bool Extract(const System& system);
  std::optional<Pivot> FindPivot();
  void Eliminate(Pivot pivot);
  bool SolveOne(const System& system);
  bool SolveTwo(const System& system);
  // Calls judge(parts) with conditions of the parts decided, for each way to decide them; true if it is for one of
  // them, or there are too many.
  bool AnyBranch(std::vector<Expr> parts, const std::function<bool(const std::vector<Expr>&)>& judge);
  bool IsZero(Expr e);
  void Assign(const System& system, std::size_t unknown, Expr value, std::size_t residual);
  std::vector<std::size_t> OpenRows() const;
  std::vector<std::size_t> OpenUnknowns() const;

  PassContext& context_;
  Store& store_;
  symbolic::Algebra algebra_;
  PartialDerivative& partial_;
  BindingValues& values_;
  std::vector<Row> rows_;
  std::vector<bool> is_solved_;  // by unknown
  std::vector<Pivot> pivots_;    // in order of elimination
  std::vector<Step> steps_;
};

}  // namespace mica::structure
