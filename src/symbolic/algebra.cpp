// Arithmetic, logic and conditions (algebra.h). Arrays, records and events are in algebra_structure.cpp.
#include "symbolic/algebra.h"

#include <algorithm>
#include <cmath>

#include "expression/apply.h"
#include "symbolic/type_inference.h"

namespace mica::symbolic {

Expr Algebra::Zero(TypeId type) {
  if (types_.kind(type) == TypeKind::kRecord) {
    std::vector<Expr> fields;
    Sizes sizes = types_.sizes(type);
    for (const RecordField& field : types_.record(type).fields) fields.push_back(Zero(types_.Array(field.type, sizes)));
    return pool_.Make(Op::kRecord, type, fields);
  }
  Expr zero = types_.kind(type) == TypeKind::kInteger ? pool_.Integer(0) : pool_.Real(0);
  if (types_.is_scalar(type)) return zero;
  std::vector<Expr> args{zero};
  for (std::int32_t size : types_.sizes(type)) args.push_back(pool_.Integer(size));
  return pool_.Make(Op::kFill, type, args);
}

Expr Algebra::ZeroLike(Expr e) {
  TypeId type = pool_.type(e);
  if (types_.kind(type) == TypeKind::kRecord) {
    std::vector<Expr> fields;
    for (std::size_t i = 0; i < types_.record(type).fields.size(); ++i) fields.push_back(ZeroLike(Field(e, i)));
    return pool_.Make(Op::kRecord, type, fields);
  }
  if (!types_.has_unknown_size(type)) return Zero(type);
  std::vector<Expr> args{types_.kind(type) == TypeKind::kInteger ? pool_.Integer(0) : pool_.Real(0)};
  for (std::size_t i = 0; i < types_.rank(type); ++i)
    args.push_back(Make(Op::kSize, types_.integer(), {{e, pool_.Integer(static_cast<std::int64_t>(i) + 1)}}));
  return pool_.Make(Op::kFill, type, args);
}

bool Algebra::IsZero(Expr e) const {
  Op op = pool_.op(e);
  if (op == Op::kReal || op == Op::kInteger) return pool_.is_number(e, 0);
  if (op == Op::kFill || op == Op::kToReal) return IsZero(pool_.arg(e, 0));
  if (op == Op::kRecord) return std::ranges::all_of(pool_.args(e), [&](Expr arg) { return IsZero(arg); });
  return false;
}

TypeId Algebra::ElementwiseType(Expr a, Expr b, bool always_real) const {
  TypeId ta = pool_.type(a), tb = pool_.type(b);
  TypeId shape = types_.rank(ta) > 0 ? ta : tb;
  if (types_.rank(ta) > 0 && types_.rank(tb) > 0) {  // whichever knows more
    if (types_.has_unknown_size(ta)) shape = tb;
  }
  bool real = always_real || types_.kind(ta) == TypeKind::kReal || types_.kind(tb) == TypeKind::kReal;
  if (types_.is_scalar(shape)) return real ? types_.real() : ta;
  return types_.WithSizes(real ? types_.real() : types_.Element(ta), types_.sizes(shape));
}

void Algebra::Convert(Expr& a, Expr& b, TypeId type) {
  if (types_.kind(type) != TypeKind::kReal) return;
  a = ToReal(a);
  b = ToReal(b);
}

Expr Algebra::Fold(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload) {
  if (args.empty() || args.size() > 4 || !CanApply(op)) return {};
  if (!std::ranges::all_of(args, [&](Expr arg) { return pool_.is_literal(arg); })) return {};
  std::vector<Value> values;
  for (Expr arg : args) {
    switch (pool_.op(arg)) {
      case Op::kReal:
        values.push_back(Value::Real(pool_.real(arg), types_));
        break;
      case Op::kInteger:
        values.push_back(Value::Integer(pool_.integer(arg), types_));
        break;
      case Op::kBoolean:
        values.push_back(Value::Boolean(pool_.boolean(arg), types_));
        break;
      case Op::kString:
        values.push_back(Value::String(std::string(pool_.string(arg)), types_));
        break;
      case Op::kEnumLiteral:
        values.push_back(Value::Enumeration(pool_.type(arg), pool_.integer(arg)));
        break;
      default:
        return {};
    }
  }
  if (op == Op::kRange || !types_.is_scalar(type)) return {};
  std::string message;
  auto value = Apply(op, values, type, payload, types_, store_.names, message);
  if (!value || !value->is_scalar() || (value->is_real() && !std::isfinite(value->real()))) return {};
  if (types_.kind(type) == TypeKind::kReal) *value = value->ToReal(types_);
  return ToExpr(*value, pool_);
}

Expr Algebra::ToReal(Expr a) {
  if (IsReal(a)) return a;
  TypeId type = types_.WithSizes(types_.real(), types_.sizes(pool_.type(a)));
  switch (pool_.op(a)) {
    case Op::kInteger:
      return pool_.Real(static_cast<double>(pool_.integer(a)));
    case Op::kArray: {
      std::vector<Expr> items = pool_.ArgsCopy(a);
      for (Expr& item : items) item = ToReal(item);
      return pool_.Make(Op::kArray, type, items);
    }
    case Op::kFill: {
      std::vector<Expr> args = pool_.ArgsCopy(a);
      args[0] = ToReal(args[0]);
      return pool_.Make(Op::kFill, type, args);
    }
    default:
      return pool_.Make(Op::kToReal, type, {a});
  }
}

Expr Algebra::Neg(Expr a) {
  switch (pool_.op(a)) {
    case Op::kReal:
      return pool_.Real(-pool_.real(a));
    case Op::kInteger:
      if (pool_.integer(a) != INT64_MIN) return pool_.Integer(-pool_.integer(a));
      break;
    case Op::kNeg:
      return pool_.arg(a, 0);
    case Op::kSub:
      return Sub(pool_.arg(a, 1), pool_.arg(a, 0));
    case Op::kMul:
      if (pool_.is_literal(pool_.arg(a, 0))) return Mul(Neg(pool_.arg(a, 0)), pool_.arg(a, 1));
      break;
    default:
      break;
  }
  if (IsZero(a)) return a;
  return pool_.Make(Op::kNeg, pool_.type(a), {a});
}

Expr Algebra::Add(Expr a, Expr b) {
  TypeId type = ElementwiseType(a, b, false);
  if (types_.kind(type) == TypeKind::kString) {
    Expr folded = Fold(Op::kAdd, type, {{a, b}}, 0);
    return folded ? folded : pool_.Make(Op::kAdd, type, {a, b});
  }
  Convert(a, b, type);
  if (Expr folded = Fold(Op::kAdd, type, {{a, b}}, 0)) return folded;
  if (IsZero(a) && types_.rank(pool_.type(b)) == types_.rank(type)) return b;
  if (IsZero(b) && types_.rank(pool_.type(a)) == types_.rank(type)) return a;
  if (pool_.op(b) == Op::kNeg) return Sub(a, pool_.arg(b, 0));
  if (pool_.op(a) == Op::kNeg) return Sub(b, pool_.arg(a, 0));
  if (auto n = pool_.number(b); n && *n < 0) return Sub(a, Neg(b));
  if (a == b) return Mul(IsReal(a) ? pool_.Real(2) : pool_.Integer(2), a);
  if (pool_.op(a) == Op::kIf && pool_.op(b) == Op::kIf && pool_.arg(a, 0) == pool_.arg(b, 0)) {
    // Two halves of one condition, as gradients give them.
    if (IsZero(pool_.arg(a, 2)) && IsZero(pool_.arg(b, 1)))
      return If(pool_.arg(a, 0), pool_.arg(a, 1), pool_.arg(b, 2));
    if (IsZero(pool_.arg(a, 1)) && IsZero(pool_.arg(b, 2)))
      return If(pool_.arg(a, 0), pool_.arg(b, 1), pool_.arg(a, 2));
  }
  return pool_.Make(Op::kAdd, type, {a, b});
}

Expr Algebra::Sub(Expr a, Expr b) {
  TypeId type = ElementwiseType(a, b, false);
  Convert(a, b, type);
  if (Expr folded = Fold(Op::kSub, type, {{a, b}}, 0)) return folded;
  if (IsZero(b) && types_.rank(pool_.type(a)) == types_.rank(type)) return a;
  if (IsZero(a) && types_.rank(pool_.type(b)) == types_.rank(type)) return Neg(b);
  if (a == b) return ZeroLike(a);
  if (pool_.op(b) == Op::kNeg) return Add(a, pool_.arg(b, 0));
  if (pool_.op(a) == Op::kNeg) return Neg(Add(pool_.arg(a, 0), b));
  if (auto n = pool_.number(b); n && *n < 0) return Add(a, Neg(b));
  return pool_.Make(Op::kSub, type, {a, b});
}

Expr Algebra::Mul(Expr a, Expr b) {
  TypeId type = ElementwiseType(a, b, false);
  Convert(a, b, type);
  if (Expr folded = Fold(Op::kMul, type, {{a, b}}, 0)) return folded;
  if (IsZero(a) || IsZero(b)) {
    if (!types_.has_unknown_size(type)) return Zero(type);
    if (IsZero(a) && types_.rank(pool_.type(a)) == types_.rank(type)) return a;
    if (IsZero(b) && types_.rank(pool_.type(b)) == types_.rank(type)) return b;
    return ZeroLike(types_.rank(pool_.type(a)) > 0 ? a : b);
  }
  if (pool_.is_literal(b)) std::swap(a, b);
  if (IsOne(a) && types_.rank(pool_.type(b)) == types_.rank(type)) return b;
  if (pool_.is_number(a, -1) && types_.rank(pool_.type(b)) == types_.rank(type)) return Neg(b);
  if (pool_.op(a) == Op::kNeg && pool_.op(b) == Op::kNeg) return Mul(pool_.arg(a, 0), pool_.arg(b, 0));
  if (pool_.op(b) == Op::kNeg) return pool_.is_literal(a) ? Mul(Neg(a), pool_.arg(b, 0)) : Neg(Mul(a, pool_.arg(b, 0)));
  if (pool_.op(a) == Op::kNeg) return Neg(Mul(pool_.arg(a, 0), b));
  if (pool_.is_literal(a) && pool_.op(b) == Op::kMul && pool_.is_literal(pool_.arg(b, 0)))
    if (Expr factor = Fold(Op::kMul, types_.Element(type), {{a, pool_.arg(b, 0)}}, 0))
      return Mul(factor, pool_.arg(b, 1));
  for (int side = 0; side < 2 && IsScalar(a) && IsScalar(b); ++side, std::swap(a, b)) {  // a*(if c then 1 else 0)
    if (pool_.op(b) != Op::kIf) continue;
    auto simple = [&](Expr e) { return IsZero(e) || IsOne(e) || (pool_.is_literal(e) && pool_.is_literal(a)); };
    if (simple(pool_.arg(b, 1)) && simple(pool_.arg(b, 2)))
      return If(pool_.arg(b, 0), Mul(a, pool_.arg(b, 1)), Mul(a, pool_.arg(b, 2)));
  }
  if (pool_.op(b) == Op::kDiv && IsOne(pool_.arg(b, 0))) return Div(a, pool_.arg(b, 1));
  if (pool_.op(a) == Op::kDiv && IsOne(pool_.arg(a, 0))) return Div(b, pool_.arg(a, 1));
  return pool_.Make(Op::kMul, type, {a, b});
}

Expr Algebra::Div(Expr a, Expr b) {
  TypeId type = ElementwiseType(a, b, true);
  Convert(a, b, type);
  if (Expr folded = Fold(Op::kDiv, type, {{a, b}}, 0)) return folded;
  if (pool_.is_number(b, 0)) return pool_.Make(Op::kDiv, type, {a, b});
  bool same_rank = types_.rank(pool_.type(a)) == types_.rank(type);
  if (IsZero(a)) {
    if (same_rank) return a;
    if (!types_.has_unknown_size(type)) return Zero(type);
  }
  if (IsOne(b) && same_rank) return a;
  if (pool_.is_number(b, -1) && same_rank) return Neg(a);
  if (a == b && IsScalar(a)) return pool_.Real(1);
  if (pool_.op(a) == Op::kNeg && pool_.op(b) == Op::kNeg) return Div(pool_.arg(a, 0), pool_.arg(b, 0));
  if (pool_.op(a) == Op::kNeg) return Neg(Div(pool_.arg(a, 0), b));
  if (pool_.op(b) == Op::kNeg) return Neg(Div(a, pool_.arg(b, 0)));
  if (auto n = pool_.number(b); n && *n < 0) return Div(Neg(a), Neg(b));
  if (pool_.op(b) == Op::kDiv && IsScalar(b)) return Div(Mul(a, pool_.arg(b, 1)), pool_.arg(b, 0));
  if (pool_.op(a) == Op::kMul) {
    Expr first = pool_.arg(a, 0), second = pool_.arg(a, 1);
    if (pool_.is_literal(first) && pool_.is_literal(b))
      if (Expr factor = Fold(Op::kDiv, types_.real(), {{first, b}}, 0)) return Mul(factor, second);
    if (IsScalar(a) && first == b) return second;
    if (IsScalar(a) && second == b) return first;
  }
  return pool_.Make(Op::kDiv, type, {a, b});
}

Expr Algebra::Pow(Expr a, Expr b) {
  TypeId type = ElementwiseType(a, b, true);
  Convert(a, b, type);
  if (Expr folded = Fold(Op::kPow, type, {{a, b}}, 0)) return folded;
  if (IsScalar(b) && IsScalar(a)) {
    if (pool_.is_number(b, 1)) return a;
    if (pool_.is_number(b, 0) || IsOne(a)) return pool_.Real(1);
  }
  return pool_.Make(Op::kPow, type, {a, b});
}

Expr Algebra::Function(Op op, Expr a, Expr b) {
  TypeId type = ElementwiseType(a, b, false);
  Convert(a, b, type);
  return Make(op, type, {{a, b}});
}

Expr Algebra::Balance(Op op, std::span<const Expr> items) {
  if (items.size() == 1) return items[0];
  Expr left = Balance(op, items.first(items.size() / 2)), right = Balance(op, items.subspan(items.size() / 2));
  switch (op) {
    case Op::kAdd:
      return Add(left, right);
    case Op::kMul:
      return Mul(left, right);
    case Op::kAnd:
      return And(left, right);
    case Op::kOr:
      return Or(left, right);
    default:
      return Function(op, left, right);
  }
}

Expr Algebra::Balanced(Op op, std::span<const Expr> items) {
  Check(!items.empty(), "nothing to combine");
  return Balance(op, items);
}

Expr Algebra::Sum(std::span<const Expr> terms, TypeId type) {
  std::vector<Expr> kept;
  for (Expr term : terms)
    if (!IsZero(term)) kept.push_back(term);
  return kept.empty() ? (terms.empty() ? Zero(type) : terms[0]) : Balance(Op::kAdd, kept);
}

Expr Algebra::Product(std::span<const Expr> factors, TypeId type) {
  if (factors.empty()) return types_.kind(type) == TypeKind::kInteger ? pool_.Integer(1) : pool_.Real(1);
  return Balance(Op::kMul, factors);
}

Expr Algebra::Not(Expr a) {
  if (pool_.op(a) == Op::kBoolean) return pool_.Boolean(!pool_.boolean(a));
  if (pool_.op(a) == Op::kNot) return pool_.arg(a, 0);
  return pool_.Make(Op::kNot, pool_.type(a), {a});
}

Expr Algebra::And(Expr a, Expr b) {
  if (pool_.op(a) == Op::kBoolean) return pool_.boolean(a) ? b : a;
  if (pool_.op(b) == Op::kBoolean) return pool_.boolean(b) ? a : b;
  if (a == b) return a;
  return pool_.Make(Op::kAnd, pool_.type(a), {a, b});
}

Expr Algebra::Or(Expr a, Expr b) {
  if (pool_.op(a) == Op::kBoolean) return pool_.boolean(a) ? a : b;
  if (pool_.op(b) == Op::kBoolean) return pool_.boolean(b) ? b : a;
  if (a == b) return a;
  return pool_.Make(Op::kOr, pool_.type(a), {a, b});
}

Expr Algebra::Relation(Op op, Expr a, Expr b) {
  if (IsReal(a) != IsReal(b) && types_.is_numeric(pool_.type(a)) && types_.is_numeric(pool_.type(b)))
    Convert(a, b, types_.real());
  if (Expr folded = Fold(op, types_.boolean(), {{a, b}}, 0)) return folded;
  return pool_.Make(op, types_.boolean(), {a, b});
}

Expr Algebra::If(Expr condition, Expr a, Expr b) {
  if (pool_.op(condition) == Op::kBoolean) return pool_.boolean(condition) ? a : b;
  if (a == b) return a;
  if (pool_.op(condition) == Op::kNot) return If(pool_.arg(condition, 0), b, a);
  if (IsReal(a) != IsReal(b)) Convert(a, b, types_.real());
  if (pool_.op(a) == Op::kBoolean && pool_.op(b) == Op::kBoolean) return pool_.boolean(a) ? condition : Not(condition);
  TypeId type = pool_.type(a);
  if (Sizes first = types_.sizes(type), second = types_.sizes(pool_.type(b));
      !std::ranges::equal(first, second) && first.size() == second.size()) {
    // Branches of different sizes, as functions may have: the size is that of the branch taken.
    std::vector<std::int32_t> sizes(first.begin(), first.end());
    for (std::size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i] != second[i]) sizes[i] = kUnknownSize;
    type = types_.WithSizes(type, sizes);
  }
  return pool_.Make(Op::kIf, type, {condition, a, b});
}

}  // namespace mica::symbolic
