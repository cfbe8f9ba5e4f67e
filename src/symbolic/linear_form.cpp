#include "symbolic/linear_form.h"

#include <algorithm>

namespace mica::symbolic {

namespace {

// Ops that hide an unknown: the derivative through them is 0 or piecewise, yet the value depends on it.
bool Hides(const ExprPool& pool, Expr e) {
  switch (pool.op(e)) {
    case Op::kSign:
    case Op::kToReal:
    case Op::kDelay:
    case Op::kSpatialDistribution:
    case Op::kSample:
      return true;
    default:
      break;
  }
  OpClass op_class = ClassOf(pool.op(e));
  TypeKind kind = pool.types().kind(pool.type(e));
  bool numeric_result = kind == TypeKind::kReal || kind == TypeKind::kRecord || kind == TypeKind::kTuple;
  return op_class == OpClass::kRelation || op_class == OpClass::kEventMath || op_class == OpClass::kClock ||
         !numeric_result;
}

}  // namespace

LinearForms::LinearForms(FunctionDerivatives& functions, std::span<const Expr> unknowns)
    : algebra_(functions.store()),
      depends_(functions.store().exprs, [this](Expr e) { return IsUnknown(e); }),
      hidden_(functions.store().exprs, [this](Expr e) { return Hides(algebra_.pool(), e) && depends_(e); }),
      gradient_(functions, [this](Expr e) { return IsUnknown(e); }),
      at_zero_(functions.store()) {
  for (Expr unknown : unknowns) {
    unknowns_.Add(unknown);
    at_zero_.Set(unknown, algebra_.Real(0));
  }
}

std::optional<LinearForm> LinearForms::Of(Expr e) {
  if (!depends_(e)) return LinearForm{{}, e};
  if (hidden_(e)) return std::nullopt;
  auto terms = gradient_.Of(e);
  if (!terms) return std::nullopt;
  LinearForm form;
  for (const PartialTerm& term : *terms) {
    if (depends_(term.derivative)) return std::nullopt;
    if (!algebra_.IsZero(term.derivative)) form.terms.push_back(term);
  }
  form.rest = at_zero_.Apply(e);
  // Setting an unknown to 0 must not have made a quotient meaningless.
  std::vector<Expr> roots{form.rest};
  const ExprPool& pool = algebra_.pool();
  bool broken = !Collect(pool, roots, [&](Expr x) {
                   return pool.op(x) == Op::kDiv && pool.is_number(pool.arg(x, 1), 0);
                 }).empty();
  return broken ? std::nullopt : std::optional(std::move(form));
}

std::optional<LinearParts> FindLinearParts(FunctionDerivatives& functions, Expr e, Expr leaf) {
  if (!DependsOn(functions.store().exprs, e, leaf)) return LinearParts{functions.store().exprs.Real(0), e};
  if (e == leaf) return LinearParts{functions.store().exprs.Real(1), functions.store().exprs.Real(0)};
  LinearForms forms(functions, std::span(&leaf, 1));
  auto form = forms.Of(e);
  if (!form) return std::nullopt;
  return LinearParts{form->terms.empty() ? functions.store().exprs.Real(0) : form->terms[0].derivative, form->rest};
}

}  // namespace mica::symbolic
