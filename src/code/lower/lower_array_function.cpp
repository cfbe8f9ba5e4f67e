// Lowers the built-in functions of arrays (the specification, 10.3): each as the rule for one element.
#include <array>

#include "code/lower/lowering.h"
#include "expression/apply.h"

namespace mica::code {

Term Lowering::ArrayOp(Expr e, std::span<const Term> args) {
  Op op = pool_.op(e);
  Kind kind = types_.kind(pool_.type(e)) == TypeKind::kRecord ? Kind::kVoid : c_.KindOf(pool_.type(e));
  auto array = [&](std::size_t i) { return args[i].array; };
  auto rule = [&](std::vector<Reg> sizes, Array::Rule element) {
    return Term::Of(MakeRule(kind, std::move(sizes), std::move(element)));
  };
  auto equal = [this](Reg a, Reg b) { return b_.Compare(Code::kEqual, a, b); };
  switch (op) {
    case Op::kMatMul:
      if (!array(0) || !array(1)) return Elementwise(e, args);
      return MatMul(e, args[0], args[1]);
    case Op::kMatPow:
      return MatPow(e, args[0], args[1].scalar);
    case Op::kCat:
      return Concatenate(e, args);
    case Op::kRange: {
      Reg first = b_.Convert(args[0].scalar, kind), step = args[1].scalar, last = args[2].scalar;
      Reg count;
      if (kind == Kind::kReal) {
        // floor((last - first) / step + small) + 1, at least 0
        Reg steps = b_.Arithmetic(Code::kDiv, b_.Sub(b_.Convert(last, kind), first), b_.Convert(step, kind));
        count = b_.Add(b_.Kernel("mica_integer", {b_.Add(steps, b_.Real(kRangeSlack))}), b_.Int(1));
      } else {
        step = b_.Convert(step, Kind::kInt);
        Reg distance = b_.Sub(b_.Convert(last, Kind::kInt), b_.Convert(first, Kind::kInt));
        auto known = b_.IntConstant(step);
        if (known == 1) {
          count = b_.Add(distance, b_.Int(1));
        } else {
          b_.CheckNonZero(step, Site(e));
          auto whole = b_.IntConstant(distance);
          if (known && *known != 0 && whole) {
            std::int64_t quotient = *whole / *known;
            if (*whole % *known != 0 && (*whole < 0) != (*known < 0)) --quotient;
            count = b_.Int(quotient + 1);
          } else {
            // floor division
            Reg quotient = b_.Kernel("mica_div_integer",
                                     {b_.Sub(distance, b_.Kernel("mica_mod_integer", {distance, step})), step});
            count = b_.Add(quotient, b_.Int(1));
          }
        }
      }
      count = b_.Select(b_.Compare(Code::kLess, count, b_.Int(0)), b_.Int(0), count);
      Reg whole_first = kind == Kind::kReal ? first : b_.Convert(first, Kind::kInt);
      Reg stride = kind == Kind::kReal ? b_.Convert(step, kind) : step;
      return rule({count}, [this, whole_first, stride, kind](std::span<const Reg> at) {
        return b_.Convert(b_.Add(whole_first, b_.Mul(at[0], stride)), kind);
      });
    }
    case Op::kSize: {
      const Term* term = &args[0];
      while (term->has_parts) {  // an array of records: its fields have its sizes in front
        Check(!term->parts.empty(), "size of a record without fields");
        term = &term->parts[0];
      }
      Check(term->array != nullptr, "size of a scalar");
      if (auto k = b_.IntConstant(args[1].scalar)) {
        Check(*k >= 1 && *k <= static_cast<std::int64_t>(term->array->sizes.size()),
              "size along a dimension that is not there");
        return Term::Of(term->array->sizes[static_cast<std::size_t>(*k - 1)]);
      }
      b_.CheckSubscript(args[1].scalar, b_.Int(static_cast<std::int64_t>(term->array->sizes.size())), Site(e));
      Reg size = term->array->sizes[0];
      for (std::size_t i = 1; i < term->array->sizes.size(); ++i)
        size = b_.Select(equal(args[1].scalar, b_.Int(static_cast<std::int64_t>(i + 1))), term->array->sizes[i], size);
      return Term::Of(size);
    }
    case Op::kSumOf:
    case Op::kProductOf:
    case Op::kMinOf:
    case Op::kMaxOf:
      if (!array(0)) return args[0];
      return Term::Of(Reduce(op, *array(0), kind));
    case Op::kFill: {
      std::vector<Reg> sizes;
      for (std::size_t i = 1; i < args.size(); ++i) sizes.push_back(b_.Convert(args[i].scalar, Kind::kInt));
      return MapLeaves(args.first(1), [&](std::span<const Term> leaf) -> Term {
        std::vector<Reg> all = sizes;
        if (leaf[0].array) all.insert(all.end(), leaf[0].array->sizes.begin(), leaf[0].array->sizes.end());
        Kind of = leaf[0].array ? leaf[0].array->kind : b_.kind(leaf[0].scalar);
        if (kind != Kind::kVoid) of = kind;
        Term value = Settle(leaf[0]);
        std::size_t outer = sizes.size();
        return Term::Of(MakeRule(of, all, [this, value, outer, of](std::span<const Reg> at) {
          return b_.Convert(value.array ? At(*value.array, at.subspan(outer)) : value.scalar, of);
        }));
      });
    }
    case Op::kIdentity: {
      Reg n = b_.Convert(args[0].scalar, Kind::kInt);
      return rule({n, n},
                  [this, equal, kind](std::span<const Reg> at) { return b_.Convert(equal(at[0], at[1]), kind); });
    }
    case Op::kDiagonal: {
      ArrayRef v = Settle(array(0));
      return rule({v->sizes[0], v->sizes[0]}, [this, equal, v, kind](std::span<const Reg> at) {
        return b_.Select(equal(at[0], at[1]), b_.Convert(At(*v, at.first(1)), kind), b_.Zero(kind));
      });
    }
    case Op::kLinspace: {
      Reg first = b_.Convert(args[0].scalar, Kind::kReal), last = b_.Convert(args[1].scalar, Kind::kReal);
      Reg n = b_.Convert(args[2].scalar, Kind::kInt);
      Reg step = b_.Arithmetic(Code::kDiv, b_.Sub(last, first), b_.Sub(b_.Convert(n, Kind::kReal), b_.Real(1)));
      return rule({n}, [this, first, step](std::span<const Reg> at) {
        return b_.Add(first, b_.Mul(step, b_.Convert(at[0], Kind::kReal)));
      });
    }
    case Op::kTranspose: {
      return MapLeaves(args, [&](std::span<const Term> leaf) -> Term {
        ArrayRef a = leaf[0].array;
        std::vector<Reg> sizes = a->sizes;
        std::swap(sizes[0], sizes[1]);
        return Term::Of(MakeRule(a->kind, sizes, [this, a](std::span<const Reg> at) {
          std::vector<Reg> back(at.begin(), at.end());
          std::swap(back[0], back[1]);
          return At(*a, back);
        }));
      });
    }
    case Op::kOuterProduct: {
      ArrayRef a = Settle(array(0)), b = Settle(array(1));
      return rule({a->sizes[0], b->sizes[0]}, [this, a, b, kind](std::span<const Reg> at) {
        return b_.Mul(b_.Convert(At(*a, at.first(1)), kind), b_.Convert(At(*b, at.subspan(1)), kind));
      });
    }
    case Op::kSymmetric: {
      ArrayRef a = Settle(array(0));
      return rule(a->sizes, [this, a](std::span<const Reg> at) {
        Reg is_upper = b_.Compare(Code::kLessEqual, at[0], at[1]);
        Reg row = b_.Select(is_upper, at[0], at[1]), column = b_.Select(is_upper, at[1], at[0]);
        return At(*a, std::array{row, column});
      });
    }
    case Op::kCross:
    case Op::kSkew: {
      ArrayRef x = Settle(array(0));
      b_.CheckSize(x->sizes[0], b_.Int(3), Site(e));
      auto at = [&](const ArrayRef& v, std::int64_t i) { return b_.Convert(At(*v, std::array{b_.Int(i)}), kind); };
      Array result;
      result.kind = kind;
      result.form = Array::Form::kList;
      if (op == Op::kCross) {
        ArrayRef y = Settle(array(1));
        b_.CheckSize(y->sizes[0], b_.Int(3), Site(e));
        result.sizes = {b_.Int(3)};
        for (std::int64_t i = 0; i < 3; ++i) {
          std::int64_t j = (i + 1) % 3, k = (i + 2) % 3;
          result.list.push_back(b_.Sub(b_.Mul(at(x, j), at(y, k)), b_.Mul(at(x, k), at(y, j))));
        }
      } else {
        result.sizes = {b_.Int(3), b_.Int(3)};
        Reg zero = b_.Zero(kind), x1 = at(x, 0), x2 = at(x, 1), x3 = at(x, 2);
        result.list = {zero, b_.Neg(x3), x2, x3, zero, b_.Neg(x1), b_.Neg(x2), x1, zero};
      }
      return Term::Of(std::move(result));
    }
    case Op::kPromote:
    case Op::kMatrixOf:
    case Op::kVectorOf:
    case Op::kScalarOf:
      return MapLeaves(args.first(1), [&](std::span<const Term> leaf) -> Term {
        std::size_t rank = leaf[0].array ? leaf[0].array->sizes.size() : 0;
        if (op == Op::kScalarOf) {
          if (rank == 0) return leaf[0];
          return Term::Of(At(*leaf[0].array, std::vector<Reg>(rank, b_.Int(0))));
        }
        Kind of = rank == 0 ? b_.kind(leaf[0].scalar) : leaf[0].array->kind;
        Term value = leaf[0];
        if (op == Op::kVectorOf) {
          if (rank == 1) return leaf[0];
          if (rank == 0)
            return Term::Of(MakeRule(of, {b_.Int(1)}, [value](std::span<const Reg>) { return value.scalar; }));
          // At most one size is not 1: the elements in row-major order are the vector.
          Array flat = *ToMemory(leaf[0].array);
          flat.sizes = {Count(leaf[0].array->sizes)};
          return Term::Of(std::move(flat));
        }
        std::size_t wanted = op == Op::kMatrixOf ? 2 : types_.rank(pool_.type(e));
        std::vector<Reg> sizes = rank == 0 ? std::vector<Reg>() : leaf[0].array->sizes;
        if (rank > wanted) {  // matrix() of higher rank: the rest are sizes of 1
          Array flat = *ToMemory(leaf[0].array);
          flat.sizes.resize(2);
          return Term::Of(std::move(flat));
        }
        sizes.resize(wanted, b_.Int(1));
        return Term::Of(MakeRule(of, sizes, [this, value, rank](std::span<const Reg> at) {
          return value.array ? At(*value.array, at.first(rank)) : value.scalar;
        }));
      });
    default:
      break;
  }
  c_.Unsupported(Origin().span, std::string(OpName(op)) + "() cannot be turned into code here");
  return Term::Of(b_.Zero(kind == Kind::kVoid ? Kind::kReal : kind));
}

}  // namespace mica::code
