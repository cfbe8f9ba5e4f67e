#include "instance/typing/operators.h"

#include <fmt/format.h>
#include <algorithm>

#include "expression/apply.h"
#include "instance/codes.h"

namespace mica::instance {

using syntax::BinaryOperator;
using syntax::UnaryOperator;

Expr Operators::Fail(const DiagnosticCode& code, Span span, std::string message) {
  sink_.Report(code, span, std::move(message));
  return error();
}

Expr Operators::ToReal(Expr e) {
  if (store_.types.kind(store_.exprs.type(e)) != TypeKind::kInteger) return e;
  if (store_.exprs.op(e) == Op::kInteger) return store_.exprs.Real(static_cast<double>(store_.exprs.integer(e)));
  TypeId type = store_.types.WithSizes(store_.types.real(), store_.types.sizes(store_.exprs.type(e)));
  // A constructor of Integers becomes one of Reals.
  if (store_.exprs.op(e) == Op::kArray) {
    std::vector<Expr> elements = store_.exprs.ArgsCopy(e);
    for (Expr& element : elements) element = ToReal(element);
    return store_.exprs.Make(Op::kArray, type, elements);
  }
  return store_.exprs.Make(Op::kToReal, type, {e});
}

void Operators::Unify(Expr& a, Expr& b) {
  TypeKind left = store_.types.kind(store_.exprs.type(a)), right = store_.types.kind(store_.exprs.type(b));
  if (left == TypeKind::kReal && right == TypeKind::kInteger) b = ToReal(b);
  if (left == TypeKind::kInteger && right == TypeKind::kReal) a = ToReal(a);
}

Expr Operators::Fill(Expr value, Sizes sizes) {
  if (sizes.empty()) return value;
  std::vector<Expr> args{value};
  for (std::int32_t size : sizes) args.push_back(store_.exprs.Integer(size));
  return store_.exprs.Make(Op::kFill, store_.types.Array(store_.exprs.type(value), sizes), args);
}

std::optional<Expr> Operators::TryCoerceElement(Expr e, TypeId element) {
  TypeId from = store_.exprs.type(e);
  TypeKind have = store_.types.kind(from), want = store_.types.kind(element);
  if (have == want) {
    if (have == TypeKind::kEnumeration && store_.types[from].detail != store_.types[element].detail)
      return std::nullopt;
    if (have == TypeKind::kExternalObject && store_.types[from].detail != store_.types[element].detail)
      return std::nullopt;
    if (have == TypeKind::kRecord && store_.types[from].detail != store_.types[element].detail) {
      // Records agree when their fields do, by name, in any order.
      const RecordDefinition& target = store_.types.record(element);
      const RecordDefinition& source = store_.types.record(from);
      if (target.fields.size() > source.fields.size()) return std::nullopt;
      std::vector<Expr> fields;
      std::vector<std::int32_t> outer(store_.types.sizes(from).begin(), store_.types.sizes(from).end());
      for (const RecordField& field : target.fields) {
        int place = store_.types.record(from).FindField(field.name);
        if (place < 0) return std::nullopt;
        Expr value = Field(e, field.name, {});
        std::optional<Expr> fitted = TryCoerce(value, store_.types.Array(field.type, outer));
        if (!fitted) return std::nullopt;
        fields.push_back(*fitted);
      }
      return store_.exprs.Make(Op::kRecord, store_.types.WithSizes(element, outer), fields);
    }
    return e;
  }
  if (have == TypeKind::kInteger && want == TypeKind::kReal) return ToReal(e);
  return std::nullopt;
}

std::optional<Expr> Operators::TryCoerce(Expr e, TypeId type) {
  if (is_error(e)) return e;
  if (store_.exprs.type(e) == type) return e;
  Sizes have = store_.types.sizes(store_.exprs.type(e)), want = store_.types.sizes(type);
  if (have.size() != want.size()) return std::nullopt;
  for (std::size_t i = 0; i < have.size(); ++i)
    if (have[i] != want[i] && have[i] >= 0 && want[i] >= 0) return std::nullopt;
  // {} fits every element type.
  if (store_.types.kind(store_.exprs.type(e)) == TypeKind::kNone && !have.empty())
    return store_.exprs.Make(Op::kArray, type, {});
  return TryCoerceElement(e, type);
}

std::string Operators::SizeText(TypeId type, std::string_view before, std::string_view of_scalar) const {
  Sizes sizes = store_.types.sizes(type);
  if (sizes.empty()) return std::string(of_scalar);
  std::string text;
  for (std::int32_t size : sizes)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", size < 0 ? ":" : std::to_string(size));
  return fmt::format("{}[{}]", before, text);
}

Expr Operators::Coerce(Expr e, TypeId type, Span span, std::string_view what) {
  if (std::optional<Expr> fitted = TryCoerce(e, type)) return *fitted;
  TypeId have = store_.exprs.type(e);
  bool sizes_differ = TryCoerceElement(e, store_.types.Element(type)).has_value();
  std::string message =
      sizes_differ ? fmt::format("{} must {}, but {} {}", what, SizeText(type, "have the size ", "be a scalar"),
                                 Text(e), SizeText(have, "has the size ", "is a scalar"))
                   : fmt::format("{} must be of type {}, but {} is of type {}", what,
                                 store_.types.Text(type, store_.names), Text(e), store_.types.Text(have, store_.names));
  bool is_rounding =
      !sizes_differ && store_.types.kind(have) == TypeKind::kReal && store_.types.kind(type) == TypeKind::kInteger;
  if (!is_rounding) return Fail(sizes_differ ? kWrongSize : kWrongType, span, std::move(message));
  sink_.Report(kWrongType, span, std::move(message)).hint =
      fmt::format("integer({}) rounds down to an Integer; or declare {} as Real", Text(e), what);
  return error();
}

Expr Operators::Unary(UnaryOperator op, Expr operand, Span span) {
  if (is_error(operand)) return operand;
  TypeId type = store_.exprs.type(operand);
  TypeKind kind = store_.types.kind(type);
  if (op == UnaryOperator::kNot) {
    if (kind != TypeKind::kBoolean)
      return Fail(kWrongOperandType, span,
                  fmt::format("`not` requires a Boolean, but {} is of type {}", Text(operand), TypeText(operand)));
    return store_.exprs.Make(Op::kNot, type, {operand});
  }
  if (kind != TypeKind::kReal && kind != TypeKind::kInteger)
    return Fail(kWrongOperandType, span,
                fmt::format("a sign requires a number, but {} is of type {}", Text(operand), TypeText(operand)));
  if (op == UnaryOperator::kPlus || op == UnaryOperator::kElementPlus) return operand;
  if (store_.exprs.op(operand) == Op::kReal) return store_.exprs.Real(-store_.exprs.real(operand));
  if (store_.exprs.op(operand) == Op::kInteger) return store_.exprs.Integer(-store_.exprs.integer(operand));
  return store_.exprs.Make(Op::kNeg, type, {operand});
}

std::optional<std::vector<std::int32_t>> Operators::CommonSizes(Expr left, Expr right, bool broadcast) {
  Sizes a = store_.types.sizes(store_.exprs.type(left)), b = store_.types.sizes(store_.exprs.type(right));
  if (a.empty() && (broadcast || b.empty())) return std::vector<std::int32_t>(b.begin(), b.end());
  if (b.empty() && broadcast) return std::vector<std::int32_t>(a.begin(), a.end());
  if (a.size() != b.size()) return std::nullopt;
  std::vector<std::int32_t> sizes;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i] && a[i] >= 0 && b[i] >= 0) return std::nullopt;
    sizes.push_back(a[i] >= 0 ? a[i] : b[i]);
  }
  return sizes;
}

Expr Operators::Binary(BinaryOperator op, Expr left, Expr right, Span span) {
  if (is_error(left) || is_error(right)) return error();
  switch (op) {
    case BinaryOperator::kAdd:
    case BinaryOperator::kSubtract:
    case BinaryOperator::kDivide:
    case BinaryOperator::kElementAdd:
    case BinaryOperator::kElementSubtract:
    case BinaryOperator::kElementMultiply:
    case BinaryOperator::kElementDivide:
      return Arithmetic(op, left, right, span);
    case BinaryOperator::kMultiply:
      return Multiply(left, right, span);
    case BinaryOperator::kPower:
      return Power(left, right, false, span);
    case BinaryOperator::kElementPower:
      return Power(left, right, true, span);
    case BinaryOperator::kAnd:
      return Logical(Op::kAnd, left, right, span);
    case BinaryOperator::kOr:
      return Logical(Op::kOr, left, right, span);
    default:
      return Relation(op, left, right, span);
  }
}

Expr Operators::Arithmetic(BinaryOperator op, Expr left, Expr right, Span span) {
  TypeKind a = store_.types.kind(store_.exprs.type(left)), b = store_.types.kind(store_.exprs.type(right));
  bool adds = op == BinaryOperator::kAdd || op == BinaryOperator::kElementAdd;
  bool strings = adds && a == TypeKind::kString && b == TypeKind::kString;
  auto numeric = [](TypeKind kind) { return kind == TypeKind::kReal || kind == TypeKind::kInteger; };
  if (!strings && !(numeric(a) && numeric(b))) {
    Expr wrong = numeric(a) ? right : left;
    // A product of scalars comes here as one of elements.
    std::string_view written = op == BinaryOperator::kElementMultiply ? "*" : syntax::Spelling(op);
    Diagnostic& d =
        sink_.Report(kWrongOperandType, span,
                     fmt::format("`{}` requires numbers, but {} is of type {}", written, Text(wrong), TypeText(wrong)));
    // A text and a number: what is meant is one text.
    if (adds && (a == TypeKind::kString) != (b == TypeKind::kString))
      d.hint = fmt::format("String({}) makes text of it", Text(a == TypeKind::kString ? right : left));
    return error();
  }
  bool divides = op == BinaryOperator::kDivide || op == BinaryOperator::kElementDivide;
  bool broadcast = op != BinaryOperator::kAdd && op != BinaryOperator::kSubtract;
  if (op == BinaryOperator::kDivide && !store_.types.is_scalar(store_.exprs.type(right)))
    return Fail(kOperandSizesDiffer, span,
                fmt::format("`/` divides by a scalar, but {} is of type {}; `./` divides element by element",
                            Text(right), TypeText(right)));
  auto sizes = CommonSizes(left, right, broadcast);
  if (!sizes)
    return Fail(kOperandSizesDiffer, span,
                fmt::format("the sizes of {} ({}) and {} ({}) do not agree for `{}`", Text(left), TypeText(left),
                            Text(right), TypeText(right), syntax::Spelling(op)));
  if (divides) {
    left = ToReal(left);
    right = ToReal(right);
  } else {
    Unify(left, right);
  }
  Op made = adds ? Op::kAdd : divides ? Op::kDiv : op == BinaryOperator::kElementMultiply ? Op::kMul : Op::kSub;
  return store_.exprs.Make(made, store_.types.WithSizes(store_.exprs.type(left), *sizes), {left, right});
}

Expr Operators::Multiply(Expr left, Expr right, Span span) {
  std::size_t a = store_.types.rank(store_.exprs.type(left)), b = store_.types.rank(store_.exprs.type(right));
  if (a == 0 || b == 0) return Arithmetic(BinaryOperator::kElementMultiply, left, right, span);
  if (!store_.types.is_numeric(store_.exprs.type(left)) || !store_.types.is_numeric(store_.exprs.type(right)))
    return Fail(kWrongOperandType, span,
                fmt::format("`*` requires numbers, but its sides are {} and {}", TypeText(left), TypeText(right)));
  std::vector<std::int32_t> l(store_.types.sizes(store_.exprs.type(left)).begin(),
                              store_.types.sizes(store_.exprs.type(left)).end());
  std::vector<std::int32_t> r(store_.types.sizes(store_.exprs.type(right)).begin(),
                              store_.types.sizes(store_.exprs.type(right)).end());
  bool fits = a <= 2 && b <= 2 && (l.back() == r.front() || l.back() < 0 || r.front() < 0);
  if (!fits)
    return Fail(kOperandSizesDiffer, span,
                fmt::format("the sizes of {} ({}) and {} ({}) do not agree for a matrix product", Text(left),
                            TypeText(left), Text(right), TypeText(right)));
  Unify(left, right);
  std::vector<std::int32_t> sizes;
  if (a == 2) sizes.push_back(l[0]);
  if (b == 2) sizes.push_back(r[1]);
  return store_.exprs.Make(Op::kMatMul, store_.types.WithSizes(store_.exprs.type(left), sizes), {left, right});
}

Expr Operators::Power(Expr left, Expr right, bool elementwise, Span span) {
  if (!store_.types.is_numeric(store_.exprs.type(left)) || !store_.types.is_numeric(store_.exprs.type(right)))
    return Fail(kWrongOperandType, span,
                fmt::format("`^` requires numbers, but its sides are {} and {}", TypeText(left), TypeText(right)));
  if (!elementwise && store_.types.rank(store_.exprs.type(left)) == 2 &&
      store_.types.is_scalar(store_.exprs.type(right))) {
    Sizes sizes = store_.types.sizes(store_.exprs.type(left));
    if (sizes[0] == sizes[1] || sizes[0] < 0 || sizes[1] < 0)
      if (store_.types.kind(store_.exprs.type(right)) == TypeKind::kInteger)
        return store_.exprs.Make(Op::kMatPow, store_.exprs.type(left), {left, right});
    return Fail(kOperandSizesDiffer, span, "only a square matrix can be raised to a power, which must be an Integer");
  }
  auto sizes = CommonSizes(left, right, elementwise);
  if (!sizes || (!elementwise && !sizes->empty()))
    return Fail(kOperandSizesDiffer, span,
                fmt::format("`^` requires scalars, but its sides are {} and {}; `.^` works element by element",
                            TypeText(left), TypeText(right)));
  left = ToReal(left);
  // An Integer exponent stays one: x^2 is x*x for every x.
  return store_.exprs.Make(Op::kPow, store_.types.WithSizes(store_.exprs.type(left), *sizes), {left, right});
}

Expr Operators::Relation(BinaryOperator op, Expr left, Expr right, Span span) {
  TypeKind a = store_.types.kind(store_.exprs.type(left)), b = store_.types.kind(store_.exprs.type(right));
  auto numeric = [](TypeKind kind) { return kind == TypeKind::kReal || kind == TypeKind::kInteger; };
  bool fits = (numeric(a) && numeric(b)) || (a == b && (a == TypeKind::kBoolean || a == TypeKind::kString)) ||
              (a == TypeKind::kEnumeration && b == a &&
               store_.types[store_.exprs.type(left)].detail == store_.types[store_.exprs.type(right)].detail);
  if (!fits)
    return Fail(kWrongOperandType, span,
                fmt::format("{} ({}) and {} ({}) cannot be compared by `{}`", Text(left), TypeText(left), Text(right),
                            TypeText(right), syntax::Spelling(op)));
  if (!store_.types.is_scalar(store_.exprs.type(left)) || !store_.types.is_scalar(store_.exprs.type(right)))
    return Fail(kOperandSizesDiffer, span,
                fmt::format("only scalars can be compared by `{}`, and the sides are {} and {}", syntax::Spelling(op),
                            TypeText(left), TypeText(right)));
  Unify(left, right);
  Op made = op == BinaryOperator::kLess           ? Op::kLess
            : op == BinaryOperator::kLessEqual    ? Op::kLessEqual
            : op == BinaryOperator::kGreater      ? Op::kGreater
            : op == BinaryOperator::kGreaterEqual ? Op::kGreaterEqual
            : op == BinaryOperator::kEqual        ? Op::kEqual
                                                  : Op::kNotEqual;
  return store_.exprs.Make(made, store_.types.boolean(), {left, right});
}

Expr Operators::Logical(Op op, Expr left, Expr right, Span span) {
  for (Expr side : {left, right})
    if (store_.types.kind(store_.exprs.type(side)) != TypeKind::kBoolean)
      return Fail(kWrongOperandType, span,
                  fmt::format("`{}` requires Booleans, but {} is of type {}", OpName(op), Text(side), TypeText(side)));
  auto sizes = CommonSizes(left, right, false);
  if (!sizes)
    return Fail(
        kOperandSizesDiffer, span,
        fmt::format("the sizes of {} and {} do not agree for `{}`", TypeText(left), TypeText(right), OpName(op)));
  return store_.exprs.Make(op, store_.types.WithSizes(store_.types.boolean(), *sizes), {left, right});
}

Expr Operators::If(Expr condition, Expr then, Expr otherwise, Span span) {
  if (is_error(condition) || is_error(then) || is_error(otherwise)) return error();
  if (store_.exprs.type(condition) != store_.types.boolean())
    return Fail(kNonBooleanCondition, span,
                fmt::format("a condition must be Boolean, but {} is of type {}", Text(condition), TypeText(condition)));
  Unify(then, otherwise);
  if (store_.exprs.op(condition) == Op::kBoolean) return store_.exprs.boolean(condition) ? then : otherwise;
  std::optional<Expr> fitted = TryCoerce(otherwise, store_.exprs.type(then));
  TypeId type = store_.exprs.type(then);
  if (!fitted && store_.types.rank(type) == store_.types.rank(store_.exprs.type(otherwise)) &&
      TryCoerceElement(otherwise, store_.types.Element(type))) {
    // Branches of different sizes: allowed where the condition will be known (specification 3.6.5); the sizes are open
    // until then.
    std::vector<std::int32_t> sizes;
    for (std::size_t i = 0; i < store_.types.rank(type); ++i)
      sizes.push_back(store_.types.sizes(type)[i] == store_.types.sizes(store_.exprs.type(otherwise))[i]
                          ? store_.types.sizes(type)[i]
                          : kUnknownSize);
    type = store_.types.WithSizes(type, sizes);
    fitted = TryCoerceElement(otherwise, store_.types.Element(type));
  }
  if (!fitted && store_.types.kind(type) == TypeKind::kRecord)
    // Of records that differ in the sizes of fields the same holds.
    if (std::optional<TypeId> common = CommonType(type, store_.exprs.type(otherwise)))
      if (std::optional<Expr> first = TryCoerce(then, *common)) {
        then = *first;
        type = *common;
        fitted = TryCoerce(otherwise, type);
      }
  if (!fitted)
    return Fail(kBranchTypesDiffer, span,
                fmt::format("the branches of this if-expression differ: {} is {}, {} is {}", Text(then), TypeText(then),
                            Text(otherwise), TypeText(otherwise)));
  return store_.exprs.Make(Op::kIf, type, {condition, then, *fitted});
}

// The type of the first element; of records, with sizes left open in which the fields of the others differ. Such an
// array is never a value as a whole: the components that it gives values to are instantiated one by one
// (split_array.cpp).
TypeId Operators::CommonRecord(std::span<const Expr> elements) {
  TypeId common = store_.exprs.type(elements[0]);
  for (Expr e : elements)
    if (std::optional<TypeId> both = CommonType(common, store_.exprs.type(e)))
      common = *both;
    else
      return store_.exprs.type(elements[0]);
  return common;
}

// A type that both can be taken for, where they differ in the sizes of fields alone, at any depth; none otherwise.
std::optional<TypeId> Operators::CommonType(TypeId one, TypeId other) {
  Types& types = store_.types;
  if (one == other) return one;
  if (types.kind(one) != TypeKind::kRecord || types.kind(other) != TypeKind::kRecord ||
      types.rank(one) != types.rank(other))
    return std::nullopt;
  if (!std::ranges::equal(types.sizes(one), types.sizes(other))) return std::nullopt;
  if (types[one].detail == types[other].detail) return one;
  RecordDefinition common = types.record(one);
  bool differs = false;
  for (RecordField& field : common.fields) {
    int place = types.record(other).FindField(field.name);
    if (place < 0) return std::nullopt;
    TypeId theirs = types.record(other).fields[static_cast<std::size_t>(place)].type;
    if (theirs == field.type) continue;
    std::vector<std::int32_t> sizes(types.sizes(field.type).begin(), types.sizes(field.type).end());
    if (types.rank(theirs) != sizes.size()) continue;
    for (std::size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i] != types.sizes(theirs)[i]) sizes[i] = kUnknownSize;
    // Records inside, whatever the sizes of arrays of them; of other types the first stands, and coercion decides
    // whether the second fits.
    TypeId element = CommonType(types.Element(field.type), types.Element(theirs)).value_or(types.Element(field.type));
    TypeId merged = types.WithSizes(element, sizes);
    differs = differs || merged != field.type;
    field.type = merged;
  }
  if (!differs) return one;
  std::vector<std::int32_t> outer(types.sizes(one).begin(), types.sizes(one).end());
  return types.WithSizes(types.Record(types.AddRecord(std::move(common))), outer);
}

// Whether it has a size that is open, its own or of a field at any depth.
bool Operators::HasOpenSize(TypeId type) const {
  const Types& types = store_.types;
  if (types.has_unknown_size(type)) return true;
  if (types.kind(type) != TypeKind::kRecord) return false;
  return std::ranges::any_of(types.record(type).fields,
                             [&](const RecordField& field) { return HasOpenSize(field.type); });
}

Expr Operators::Array(std::vector<Expr> elements, Span span) {
  if (elements.empty()) {
    std::int32_t none = 0;
    return store_.exprs.Make(Op::kArray, store_.types.Array(store_.types.none(), Sizes(&none, 1)), {});
  }
  bool any_real = false;
  for (Expr e : elements) {
    if (is_error(e)) return error();
    any_real = any_real || store_.types.kind(store_.exprs.type(e)) == TypeKind::kReal;
  }
  if (any_real)
    for (Expr& e : elements) e = ToReal(e);
  TypeId first = CommonRecord(elements);
  for (Expr& e : elements) {
    std::optional<Expr> fitted = TryCoerce(e, first);
    if (!fitted)
      return Fail(kElementTypesDiffer, span,
                  fmt::format("the elements of an array must be alike: {} is {}, and {} is {}", Text(elements[0]),
                              TypeText(elements[0]), Text(e), TypeText(e)));
    e = *fitted;
  }
  return store_.exprs.Make(Op::kArray, store_.types.Array(first, static_cast<std::int32_t>(elements.size())), elements);
}

Expr Operators::Cat(std::int64_t dimension, std::vector<Expr> arrays, Span span) {
  if (arrays.empty()) return Fail(kCannotConcatenate, span, "there is nothing to concatenate");
  bool any_real = false;
  for (Expr e : arrays) {
    if (is_error(e)) return error();
    any_real = any_real || store_.types.kind(store_.exprs.type(e)) == TypeKind::kReal;
  }
  std::size_t rank = store_.types.rank(store_.exprs.type(arrays[0]));
  if (dimension < 1 || dimension > static_cast<std::int64_t>(rank))
    return Fail(kCannotConcatenate, span,
                fmt::format("dimension {} cannot be concatenated along: {} has {}", dimension, Text(arrays[0]), rank));
  std::vector<std::int32_t> sizes;
  for (Expr& e : arrays) {
    if (any_real) e = ToReal(e);
    Sizes own = store_.types.sizes(store_.exprs.type(e));
    bool fits = own.size() == rank;
    if (sizes.empty()) {
      sizes.assign(own.begin(), own.end());
    } else {
      for (std::size_t i = 0; fits && i < rank; ++i) {
        if (static_cast<std::int64_t>(i) + 1 == dimension)
          sizes[i] = sizes[i] < 0 || own[i] < 0 ? kUnknownSize : sizes[i] + own[i];
        else if (sizes[i] < 0)
          sizes[i] = own[i];
        else if (own[i] >= 0 && own[i] != sizes[i])
          fits = false;
      }
    }
    if (!fits)
      return Fail(kCannotConcatenate, span,
                  fmt::format("{} ({}) does not fit next to {} ({}) when concatenated along dimension {}", Text(e),
                              TypeText(e), Text(arrays[0]), TypeText(arrays[0]), dimension));
  }
  if (arrays.size() == 1) return arrays[0];
  TypeId element;
  for (Expr e : arrays)
    if (store_.types.kind(store_.exprs.type(e)) != TypeKind::kNone)
      element = store_.types.Element(store_.exprs.type(e));
  if (!element.valid()) element = store_.types.none();
  std::vector<Expr> args{store_.exprs.Integer(dimension)};
  args.insert(args.end(), arrays.begin(), arrays.end());
  return store_.exprs.Make(Op::kCat, store_.types.WithSizes(element, sizes), args);
}

Expr Operators::Matrix(const std::vector<std::vector<Expr>>& rows, Span span) {
  std::size_t rank = 2;
  bool all_scalar = true, any_real = false;
  for (const auto& row : rows)
    for (Expr e : row) {
      if (is_error(e)) return error();
      rank = std::max(rank, store_.types.rank(store_.exprs.type(e)));
      all_scalar = all_scalar && store_.types.is_scalar(store_.exprs.type(e));
      any_real = any_real || store_.types.kind(store_.exprs.type(e)) == TypeKind::kReal;
    }
  if (all_scalar) {
    for (const auto& row : rows)
      if (row.size() != rows[0].size())
        return Fail(
            kCannotConcatenate, span,
            fmt::format("the rows of this matrix have different lengths: {} and {}", rows[0].size(), row.size()));
    std::vector<Expr> made;
    for (auto row : rows) {
      if (any_real)
        for (Expr& e : row) e = ToReal(e);
      made.push_back(Array(row, span));
      if (is_error(made.back())) return error();
    }
    return Array(std::move(made), span);
  }
  std::vector<Expr> joined;
  for (const auto& row : rows) {
    std::vector<Expr> parts;
    for (Expr e : row) {
      TypeId type = store_.exprs.type(e);
      std::vector<std::int32_t> sizes(store_.types.sizes(type).begin(), store_.types.sizes(type).end());
      if (sizes.size() < rank) {
        sizes.resize(rank, 1);
        e = store_.exprs.Make(Op::kPromote, store_.types.WithSizes(type, sizes),
                              {e, store_.exprs.Integer(static_cast<std::int64_t>(rank))});
      }
      parts.push_back(e);
    }
    joined.push_back(Cat(2, std::move(parts), span));
    if (is_error(joined.back())) return error();
  }
  return Cat(1, std::move(joined), span);
}

std::optional<std::int32_t> RangeSize(const Store& store, Expr start, Expr step, Expr stop) {
  const ExprPool& exprs = store.exprs;
  std::optional<std::int64_t> count;
  if (exprs.op(start) == Op::kReal && exprs.op(step) == Op::kReal && exprs.op(stop) == Op::kReal)
    count = RangeCount(exprs.real(start), exprs.real(step), exprs.real(stop));
  else if (exprs.is_literal(start) && exprs.is_literal(stop) && exprs.op(step) == Op::kInteger)
    count = RangeCount(exprs.integer(start), exprs.integer(step), exprs.integer(stop));
  if (!count || *count > INT32_MAX) return std::nullopt;
  return static_cast<std::int32_t>(*count);
}

Expr Operators::Range(Expr start, Expr step, Expr stop, Span span) {
  if (is_error(start) || is_error(stop) || (step.valid() && is_error(step))) return error();
  TypeKind kind = store_.types.kind(store_.exprs.type(start));
  bool discrete = kind == TypeKind::kEnumeration || kind == TypeKind::kBoolean;
  if (!step.valid()) step = store_.exprs.Integer(1);
  for (Expr e : {start, step, stop})
    if (!store_.types.is_scalar(store_.exprs.type(e)) || (!discrete && !store_.types.is_numeric(store_.exprs.type(e))))
      return Fail(kRangeOfNonNumbers, span,
                  fmt::format("a range requires scalar numbers, but {} is of type {}", Text(e), TypeText(e)));
  if (discrete && store_.exprs.type(start) != store_.exprs.type(stop))
    return Fail(kRangeOfNonNumbers, span,
                fmt::format("the ends of this range differ in type: {} and {}", TypeText(start), TypeText(stop)));
  if (!discrete) {
    Unify(start, stop);
    Unify(start, step);
    Unify(start, stop);
  }
  std::int32_t size = RangeSize(store_, start, step, stop).value_or(kUnknownSize);
  return store_.exprs.Make(Op::kRange, store_.types.Array(store_.exprs.type(start), size), {start, step, stop});
}

Expr Operators::Index(Expr base, std::vector<Expr> subscripts, Span span) {
  if (is_error(base)) return base;
  Sizes sizes = store_.types.sizes(store_.exprs.type(base));
  if (subscripts.size() > sizes.size())
    return Fail(kTooManySubscripts, span,
                fmt::format("{} has {} dimension{}, and is given {} subscript{}", Text(base), sizes.size(),
                            sizes.size() == 1 ? "" : "s", subscripts.size(), subscripts.size() == 1 ? "" : "s"));
  for (std::size_t i = 0; i < subscripts.size(); ++i) {
    Expr s = subscripts[i];
    if (is_error(s)) return s;
    if (store_.exprs.op(s) == Op::kColon) continue;
    TypeKind kind = store_.types.kind(store_.exprs.type(s));
    bool fits = (kind == TypeKind::kInteger || kind == TypeKind::kEnumeration || kind == TypeKind::kBoolean) &&
                store_.types.rank(store_.exprs.type(s)) <= 1;
    if (!fits)
      return Fail(kWrongSubscriptType, span,
                  fmt::format("a subscript must be an Integer or a vector of them, but {} is of type {}", Text(s),
                              TypeText(s)));
    // Booleans and enumerations index from their first value.
    if (kind == TypeKind::kEnumeration && store_.exprs.op(s) == Op::kEnumLiteral)
      subscripts[i] = s = store_.exprs.Integer(store_.exprs.integer(s));
    if (kind == TypeKind::kBoolean && store_.exprs.op(s) == Op::kBoolean)
      subscripts[i] = s = store_.exprs.Integer(store_.exprs.boolean(s) ? 2 : 1);
    if (store_.exprs.op(s) == Op::kInteger && sizes[i] >= 0) {
      std::int64_t at = store_.exprs.integer(s);
      if (at < 1 || at > sizes[i])
        return Fail(kSubscriptOutOfBounds, span,
                    fmt::format("subscript {} is out of bounds: dimension {} of {} has size {}", at, i + 1, Text(base),
                                sizes[i]));
    }
  }
  while (!subscripts.empty() && store_.exprs.op(subscripts.back()) == Op::kColon) subscripts.pop_back();
  return store_.exprs.Index(base, subscripts);
}

Expr Operators::Field(Expr record, Name field, Span span) {
  if (is_error(record)) return record;
  TypeId type = store_.exprs.type(record);
  if (store_.types.kind(type) != TypeKind::kRecord)
    return Fail(kNoSuchField, span,
                fmt::format("{} is of type {}, which has no element {}", Text(record), TypeText(record),
                            store_.names.text(field)));
  const RecordDefinition& definition = store_.types.record(type);
  int place = definition.FindField(field);
  if (place < 0) {
    std::vector<std::string_view> candidates;
    for (const RecordField& f : definition.fields) candidates.push_back(store_.names.text(f.name));
    auto& d = sink_.Report(
        kNoSuchField, span,
        fmt::format("the record {} has no element {}", store_.names.text(definition.name), store_.names.text(field)));
    if (auto near = NearestSpelling(store_.names.text(field), candidates); !near.empty())
      d.hint = fmt::format("did you mean {}?", near);
    return error();
  }
  if (store_.exprs.op(record) == Op::kRecord) return store_.exprs.arg(record, static_cast<std::size_t>(place));
  std::vector<std::int32_t> outer(store_.types.sizes(type).begin(), store_.types.sizes(type).end());
  TypeId field_type = store_.types.Array(definition.fields[static_cast<std::size_t>(place)].type, outer);
  // Of elements one by one where their sizes may differ: of such an array nobody can say where a field is.
  if (store_.exprs.op(record) == Op::kArray && HasOpenSize(type)) {
    std::vector<Expr> fields;
    for (Expr element : store_.exprs.ArgsCopy(record)) fields.push_back(Field(element, field, span));
    return store_.exprs.Make(Op::kArray, field_type, fields);
  }
  return store_.exprs.Make(Op::kField, field_type, {record}, static_cast<std::uint64_t>(place));
}

}  // namespace mica::instance
