// Elements of array functions, matrix products, comprehensions and reductions (element.h; the specification, 10.3 to
// 10.6).
#include <fmt/format.h>

#include "symbolic/element.h"

namespace mica::symbolic {

namespace {

Op Combining(Op op) {
  switch (op) {
    case Op::kSumOf:
    case Op::kSumFor:
      return Op::kAdd;
    case Op::kProductOf:
    case Op::kProductFor:
      return Op::kMul;
    case Op::kMinOf:
    case Op::kMinFor:
      return Op::kMin;
    default:
      return Op::kMax;
  }
}

}  // namespace

Expr Elements::Collapse(Op op, std::span<const Expr> items, TypeId type) {
  if (op == Op::kAdd) return algebra_.Sum(items, type);
  if (op == Op::kMul) return algebra_.Product(items, type);
  if (items.empty()) return Fail("the smallest or largest element of an empty array");
  return algebra_.Balanced(op, items);
}

// All elements of one array, combined.
Expr Elements::TryFold(Expr e) {
  Expr array = pool_.arg(e, 0);
  if (!KnownSizes(array)) return Unsized(e);
  std::vector<Expr> items;
  bool all = true;
  std::int64_t count = types_.ElementCount(pool_.type(array));
  for (std::int64_t i = 0; i < count; ++i) {
    items.push_back(Get(array, i));
    all &= items.back().valid();
  }
  return all ? Collapse(Combining(pool_.op(e)), items, pool_.type(e)) : Expr();
}

// {body for i in r, …}: the iterators get the elements of their ranges that `place` says, the first one first since
// later ranges may use it.
Expr Elements::TryComprehension(Expr e, std::int64_t place) {
  std::size_t iterators = (pool_.args(e).size() - 1) / 2;
  if (!KnownSizes(e)) return UnsizedElement(e, place);
  Place at = Unflatten(place, SizesOf(e));
  std::vector<Expr> args = pool_.ArgsCopy(e);
  for (std::size_t i = 0; i < iterators; ++i) {
    Expr value = Get(args[2 + 2 * i], at[i]);
    if (!value) return {};
    Substitution one(algebra_.store());
    one.Set(args[1 + 2 * i], value);
    args[0] = one.Apply(args[0]);
    for (std::size_t k = i + 1; k < iterators; ++k) args[2 + 2 * k] = one.Apply(args[2 + 2 * k]);
  }
  Place rest(at.begin() + static_cast<std::ptrdiff_t>(iterators), at.end());
  return Get(args[0], Flatten(rest, SizesOf(args[0])));
}

// One iterator at a time: sum(body for i in r, j in s) is the sum over i of sum(body(i) for j in s(i)).
Expr Elements::TryReduction(Expr e) {
  std::vector<Expr> args = pool_.ArgsCopy(e);
  if (args.size() < 3) return Get(args[0], 0);
  Expr iterator = args[1], range = args[2];
  if (!KnownSizes(range)) return Unsized(e);
  std::int64_t count = types_.ElementCount(pool_.type(range));
  std::vector<Expr> values;
  bool all = true;
  for (std::int64_t i = 0; i < count; ++i) {
    values.push_back(Get(range, i));
    all &= values.back().valid();
  }
  if (!all) return {};
  args.erase(args.begin() + 1, args.begin() + 3);
  const ExprNode node = pool_[e];
  Expr inner = args.size() > 1 ? pool_.Make(node.op, node.type, args, node.payload) : args[0];
  std::vector<Expr> items;
  for (Expr value : values) {
    Substitution one(algebra_.store());
    one.Set(iterator, value);
    items.push_back(Get(one.Apply(inner), 0));
    all &= items.back().valid();
  }
  return all ? Collapse(Combining(node.op), items, node.type) : Expr();
}

Expr Elements::TryMatMul(Expr e, std::int64_t place) {
  Expr a = pool_.arg(e, 0), b = pool_.arg(e, 1);
  if (!KnownSizes(a) || !KnownSizes(b)) {
    if (Rank(e) == 0) return Unsized(e);
    return UnsizedElement(e, place);
  }
  return TryProduct(a, b, place);
}

Expr Elements::TryProduct(Expr a, Expr b, std::int64_t place) {
  std::int64_t inner = SizesOf(a).back(), columns = Rank(b) == 2 ? SizesOf(b)[1] : 1;
  std::int64_t row = place / columns, column = place % columns;
  std::vector<Expr> terms;
  bool all = true;
  for (std::int64_t k = 0; k < inner; ++k) {
    Expr x = Get(a, row * inner + k), y = Get(b, k * columns + column);
    all &= x && y;
    if (x && y) terms.push_back(algebra_.Mul(x, y));
  }
  if (!all) return {};
  bool real = types_.kind(pool_.type(a)) == TypeKind::kReal || types_.kind(pool_.type(b)) == TypeKind::kReal;
  return algebra_.Sum(terms, real ? types_.real() : types_.integer());
}

Expr Elements::TryCat(Expr e, std::int64_t place) {
  if (pool_.op(pool_.arg(e, 0)) != Op::kInteger) return Fail("the dimension of cat is not a literal");
  auto d = static_cast<std::size_t>(pool_.integer(pool_.arg(e, 0)) - 1);
  Place at = Unflatten(place, SizesOf(e));
  for (std::size_t i = 1; i < pool_.args(e).size(); ++i) {
    Expr part = pool_.arg(e, i);
    if (!KnownSizes(part) || d >= Rank(part)) return Fail("the sizes in cat are not known");
    if (at[d] < SizesOf(part)[d]) {
      Expr element = Get(part, Flatten(at, SizesOf(part)));
      return element && types_.kind(pool_.type(e)) == TypeKind::kReal ? algebra_.ToReal(element) : element;
    }
    at[d] -= SizesOf(part)[d];
  }
  return Fail("the sizes in cat do not add up");
}

Expr Elements::TryArrayFunction(Expr e, std::int64_t place) {
  Op op = pool_.op(e);
  Expr a = pool_.arg(e, 0);
  auto zero = [&] { return algebra_.Zero(types_.Element(pool_.type(e))); };
  Place at;
  if (Rank(e) > 0) {
    if (!KnownSizes(e)) return UnsizedElement(e, place);
    at = Unflatten(place, SizesOf(e));
  }
  switch (op) {
    case Op::kSize: {
      Expr dimension = Get(pool_.arg(e, 1), 0);
      if (!dimension) return {};
      if (pool_.op(dimension) == Op::kInteger)
        if (std::int64_t k = pool_.integer(dimension) - 1;
            k >= 0 && k < static_cast<std::int64_t>(Rank(a)) && SizesOf(a)[static_cast<std::size_t>(k)] >= 0)
          return pool_.Integer(SizesOf(a)[static_cast<std::size_t>(k)]);
      Expr array = Get(a, kWhole);
      return array ? algebra_.Make(Op::kSize, pool_.type(e), {{array, dimension}}) : Expr();
    }
    case Op::kSumOf:
    case Op::kProductOf:
    case Op::kMinOf:
    case Op::kMaxOf:
      return TryFold(e);
    case Op::kFill:
      return Get(a, place % types_.ElementCount(pool_.type(a)));
    case Op::kIdentity: {
      bool one = at[0] == at[1];
      return types_.kind(pool_.type(e)) == TypeKind::kReal ? pool_.Real(one) : pool_.Integer(one);
    }
    case Op::kDiagonal:
      return at[0] == at[1] ? Get(a, at[0]) : zero();
    case Op::kLinspace: {
      Expr first = Get(a, 0), last = Get(pool_.arg(e, 1), 0);
      if (!first || !last) return {};
      std::int32_t n = SizesOf(e)[0];
      if (n == 1 || at[0] == 0) return algebra_.ToReal(first);
      Expr fraction = algebra_.Real(static_cast<double>(at[0]) / (n - 1));
      return algebra_.Add(first, algebra_.Mul(fraction, algebra_.Sub(last, first)));
    }
    case Op::kTranspose:
      std::swap(at[0], at[1]);
      return Get(a, Flatten(at, SizesOf(a)));
    case Op::kOuterProduct: {
      Expr x = Get(a, at[0]), y = Get(pool_.arg(e, 1), at[1]);
      return x && y ? algebra_.Mul(x, y) : Expr();
    }
    case Op::kSymmetric:
      if (at[0] > at[1]) std::swap(at[0], at[1]);
      return Get(a, Flatten(at, SizesOf(a)));
    case Op::kCross: {
      Expr b = pool_.arg(e, 1);
      std::int64_t j = (at[0] + 1) % 3, k = (at[0] + 2) % 3;
      Expr aj = Get(a, j), ak = Get(a, k), bj = Get(b, j), bk = Get(b, k);
      return aj && ak && bj && bk ? algebra_.Sub(algebra_.Mul(aj, bk), algebra_.Mul(ak, bj)) : Expr();
    }
    case Op::kSkew: {
      if (at[0] == at[1]) return zero();
      std::int64_t other = 3 - at[0] - at[1];
      Expr value = Get(a, other);
      bool negative = (at[0] + 1) % 3 == at[1];
      return value && negative ? algebra_.Neg(value) : value;
    }
    case Op::kCat:
      return TryCat(e, place);
    case Op::kPromote:
    case Op::kScalarOf:
    case Op::kVectorOf:
    case Op::kMatrixOf:
      return Get(a, place);
    case Op::kMatPow: {
      Expr power = pool_.arg(e, 1);
      if (pool_.op(power) != Op::kInteger || pool_.integer(power) < 0)
        return Fail("the power of a matrix is not a literal");
      std::int64_t n = pool_.integer(power);
      if (n == 1) return Get(a, place);
      if (n == 0) return pool_.Real(at[0] == at[1]);
      // Squares are shared: the cost is that of log2(n) products.
      Expr half = pool_.Make(Op::kMatPow, pool_.type(e), {a, pool_.Integer(n / 2)});
      Expr rest = n % 2 == 0 ? half : pool_.Make(Op::kMatPow, pool_.type(e), {a, pool_.Integer(n - n / 2)});
      return TryProduct(half, rest, place);
    }
    default:
      return Fail(fmt::format("{} cannot be taken apart", OpName(op)));
  }
}

}  // namespace mica::symbolic
