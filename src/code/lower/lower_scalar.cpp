// Lowers operators and functions of scalars (the specification, 3.4 to 3.7).
#include <cmath>

#include "code/lower/lowering.h"

namespace mica::code {

Reg Lowering::Relation(Op op, Reg a, Reg b) {
  if (b_.kind(a) == Kind::kText || b_.kind(b) == Kind::kText) {
    a = b_.Kernel("mica_compare", {a, b});
    b = b_.Int(0);
  }
  switch (op) {
    case Op::kLess:
      return b_.Compare(Code::kLess, a, b);
    case Op::kLessEqual:
      return b_.Compare(Code::kLessEqual, a, b);
    case Op::kGreater:
      return b_.Compare(Code::kLess, b, a);
    case Op::kGreaterEqual:
      return b_.Compare(Code::kLessEqual, b, a);
    case Op::kEqual:
      return b_.Compare(Code::kEqual, a, b);
    default:
      return b_.Compare(Code::kNotEqual, a, b);
  }
}

// A speculative division does not report a zero: where its value is used nobody may have asked for it.
Reg Lowering::Divide(Expr e, Reg a, Reg b) {
  b = b_.Convert(b, Kind::kReal);
  bool is_constant = b_.RealConstant(b).has_value();
  if (!is_speculative_ && (!is_constant || b_.RealConstant(b) == 0.0)) b_.CheckNonZero(b, Site(e));
  return b_.Arithmetic(Code::kDiv, a, b);
}

Reg Lowering::Power(Expr e, Reg base, Reg exponent) {
  std::optional<double> n = b_.RealConstant(exponent);
  if (auto whole = b_.IntConstant(exponent)) n = static_cast<double>(*whole);
  base = b_.Convert(base, Kind::kReal);
  if (n == 0.5) return b_.Math(MathFunction::kSqrt, base);
  if (!n || *n != std::floor(*n) || std::abs(*n) > 64) return b_.Math(MathFunction::kPow, base, exponent);
  Reg power, square = base;
  for (auto k = static_cast<unsigned>(std::abs(*n)); k != 0; k >>= 1) {
    if (k & 1) power = power.valid() ? b_.Mul(power, square) : square;
    if (k > 1) square = b_.Mul(square, square);
  }
  if (!power.valid()) return b_.Real(1);
  return *n < 0 ? Divide(e, b_.Real(1), power) : power;
}

Reg Lowering::EventMath(Expr e, std::span<const Reg> args) {
  Op op = pool_.op(e);
  if (op == Op::kCeil) return b_.Math(MathFunction::kCeil, args[0]);
  if (op == Op::kFloor) return b_.Math(MathFunction::kFloor, args[0]);
  if (op == Op::kIntegerOf) {
    if (b_.kind(args[0]) == Kind::kInt) return args[0];
    return b_.Kernel("mica_integer", {b_.Convert(args[0], Kind::kReal)});
  }
  if (b_.kind(args[0]) != Kind::kReal && b_.kind(args[1]) != Kind::kReal) {
    b_.CheckNonZero(args[1], Site(e));
    return b_.Kernel(op == Op::kDivide ? "mica_div_integer"
                     : op == Op::kMod  ? "mica_mod_integer"
                                       : "mica_rem_integer",
                     {args[0], args[1]});
  }
  Reg quotient = Divide(e, args[0], args[1]);
  Reg whole = b_.Math(op == Op::kMod ? MathFunction::kFloor : MathFunction::kTrunc, quotient);
  return op == Op::kDivide ? whole : b_.Sub(args[0], b_.Mul(whole, args[1]));
}

Reg Lowering::StringOf(Expr e, std::span<const Reg> args) {
  TypeId type = pool_.type(pool_.arg(e, 0));
  if (pool_.payload(e) == 1) {
    if (types_.kind(type) == TypeKind::kReal) return b_.Kernel("mica_text_of_real_format", {args[0], args[1]});
    return b_.Kernel("mica_text_of_integer_format", {b_.Convert(args[0], Kind::kInt), args[1]});
  }
  Reg length = args.size() > 1 ? b_.Convert(args[1], Kind::kInt) : b_.Int(0);
  Reg left = args.size() > 2 ? b_.Convert(args[2], Kind::kBool) : b_.Bool(true);
  Reg digits = args.size() > 3 ? b_.Convert(args[3], Kind::kInt) : b_.Int(6);
  switch (types_.kind(type)) {
    case TypeKind::kReal:
      return b_.Kernel("mica_text_of_real", {args[0], digits, length, left});
    case TypeKind::kInteger:
      return b_.Kernel("mica_text_of_integer", {args[0], length, left});
    case TypeKind::kBoolean:
      return b_.Kernel("mica_text_of_boolean", {args[0], length, left});
    case TypeKind::kString:
      return b_.Kernel("mica_text_padded", {args[0], length, left});
    default:
      break;
  }
  Check(types_.kind(type) == TypeKind::kEnumeration, "String() of this type");
  Table table{Kind::kText, {}};
  const auto& literals = types_.enumeration(type).literals;
  for (Name literal : literals) {
    c_.program.texts.emplace_back(c_.store.names.text(literal));
    table.cells.push_back(c_.program.texts.size() - 1);
  }
  b_.CheckSubscript(args[0], b_.Int(static_cast<std::int64_t>(literals.size())), Site(e));
  Reg name = b_.Load(Kind::kText, b_.TablePointer(std::move(table)), b_.Sub(args[0], b_.Int(1)));
  return b_.Kernel("mica_text_padded", {name, length, left});
}

Reg Lowering::ScalarOp(Expr e, std::span<const Reg> args) {
  Op op = pool_.op(e);
  Kind kind = c_.KindOf(pool_.type(e));
  auto result = [&](Reg value) { return b_.Convert(value, kind); };
  auto math = [&](MathFunction f) { return b_.Math(f, args[0], args.size() > 1 ? args[1] : Reg()); };
  switch (op) {
    case Op::kNeg:
      return result(b_.Neg(args[0]));
    case Op::kNot:
      return b_.Not(args[0]);
    case Op::kAdd:
      if (kind == Kind::kText) return b_.Kernel("mica_concat", {args[0], args[1]});
      return result(b_.Add(args[0], args[1]));
    case Op::kSub:
      return result(b_.Sub(args[0], args[1]));
    case Op::kMatMul:  // of vectors of size 1 made scalars by folding
    case Op::kMul:
      if (b_.kind(args[0]) == Kind::kInt && b_.kind(args[1]) == Kind::kInt &&
          !(b_.IntConstant(args[0]) && b_.IntConstant(args[1])))
        return result(b_.Kernel("mica_mul_integer", {args[0], args[1]}));
      return result(b_.Mul(args[0], args[1]));
    case Op::kDiv:
      return result(Divide(e, args[0], args[1]));
    case Op::kPow:
      return result(Power(e, args[0], args[1]));
    case Op::kAnd:
      return b_.And(b_.Convert(args[0], Kind::kBool), b_.Convert(args[1], Kind::kBool));
    case Op::kOr:
      return b_.Or(b_.Convert(args[0], Kind::kBool), b_.Convert(args[1], Kind::kBool));
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
    case Op::kEqual:
    case Op::kNotEqual:
      return Relation(op, args[0], args[1]);
    case Op::kIf:
      return result(b_.Select(b_.Convert(args[0], Kind::kBool), b_.Convert(args[1], kind), b_.Convert(args[2], kind)));
    case Op::kHomotopy: {
      Reg lambda = b_.Field(InstanceField::kLambda);
      return result(b_.Add(b_.Mul(lambda, args[0]), b_.Mul(b_.Sub(b_.Real(1), lambda), args[1])));
    }
    case Op::kToReal:
      return b_.Convert(args[0], Kind::kReal);
    case Op::kOrdinal:
      return b_.Convert(args[0], Kind::kInt);
    case Op::kSin:
      return math(MathFunction::kSin);
    case Op::kCos:
      return math(MathFunction::kCos);
    case Op::kTan:
      return math(MathFunction::kTan);
    case Op::kAsin:
      return math(MathFunction::kAsin);
    case Op::kAcos:
      return math(MathFunction::kAcos);
    case Op::kAtan:
      return math(MathFunction::kAtan);
    case Op::kAtan2:
      return math(MathFunction::kAtan2);
    case Op::kSinh:
      return math(MathFunction::kSinh);
    case Op::kCosh:
      return math(MathFunction::kCosh);
    case Op::kTanh:
      return math(MathFunction::kTanh);
    case Op::kExp:
      return math(MathFunction::kExp);
    case Op::kLog:
      return math(MathFunction::kLog);
    case Op::kLog10:
      return math(MathFunction::kLog10);
    case Op::kSqrt:
      return math(MathFunction::kSqrt);
    case Op::kAbs:
      if (b_.kind(args[0]) == Kind::kReal) return result(math(MathFunction::kAbs));
      return result(b_.Select(b_.Compare(Code::kLess, args[0], b_.Int(0)), b_.Neg(args[0]), args[0]));
    case Op::kSign: {
      Reg zero = b_.Zero(b_.kind(args[0]));
      Reg negative = b_.Select(b_.Compare(Code::kLess, args[0], zero), b_.Int(-1), b_.Int(0));
      return result(b_.Select(b_.Compare(Code::kLess, zero, args[0]), b_.Int(1), negative));
    }
    case Op::kMin:
    case Op::kMax: {
      Reg a = result(args[0]), b = result(args[1]);
      return op == Op::kMin ? b_.Select(b_.Compare(Code::kLess, b, a), b, a)
                            : b_.Select(b_.Compare(Code::kLess, a, b), b, a);
    }
    case Op::kDivide:
    case Op::kMod:
    case Op::kRem:
    case Op::kCeil:
    case Op::kFloor:
    case Op::kIntegerOf:
      return result(EventMath(e, args));
    case Op::kEnumValue: {
      auto literals = static_cast<std::int64_t>(types_.enumeration(pool_.type(e)).literals.size());
      b_.CheckSubscript(b_.Convert(args[0], Kind::kInt), b_.Int(literals), Site(e));
      return b_.Convert(args[0], Kind::kInt);
    }
    case Op::kStringOf:
      return StringOf(e, args);
    case Op::kSemiLinear: {
      Reg is_positive = b_.Compare(Code::kLessEqual, b_.Real(0), b_.Convert(args[0], Kind::kReal));
      return b_.Mul(args[0],
                    b_.Select(is_positive, b_.Convert(args[1], Kind::kReal), b_.Convert(args[2], Kind::kReal)));
    }
    default:
      break;
  }
  c_.Unsupported(Origin().span,
                 std::string("the operator ") + std::string(OpName(op)) + " cannot be turned into code here");
  return b_.Zero(kind);
}

}  // namespace mica::code
