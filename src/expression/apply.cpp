#include "expression/apply.h"

#include <cmath>

#include <fmt/format.h>

#include "expression/apply_array.h"
#include "expression/apply_element.h"
#include "expression/string_format.h"

namespace mica {

std::optional<std::int64_t> RangeCount(std::int64_t start, std::int64_t step, std::int64_t stop) {
  if (step == 0) return std::nullopt;
  if (step > 0 ? stop < start : stop > start) return 0;
  std::int64_t distance = 0;
  if (__builtin_sub_overflow(stop, start, &distance)) return std::nullopt;
  return distance / step + 1;
}

std::optional<std::int64_t> RangeCount(double start, double step, double stop) {
  if (step == 0 || !std::isfinite(start) || !std::isfinite(step) || !std::isfinite(stop)) return std::nullopt;
  double steps = (stop - start) / step;
  double whole = std::floor(steps + kRangeSlack * std::max(1.0, std::abs(steps)));
  if (whole < 0) return 0;
  if (whole > 0x1p40) return std::nullopt;
  return static_cast<std::int64_t>(whole) + 1;
}

namespace {

using Maybe = std::optional<Value>;

Maybe Range(std::span<const Value> args, TypeId type, Types& types, std::string& message) {
  bool real = types.kind(type) == TypeKind::kReal || args[0].is_real() || args[1].is_real() || args[2].is_real();
  auto count = real ? RangeCount(args[0].real(), args[1].real(), args[2].real())
                    : RangeCount(args[0].integer(), args[1].integer(), args[2].integer());
  if (!count || *count > (1 << 26)) {
    message = count ? "the range is too long" : "the step of a range is 0";
    return std::nullopt;
  }
  Value result = Value::Default(real ? types.real() : types.Element(type), {static_cast<std::int32_t>(*count)}, types);
  for (std::int64_t i = 0; i < *count; ++i) {
    if (real)
      result.SetReal(static_cast<std::size_t>(i), args[0].real() + static_cast<double>(i) * args[1].real());
    else
      result.SetInteger(static_cast<std::size_t>(i), args[0].integer() + i * args[1].integer());
  }
  return result;
}

Maybe ToString(std::span<const Value> args, std::uint64_t payload, Types& types, const NameTable& names,
               std::string& message) {
  const Value& value = args[0];
  if (payload == 1) {
    auto text = value.is_real() ? FormatRealAs(value.real(), args[1].string())
                                : FormatIntegerAs(value.integer(), args[1].string());
    if (text) return Value::String(*text, types);
    message = fmt::format("\"{}\" is not a format for this value", args[1].string());
    return std::nullopt;
  }
  StringOptions options;
  if (args.size() > 1) options.minimum_length = args[1].integer();
  if (args.size() > 2) options.left_justified = args[2].boolean();
  if (args.size() > 3) options.significant_digits = args[3].integer();
  switch (value.kind) {
    case TypeKind::kReal:
      return Value::String(FormatReal(value.real(), options), types);
    case TypeKind::kInteger:
      return Value::String(FormatInteger(value.integer(), options), types);
    case TypeKind::kBoolean:
      return Value::String(FormatText(value.boolean() ? "true" : "false", options), types);
    case TypeKind::kString:
      return Value::String(FormatText(value.string(), options), types);
    case TypeKind::kEnumeration: {
      const auto& literals = types.enumeration(value.type).literals;
      auto place = static_cast<std::size_t>(value.integer() - 1);
      if (place < literals.size()) return Value::String(FormatText(names.text(literals[place]), options), types);
      break;
    }
    default:
      break;
  }
  message = "String() of this value is not defined";
  return std::nullopt;
}

// semiLinear(x, sa, sb) = if x >= 0 then sa*x else sb*x (3.7.4.5).
Maybe SemiLinear(std::span<const Value> args, Types& types) {
  double x = args[0].real();
  return Value::Real(x >= 0 ? args[1].real() * x : args[2].real() * x, types);
}

std::size_t ArgumentCount(Op op) {
  switch (op) {
    case Op::kNeg:
    case Op::kNot:
    case Op::kToReal:
    case Op::kOrdinal:
    case Op::kEnumValue:
    case Op::kCeil:
    case Op::kFloor:
    case Op::kIntegerOf:
      return 1;
    case Op::kAtan2:
    case Op::kMin:
    case Op::kMax:
      return 2;
    default:
      return ClassOf(op) == OpClass::kMath ? 1 : 2;
  }
}

}  // namespace

bool CanApply(Op op) {
  switch (ClassOf(op)) {
    case OpClass::kOperator:
      return op != Op::kIf;
    case OpClass::kRelation:
    case OpClass::kMath:
    case OpClass::kEventMath:
    case OpClass::kConversion:
      return true;
    case OpClass::kArray:
      return op != Op::kSize;
    default:
      return op == Op::kRange || op == Op::kSemiLinear;
  }
}

Maybe Apply(Op op, std::span<const Value> args, TypeId type, std::uint64_t payload, Types& types,
            const NameTable& names, std::string& message) {
  switch (op) {
    case Op::kRange:
      return Range(args, type, types, message);
    case Op::kStringOf:
      return ToString(args, payload, types, names, message);
    case Op::kSemiLinear:
      return SemiLinear(args, types);
    case Op::kMatMul:
    case Op::kMatPow:
      return ApplyArray(op, args, type, types, message);
    default:
      break;
  }
  if (ClassOf(op) == OpClass::kArray) {
    Maybe result = ApplyArray(op, args, type, types, message);
    if (result && types.kind(type) == TypeKind::kReal && result->is_integral()) return result->ToReal(types);
    return result;
  }
  if (args.size() != ArgumentCount(op)) {
    message = fmt::format("wrong number of arguments of {}", OpName(op));
    return std::nullopt;
  }
  return args.size() == 1 ? ApplyUnary(op, args[0], type, types, message)
                          : ApplyBinary(op, args[0], args[1], type, types, message);
}

Maybe StackValues(std::span<const Value> items, std::vector<std::int32_t> leading, TypeId type, Types& types) {
  TypeId element = types.Element(type);
  std::vector<std::int32_t> sizes = leading;
  if (items.empty()) {
    Sizes all = types.sizes(type);
    for (std::size_t i = leading.size(); i < all.size(); ++i) sizes.push_back(std::max(all[i], 0));
    return Value::Default(element, sizes, types);
  }
  sizes.insert(sizes.end(), items[0].sizes.begin(), items[0].sizes.end());
  bool real = types.kind(type) == TypeKind::kReal;
  Value result = real ? Value::Default(types.real(), sizes, types) : Value::Like(items[0], sizes, types);
  std::size_t each = items[0].count(), next = 0;
  for (const Value& item : items) {
    if (item.sizes != items[0].sizes || (item.kind != items[0].kind && !real)) return std::nullopt;
    for (std::size_t k = 0; k < each; ++k) result.CopyElement(next++, item, k);
  }
  return result;
}

}  // namespace mica
