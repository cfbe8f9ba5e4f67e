// Random functions: what inlining and automatic differentiation make of them has the value that the interpreter gives.
#include "random_expr.h"
#include "symbolic/derivative.h"
#include "symbolic/derivative_function.h"
#include "symbolic/inline.h"

namespace mica::symbolic {
namespace {

using Kind = Statement::Kind;

struct RandomFunctionTest : SymbolicTest {
  FunctionDerivatives functions{store};
  TypeId vector = Shape({3}), any = types.Array(real, kUnknownSize);
  RecordId pair_id = types.AddRecord(
      {names.Intern("Pair"), {{names.Intern("a"), real}, {names.Intern("k"), integer}, {names.Intern("v"), vector}}});
  TypeId pair = types.Record(pair_id);
  std::vector<Expr> iterators;
  std::vector<FunctionId> made;

  // Places: inputs x, y, v[:], n; outputs r, w[3]; protected t, u[size(v, 1)], p (a record).
  Expr x = pool.Local(0, real), y = pool.Local(1, real), v = pool.Local(2, any), n = pool.Local(3, integer),
       r = pool.Local(4, real), w = pool.Local(5, vector), t = pool.Local(6, real), u = pool.Local(7, any),
       p = pool.Local(8, pair), k = pool.Local(9, integer);

  Expr Subscript() {
    if (!iterators.empty() && Choose(2))
      return iterators[static_cast<std::size_t>(Choose(static_cast<int>(iterators.size())))];
    return I(1 + Choose(3));
  }
  Expr Number(int depth) {
    if (depth <= 0 || Choose(6) == 0) {
      switch (Choose(9)) {
        case 0:
          return x;
        case 1:
          return y;
        case 2:
          return t;
        case 3:
          return r;
        case 4:
          return pool.Index(v, {{Subscript()}});
        case 5:
          return pool.Index(w, {{Subscript()}});
        case 6:
          return pool.Index(u, {{Subscript()}});
        case 7:
          return pool.Make(Op::kField, real, {p}, 0);
        default:
          return R(Uniform(-1, 1));
      }
    }
    auto sub = [&] { return Number(depth - 1); };
    switch (Choose(10)) {
      case 0:
      case 1:
        return Do(Op::kAdd, {sub(), sub()});
      case 2:
        return Do(Op::kSub, {sub(), sub()});
      case 3:
      case 4:
        return Do(Op::kMul, {sub(), sub()});
      case 5:
        return Do(Op::kSin, {sub()});
      case 6:
        return Do(Op::kTanh, {sub()});
      case 7:
        return pool.Make(Op::kIf, real, {Condition(depth - 1), sub(), sub()});
      case 8:
        return pool.Make(Op::kMatMul, real, {Array(depth - 1), Array(depth - 1)});
      default:
        return pool.Make(Op::kSumOf, real, {Array(depth - 1)});
    }
  }
  Expr Array(int depth) {
    if (depth <= 0) {
      switch (Choose(4)) {
        case 0:
          return v;
        case 1:
          return w;
        case 2:
          return u;
        default:
          return pool.Make(Op::kField, vector, {p}, 2);
      }
    }
    switch (Choose(4)) {
      case 0:
        return algebra.Add(Array(depth - 1), Array(depth - 1));
      case 1:
        return algebra.Mul(Number(depth - 1), Array(depth - 1));
      case 2:
        return pool.Make(Op::kArray, vector, {Number(depth - 1), Number(depth - 1), R(0.5)});
      default:
        return pool.Make(Op::kCross, vector, {Array(depth - 1), Array(depth - 1)});
    }
  }
  Expr Condition(int depth) {
    return Choose(3) ? pool.Make(Op::kLess, boolean, {Number(depth), Number(depth)})
                     : pool.Make(Op::kLess, boolean, {k, n});
  }
  Expr Bounded(Expr e) { return Do(Op::kTanh, {e}); }

  Statement Assign(Expr target, Expr value) {
    Statement s;
    s.targets = {target};
    s.value = value;
    return s;
  }
  Statement One(int depth) {
    switch (Choose(depth > 0 ? 11 : 7)) {
      case 0:
        return Assign(t, Bounded(Number(3)));
      case 1:
        return Assign(r, Bounded(Number(3)));
      case 2:
        return Assign(pool.Index(w, {{Subscript()}}), Bounded(Number(2)));
      case 3:
        return Assign(u, pool.Make(Op::kMul, any, {R(0.5), Array(2)}));
      case 4:
        return Assign(pool.Make(Op::kField, real, {p}, 0), Bounded(Number(2)));
      case 5:
        return Assign(pool.Index(pool.Make(Op::kField, vector, {p}, 2), {{Subscript()}}), Bounded(Number(2)));
      case 6: {
        if (made.empty()) return Assign(k, pool.Make(Op::kAdd, integer, {k, I(1)}));
        Statement s;
        s.kind = Kind::kTupleAssign;
        s.targets = {Choose(2) ? t : Expr(), Choose(2) ? w : Expr()};
        std::vector<TypeId> parts{real, vector};
        s.value = pool.Make(Op::kCall, types.Tuple(parts), {Number(1), Number(1), Array(1), n},
                            made[static_cast<std::size_t>(Choose(static_cast<int>(made.size())))].index());
        return s;
      }
      case 7:
      case 8: {
        Statement s;
        s.kind = Kind::kIf;
        s.branches.push_back({Condition(1), Several(depth - 1)});
        if (Choose(2)) s.branches.push_back({Expr(), Several(depth - 1)});
        return s;
      }
      default: {
        Statement s;
        s.kind = Kind::kFor;
        s.iterator = pool.NewIterator(names.Intern("i"), integer);
        s.value = pool.Make(Op::kRange, types.Array(integer, 3), {I(1), I(1), I(3)});
        iterators.push_back(s.iterator);
        s.branches.push_back({Expr(), Several(depth - 1)});
        iterators.pop_back();
        return s;
      }
    }
  }
  std::vector<Statement> Several(int depth) {
    std::vector<Statement> body;
    for (int i = 1 + Choose(3); i > 0; --i) body.push_back(One(depth));
    return body;
  }

  FunctionId RandomFunction() {
    Function f;
    f.name = names.Intern("f" + std::to_string(made.size()));
    Expr size = pool.Make(Op::kSize, integer, {v, I(1)});
    Expr start =
        pool.Make(Op::kRecord, pair, {Do(Op::kMul, {x, R(0.5)}), I(2), pool.Make(Op::kArray, vector, {x, y, R(1)})});
    f.variables = {{names.Intern("x"), FunctionRole::kInput, real},
                   {names.Intern("y"), FunctionRole::kInput, real},
                   {names.Intern("v"), FunctionRole::kInput, any, {pool.Colon()}},
                   {names.Intern("n"), FunctionRole::kInput, integer},
                   {names.Intern("r"), FunctionRole::kOutput, real, {}, R(0.25)},
                   {names.Intern("w"), FunctionRole::kOutput, vector, {}, pool.Make(Op::kFill, vector, {y, I(3)})},
                   {names.Intern("t"), FunctionRole::kProtected, real, {}, Do(Op::kMul, {x, y})},
                   {names.Intern("u"), FunctionRole::kProtected, any, {size}, pool.Make(Op::kMul, any, {x, v})},
                   {names.Intern("p"), FunctionRole::kProtected, pair, {}, start},
                   {names.Intern("k"), FunctionRole::kProtected, integer, {}, I(0)}};
    f.input_count = 4, f.output_count = 2;
    for (int i = 2 + Choose(4); i > 0; --i) f.body.push_back(One(2));
    f.inlining = InlineKind::kNever;
    FunctionId id = store.functions.Add(std::move(f));
    if (made.size() < 5) made.push_back(id);
    return id;
  }
  Expr Item(FunctionId id, std::size_t place) {
    std::vector<TypeId> parts{real, vector};
    Expr argument = pool.Make(Op::kArray, vector, {S(2), Do(Op::kMul, {S(0), S(3)}), R(0.3)});
    Expr call = pool.Make(Op::kCall, types.Tuple(parts), {S(0), Do(Op::kSin, {S(1)}), argument, I(2)}, id.index());
    return pool.Make(Op::kTupleItem, place == 0 ? real : vector, {call}, place);
  }
};

TEST_F(RandomFunctionTest, InliningKeepsTheValue) {
  int inlined = 0;
  for (int i = 0; i < 300; ++i) {
    FunctionId id = RandomFunction();
    std::vector<Expr> args{S(0), S(1), pool.Make(Op::kArray, vector, {S(2), S(3), S(4)}), I(2)};
    auto outputs = Inliner(store, InlineStage::kLate).Outputs(id, args);
    if (!outputs) continue;
    ++inlined;
    std::vector<TypeId> parts{real, vector};
    Expr call = pool.Make(Op::kCall, types.Tuple(parts), args, id.index());
    NewPoint();
    auto whole = Eval(call);
    ASSERT_TRUE(whole);
    for (std::size_t place = 0; place < 2; ++place) {
      auto value = Eval((*outputs)[place]);
      ASSERT_TRUE(value) << FunctionText(id, store);
      EXPECT_EQ(pool.type((*outputs)[place]), parts[place]);
      for (std::size_t j = 0; j < value->count(); ++j)
        ExpectNear(value->real(j), whole->parts()[place].real(j), 1e-10, FunctionText(id, store));
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(inlined, 200);
}

TEST_F(RandomFunctionTest, DerivativesAgreeWithDifferences) {
  TimeDerivative time_derivative(functions, [](Expr) { return false; });
  int checked = 0;
  for (int i = 0; i < 300; ++i) {
    FunctionId id = RandomFunction();
    for (std::size_t place = 0; place < 2; ++place) {
      Expr e = Item(id, place);
      if (place == 1) e = pool.Make(Op::kSumOf, real, {e});
      Expr d = time_derivative.Of(e);
      ASSERT_TRUE(d) << time_derivative.error() << "\n" << FunctionText(id, store);
      NewPoint();
      Point saved = point;
      auto quotient = [&](double h) {
        auto at = [&](double step) {
          for (auto& [s, value] : point.scalars)
            value = Value::Real(saved.scalars.at(s).real() + step * saved.derivatives.at(s).real(), types);
          auto result = EvalReal(e);
          point = saved;
          return result;
        };
        auto plus = at(h), minus = at(-h);
        return plus && minus ? std::optional((*plus - *minus) / (2 * h)) : std::nullopt;
      };
      auto coarse = quotient(2e-5), fine = quotient(1e-5), got = EvalReal(d);
      ASSERT_TRUE(got) << FunctionText(*functions.Of(id), store);
      if (!coarse || !fine || std::abs(*coarse - *fine) > 1e-6 * (1 + std::abs(*fine))) continue;  // a kink
      ++checked;
      ExpectNear(*got, *fine, 1e-5, FunctionText(id, store) + FunctionText(*functions.Of(id), store));
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(checked, 400);
}

}  // namespace
}  // namespace mica::symbolic
