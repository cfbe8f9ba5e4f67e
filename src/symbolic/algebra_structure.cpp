// Arrays, records, events, and the dispatch of Make (algebra.h).
#include <algorithm>

#include "symbolic/algebra.h"
#include "symbolic/type_inference.h"

namespace mica::symbolic {

Expr Algebra::Array(std::span<const Expr> items, TypeId type) {
  bool all_zero = !items.empty() && types_.is_numeric(type) && !types_.has_unknown_size(type) &&
                  std::ranges::all_of(items, [&](Expr item) { return IsZero(item); });
  if (all_zero) return Zero(type);
  if (types_.kind(type) != TypeKind::kReal) return pool_.Make(Op::kArray, type, items);
  std::vector<Expr> converted(items.begin(), items.end());
  for (Expr& item : converted) item = ToReal(item);
  return pool_.Make(Op::kArray, type, converted);
}

Expr Algebra::Index(Expr base, std::span<const Expr> subscripts) {
  if (std::ranges::all_of(subscripts, [&](Expr s) { return pool_.op(s) == Op::kColon; })) return base;
  Op op = pool_.op(base);
  Sizes sizes = types_.sizes(pool_.type(base));
  auto literal = [&](std::size_t i) -> std::int64_t {  // from 0, or -1
    Expr s = subscripts[i];
    std::int64_t at = -1;
    if (pool_.op(s) == Op::kInteger || pool_.op(s) == Op::kEnumLiteral) at = pool_.integer(s) - 1;
    if (pool_.op(s) == Op::kBoolean) at = pool_.boolean(s);
    return at >= 0 && i < sizes.size() && at < sizes[i] ? at : -1;
  };
  if (op == Op::kArray && literal(0) >= 0) {
    Expr item = pool_.arg(base, static_cast<std::size_t>(literal(0)));
    return subscripts.size() == 1 ? item : Index(item, std::vector<Expr>(subscripts.begin() + 1, subscripts.end()));
  }
  if (op == Op::kIndex) {
    std::vector<Expr> inner(pool_.args(base).begin() + 1, pool_.args(base).end());
    bool scalars = std::ranges::all_of(inner, [&](Expr s) { return pool_.op(s) != Op::kColon && IsScalar(s); });
    if (scalars) {
      inner.insert(inner.end(), subscripts.begin(), subscripts.end());
      return Index(pool_.arg(base, 0), inner);
    }
  }
  if (op == Op::kFill) {
    std::size_t filled = pool_.args(base).size() - 1, dropped = 0;
    while (dropped < subscripts.size() && literal(dropped) >= 0) ++dropped;
    if (dropped == subscripts.size() && dropped <= filled) {
      std::vector<Expr> args = pool_.ArgsCopy(base);
      args.erase(args.begin() + 1, args.begin() + 1 + static_cast<std::ptrdiff_t>(dropped));
      return args.size() == 1 ? args[0] : pool_.Make(Op::kFill, types_.Drop(pool_.type(base), dropped), args);
    }
  }
  if (op == Op::kRange && literal(0) >= 0) {
    Expr step = Mul(pool_.Integer(literal(0)), pool_.arg(base, 1));
    if (types_.kind(pool_.type(base)) == TypeKind::kInteger) return Add(pool_.arg(base, 0), step);
    if (types_.kind(pool_.type(base)) == TypeKind::kReal) return Add(ToReal(pool_.arg(base, 0)), ToReal(step));
  }
  return pool_.Index(base, subscripts);
}

Expr Algebra::Field(Expr record, std::size_t place) {
  if (pool_.op(record) == Op::kRecord) return pool_.arg(record, place);
  TypeId type = types_.record(pool_.type(record)).fields[place].type;
  return pool_.Make(Op::kField, types_.Array(type, types_.sizes(pool_.type(record))), {record}, place);
}

Expr Algebra::TupleItem(Expr call, std::size_t place, TypeId type) {
  if (types_.kind(pool_.type(call)) != TypeKind::kTuple) {
    Check(place == 0, "a call with one output has no other items");
    return call;
  }
  return pool_.Make(Op::kTupleItem, type, {call}, place);
}

Expr Algebra::MatMul(Expr a, Expr b) {
  bool real = IsReal(a) || IsReal(b);
  if (real) {
    a = ToReal(a);
    b = ToReal(b);
  }
  std::vector<std::int32_t> sizes;
  if (types_.rank(pool_.type(a)) == 2) sizes.push_back(types_.sizes(pool_.type(a))[0]);
  if (types_.rank(pool_.type(b)) == 2) sizes.push_back(types_.sizes(pool_.type(b))[1]);
  TypeId type = types_.WithSizes(real ? types_.real() : types_.integer(), sizes);
  if ((IsZero(a) || IsZero(b)) && !types_.has_unknown_size(type)) return Zero(type);
  return pool_.Make(Op::kMatMul, type, {a, b});
}

Expr Algebra::NoEvent(Expr a) {
  Op op = pool_.op(a);
  if (IsLiteral(op) || op == Op::kNoEvent || op == Op::kScalar || op == Op::kVar || op == Op::kLocal || op == Op::kTime)
    return a;
  return pool_.Make(Op::kNoEvent, pool_.type(a), {a});
}

Expr Algebra::MakeStructure(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload) {
  switch (op) {
    case Op::kArray:
      return Array(args, type);
    case Op::kIndex:
      return Index(args[0], args.subspan(1));
    case Op::kField:
      return Field(args[0], payload);
    case Op::kTupleItem:
      return TupleItem(args[0], payload, type);
    default:
      return pool_.Make(op, type, args, payload);
  }
}

Expr Algebra::MakeArrayFunction(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload) {
  switch (op) {
    case Op::kSize:
      if (pool_.op(args[1]) == Op::kInteger) {
        std::int64_t place = pool_.integer(args[1]) - 1;
        Sizes sizes = types_.sizes(pool_.type(args[0]));
        if (place >= 0 && place < static_cast<std::int64_t>(sizes.size()) &&
            sizes[static_cast<std::size_t>(place)] >= 0)
          return pool_.Integer(sizes[static_cast<std::size_t>(place)]);
        if (pool_.op(args[0]) == Op::kFill && place >= 0 &&
            place + 1 < static_cast<std::int64_t>(pool_.args(args[0]).size()))
          return pool_.arg(args[0], static_cast<std::size_t>(place) + 1);
      }
      break;
    case Op::kSumOf:
      if (IsZero(args[0])) return Zero(type);
      break;
    case Op::kTranspose:
      if (pool_.op(args[0]) == Op::kTranspose) return pool_.arg(args[0], 0);
      [[fallthrough]];
    case Op::kSymmetric:
    case Op::kSkew:
    case Op::kDiagonal:
      if (IsZero(args[0]) && !types_.has_unknown_size(type)) return Zero(type);
      break;
    case Op::kCross:
    case Op::kOuterProduct:
      if ((IsZero(args[0]) || IsZero(args[1])) && !types_.has_unknown_size(type)) return Zero(type);
      break;
    case Op::kCat:
      if (args.size() == 2) return args[1];
      if (types_.is_numeric(type) && !types_.has_unknown_size(type) &&
          std::ranges::all_of(args.subspan(1), [&](Expr arg) { return IsZero(arg); }))
        return Zero(type);
      break;
    case Op::kPromote:
      if (types_.rank(type) == types_.rank(pool_.type(args[0]))) return args[0];
      break;
    case Op::kScalarOf:
    case Op::kVectorOf:
    case Op::kMatrixOf:
      if (pool_.type(args[0]) == type) return args[0];
      break;
    default:
      break;
  }
  Expr folded = Fold(op, type, args, payload);
  return folded ? folded : pool_.Make(op, type, args, payload);
}

Expr Algebra::MakeEvent(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload) {
  switch (op) {
    case Op::kNoEvent:
      return NoEvent(args[0]);
    case Op::kSmooth:
      if (pool_.is_literal(args[1])) return args[1];
      break;
    case Op::kHomotopy:
      if (args[0] == args[1]) return args[0];
      break;
    case Op::kDer:
      if (pool_.is_literal(args[0]) || IsZero(args[0])) return ZeroLike(args[0]);
      break;
    case Op::kPre:
    case Op::kHeld:
      if (pool_.is_literal(args[0])) return args[0];
      break;
    case Op::kSemiLinear:
      if (args[1] == args[2]) return Mul(args[1], args[0]);
      break;
    default:
      break;
  }
  Expr folded = Fold(op, type, args, payload);
  return folded ? folded : pool_.Make(op, type, args, payload);
}

Expr Algebra::Make(Op op, TypeId type, std::span<const Expr> view, std::uint64_t payload) {
  // The arguments may be a view of the pool, which moves when it grows.
  Expr few[4];
  std::vector<Expr> many;
  std::span<const Expr> args;
  if (view.size() <= 4) {
    std::ranges::copy(view, few);
    args = {few, view.size()};
  } else {
    many.assign(view.begin(), view.end());
    args = many;
  }
  type = InferType(op, type, args, payload, store_);
  if (IsRelation(op)) return Relation(op, args[0], args[1]);
  switch (op) {
    case Op::kNeg:
      return Neg(args[0]);
    case Op::kAdd:
      return Add(args[0], args[1]);
    case Op::kSub:
      return Sub(args[0], args[1]);
    case Op::kMul:
      return Mul(args[0], args[1]);
    case Op::kDiv:
      return Div(args[0], args[1]);
    case Op::kPow:
      return Pow(args[0], args[1]);
    case Op::kNot:
      return Not(args[0]);
    case Op::kAnd:
      return And(args[0], args[1]);
    case Op::kOr:
      return Or(args[0], args[1]);
    case Op::kMatMul:
      return MatMul(args[0], args[1]);
    case Op::kIf:
      return If(args[0], args[1], args[2]);
    case Op::kToReal:
      return ToReal(args[0]);
    case Op::kMin:
    case Op::kMax:
      if (args[0] == args[1]) return args[0];
      break;
    default:
      break;
  }
  switch (ClassOf(op)) {
    case OpClass::kStructure:
      return MakeStructure(op, type, args, payload);
    case OpClass::kArray:
      return MakeArrayFunction(op, type, args, payload);
    case OpClass::kEvent:
      return MakeEvent(op, type, args, payload);
    case OpClass::kMath:
    case OpClass::kEventMath:
    case OpClass::kConversion:
      if (Expr folded = Fold(op, type, args, payload)) return folded;
      break;
    default:
      break;
  }
  return pool_.Make(op, type, args, payload);
}

}  // namespace mica::symbolic
