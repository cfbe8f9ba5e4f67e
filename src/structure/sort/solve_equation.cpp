#include "structure/sort/solve_equation.h"

#include "structure/scalar/rewrite.h"
#include "structure/sort/incidence.h"
#include "structure/sort/partial_derivative.h"

namespace mica::structure {

namespace {

// Signs known from bounds that the user gave.
symbolic::SignSet SignOf(const Scalar& scalar, const ExprPool& exprs) {
  symbolic::SignSet signs;
  auto low = scalar.min ? exprs.number(scalar.min) : std::nullopt,
       high = scalar.max ? exprs.number(scalar.max) : std::nullopt;
  if (low && *low >= 0) signs.bits &= ~symbolic::SignSet::kNegative;
  if (low && *low > 0) signs.bits &= ~symbolic::SignSet::kZero;
  if (high && *high <= 0) signs.bits &= ~symbolic::SignSet::kPositive;
  if (high && *high < 0) signs.bits &= ~symbolic::SignSet::kZero;
  return signs;
}

}  // namespace

EquationSolver::EquationSolver(PassContext& context)
    : context_(context),
      solver_(
          context.derivatives,
          [&context](Expr leaf) {
            if (context.store.exprs.op(leaf) != Op::kScalar) return false;
            ScalarKind kind = context.model.scalars[context.store.exprs.scalar(leaf)].kind;
            return kind == ScalarKind::kConstant || kind == ScalarKind::kParameter;
          },
          [&context](Expr leaf) {
            if (context.store.exprs.op(leaf) != Op::kScalar) return symbolic::SignSet();
            return SignOf(context.model.scalars[context.store.exprs.scalar(leaf)], context.store.exprs);
          }) {}

Expr EquationSolver::Solve(Expr left, Expr right, ScalarId unknown) {
  Store& store = context_.store;
  Expr leaf = context_.model.Ref(unknown, store);
  if (left == leaf && !Reads(right, unknown, store, false)) return right;
  if (right == leaf && !Reads(left, unknown, store, false)) return left;
  if (auto solution = solver_.Solve(left, right, leaf)) return solution->value;
  return SolveAroundHeld(left, right, leaf);
}

// Linear but for held relations and pre(), which hold the unknown and count as known.
Expr EquationSolver::SolveAroundHeld(Expr left, Expr right, Expr leaf) {
  ExprPool& exprs = context_.store.exprs;
  ScalarId unknown = exprs.scalar(leaf);
  PartialDerivative partial(context_.derivatives);
  Expr factor = partial.OfEquation(left, right, unknown);
  if (!factor || exprs.is_number(factor, 0) || Reads(factor, unknown, context_.store, false)) return {};
  symbolic::Algebra algebra(context_.store);
  Rewriter at_zero(context_.store, [&](Expr e) {
    if (e == leaf) return exprs.Real(0);
    return exprs.op(e) == Op::kHeld || exprs.op(e) == Op::kPre ? e : Expr();
  });
  Expr rest = at_zero(algebra.Sub(left, right));
  if (Reads(rest, unknown, context_.store, false)) return {};
  return algebra.Neg(algebra.Div(rest, factor));
}

}  // namespace mica::structure
