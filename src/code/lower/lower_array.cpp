// Lowers operators and functions of arrays (the specification, 10.3 to 10.6). Each gives the rule for one element;
// operands whose elements are used more than once are computed first.
#include <algorithm>
#include <array>

#include "code/lower/lowering.h"

namespace mica::code {

Term Lowering::Elementwise(Expr e, std::span<const Term> args) {
  return MapLeaves(args, [&](std::span<const Term> leaves) -> Term {
    std::vector<Reg> sizes;
    for (const Term& leaf : leaves) {
      if (!leaf.array) continue;
      if (sizes.empty()) {
        sizes = leaf.array->sizes;
        continue;
      }
      Check(sizes.size() == leaf.array->sizes.size(), "operands of different rank");
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!b_.IntConstant(sizes[i]) || !b_.IntConstant(leaf.array->sizes[i]))
          b_.CheckSize(sizes[i], leaf.array->sizes[i], Site(e));
        if (b_.IntConstant(leaf.array->sizes[i])) sizes[i] = leaf.array->sizes[i];
      }
    }
    std::vector<Term> operands(leaves.begin(), leaves.end());
    if (sizes.empty()) {
      std::vector<Reg> regs;
      for (const Term& operand : operands) regs.push_back(operand.scalar);
      return Term::Of(ScalarOp(e, regs));
    }
    Kind kind = c_.KindOf(pool_.type(e));
    return Term::Of(MakeRule(kind, sizes, [this, e, operands](std::span<const Reg> at) {
      std::vector<Reg> regs;
      for (const Term& operand : operands) regs.push_back(operand.array ? At(*operand.array, at) : operand.scalar);
      return ScalarOp(e, regs);
    }));
  });
}

// {a, b, …}: a new first dimension.
Term Lowering::Stack(Expr e, std::span<const Term> args) {
  TypeId type = pool_.type(e);
  if (args.empty()) {
    std::function<Term(TypeId)> empty = [&](TypeId of) -> Term {
      if (types_.kind(of) == TypeKind::kRecord) {
        std::vector<std::int32_t> sizes(types_.sizes(of).begin(), types_.sizes(of).end());
        std::vector<Term> parts;
        for (const RecordField& field : types_.record(of).fields)
          parts.push_back(empty(types_.Array(field.type, sizes)));
        return Term::Of(std::move(parts));
      }
      Array array;
      array.kind = c_.KindOf(of);
      array.form = Array::Form::kList;
      for (std::int32_t size : types_.sizes(of)) array.sizes.push_back(b_.Int(std::max(size, 0)));
      return Term::Of(std::move(array));
    };
    return empty(type);
  }
  Kind element = types_.kind(type) == TypeKind::kRecord ? Kind::kVoid : c_.KindOf(type);
  return MapLeaves(args, [&](std::span<const Term> leaves) -> Term {
    Array array;
    array.kind = element != Kind::kVoid ? element : leaves[0].array ? leaves[0].array->kind : b_.kind(leaves[0].scalar);
    array.sizes = {b_.Int(static_cast<std::int64_t>(leaves.size()))};
    if (!leaves[0].array) {
      array.form = Array::Form::kList;
      for (const Term& leaf : leaves) array.list.push_back(b_.Convert(leaf.scalar, array.kind));
      if (array.list.size() > 36) return Term::Of(ToMemory(std::make_shared<const Array>(std::move(array))));
      return Term::Of(std::move(array));
    }
    const std::vector<Reg>& inner = leaves[0].array->sizes;
    array.sizes.insert(array.sizes.end(), inner.begin(), inner.end());
    for (const Term& leaf : leaves)
      for (std::size_t i = 0; i < inner.size(); ++i) b_.CheckSize(inner[i], leaf.array->sizes[i], Site(e));
    auto count = StaticCount(array.sizes);
    if (count && *count <= 36) {
      array.form = Array::Form::kList;
      for (const Term& leaf : leaves)
        ForEach(inner,
                [&](std::span<const Reg> at) { array.list.push_back(b_.Convert(At(*leaf.array, at), array.kind)); });
      return Term::Of(std::move(array));
    }
    array.form = Array::Form::kMemory;
    array.data = AllocateCells(Count(array.sizes), array.kind);
    array.is_fresh = true;
    Reg each = Count(inner);
    for (std::size_t k = 0; k < leaves.size(); ++k)
      CopyInto(b_.Offset(array.data, b_.Mul(b_.Int(static_cast<std::int64_t>(k)), each)), *leaves[k].array);
    return Term::Of(std::move(array));
  });
}

Term Lowering::MatMul(Expr e, const Term& left, const Term& right) {
  ArrayRef a = Settle(left.array), b = Settle(right.array);
  Kind kind = c_.KindOf(pool_.type(e));
  std::size_t p = a->sizes.size(), q = b->sizes.size();
  Reg inner = a->sizes[p - 1];
  b_.CheckSize(inner, b->sizes[0], Site(e));
  if (b_.IntConstant(b->sizes[0])) inner = b->sizes[0];
  std::vector<Reg> sizes;
  if (p == 2) sizes.push_back(a->sizes[0]);
  if (q == 2) sizes.push_back(b->sizes[1]);
  auto inner_count = b_.IntConstant(inner);
  bool is_short = inner_count && *inner_count <= 6;
  auto total = StaticCount(sizes);
  if (!total || *total > 36 || !is_short) {
    a = ToMemory(a);
    b = ToMemory(b);
  }
  auto element = [this, a, b, p, q, inner, inner_count, is_short, kind](std::span<const Reg> at) {
    auto product = [&](Reg k) {
      Reg x = p == 2 ? At(*a, std::array{at[0], k}) : At(*a, std::array{k});
      Reg y = q == 2 ? At(*b, std::array{k, at[at.size() - 1]}) : At(*b, std::array{k});
      return b_.Mul(b_.Convert(x, kind), b_.Convert(y, kind));
    };
    if (is_short) {
      Reg sum = *inner_count == 0 ? b_.Zero(kind) : product(b_.Int(0));
      for (std::int64_t k = 1; k < *inner_count; ++k) sum = b_.Add(sum, product(b_.Int(k)));
      return sum;
    }
    LocalId sum = b_.NewLocal(kind);
    b_.Set(sum, b_.Zero(kind));
    Repeat(inner, [&](Reg k) { b_.Set(sum, b_.Add(b_.Get(sum), product(k))); });
    return b_.Get(sum);
  };
  if (sizes.empty()) return Term::Of(element({}));
  return Term::Of(Settle(std::make_shared<const Array>(MakeRule(kind, sizes, element))));
}

Term Lowering::MatPow(Expr e, const Term& base, Reg exponent) {
  ArrayRef a = ToMemory(base.array);
  Kind kind = c_.KindOf(pool_.type(e));
  Reg n = a->sizes[0], cells = b_.Mul(n, n);
  b_.CheckSize(n, a->sizes[1], Site(e));
  Reg power = b_.Kernel("mica_scratch", {cells}), next = b_.Kernel("mica_scratch", {cells});
  Repeat(n, [&](Reg i) { b_.Store(power, b_.Add(b_.Mul(i, n), i), b_.Convert(b_.Int(1), kind)); });
  Repeat(b_.Convert(exponent, Kind::kInt), [&](Reg) {
    Repeat(n, [&](Reg i) {
      Repeat(n, [&](Reg j) {
        LocalId sum = b_.NewLocal(kind);
        b_.Set(sum, b_.Zero(kind));
        Repeat(n, [&](Reg k) {
          Reg x = b_.Load(kind, power, b_.Add(b_.Mul(i, n), k)), y = b_.Convert(At(*a, std::array{k, j}), kind);
          b_.Set(sum, b_.Add(b_.Get(sum), b_.Mul(x, y)));
        });
        b_.Store(next, b_.Add(b_.Mul(i, n), j), b_.Get(sum));
      });
    });
    Repeat(cells, [&](Reg k) { b_.Store(power, k, b_.Load(kind, next, k)); });
  });
  Array array;
  array.kind = kind;
  array.sizes = {n, n};
  array.data = power;
  array.is_fresh = true;
  return Term::Of(std::move(array));
}

Term Lowering::Concatenate(Expr e, std::span<const Term> args) {
  auto dimension = b_.IntConstant(args[0].scalar);
  Check(dimension && *dimension >= 1, "cat along an unknown dimension");
  auto d = static_cast<std::size_t>(*dimension - 1);
  Kind wanted = types_.kind(pool_.type(e)) == TypeKind::kRecord ? Kind::kVoid : c_.KindOf(pool_.type(e));
  return MapLeaves(args.subspan(1), [&](std::span<const Term> leaves) -> Term {
    Array array;
    array.kind = wanted != Kind::kVoid ? wanted : leaves[0].array->kind;
    array.sizes = leaves[0].array->sizes;
    Reg along = b_.Int(0);
    bool is_static = true;
    for (const Term& leaf : leaves) {
      for (std::size_t i = 0; i < array.sizes.size(); ++i)
        if (i != d) b_.CheckSize(array.sizes[i], leaf.array->sizes[i], Site(e));
      along = b_.Add(along, leaf.array->sizes[d]);
      is_static &= StaticCount(leaf.array->sizes).has_value();
    }
    array.sizes[d] = along;
    auto count = StaticCount(array.sizes);
    if (is_static && count && *count <= 36) {
      array.form = Array::Form::kList;
      array.list.assign(static_cast<std::size_t>(*count), Reg());
      std::int64_t offset = 0;
      for (const Term& leaf : leaves) {
        ForEach(leaf.array->sizes, [&](std::span<const Reg> at) {
          std::vector<Reg> place(at.begin(), at.end());
          place[d] = b_.Add(place[d], b_.Int(offset));
          array.list[static_cast<std::size_t>(*b_.IntConstant(LinearIndex(array.sizes, place)))] =
              b_.Convert(At(*leaf.array, at), array.kind);
        });
        offset += *b_.IntConstant(leaf.array->sizes[d]);
      }
      return Term::Of(std::move(array));
    }
    array.data = AllocateCells(Count(array.sizes), array.kind);
    array.is_fresh = true;
    Reg offset = b_.Int(0);
    for (const Term& leaf : leaves) {
      ForEach(leaf.array->sizes, [&](std::span<const Reg> at) {
        std::vector<Reg> place(at.begin(), at.end());
        place[d] = b_.Add(place[d], offset);
        b_.Store(array.data, LinearIndex(array.sizes, place), b_.Convert(At(*leaf.array, at), array.kind));
      });
      offset = b_.Add(offset, leaf.array->sizes[d]);
    }
    return Term::Of(std::move(array));
  });
}

Reg Lowering::Reduce(Op op, const Array& array, Kind kind) {
  auto combine = [&](Reg a, Reg b) {
    switch (op) {
      case Op::kSumOf:
        return b_.Add(a, b);
      case Op::kProductOf:
        return b_.Mul(a, b);
      case Op::kMinOf:
        return b_.Select(b_.Compare(Code::kLess, b, a), b, a);
      default:
        return b_.Select(b_.Compare(Code::kLess, a, b), b, a);
    }
  };
  auto count = StaticCount(array.sizes);
  Reg start;
  if (kind == Kind::kReal)
    start = b_.Real(op == Op::kSumOf       ? 0
                    : op == Op::kProductOf ? 1
                    : op == Op::kMinOf     ? 1.7976931348623157e308
                                           : -1.7976931348623157e308);
  else if (kind == Kind::kBool)
    start = b_.Bool(op == Op::kMinOf);
  else
    start = b_.Int(op == Op::kSumOf ? 0 : op == Op::kProductOf ? 1 : op == Op::kMinOf ? INT64_MAX : INT64_MIN);
  if (count && *count <= 36) {
    Reg result;
    ForEach(array.sizes, [&](std::span<const Reg> at) {
      Reg value = b_.Convert(At(array, at), kind);
      result = result.valid() ? combine(result, value) : value;
    });
    return result.valid() ? result : start;
  }
  LocalId result = b_.NewLocal(kind);
  b_.Set(result, start);
  ForEach(array.sizes,
          [&](std::span<const Reg> at) { b_.Set(result, combine(b_.Get(result), b_.Convert(At(array, at), kind))); });
  return b_.Get(result);
}

}  // namespace mica::code
