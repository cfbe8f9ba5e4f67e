// Array functions and products on values (apply.h): the specification, 10.3 to 10.6.
#include "expression/apply_array.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "expression/apply_element.h"

namespace mica {

namespace {

using Shape = std::vector<std::int32_t>;
using Maybe = std::optional<Value>;

Maybe Fail(std::string& message, std::string text) {
  message = std::move(text);
  return std::nullopt;
}

constexpr std::int64_t kMostElements = std::int64_t{1} << 26;  // 512 MB of Reals: larger is a mistake

bool Fits(const Shape& sizes, std::string& message) {
  std::int64_t count = 1;
  for (std::int32_t size : sizes) {
    if (size < 0) return message = fmt::format("an array cannot have the size {}", size), false;
    count *= std::max(size, 1);
    if (count > kMostElements) return message = "the array is too large", false;
  }
  return true;
}

std::int32_t ToSize(const Value& v) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(v.integer(), INT32_MIN, INT32_MAX));
}

Maybe Fill(std::span<const Value> args, Types& types, std::string& message) {
  const Value& value = args[0];
  Shape sizes;
  for (const Value& size : args.subspan(1)) sizes.push_back(ToSize(size));
  std::size_t copies = 0;
  Shape all = sizes;
  all.insert(all.end(), value.sizes.begin(), value.sizes.end());
  if (!Fits(all, message)) return std::nullopt;
  copies = CountOf(sizes);
  Value result = Value::Like(value, all, types);
  std::size_t each = value.count();
  for (std::size_t i = 0; i < copies; ++i)
    for (std::size_t k = 0; k < each; ++k) result.CopyElement(i * each + k, value, k);
  return result;
}

Maybe Identity(const Value& n, Types& types, std::string& message) {
  Shape sizes{ToSize(n), ToSize(n)};
  if (!Fits(sizes, message)) return std::nullopt;
  Value result = Value::Default(types.integer(), sizes, types);
  for (std::int32_t i = 0; i < sizes[0]; ++i)
    result.SetInteger(static_cast<std::size_t>(i) * static_cast<std::size_t>(sizes[0]) + i, 1);
  return result;
}

Maybe Diagonal(const Value& v, Types& types, std::string& message) {
  Shape sizes{v.sizes[0], v.sizes[0]};
  if (!Fits(sizes, message)) return std::nullopt;
  Value result = Value::Like(v, sizes, types);
  for (std::size_t i = 0; i < v.count(); ++i) result.CopyElement(i * v.count() + i, v, i);
  return result;
}

Maybe Linspace(std::span<const Value> args, Types& types, std::string& message) {
  double first = args[0].real(), last = args[1].real();
  Shape sizes{ToSize(args[2])};
  if (!Fits(sizes, message)) return std::nullopt;
  Value::Reals values(static_cast<std::size_t>(sizes[0]));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = values.size() == 1
                    ? first
                    : first + (last - first) * static_cast<double>(i) / static_cast<double>(values.size() - 1);
  return Value::RealArray(std::move(values), sizes, types);
}

Maybe Transpose(const Value& a, Types& types, std::string& message) {
  if (a.rank() < 2) return Fail(message, "transpose needs a matrix");
  Shape sizes = a.sizes;
  std::swap(sizes[0], sizes[1]);
  Value result = Value::Like(a, sizes, types);
  std::size_t rows = a.sizes[0], columns = a.sizes[1], each = CountOf(std::span(a.sizes).subspan(2));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t k = 0; k < each; ++k)
        result.CopyElement((j * rows + i) * each + k, a, (i * columns + j) * each + k);
  return result;
}

Maybe Symmetric(const Value& a, Types& types, std::string& message) {
  if (a.rank() != 2 || a.sizes[0] != a.sizes[1]) return Fail(message, "symmetric needs a square matrix");
  Value result = Value::Like(a, a.sizes, types);
  std::size_t n = a.sizes[0];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) result.CopyElement(i * n + j, a, i <= j ? i * n + j : j * n + i);
  return result;
}

Maybe Cat(std::span<const Value> args, Types& types, std::string& message) {
  std::int64_t along = args[0].integer() - 1;
  std::span<const Value> parts = args.subspan(1);
  if (parts.empty() || along < 0 || along >= static_cast<std::int64_t>(parts[0].rank()))
    return Fail(message, "cat: no such dimension");
  auto d = static_cast<std::size_t>(along);
  Shape sizes = parts[0].sizes;
  sizes[d] = 0;
  bool real = false;
  for (const Value& part : parts) {
    Shape other = part.sizes;
    if (other.size() <= d) return Fail(message, "cat: no such dimension");
    sizes[d] += other[d];
    other[d] = sizes[d];
    if (other != sizes) return Fail(message, "cat: sizes of the other dimensions differ");
    real |= part.is_real();
  }
  if (!Fits(sizes, message)) return std::nullopt;
  Value result = real ? Value::Default(types.real(), sizes, types) : Value::Like(parts[0], sizes, types);
  std::size_t outer = CountOf(std::span(sizes).first(d)), inner = CountOf(std::span(sizes).subspan(d + 1)), before = 0;
  for (const Value& part : parts) {
    std::size_t rows = part.sizes[d];
    for (std::size_t o = 0; o < outer; ++o)
      for (std::size_t k = 0; k < rows * inner; ++k)
        result.CopyElement((o * static_cast<std::size_t>(sizes[d]) + before) * inner + k, part, o * rows * inner + k);
    before += rows;
  }
  return result;
}

Value Reshape(const Value& a, Shape sizes, Types& types) {
  Value result = Value::Like(a, std::move(sizes), types);
  for (std::size_t i = 0; i < a.count(); ++i) result.CopyElement(i, a, i);
  return result;
}

Maybe Promote(const Value& a, const Value& rank, Types& types) {
  Shape sizes = a.sizes;
  while (static_cast<std::int64_t>(sizes.size()) < std::min<std::int64_t>(rank.integer(), 64)) sizes.push_back(1);
  return Reshape(a, sizes, types);
}

Maybe FlattenTo(Op op, const Value& a, Types& types, std::string& message) {
  if (op == Op::kScalarOf) {
    if (a.count() != 1) return Fail(message, "scalar needs an array with one element");
    return Reshape(a, {}, types);
  }
  if (op == Op::kVectorOf) {
    if (std::ranges::count_if(a.sizes, [](std::int32_t n) { return n != 1; }) > 1)
      return Fail(message, "vector needs an array with at most one dimension larger than 1");
    return Reshape(a, {static_cast<std::int32_t>(a.count())}, types);
  }
  for (std::size_t i = 2; i < a.rank(); ++i)
    if (a.sizes[i] != 1) return Fail(message, "matrix needs sizes of 1 in the dimensions after the second");
  Shape sizes = a.sizes;
  sizes.resize(2, 1);
  return Reshape(a, sizes, types);
}

Maybe Arithmetic(Op op, const Value& a, std::size_t i, const Value& b, std::size_t j, bool real, Types& types,
                 std::string& message) {
  auto element = [&](const Value& v, std::size_t k) {
    return real ? Value::Real(v.real(k), types) : Value::Integer(v.integer(k), types);
  };
  return ApplyBinary(op, element(a, i), element(b, j), real ? types.real() : types.integer(), types, message);
}

// Rows of `a` times columns of `b`, as matrices of rows×inner and inner×columns.
Maybe Product(const Value& a, const Value& b, std::size_t rows, std::size_t inner, std::size_t columns, Shape sizes,
              Types& types, std::string& message) {
  bool real = a.is_real() || b.is_real();
  Value result = Value::Default(real ? types.real() : types.integer(), std::move(sizes), types);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      if (real) {
        double sum = 0;
        for (std::size_t k = 0; k < inner; ++k) sum += a.real(i * inner + k) * b.real(k * columns + j);
        result.SetReal(i * columns + j, sum);
        continue;
      }
      std::int64_t sum = 0, term = 0;
      for (std::size_t k = 0; k < inner; ++k)
        if (__builtin_mul_overflow(a.integer(i * inner + k), b.integer(k * columns + j), &term) ||
            __builtin_add_overflow(sum, term, &sum))
          return Fail(message, "the Integer result does not fit 64 bits");
      result.SetInteger(i * columns + j, sum);
    }
  return result;
}

Maybe MatPow(const Value& a, const Value& power, Types& types, std::string& message) {
  if (a.rank() != 2 || a.sizes[0] != a.sizes[1]) return Fail(message, "only a square matrix has powers");
  if (power.integer() < 0) return Fail(message, "a matrix has no negative powers");
  Maybe result = Identity(Value::Integer(a.sizes[0], types), types, message);
  if (result && a.is_real()) result = result->ToReal(types);
  Maybe square = a;
  for (std::int64_t n = power.integer(); n > 0 && result && square; n >>= 1) {
    if (n & 1) result = MatMulValues(*result, *square, types, message);
    if (n > 1) square = MatMulValues(*square, *square, types, message);
  }
  return square ? result : std::nullopt;
}

Maybe Cross(const Value& a, const Value& b, Types& types, std::string& message) {
  if (a.count() != 3 || b.count() != 3) return Fail(message, "cross needs vectors of size 3");
  bool real = a.is_real() || b.is_real();
  Value result = Value::Default(real ? types.real() : types.integer(), {3}, types);
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    Maybe first = Arithmetic(Op::kMul, a, j, b, k, real, types, message),
          second = Arithmetic(Op::kMul, a, k, b, j, real, types, message);
    if (!first || !second) return std::nullopt;
    Maybe difference = Arithmetic(Op::kSub, *first, 0, *second, 0, real, types, message);
    if (!difference) return std::nullopt;
    result.CopyElement(i, *difference, 0);
  }
  return result;
}

Maybe Skew(const Value& v, Types& types, std::string& message) {
  if (v.count() != 3) return Fail(message, "skew needs a vector of size 3");
  Value x = v.ToReal(types), result = Value::Default(types.real(), {3, 3}, types);
  double data[9] = {0, -x.real(2), x.real(1), x.real(2), 0, -x.real(0), -x.real(1), x.real(0), 0};
  for (std::size_t i = 0; i < 9; ++i) result.SetReal(i, data[i]);
  if (!v.is_real())
    return Value::IntegerArray(
        {0, -v.integer(2), v.integer(1), v.integer(2), 0, -v.integer(0), -v.integer(1), v.integer(0), 0}, {3, 3},
        types);
  return result;
}

}  // namespace

Maybe MatMulValues(const Value& a, const Value& b, Types& types, std::string& message) {
  if (a.rank() < 1 || a.rank() > 2 || b.rank() < 1 || b.rank() > 2)
    return Fail(message, "only vectors and matrices have products");
  std::size_t rows = a.rank() == 2 ? a.sizes[0] : 1, inner = a.sizes.back(), columns = b.rank() == 2 ? b.sizes[1] : 1;
  if (a.sizes.back() != b.sizes.front()) return Fail(message, "inner sizes of a matrix product differ");
  Shape sizes;
  if (a.rank() == 2) sizes.push_back(a.sizes[0]);
  if (b.rank() == 2) sizes.push_back(b.sizes[1]);
  return Product(a, b, rows, inner, columns, sizes, types, message);
}

Value ReductionStart(Op op, TypeId type, Types& types) {
  TypeId element = types.Element(type);
  bool sum = op == Op::kSumFor || op == Op::kSumOf, product = op == Op::kProductFor || op == Op::kProductOf;
  bool smallest = op == Op::kMaxFor || op == Op::kMaxOf;  // the start of a maximum is the smallest value
  switch (types.kind(element)) {
    case TypeKind::kReal: {
      double most = std::numeric_limits<double>::max();
      return Value::Real(sum ? 0 : product ? 1 : smallest ? -most : most, types);
    }
    case TypeKind::kBoolean:
      return Value::Boolean(!smallest, types);
    case TypeKind::kEnumeration:
      return Value::Enumeration(element,
                                smallest ? 1 : static_cast<std::int64_t>(types.enumeration(element).literals.size()));
    case TypeKind::kString:
      return Value::String("", types);
    default: {
      using Limits = std::numeric_limits<std::int64_t>;
      return Value::Integer(sum ? 0 : product ? 1 : smallest ? Limits::min() : Limits::max(), types);
    }
  }
}

Op ReductionStep(Op op) {
  switch (op) {
    case Op::kSumFor:
    case Op::kSumOf:
      return Op::kAdd;
    case Op::kProductFor:
    case Op::kProductOf:
      return Op::kMul;
    case Op::kMinFor:
    case Op::kMinOf:
      return Op::kMin;
    default:
      return Op::kMax;
  }
}

Maybe ApplyArray(Op op, std::span<const Value> args, TypeId type, Types& types, std::string& message) {
  switch (op) {
    case Op::kSumOf:
    case Op::kProductOf:
    case Op::kMinOf:
    case Op::kMaxOf: {
      Maybe result = ReductionStart(op, type, types);
      bool real = result->is_real();
      if (!real && result->kind != TypeKind::kInteger) {  // min, max of Boolean or enumeration
        for (std::size_t i = 0; i < args[0].count(); ++i)
          result->SetInteger(0, op == Op::kMinOf ? std::min(result->integer(), args[0].integer(i))
                                                 : std::max(result->integer(), args[0].integer(i)));
        return result;
      }
      for (std::size_t i = 0; i < args[0].count() && result; ++i)
        result = Arithmetic(ReductionStep(op), *result, 0, args[0], i, real, types, message);
      return result;
    }
    case Op::kFill:
      return Fill(args, types, message);
    case Op::kIdentity:
      return Identity(args[0], types, message);
    case Op::kDiagonal:
      return Diagonal(args[0], types, message);
    case Op::kLinspace:
      return Linspace(args, types, message);
    case Op::kTranspose:
      return Transpose(args[0], types, message);
    case Op::kOuterProduct:
      return Product(args[0], args[1], args[0].count(), 1, args[1].count(),
                     {static_cast<std::int32_t>(args[0].count()), static_cast<std::int32_t>(args[1].count())}, types,
                     message);
    case Op::kSymmetric:
      return Symmetric(args[0], types, message);
    case Op::kCross:
      return Cross(args[0], args[1], types, message);
    case Op::kSkew:
      return Skew(args[0], types, message);
    case Op::kCat:
      return Cat(args, types, message);
    case Op::kPromote:
      return Promote(args[0], args[1], types);
    case Op::kScalarOf:
    case Op::kVectorOf:
    case Op::kMatrixOf:
      return FlattenTo(op, args[0], types, message);
    case Op::kMatMul:
      return MatMulValues(args[0], args[1], types, message);
    case Op::kMatPow:
      return MatPow(args[0], args[1], types, message);
    default:
      return Fail(message, fmt::format("{} is not a function of arrays", OpName(op)));
  }
}

}  // namespace mica
