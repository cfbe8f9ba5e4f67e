// The walk, scalar rules, events (derivative.h). Arrays and structure are in derivative_array.cpp, calls in
// derivative_call.cpp.
#include "symbolic/derivative.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "symbolic/visit.h"

namespace mica::symbolic {

Differentiator::Differentiator(FunctionDerivatives& functions, Seed seed)
    : functions_(functions),
      algebra_(functions.store()),
      pool_(functions.store().exprs),
      types_(functions.store().types),
      store_(functions.store()),
      seed_(std::move(seed)),
      inliner_(functions.store(), InlineStage::kLate),
      none_(pool_.Colon()) {}

Expr Differentiator::Fail(std::string message) {
  error_ = std::move(message);
  return {};
}

Expr Differentiator::Of(Expr root) {
  error_.clear();
  if (!functions_.HasReals(pool_.type(root))) return Fail("only Real expressions have a derivative");
  bool failed = false;
  auto before = [&](Expr e) -> Expr {
    if (failed) return none_;
    TypeId type = pool_.type(e);
    if (types_.kind(type) == TypeKind::kTuple || pool_.op(e) == Op::kPartial) return {};
    if (!functions_.HasReals(type)) return none_;
    switch (pool_.op(e)) {
      case Op::kReal:
        return pool_.Real(0);
      case Op::kVar:
      case Op::kScalar:
      case Op::kLocal:
      case Op::kTime:
      case Op::kDer: {
        Expr d = seed_(e);
        if (d) return d;
        if (error_.empty()) Fail("a variable has no derivative");
        failed = true;
        return none_;
      }
      // Piecewise constant.
      case Op::kIterator:
      case Op::kPre:
      case Op::kPrevious:
      case Op::kHold:
      case Op::kSampleClocked:
      case Op::kSubSample:
      case Op::kSuperSample:
      case Op::kShiftSample:
      case Op::kBackSample:
      case Op::kNoClock:
      case Op::kInterval:
      case Op::kToReal:
      case Op::kSign:
      case Op::kCeil:
      case Op::kFloor:
      case Op::kDivide:
      case Op::kTimeInState:
        return functions_.Zero(e);
      default:
        return {};
    }
  };
  auto after = [&](Expr e, std::span<const Expr> d) -> Expr {
    if (failed) return {};
    std::vector<Expr> copy(d.begin(), d.end());
    bool constant = std::ranges::all_of(copy, [&](Expr x) { return x == none_ || algebra_.IsZero(x); });
    if (pool_.op(e) ==
        Op::kPartial) {  // the root of u^3 = h, found by a function that takes function f(h = h), does depend on h
      if (constant) return none_;
      Fail("the derivative by what is bound in a function that is an argument is not known");
      failed = true;
      return {};
    }
    if (constant && types_.kind(pool_.type(e)) != TypeKind::kTuple) return functions_.Zero(e);
    Expr result = Rule(e, copy);
    failed = !result;
    return result;
  };
  Expr result = Rewrite(pool_, root, memo_, before, after);
  if (!failed && result) return result;
  // Derivatives of parts may be 'none' only because the walk was given up.
  memo_.Clear();
  return {};
}

Expr Differentiator::Rule(Expr e, std::span<const Expr> d_or_none) {
  std::vector<Expr> d(d_or_none.begin(), d_or_none.end());
  for (std::size_t i = 0; i < d.size(); ++i)
    if (d[i] == none_ || !d[i]) d[i] = pool_.Real(0);
  Algebra& a = algebra_;
  Expr x = pool_.args(e).empty() ? Expr() : pool_.arg(e, 0), y = pool_.args(e).size() > 1 ? pool_.arg(e, 1) : Expr();
  switch (pool_.op(e)) {
    case Op::kNeg:
      return a.Neg(d[0]);
    case Op::kAdd:
      return a.Add(d[0], d[1]);
    case Op::kSub:
      return a.Sub(d[0], d[1]);
    case Op::kMul:
      return a.Add(a.Mul(d[0], y), a.Mul(x, d[1]));
    case Op::kDiv:
      // (x/y)' = (x' - (x/y) y') / y: the quotient itself is shared.
      return a.Div(a.Sub(d[0], a.Mul(e, d[1])), y);
    case Op::kPow:
      return PowerRule(e, d);
    case Op::kIf:
      return a.If(x, d[1], d[2]);
    case Op::kMin:
    case Op::kMax: {
      Expr condition = a.Relation(pool_.op(e) == Op::kMin ? Op::kLess : Op::kGreater, x, y);
      return a.If(a.NoEvent(condition), d[0], d[1]);
    }
    case Op::kAtan2: {
      Expr square = a.Add(a.Mul(x, x), a.Mul(y, y));
      return a.Div(a.Sub(a.Mul(y, d[0]), a.Mul(x, d[1])), square);
    }
    // mod(x, y) = x - floor(x/y)*y, rem(x, y) = x - div(x, y)*y.
    case Op::kMod:
      return a.Sub(d[0], a.Mul(a.NoEvent(a.Function(Op::kFloor, a.Div(x, y))), d[1]));
    case Op::kRem:
      return a.Sub(d[0], a.Mul(a.NoEvent(a.Function(Op::kDivide, x, y)), d[1]));
    default:
      break;
  }
  switch (ClassOf(pool_.op(e))) {
    case OpClass::kMath:
      return Unary(e, d[0]);
    case OpClass::kOperator:
    case OpClass::kArray:
      return ArrayRule(e, d);
    case OpClass::kStructure:
      return StructureRule(e, d);
    case OpClass::kEvent:
      return EventRule(e, d);
    default:
      return Fail(fmt::format("{} cannot be differentiated", OpName(pool_.op(e))));
  }
}

Expr Differentiator::Unary(Expr e, Expr d) {
  Algebra& a = algebra_;
  Expr x = pool_.arg(e, 0), one = pool_.Real(1);
  auto f = [&](Op op) { return a.Function(op, x); };
  switch (pool_.op(e)) {
    case Op::kSin:
      return a.Mul(f(Op::kCos), d);
    case Op::kCos:
      return a.Neg(a.Mul(f(Op::kSin), d));
    case Op::kTan:
      return a.Mul(a.Add(one, a.Mul(e, e)), d);
    case Op::kAsin:
      return a.Div(d, a.Function(Op::kSqrt, a.Sub(one, a.Mul(x, x))));
    case Op::kAcos:
      return a.Neg(a.Div(d, a.Function(Op::kSqrt, a.Sub(one, a.Mul(x, x)))));
    case Op::kAtan:
      return a.Div(d, a.Add(one, a.Mul(x, x)));
    case Op::kSinh:
      return a.Mul(f(Op::kCosh), d);
    case Op::kCosh:
      return a.Mul(f(Op::kSinh), d);
    case Op::kTanh:
      return a.Mul(a.Sub(one, a.Mul(e, e)), d);
    case Op::kExp:
      return a.Mul(e, d);
    case Op::kLog:
      return a.Div(d, x);
    case Op::kLog10:
      return a.Div(d, a.Mul(pool_.Real(std::numbers::ln10), x));
    case Op::kSqrt:
      return a.Div(d, a.Mul(pool_.Real(2), e));
    case Op::kAbs: {
      if (types_.rank(pool_.type(x)) > 0) return a.Mul(a.Make(Op::kSign, pool_.type(x), {{x}}), d);
      return a.If(a.NoEvent(a.Relation(Op::kGreaterEqual, x, pool_.Real(0))), d, a.Neg(d));
    }
    default:
      return Fail(fmt::format("{} cannot be differentiated", OpName(pool_.op(e))));
  }
}

// u^v: v*u^(v-1)*u' + u^v*log(u)*v', the last term where u > 0 only.
Expr Differentiator::PowerRule(Expr e, std::span<const Expr> d) {
  Algebra& a = algebra_;
  Expr u = a.ToReal(pool_.arg(e, 0)), v = a.ToReal(pool_.arg(e, 1));
  Expr first = algebra_.IsZero(d[0]) ? d[0] : a.Mul(a.Mul(v, a.Pow(u, a.Sub(v, pool_.Real(1)))), d[0]);
  if (algebra_.IsZero(d[1])) return first;
  if (types_.rank(pool_.type(e)) > 0) return a.Add(first, a.Mul(a.Mul(e, a.Function(Op::kLog, u)), d[1]));
  Expr second = a.Mul(a.Mul(e, a.Function(Op::kLog, u)), d[1]);
  second = a.If(a.NoEvent(a.Relation(Op::kGreater, u, pool_.Real(0))), second, pool_.Real(0));
  return a.Add(first, second);
}

Expr Differentiator::EventRule(Expr e, std::span<const Expr> d) {
  Algebra& a = algebra_;
  TypeId type = pool_.type(e);
  switch (pool_.op(e)) {
    case Op::kNoEvent:
      return a.NoEvent(d[0]);
    case Op::kHeld:
      return d[0];
    case Op::kSmooth: {
      Expr order = pool_.arg(e, 0);
      if (pool_.op(order) != Op::kInteger || pool_.integer(order) < 1) return d[1];
      return a.Make(Op::kSmooth, type, {{pool_.Integer(pool_.integer(order) - 1), d[1]}});
    }
    case Op::kHomotopy:
      return a.Make(Op::kHomotopy, type, {{d[0], d[1]}});
    case Op::kSemiLinear: {
      Expr x = pool_.arg(e, 0);
      auto side = [&](std::size_t i) { return a.Add(a.Mul(d[i], x), a.Mul(pool_.arg(e, i), d[0])); };
      return a.If(a.Relation(Op::kGreaterEqual, x, pool_.Real(0)), side(1), side(2));
    }
    default:
      return Fail(fmt::format("{} cannot be differentiated", OpName(pool_.op(e))));
  }
}

TimeDerivative::TimeDerivative(FunctionDerivatives& functions, std::function<bool(Expr leaf)> is_constant)
    : differentiator_(functions, [&functions, is_constant = std::move(is_constant)](Expr leaf) -> Expr {
        Algebra algebra(functions.store());
        ExprPool& pool = algebra.pool();
        if (pool.op(leaf) == Op::kTime) return pool.Real(1);
        if (is_constant(leaf)) return functions.Zero(leaf);
        return pool.Make(Op::kDer, pool.type(leaf), {leaf});
      }) {}

PartialDerivative::PartialDerivative(FunctionDerivatives& functions, Expr leaf)
    : differentiator_(functions, [&functions, wanted = leaf](Expr leaf) -> Expr {
        Algebra algebra(functions.store());
        return leaf == wanted ? algebra.Real(1) : functions.Zero(leaf);
      }) {}

}  // namespace mica::symbolic
