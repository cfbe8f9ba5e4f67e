// Rules for array functions, products, comprehensions, records (derivative.h).
#include <algorithm>

#include <fmt/format.h>

#include "symbolic/derivative.h"

namespace mica::symbolic {

// A function that is linear in its Real arguments: applied to their derivatives.
Expr Differentiator::Linear(Expr e, std::span<const Expr> d) {
  std::vector<Expr> args = pool_.ArgsCopy(e);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (functions_.HasReals(pool_.type(args[i]))) args[i] = d[i];
  const ExprNode node = pool_[e];
  return algebra_.Make(node.op, functions_.DerivativeType(node.type), args, node.payload);
}

Expr Differentiator::Bilinear(Expr e, std::span<const Expr> d) {
  const ExprNode node = pool_[e];
  Expr x = algebra_.ToReal(pool_.arg(e, 0)), y = algebra_.ToReal(pool_.arg(e, 1));
  Expr zero = algebra_.ZeroLike(e);
  Expr first = algebra_.IsZero(d[0]) ? zero : algebra_.Make(node.op, node.type, {{d[0], y}}, node.payload);
  Expr second = algebra_.IsZero(d[1]) ? zero : algebra_.Make(node.op, node.type, {{x, d[1]}}, node.payload);
  return algebra_.Add(first, second);
}

// product(a)' = sum over i of a[i]' * product of the others.
Expr Differentiator::ProductOfArray(Expr e, std::span<const Expr> d) {
  Expr array = pool_.arg(e, 0);
  if (types_.rank(pool_.type(array)) != 1) return Fail("product of a matrix cannot be differentiated here");
  TypeId integer = types_.integer(), range_type = types_.WithSizes(integer, types_.sizes(pool_.type(array)));
  Expr i = pool_.NewIterator(store_.names.Intern("i"), integer),
       j = pool_.NewIterator(store_.names.Intern("j"), integer);
  Expr size = algebra_.Make(Op::kSize, integer, {{array, pool_.Integer(1)}});
  Expr range = pool_.Make(Op::kRange, range_type, {pool_.Integer(1), pool_.Integer(1), size});
  Expr other = pool_.Make(Op::kIf, types_.real(),
                          {algebra_.Relation(Op::kEqual, i, j), pool_.Real(1), algebra_.Index(array, {{j}})});
  Expr others = pool_.Make(Op::kProductFor, types_.real(), {other, j, range});
  return pool_.Make(Op::kSumFor, types_.real(), {algebra_.Mul(algebra_.Index(d[0], {{i}}), others), i, range});
}

// The derivative of the element that is the extreme one; the mean of them where several are.
Expr Differentiator::ExtremeOfArray(Expr e, std::span<const Expr> d) {
  Expr array = pool_.arg(e, 0);
  if (types_.rank(pool_.type(array)) != 1) return Fail("min and max of a matrix cannot be differentiated here");
  TypeId integer = types_.integer(), range_type = types_.WithSizes(integer, types_.sizes(pool_.type(array)));
  Expr i = pool_.NewIterator(store_.names.Intern("i"), integer);
  Expr size = algebra_.Make(Op::kSize, integer, {{array, pool_.Integer(1)}});
  Expr range = pool_.Make(Op::kRange, range_type, {pool_.Integer(1), pool_.Integer(1), size});
  Expr element = algebra_.Index(array, {{i}});
  bool largest = pool_.op(e) == Op::kMaxOf;
  Expr is_extreme =
      algebra_.NoEvent(algebra_.Relation(Op::kGreaterEqual, largest ? element : e, largest ? e : element));
  auto sum = [&](Expr value) {
    return pool_.Make(Op::kSumFor, types_.real(),
                      {pool_.Make(Op::kIf, types_.real(), {is_extreme, value, pool_.Real(0)}), i, range});
  };
  return algebra_.Div(sum(algebra_.Index(d[0], {{i}})), sum(pool_.Real(1)));
}

Expr Differentiator::ArrayRule(Expr e, std::span<const Expr> d) {
  switch (pool_.op(e)) {
    case Op::kSumOf:
    case Op::kFill:
    case Op::kDiagonal:
    case Op::kLinspace:
    case Op::kTranspose:
    case Op::kSymmetric:
    case Op::kSkew:
    case Op::kCat:
    case Op::kPromote:
    case Op::kScalarOf:
    case Op::kVectorOf:
    case Op::kMatrixOf:
      return Linear(e, d);
    case Op::kMatMul:
    case Op::kOuterProduct:
    case Op::kCross:
      return Bilinear(e, d);
    case Op::kProductOf:
      return ProductOfArray(e, d);
    case Op::kMinOf:
    case Op::kMaxOf:
      return ExtremeOfArray(e, d);
    case Op::kMatPow: {
      // A^n = A * A^(n-1)
      Expr matrix = pool_.arg(e, 0), power = pool_.arg(e, 1);
      constexpr std::int64_t kHighest = 16;
      if (pool_.op(power) != Op::kInteger || pool_.integer(power) > kHighest || pool_.integer(power) < 0)
        return Fail("a power of a matrix cannot be differentiated");
      std::vector<Expr> terms;
      auto to_power = [&](std::int64_t n) {
        return pool_.Make(Op::kMatPow, pool_.type(e), {matrix, pool_.Integer(n)});
      };
      std::int64_t n = pool_.integer(power);
      for (std::int64_t k = 0; k < n; ++k) {
        Expr term = d[0];
        if (k > 0) term = algebra_.MatMul(k == 1 ? matrix : to_power(k), term);
        if (std::int64_t rest = n - 1 - k; rest > 0) term = algebra_.MatMul(term, rest == 1 ? matrix : to_power(rest));
        terms.push_back(term);
      }
      return terms.empty() ? algebra_.ZeroLike(e) : algebra_.Balanced(Op::kAdd, terms);
    }
    default:
      return Fail(fmt::format("{} cannot be differentiated", OpName(pool_.op(e))));
  }
}

Expr Differentiator::StructureRule(Expr e, std::span<const Expr> d) {
  const ExprNode node = pool_[e];
  switch (node.op) {
    case Op::kArray:
      return Linear(e, d);
    case Op::kIndex: {
      std::vector<Expr> args = pool_.ArgsCopy(e);
      return algebra_.Index(d[0], std::span(args).subspan(1));
    }
    case Op::kRecord: {
      std::vector<Expr> fields;
      for (std::size_t i = 0; i < node.arg_count; ++i)
        if (functions_.DerivativeField(node.type, i)) fields.push_back(d[i]);
      return pool_.Make(Op::kRecord, functions_.DerivativeType(node.type), fields);
    }
    case Op::kField: {
      auto place = functions_.DerivativeField(pool_.type(pool_.arg(e, 0)), node.payload);
      Check(place.has_value(), "a Real field has a derivative");
      return algebra_.Field(d[0], *place);
    }
    case Op::kArrayFor:
    case Op::kSumFor: {
      std::vector<Expr> args = pool_.ArgsCopy(e);
      args[0] = d[0];
      return algebra_.Make(node.op, functions_.DerivativeType(node.type), args);
    }
    case Op::kProductFor:
    case Op::kMinFor:
    case Op::kMaxFor: {
      // As the same function of an array.
      std::vector<Expr> args = pool_.ArgsCopy(e);
      if (args.size() != 3) return Fail("a reduction over several iterators cannot be differentiated");
      TypeId type = types_.WithSizes(types_.real(), types_.sizes(pool_.type(args[2])));
      Expr array = pool_.Make(Op::kArrayFor, type, args);
      Op of = node.op == Op::kProductFor ? Op::kProductOf : node.op == Op::kMinFor ? Op::kMinOf : Op::kMaxOf;
      args[0] = d[0];
      std::vector<Expr> inner{pool_.Make(Op::kArrayFor, type, args)};
      return Rule(pool_.Make(of, node.type, {array}), inner);
    }
    case Op::kTupleItem: {
      // The derivative of the call holds only the outputs with Reals.
      Expr call = pool_.arg(e, 0);
      std::span<const TypeId> parts = types_[pool_.type(call)].parts;
      std::size_t place = 0;
      for (std::size_t i = 0; i < node.payload; ++i) place += functions_.HasReals(parts[i]);
      if (algebra_.IsZero(d[0])) return functions_.Zero(e);
      return algebra_.TupleItem(d[0], place, functions_.DerivativeType(node.type));
    }
    case Op::kCall:
      return Call(e, d);
    case Op::kRange:
      return Fail("a range of Reals cannot be differentiated");
    default:
      return Fail(fmt::format("{} cannot be differentiated", OpName(node.op)));
  }
}

}  // namespace mica::symbolic
