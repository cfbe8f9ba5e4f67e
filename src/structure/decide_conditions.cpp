// Pass decide-conditions: if-expressions with a derivative in one branch, and a condition of parameters, are decided.
//
// Reads: equations, bindings of parameters. Changes: such equations; the checks that keep the decision honest (binding_values.h).
// Keeps: all other conditions: a parameter that only chooses between values stays settable.
#include "structure/binding_values.h"
#include "structure/passes.h"
#include "symbolic/visit.h"

namespace mica::structure {

bool DecideConditions(PassContext& context) {
  const ExprPool& exprs = context.store.exprs;
  symbolic::Contains has_derivative(exprs, [&](Expr e) {
    return exprs.op(e) == Op::kScalar && context.model.facts[exprs.scalar(e)].derivative_of.valid();
  });
  DecidedConditions decide(context, [&](Expr e) { return has_derivative(exprs.arg(e, 1)) || has_derivative(exprs.arg(e, 2)); });
  auto decide_in = [&](ScalarEquation& equation) {
    if (!equation.is_equality()) return;
    equation.left = decide(equation.left);
    equation.right = decide(equation.right);
  };
  for (ScalarEquation& equation : context.model.equations) decide_in(equation);
  for (ScalarEquation& equation : context.model.initial_equations) decide_in(equation);
  return true;
}

}  // namespace mica::structure
