// Ops that work element by element (apply.h): operators, relations, mathematical functions, conversions.
#include "expression/apply_element.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace mica {

namespace {

bool Fail(std::string& message, std::string text) {
  message = std::move(text);
  return false;
}

bool DomainFault(std::string& message, Op op, double x) {
  return Fail(message, fmt::format("the argument {:.6g} is outside the domain of {}", x, OpName(op)));
}

// What is not a number already stays so: the fault lies where it came from.
bool RealUnary(Op op, double x, double& y, std::string& message) {
  switch (op) {
    case Op::kNeg:
      y = -x;
      return true;
    case Op::kSin:
      y = std::sin(x);
      return true;
    case Op::kCos:
      y = std::cos(x);
      return true;
    case Op::kTan:
      y = std::tan(x);
      return true;
    case Op::kAsin:
      y = std::asin(x);
      return !(std::abs(x) > 1) || DomainFault(message, op, x);
    case Op::kAcos:
      y = std::acos(x);
      return !(std::abs(x) > 1) || DomainFault(message, op, x);
    case Op::kAtan:
      y = std::atan(x);
      return true;
    case Op::kSinh:
      y = std::sinh(x);
      return true;
    case Op::kCosh:
      y = std::cosh(x);
      return true;
    case Op::kTanh:
      y = std::tanh(x);
      return true;
    case Op::kExp:
      y = std::exp(x);
      return true;
    case Op::kLog:
      y = std::log(x);
      return !(x <= 0) || DomainFault(message, op, x);
    case Op::kLog10:
      y = std::log10(x);
      return !(x <= 0) || DomainFault(message, op, x);
    case Op::kSqrt:
      y = std::sqrt(x);
      return !(x < 0) || DomainFault(message, op, x);
    case Op::kAbs:
      y = std::abs(x);
      return true;
    case Op::kSign:
      y = x > 0 ? 1 : x < 0 ? -1 : 0;
      return true;
    case Op::kCeil:
      y = std::ceil(x);
      return true;
    case Op::kFloor:
      y = std::floor(x);
      return true;
    case Op::kToReal:
      y = x;
      return true;
    default:
      return Fail(message, fmt::format("{} is not a function of one Real", OpName(op)));
  }
}

bool RealBinary(Op op, double a, double b, double& y, std::string& message) {
  switch (op) {
    case Op::kAdd:
      y = a + b;
      return true;
    case Op::kSub:
      y = a - b;
      return true;
    case Op::kMul:
      y = a * b;
      return true;
    case Op::kMin:
      y = std::min(a, b);
      return true;
    case Op::kMax:
      y = std::max(a, b);
      return true;
    case Op::kAtan2:
      y = std::atan2(a, b);
      return true;
    case Op::kPow:
      if (a == 0 && b < 0) return Fail(message, "division by zero: 0 to a negative power");
      if (a < 0 && !std::isnan(b) && b != std::floor(b))
        return Fail(message, fmt::format("{:.6g} ^ {:.6g} is not a Real number", a, b));
      y = std::pow(a, b);
      return true;
    default:
      break;
  }
  if (b == 0) return Fail(message, fmt::format("division by zero: {} {} 0", a, op == Op::kDiv ? "/" : OpName(op)));
  switch (op) {
    case Op::kDiv:
      y = a / b;
      return true;
    case Op::kDivide:
      y = std::trunc(a / b);
      return true;
    case Op::kMod:
      y = a - std::floor(a / b) * b;
      return true;
    case Op::kRem:
      y = a - std::trunc(a / b) * b;
      return true;
    default:
      return Fail(message, fmt::format("{} is not a function of two Reals", OpName(op)));
  }
}

bool Overflow(std::string& message) { return Fail(message, "the Integer result does not fit 64 bits"); }

bool IntegerUnary(Op op, std::int64_t x, std::int64_t& y, std::string& message) {
  switch (op) {
    case Op::kNeg:
      return !__builtin_sub_overflow(std::int64_t{0}, x, &y) || Overflow(message);
    case Op::kAbs:
      if (x >= 0) return y = x, true;
      return !__builtin_sub_overflow(std::int64_t{0}, x, &y) || Overflow(message);
    case Op::kSign:
      y = (x > 0) - (x < 0);
      return true;
    case Op::kNot:
      y = !x;
      return true;
    case Op::kOrdinal:
    case Op::kIntegerOf:
    case Op::kFloor:
    case Op::kCeil:
      y = x;
      return true;
    default:
      return Fail(message, fmt::format("{} is not a function of one Integer", OpName(op)));
  }
}

bool IntegerBinary(Op op, std::int64_t a, std::int64_t b, std::int64_t& y, std::string& message) {
  switch (op) {
    case Op::kAdd:
      return !__builtin_add_overflow(a, b, &y) || Overflow(message);
    case Op::kSub:
      return !__builtin_sub_overflow(a, b, &y) || Overflow(message);
    case Op::kMul:
      return !__builtin_mul_overflow(a, b, &y) || Overflow(message);
    case Op::kMin:
      y = std::min(a, b);
      return true;
    case Op::kMax:
      y = std::max(a, b);
      return true;
    case Op::kAnd:
      y = a && b;
      return true;
    case Op::kOr:
      y = a || b;
      return true;
    case Op::kDivide:
    case Op::kMod:
    case Op::kRem:
      break;
    default:
      return Fail(message, fmt::format("{} is not a function of two Integers", OpName(op)));
  }
  if (b == 0) return Fail(message, fmt::format("division by zero: {}({}, 0)", OpName(op), a));
  if (b == -1) {
    if (op != Op::kDivide) return y = 0, true;
    return !__builtin_sub_overflow(std::int64_t{0}, a, &y) || Overflow(message);
  }
  y = op == Op::kDivide ? a / b : a % b;
  if (op == Op::kMod && y != 0 && (y < 0) != (b < 0)) y += b;
  return true;
}

template <class T>
bool Compare(Op op, const T& a, const T& b) {
  switch (op) {
    case Op::kLess:
      return a < b;
    case Op::kLessEqual:
      return a <= b;
    case Op::kGreater:
      return a > b;
    case Op::kGreaterEqual:
      return a >= b;
    case Op::kEqual:
      return a == b;
    default:
      return a != b;
  }
}

bool CompareElements(Op op, const Value& a, std::size_t i, const Value& b, std::size_t j) {
  if (a.kind == TypeKind::kString && b.kind == TypeKind::kString) return Compare(op, a.string(i), b.string(j));
  if (a.is_integral() && b.is_integral()) return Compare(op, a.integer(i), b.integer(j));
  return Compare(op, a.real(i), b.real(j));
}

bool IsNumber(const Value& v) { return v.is_real() || v.is_integral(); }

// The result before its elements are set: sizes of the array argument, an element type by its kind.
Value Prepare(TypeId type, const std::vector<std::int32_t>& sizes, Types& types) {
  return Value::Default(types.Element(type), sizes, types);
}

std::optional<Value> Conversion(Op op, const Value& x, TypeId type, Types& types, std::string& message) {
  Value result = Prepare(type, x.sizes, types);
  for (std::size_t i = 0; i < x.count(); ++i) {
    if (op == Op::kIntegerOf && x.is_real()) {
      double whole = std::floor(x.real(i));
      if (!(std::abs(whole) < 0x1p63)) return Overflow(message), std::nullopt;
      result.SetInteger(i, static_cast<std::int64_t>(whole));
    } else if (op == Op::kEnumValue) {
      std::size_t count = types.enumeration(result.type).literals.size();
      if (x.integer(i) < 1 || static_cast<std::size_t>(x.integer(i)) > count) {
        message = fmt::format("{} is not the number of a literal: the enumeration has {}", x.integer(i), count);
        return std::nullopt;
      }
      result.SetInteger(i, x.integer(i));
    } else {
      result.SetInteger(i, x.integer(i));
    }
  }
  return result;
}

}  // namespace

std::optional<Value> ApplyUnary(Op op, const Value& x, TypeId type, Types& types, std::string& message) {
  if (!IsNumber(x)) return Fail(message, fmt::format("{} needs a number", OpName(op))), std::nullopt;
  if (op == Op::kIntegerOf || op == Op::kOrdinal || op == Op::kEnumValue)
    return Conversion(op, x, type, types, message);
  bool real = types.kind(type) == TypeKind::kReal || (x.is_real() && op != Op::kSign);
  Value result;
  if (x.is_scalar()) {
    result = {types.Element(type), types.kind(type), {}, {}};
    if (real)
      result = Value::Real(0, types);
    else
      result.data = std::int64_t{0};
  } else {
    result = Prepare(real ? types.real() : type, x.sizes, types);
  }
  std::size_t count = x.is_scalar() ? 1 : x.count();
  for (std::size_t i = 0; i < count; ++i) {
    if (real) {
      double y = 0;
      if (!RealUnary(op, x.real(i), y, message)) return std::nullopt;
      result.SetReal(i, y);
    } else if (x.is_real()) {  // sign of a Real
      result.SetInteger(i, (x.real(i) > 0) - (x.real(i) < 0));
    } else {
      std::int64_t y = 0;
      if (!IntegerUnary(op, x.integer(i), y, message)) return std::nullopt;
      result.SetInteger(i, y);
    }
  }
  return result;
}

std::optional<Value> ApplyBinary(Op op, const Value& a, const Value& b, TypeId type, Types& types,
                                 std::string& message) {
  bool both_strings = a.kind == TypeKind::kString && b.kind == TypeKind::kString;
  if (both_strings ? op != Op::kAdd && !IsRelation(op) : !IsNumber(a) || !IsNumber(b))
    return Fail(message, fmt::format("the operands of {} do not fit it", OpName(op))), std::nullopt;
  if (!a.is_scalar() && !b.is_scalar() && a.sizes != b.sizes)
    return Fail(message, fmt::format("sizes of the operands of {} differ: [{}] and [{}]", OpName(op),
                                     fmt::join(a.sizes, ", "), fmt::join(b.sizes, ", "))),
           std::nullopt;
  const std::vector<std::int32_t>& sizes = a.is_scalar() ? b.sizes : a.sizes;
  std::size_t count = CountOf(sizes), step_a = !a.is_scalar(), step_b = !b.is_scalar();
  bool relation = IsRelation(op);
  bool real = !relation && !both_strings &&
              (types.kind(type) == TypeKind::kReal || a.is_real() || b.is_real() || op == Op::kDiv || op == Op::kPow);
  Value result;
  if (sizes.empty() && real)
    result = Value::Real(0, types);
  else if (relation)
    result = Prepare(types.boolean(), sizes, types);
  else if (both_strings)
    result = Prepare(types.string(), sizes, types);
  else if (real)
    result = Prepare(types.real(), sizes, types);
  else
    result = Prepare(a.type, sizes, types);
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t ia = i * step_a, ib = i * step_b;
    if (relation) {
      result.SetInteger(i, CompareElements(op, a, ia, b, ib));
    } else if (both_strings) {
      result.string(i) = a.string(ia) + b.string(ib);
    } else if (real) {
      double y = 0;
      if (!RealBinary(op, a.real(ia), b.real(ib), y, message)) return std::nullopt;
      result.SetReal(i, y);
    } else {
      std::int64_t y = 0;
      if (!IntegerBinary(op, a.integer(ia), b.integer(ib), y, message)) return std::nullopt;
      result.SetInteger(i, y);
    }
  }
  return result;
}

}  // namespace mica
