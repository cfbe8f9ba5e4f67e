// Elements against the interpreter: element k of an array expression must have the value that evaluating the whole
// array gives there.
#include "symbolic/element.h"

#include "random_expr.h"
#include "symbolic/visit.h"

namespace mica::symbolic {
namespace {

struct ElementTest : SymbolicTest {
  // Variables by size; element k of variable v becomes scalar 1000*v + k.
  std::vector<Expr> variables{pool.Var(VarId(1), Shape({3})),    pool.Var(VarId(2), Shape({3})),
                              pool.Var(VarId(3), Shape({2, 3})), pool.Var(VarId(4), Shape({3, 3})),
                              pool.Var(VarId(5), Shape({3, 2})), pool.Var(VarId(6), real)};
  Elements elements{
      store, [this](Expr v, std::size_t k) { return S(1000 * pool.var(v).index() + static_cast<std::uint32_t>(k)); }};

  ElementTest() {
    for (Expr v : variables) {
      std::uint32_t id = pool.var(v).index();
      std::vector<std::int32_t> sizes(types.sizes(pool.type(v)).begin(), types.sizes(pool.type(v)).end());
      Value value = Value::Default(real, sizes, types);
      for (std::size_t k = 0; k < value.count(); ++k) {
        double x = Uniform(-2, 2);
        value.SetReal(k, x);
        point.scalars.insert_or_assign(1000 * id + static_cast<std::uint32_t>(k), Value::Real(x, types));
      }
      point.variables.insert_or_assign(id, value);
    }
  }

  void ExpectSame(Expr e) {
    auto whole = Eval(e);
    ASSERT_TRUE(whole) << Text(e);
    std::vector<Expr> all = elements.All(e);
    ASSERT_EQ(all.size(), whole->count()) << Text(e) << " " << elements.error();
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_TRUE(types.is_scalar(pool.type(all[k])));
      auto one = EvalReal(all[k]);
      ASSERT_TRUE(one) << Text(all[k]);
      ExpectNear(*one, whole->real(k), 1e-12, Text(e) + " element " + std::to_string(k) + ": " + Text(all[k]));
      std::vector<Expr> roots{all[k]};
      EXPECT_TRUE(Collect(pool, roots, [&](Expr x) { return pool.op(x) == Op::kVar; }).empty()) << Text(all[k]);
    }
    Expr made_whole = elements.Whole(e);
    ASSERT_TRUE(made_whole);
    EXPECT_EQ(pool.type(made_whole), pool.type(e));
    auto again = Eval(made_whole);
    ASSERT_TRUE(again) << Text(made_whole);
    EXPECT_EQ(again->sizes, whole->sizes);
  }

  Expr Vector(int depth) {
    TypeId v = Shape({3});
    if (depth == 0) return variables[static_cast<std::size_t>(Choose(2))];
    auto sub = [&] { return Vector(depth - 1); };
    switch (Choose(15)) {
      case 0:
        return pool.Make(Op::kAdd, v, {sub(), sub()});
      case 1:
        return pool.Make(Op::kMul, v, {Number(depth - 1), sub()});
      case 2:
        return pool.Make(Op::kCross, v, {sub(), sub()});
      case 3:
        return pool.Make(Op::kMatMul, v, {Matrix(depth - 1), sub()});
      case 4:
        return pool.Make(Op::kMatMul, v, {sub(), Matrix(depth - 1)});
      case 5:
        return pool.Index(Matrix(depth - 1), {{I(1 + Choose(3))}});
      case 6:
        return pool.Index(Matrix(depth - 1), {{pool.Colon(), I(1 + Choose(3))}});
      case 7:
        return pool.Index(sub(), {{pool.Make(Op::kRange, types.Array(integer, 3), {I(3), I(-1), I(1)})}});
      case 8:
        return pool.Make(Op::kIf, v, {pool.Make(Op::kLess, boolean, {Number(depth - 1), R(0)}), sub(), sub()});
      case 9:
        return pool.Make(Op::kFill, v, {Number(depth - 1), I(3)});
      case 10:
        return pool.Make(Op::kLinspace, v, {Number(depth - 1), Number(depth - 1), I(3)});
      case 11: {
        Expr i = pool.NewIterator(names.Intern("i"), integer);
        Expr range = pool.Make(Op::kRange, types.Array(integer, 3), {I(1), I(1), I(3)});
        Expr body = pool.Make(Op::kMul, real, {pool.Make(Op::kToReal, real, {i}), pool.Index(sub(), {{i}})});
        return pool.Make(Op::kArrayFor, v, {body, i, range});
      }
      case 12: {
        Expr first = pool.Index(sub(), {{pool.Make(Op::kRange, types.Array(integer, 2), {I(1), I(1), I(2)})}});
        Expr last = pool.Make(Op::kArray, Shape({1}), {Number(depth - 1)});
        return pool.Make(Op::kCat, v, {I(1), first, last});
      }
      case 13:
        return pool.Make(Op::kSin, v, {sub()});
      default:
        return pool.Make(Op::kArray, v, {Number(depth - 1), Number(depth - 1), R(2)});
    }
  }
  Expr Matrix(int depth) {
    TypeId m = Shape({3, 3});
    if (depth <= 0) return variables[3];
    switch (Choose(10)) {
      case 0:
        return pool.Make(Op::kSkew, m, {Vector(depth - 1)});
      case 1:
        return pool.Make(Op::kTranspose, m, {Matrix(depth - 1)});
      case 2:
        return pool.Make(Op::kDiagonal, m, {Vector(depth - 1)});
      case 3:
        return pool.Make(Op::kOuterProduct, m, {Vector(depth - 1), Vector(depth - 1)});
      case 4:
        return pool.Make(Op::kMatMul, m, {variables[4], variables[2]});
      case 5:
        return pool.Make(Op::kToReal, m,
                         {pool.Make(Op::kIdentity, types.Array(integer, std::vector<std::int32_t>{3, 3}), {I(3)})});
      case 6:
        return pool.Make(Op::kSymmetric, m, {Matrix(depth - 1)});
      case 7:
        return pool.Make(Op::kMatPow, m, {Matrix(depth - 1), I(Choose(4))});
      case 8:
        return pool.Make(Op::kArray, m, {Vector(depth - 1), Vector(depth - 1), Vector(depth - 1)});
      default:
        return pool.Make(Op::kSub, m, {Matrix(depth - 1), Matrix(depth - 1)});
    }
  }
  Expr Number(int depth) {
    if (depth <= 0) return variables[5];
    switch (Choose(6)) {
      case 0:
        return pool.Make(Op::kSumOf, real, {Matrix(depth - 1)});
      case 1:
        return pool.Make(Op::kMatMul, real, {Vector(depth - 1), Vector(depth - 1)});
      case 2:
        return pool.Index(Vector(depth - 1), {{I(1 + Choose(3))}});
      case 3:
        return pool.Make(Op::kMaxOf, real, {Vector(depth - 1)});
      case 4: {
        Expr i = pool.NewIterator(names.Intern("i"), integer), j = pool.NewIterator(names.Intern("j"), integer);
        Expr range = pool.Make(Op::kRange, types.Array(integer, 3), {I(1), I(1), I(3)});
        Expr upto = pool.Make(Op::kRange, types.Array(integer, kUnknownSize), {I(1), I(1), i});
        return pool.Make(Op::kSumFor, real, {pool.Index(Matrix(depth - 1), {{i, j}}), i, range, j, upto});
      }
      default:
        return pool.Make(Op::kSin, real, {Number(depth - 1)});
    }
  }
};

TEST_F(ElementTest, RandomArraysHaveTheValueOfTheWhole) {
  for (int i = 0; i < 400 && !HasFatalFailure() && !HasFailure(); ++i) {
    ExpectSame(Vector(3));
    ExpectSame(Matrix(2));
    ExpectSame(Number(3));
  }
}

TEST_F(ElementTest, SubscriptsKnownOnlyAtRunTime) {
  point.scalars.insert_or_assign(1, Value::Integer(2, types));
  Expr k = pool.Scalar(ScalarId(1), integer);
  ExpectSame(pool.Index(variables[0], {{k}}));
  ExpectSame(pool.Index(variables[2], {{I(2), k}}));
  ExpectSame(pool.Index(variables[2], {{k}}));
  Expr e = elements.Scalar(pool.Index(variables[2], {{I(2), k}}));
  EXPECT_EQ(Text(e), "({s3003, s3004, s3005})[s1]");
  EXPECT_FALSE(elements.Scalar(pool.Index(variables[0], {{I(4)}})));
  EXPECT_EQ(elements.error(), "subscript 4 is out of range: the dimension has the size 3");
}

TEST_F(ElementTest, EventsStandAtScalars) {
  Expr der = pool.Make(Op::kDer, Shape({3}), {variables[0]});
  EXPECT_EQ(Text(elements.Element(der, 2)), "der(s1002)");
  Expr pre = pool.Make(Op::kPre, Shape({2, 3}), {variables[2]});
  EXPECT_EQ(Text(elements.ElementOf(pre, std::vector<std::int32_t>{2, 1})), "pre(s3003)");
  Expr smooth = pool.Make(Op::kSmooth, Shape({3}), {I(1), variables[0]});
  EXPECT_EQ(Text(elements.Element(smooth, 0)), "smooth(1, s1000)");
}

TEST_F(ElementTest, CallsKeepWholeArguments) {
  Function f;
  f.name = names.Intern("f");
  f.variables.push_back({names.Intern("x"), FunctionRole::kInput, Shape({3})});
  f.variables.push_back({names.Intern("y"), FunctionRole::kOutput, Shape({3})});
  f.input_count = f.output_count = 1;
  Statement assign;
  assign.targets = {pool.Local(1, Shape({3}))};
  assign.value = pool.Make(Op::kMul, Shape({3}), {R(2), pool.Local(0, Shape({3}))});
  f.body = {assign};
  FunctionId id = store.functions.Add(f);
  Expr call = pool.Make(Op::kCall, Shape({3}), {pool.Make(Op::kNeg, Shape({3}), {variables[0]})}, id.index());
  EXPECT_EQ(Text(elements.Element(call, 1)), "(f({-s1000, -s1001, -s1002}))[2]");
  ExpectSame(call);
  ExpectSame(pool.Make(Op::kCall, Shape({3}), {call}, id.index()));
  ExpectSame(pool.Make(Op::kAdd, Shape({3}), {call, variables[1]}));
}

TEST_F(ElementTest, Records) {
  RecordId id = types.AddRecord({names.Intern("P"), {{names.Intern("a"), real}, {names.Intern("r"), Shape({3})}}});
  TypeId p = types.Record(id);
  Expr one = pool.Make(Op::kRecord, p, {variables[5], variables[0]}),
       two = pool.Make(Op::kRecord, p, {R(1), variables[1]});
  Expr chosen = pool.Make(Op::kIf, p, {pool.Make(Op::kLess, boolean, {variables[5], R(0)}), one, two});
  ExpectSame(pool.Make(Op::kField, Shape({3}), {chosen}, 1));
  Expr both = pool.Make(Op::kArray, types.Array(p, 2), {one, two});
  ExpectSame(pool.Make(Op::kField, Shape({2, 3}), {both}, 1));
  ExpectSame(pool.Make(Op::kField, Shape({3}), {pool.Index(both, {{I(2)}})}, 1));
  EXPECT_EQ(Text(elements.Element(both, 0)), "P(s6000, {s1000, s1001, s1002})");

  Function f;
  f.name = names.Intern("make");
  f.variables.push_back({names.Intern("x"), FunctionRole::kInput, real});
  f.variables.push_back({names.Intern("y"), FunctionRole::kOutput, p});
  f.input_count = f.output_count = 1;
  Expr x = pool.Local(0, real);
  Statement assign;
  assign.targets = {pool.Local(1, p)};
  assign.value = pool.Make(Op::kRecord, p, {x, pool.Make(Op::kArray, Shape({3}), {x, R(2), x})});
  f.body = {assign};
  Expr call = pool.Make(Op::kCall, p, {variables[5]}, store.functions.Add(f).index());
  ExpectSame(pool.Make(Op::kField, Shape({3}), {call}, 1));
  EXPECT_EQ(Text(elements.Whole(call)), "make(s6000)");
}

TEST_F(ElementTest, CostFollowsTheElementsMade) {
  constexpr int kSize = 100000;
  Expr x = pool.Var(VarId(9), Shape({kSize}));
  Expr shifted = pool.Make(Op::kAdd, Shape({kSize}), {x, pool.Make(Op::kMul, Shape({kSize}), {R(2), x})});
  EXPECT_TRUE(elements.Element(shifted, 77777));
  EXPECT_LT(pool.size(), 1000u) << "one element does not cost the array";
  Expr sum = elements.Scalar(pool.Make(Op::kSumOf, real, {shifted}));
  ASSERT_TRUE(sum);
  int depth = 0;
  for (Expr e = sum; !pool.args(e).empty(); e = pool.arg(e, 0)) ++depth;
  EXPECT_LT(depth, 30);
  Expr deep = variables[5];
  for (int i = 0; i < 200000; ++i) deep = Do(Op::kSin, {deep});
  EXPECT_TRUE(elements.Scalar(deep));
}

TEST_F(ElementTest, EmptyArrays) {
  TypeId none = Shape({0});
  Expr empty = pool.Make(Op::kArray, none, {});
  EXPECT_TRUE(elements.All(empty).empty());
  EXPECT_EQ(Text(elements.Scalar(pool.Make(Op::kSumOf, real, {empty}))), "0.0");
  EXPECT_EQ(Text(elements.Scalar(pool.Make(Op::kMatMul, real, {empty, empty}))), "0.0");
  EXPECT_EQ(pool.type(elements.Whole(empty)), none);
  Expr cat = pool.Make(Op::kCat, Shape({3}), {I(1), empty, variables[0]});
  ExpectSame(cat);
}

}  // namespace
}  // namespace mica::symbolic
