// The interpreter on expressions. Expectations come from the specification's text and examples, or are worked out by
// hand.
#include "expression/evaluate.h"

#include <gtest/gtest.h>
#include <cmath>

namespace mica {
namespace {

struct TestEnvironment : Environment {
  std::unordered_map<std::uint32_t, Value> scalars, variables;
  const Value* Variable(VarId id) override {
    auto it = variables.find(id.index());
    return it == variables.end() ? nullptr : &it->second;
  }
  const Value* Scalar(ScalarId id) override {
    auto it = scalars.find(id.index());
    return it == scalars.end() ? nullptr : &it->second;
  }
};

struct EvaluateTest : testing::Test {
  NameTable names;
  Store store{names};
  ExprPool& pool = store.exprs;
  Types& types = store.types;
  TypeId real = types.real(), integer = types.integer(), boolean = types.boolean(), string = types.string();
  TestEnvironment environment;
  Evaluator evaluator{store, environment};

  TypeId Shape(TypeId element, std::vector<std::int32_t> sizes) { return types.Array(element, sizes); }
  Expr Vector(std::vector<double> values) {
    std::vector<Expr> items;
    for (double v : values) items.push_back(pool.Real(v));
    return pool.Make(Op::kArray, types.Array(real, static_cast<std::int32_t>(items.size())), items);
  }
  Expr Integers(std::vector<int> values) {
    std::vector<Expr> items;
    for (int v : values) items.push_back(pool.Integer(v));
    return pool.Make(Op::kArray, types.Array(integer, static_cast<std::int32_t>(items.size())), items);
  }
  Expr Matrix(std::vector<std::vector<double>> rows) {
    std::vector<Expr> items;
    for (auto& row : rows) items.push_back(Vector(row));
    return pool.Make(Op::kArray, types.Array(pool.type(items[0]), static_cast<std::int32_t>(items.size())), items);
  }
  Expr Range(int a, int b, TypeId type) {
    return pool.Make(Op::kRange, type, {pool.Integer(a), pool.Integer(1), pool.Integer(b)});
  }
  std::string Eval(Expr e) {
    auto value = evaluator.Evaluate(e);
    return value ? ValueText(*value, types, names) : "error: " + evaluator.error().message;
  }
  std::string Eval(Op op, TypeId type, std::initializer_list<Expr> args, std::uint64_t payload = 0) {
    return Eval(pool.Make(op, type, args, payload));
  }
  Expr I(std::int64_t v) { return pool.Integer(v); }
  Expr R(double v) { return pool.Real(v); }
};

TEST_F(EvaluateTest, DivModRemOfTheSpecification) {
  auto near = [&](Op op, double a, double b, double expected) {
    auto v = evaluator.Evaluate(pool.Make(op, real, {R(a), R(b)}));
    ASSERT_TRUE(v);
    EXPECT_NEAR(v->real(), expected, 1e-12);
  };
  near(Op::kMod, 3, 1.4, 0.2);
  near(Op::kMod, -3, 1.4, 1.2);
  near(Op::kMod, 3, -1.4, -1.2);
  near(Op::kRem, 3, 1.4, 0.2);
  near(Op::kRem, -3, 1.4, -0.2);
  near(Op::kDivide, -7, 2, -3);
  EXPECT_EQ(Eval(Op::kMod, integer, {I(-3), I(5)}), "2");
  EXPECT_EQ(Eval(Op::kMod, integer, {I(3), I(-5)}), "-2");
  EXPECT_EQ(Eval(Op::kRem, integer, {I(-3), I(5)}), "-3");
  EXPECT_EQ(Eval(Op::kDivide, integer, {I(-7), I(2)}), "-3");
  EXPECT_EQ(Eval(Op::kRem, integer, {I(INT64_MIN), I(-1)}), "0");
  EXPECT_EQ(Eval(Op::kIntegerOf, integer, {R(-1.5)}), "-2");
}

TEST_F(EvaluateTest, FailuresAreMessages) {
  EXPECT_EQ(Eval(Op::kDiv, real, {R(1), R(0)}), "error: division by zero: 1 / 0");
  EXPECT_EQ(Eval(Op::kAdd, integer, {I(INT64_MAX), I(1)}), "error: the Integer result does not fit 64 bits");
  EXPECT_EQ(Eval(Op::kDivide, integer, {I(INT64_MIN), I(-1)}), "error: the Integer result does not fit 64 bits");
  EXPECT_EQ(Eval(Op::kSqrt, real, {R(-4)}), "error: the argument -4 is outside the domain of sqrt");
  EXPECT_EQ(Eval(Op::kPow, real, {R(-8), R(0.5)}), "error: -8 ^ 0.5 is not a Real number");
  EXPECT_EQ(Eval(Op::kPow, real, {R(-2), R(3)}), "-8.0");
  Expr x = pool.Scalar(ScalarId(5), real);
  EXPECT_FALSE(evaluator.Evaluate(pool.Make(Op::kAdd, real, {R(1), x})));
  EXPECT_EQ(evaluator.error().kind, EvaluationError::Kind::kNotConstant);
  EXPECT_EQ(evaluator.error().expr, x);
  EXPECT_EQ(Eval(pool.Index(Vector({1, 2}), {{I(3)}})),
            "error: subscript 3 is out of range: the dimension has the size 2");
  EXPECT_EQ(Eval(pool.Index(Matrix({{1, 2}}), {{I(1), I(0)}})),
            "error: subscript 0 is out of range: the dimension has the size 2");
}

TEST_F(EvaluateTest, BranchesNotTakenAreNotEvaluated) {
  Expr zero_division = pool.Make(Op::kDiv, real, {R(1), R(0)});
  EXPECT_EQ(Eval(Op::kIf, real, {pool.Boolean(true), R(2), zero_division}), "2.0");
  Expr bad = pool.Make(Op::kLess, boolean, {zero_division, R(1)});
  EXPECT_EQ(Eval(Op::kAnd, boolean, {pool.Boolean(false), bad}), "false");
  EXPECT_EQ(Eval(Op::kOr, boolean, {pool.Boolean(true), bad}), "true");
  EXPECT_EQ(Eval(pool.Index(pool.Make(Op::kArray, Shape(real, {2}), {zero_division, R(7)}), {{I(2)}})), "7.0");
}

TEST_F(EvaluateTest, Strings) {
  auto text = [&](Expr value, std::vector<Expr> options, std::uint64_t payload = 0) {
    options.insert(options.begin(), value);
    auto v = evaluator.Evaluate(pool.Make(Op::kStringOf, string, options, payload));
    return v ? v->string() : "error: " + evaluator.error().message;
  };
  EXPECT_EQ(text(R(12.3456), {}), "12.3456");
  EXPECT_EQ(text(R(0.0123456), {}), "0.0123456");
  EXPECT_EQ(text(R(1.23456e-10), {}), "1.23456e-10");
  EXPECT_EQ(text(R(3.14159265358979), {I(0), pool.Boolean(true), I(10)}), "3.141592654");
  EXPECT_EQ(text(I(42), {I(5), pool.Boolean(false)}), "   42");
  EXPECT_EQ(text(I(42), {I(5), pool.Boolean(true)}), "42   ");
  EXPECT_EQ(text(pool.Boolean(true), {I(6)}), "true  ");
  EXPECT_EQ(text(R(2.5), {pool.String("8.3f")}, 1), "   2.500");
  EXPECT_EQ(text(I(255), {pool.String("x")}, 1), "ff");
  EXPECT_EQ(text(I(4), {pool.String(".3f")}, 1), "4.000");
  EXPECT_EQ(text(R(4), {pool.String("g")}, 1), "4");
  EXPECT_EQ(text(R(4), {pool.String("s")}, 1), "error: \"s\" is not a format for this value");
  EXPECT_EQ(text(R(4), {pool.String("999999999f")}, 1), "error: \"999999999f\" is not a format for this value");
  EXPECT_EQ(text(R(4), {pool.String("*d")}, 1), "error: \"*d\" is not a format for this value");
  EnumId e = types.AddEnumeration({names.Intern("E"), {names.Intern("small"), names.Intern("large")}});
  EXPECT_EQ(text(pool.EnumLiteral(types.Enumeration(e), 2), {}), "large");
  EXPECT_EQ(Eval(Op::kAdd, string, {pool.String("a"), pool.String("b")}), "\"ab\"");
}

TEST_F(EvaluateTest, Enumerations) {
  EnumId id = types.AddEnumeration({names.Intern("E"), {names.Intern("a"), names.Intern("b"), names.Intern("c")}});
  TypeId e = types.Enumeration(id);
  EXPECT_EQ(Eval(Op::kOrdinal, integer, {pool.EnumLiteral(e, 3)}), "3");
  EXPECT_EQ(Eval(Op::kEnumValue, e, {I(2)}), "E.b");
  EXPECT_EQ(Eval(Op::kEnumValue, e, {I(4)}), "error: 4 is not the number of a literal: the enumeration has 3");
  EXPECT_EQ(Eval(Op::kLess, boolean, {pool.EnumLiteral(e, 1), pool.EnumLiteral(e, 2)}), "true");
  EXPECT_EQ(Eval(pool.Index(Vector({10, 20, 30}), {{pool.EnumLiteral(e, 2)}})), "20.0");
  EXPECT_EQ(Eval(pool.Index(Vector({10, 20}), {{pool.Boolean(true)}})), "20.0");
  EXPECT_EQ(Eval(Op::kRange, Shape(e, {2}), {pool.EnumLiteral(e, 2), I(1), pool.EnumLiteral(e, 3)}), "{E.b, E.c}");
}

TEST_F(EvaluateTest, ArrayArithmetic) {
  TypeId v = Shape(real, {2}), m = Shape(real, {2, 2});
  Expr a = Vector({1, 2}), b = Vector({3, 5}), A = Matrix({{1, 2}, {3, 4}});
  EXPECT_EQ(Eval(Op::kAdd, v, {a, b}), "{4.0, 7.0}");
  EXPECT_EQ(Eval(Op::kMul, v, {R(2), b}), "{6.0, 10.0}");
  EXPECT_EQ(Eval(Op::kDiv, v, {b, R(2)}), "{1.5, 2.5}");
  EXPECT_EQ(Eval(Op::kNeg, v, {b}), "{-3.0, -5.0}");
  EXPECT_EQ(Eval(Op::kMatMul, real, {a, b}), "13.0");
  EXPECT_EQ(Eval(Op::kMatMul, v, {A, a}), "{5.0, 11.0}");
  EXPECT_EQ(Eval(Op::kMatMul, v, {a, A}), "{7.0, 10.0}");
  EXPECT_EQ(Eval(Op::kMatMul, m, {A, A}), "{{7.0, 10.0}, {15.0, 22.0}}");
  EXPECT_EQ(Eval(Op::kMatPow, m, {A, I(3)}), "{{37.0, 54.0}, {81.0, 118.0}}");
  EXPECT_EQ(Eval(Op::kMatPow, m, {A, I(0)}), "{{1.0, 0.0}, {0.0, 1.0}}");
  EXPECT_EQ(Eval(Op::kAdd, v, {a, Vector({1, 2, 3})}), "error: sizes of the operands of + differ: [2] and [3]");
  EXPECT_EQ(Eval(Op::kSin, v, {Vector({0, 0})}), "{0.0, 0.0}");
}

TEST_F(EvaluateTest, ArrayFunctions) {
  Expr A = Matrix({{1, 2}, {3, 4}}), v = Vector({1, 2, 3});
  EXPECT_EQ(Eval(Op::kTranspose, Shape(real, {2, 2}), {A}), "{{1.0, 3.0}, {2.0, 4.0}}");
  EXPECT_EQ(Eval(Op::kSymmetric, Shape(real, {2, 2}), {A}), "{{1.0, 2.0}, {2.0, 4.0}}");
  EXPECT_EQ(Eval(Op::kCross, Shape(real, {3}), {v, Vector({4, 5, 6})}), "{-3.0, 6.0, -3.0}");
  EXPECT_EQ(Eval(Op::kSkew, Shape(real, {3, 3}), {v}), "{{0.0, -3.0, 2.0}, {3.0, 0.0, -1.0}, {-2.0, 1.0, 0.0}}");
  EXPECT_EQ(Eval(Op::kOuterProduct, Shape(real, {2, 3}), {Vector({1, 2}), v}), "{{1.0, 2.0, 3.0}, {2.0, 4.0, 6.0}}");
  EXPECT_EQ(Eval(Op::kIdentity, Shape(integer, {2, 2}), {I(2)}), "{{1, 0}, {0, 1}}");
  EXPECT_EQ(Eval(Op::kDiagonal, Shape(real, {2, 2}), {Vector({5, 6})}), "{{5.0, 0.0}, {0.0, 6.0}}");
  EXPECT_EQ(Eval(Op::kLinspace, Shape(real, {3}), {R(0), R(1), I(3)}), "{0.0, 0.5, 1.0}");
  EXPECT_EQ(Eval(Op::kFill, Shape(real, {2, 1}), {R(7), I(2), I(1)}), "{{7.0}, {7.0}}");
  EXPECT_EQ(Eval(Op::kFill, Shape(real, {0, 3}), {R(7), I(0), I(3)}), "{}");
  EXPECT_EQ(Eval(Op::kFill, Shape(real, {2}), {R(7), I(-1)}), "error: an array cannot have the size -1");
  EXPECT_EQ(Eval(Op::kCat, Shape(real, {2, 3}), {I(2), A, Matrix({{8}, {9}})}), "{{1.0, 2.0, 8.0}, {3.0, 4.0, 9.0}}");
  EXPECT_EQ(Eval(Op::kCat, Shape(real, {3, 2}), {I(1), A, Matrix({{8, 9}})}), "{{1.0, 2.0}, {3.0, 4.0}, {8.0, 9.0}}");
  EXPECT_EQ(Eval(Op::kSumOf, real, {A}), "10.0");
  EXPECT_EQ(Eval(Op::kProductOf, real, {A}), "24.0");
  EXPECT_EQ(Eval(Op::kMaxOf, real, {A}), "4.0");
  EXPECT_EQ(Eval(Op::kSumOf, real, {pool.Make(Op::kArray, Shape(real, {0}), {})}), "0.0");
  EXPECT_EQ(Eval(Op::kScalarOf, real, {Matrix({{3}})}), "3.0");
  EXPECT_EQ(Eval(Op::kVectorOf, Shape(real, {2}), {Matrix({{3}, {4}})}), "{3.0, 4.0}");
  EXPECT_EQ(Eval(Op::kMatrixOf, Shape(real, {3, 1}), {v}), "{{1.0}, {2.0}, {3.0}}");
  EXPECT_EQ(Eval(Op::kPromote, Shape(real, {3, 1, 1}), {v, I(3)}), "{{{1.0}}, {{2.0}}, {{3.0}}}");
}

TEST_F(EvaluateTest, RangesAndReductions) {
  auto reals = [&](double a, double s, double b) {
    return Eval(Op::kRange, Shape(real, {kUnknownSize}), {R(a), R(s), R(b)});
  };
  EXPECT_EQ(reals(0, 0.25, 1), "{0.0, 0.25, 0.5, 0.75, 1.0}");
  EXPECT_EQ(reals(1, -0.5, 0), "{1.0, 0.5, 0.0}");
  EXPECT_EQ(reals(1, 1, 0), "{}");
  EXPECT_EQ(evaluator.Evaluate(pool.Make(Op::kRange, Shape(real, {4}), {R(0), R(0.1), R(0.3)}))->count(), 4u);
  EXPECT_EQ(Eval(Op::kRange, Shape(integer, {1}), {I(1), I(0), I(3)}), "error: the step of a range is 0");
  EXPECT_EQ(Eval(Op::kRange, Shape(integer, {kUnknownSize}), {I(5), I(-2), I(0)}), "{5, 3, 1}");

  Expr i = pool.NewIterator(names.Intern("i"), integer), j = pool.NewIterator(names.Intern("j"), integer);
  Expr r2 = Range(1, 2, Shape(integer, {2})), r3 = Range(1, 3, Shape(integer, {3}));
  Expr body = pool.Make(Op::kAdd, integer, {pool.Make(Op::kMul, integer, {I(10), i}), j});
  EXPECT_EQ(Eval(Op::kArrayFor, Shape(integer, {2, 3}), {body, i, r2, j, r3}), "{{11, 12, 13}, {21, 22, 23}}");
  EXPECT_EQ(Eval(Op::kSumFor, integer, {body, i, r2, j, r3}), "102");
  EXPECT_EQ(Eval(Op::kProductFor, integer, {i, i, r3}), "6");
  EXPECT_EQ(Eval(Op::kMaxFor, integer, {pool.Make(Op::kMod, integer, {i, I(3)}), i, r3}), "2");
  Expr none = Range(1, 0, Shape(integer, {0}));
  EXPECT_EQ(Eval(Op::kSumFor, integer, {i, i, none}), "0");
  EXPECT_EQ(Eval(Op::kArrayFor, Shape(integer, {0}), {i, i, none}), "{}");
  // The range of an inner iterator may use an outer one.
  Expr sum =
      pool.Make(Op::kSumFor, integer, {j, j, pool.Make(Op::kRange, Shape(integer, {kUnknownSize}), {I(1), I(1), i})});
  EXPECT_EQ(Eval(Op::kArrayFor, Shape(integer, {3}), {sum, i, r3}), "{1, 3, 6}");
}

TEST_F(EvaluateTest, Slices) {
  Expr A = Matrix({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(Eval(pool.Index(A, {{I(2)}})), "{4.0, 5.0, 6.0}");
  EXPECT_EQ(Eval(pool.Index(A, {{pool.Colon(), I(2)}})), "{2.0, 5.0}");
  EXPECT_EQ(Eval(pool.Index(A, {{pool.Colon(), Integers({3, 1})}})), "{{3.0, 1.0}, {6.0, 4.0}}");
  EXPECT_EQ(Eval(pool.Index(pool.Index(A, {{I(2)}}), {{Integers({3, 3})}})), "{6.0, 6.0}");
}

TEST_F(EvaluateTest, Records) {
  RecordId id =
      types.AddRecord({names.Intern("P"), {{names.Intern("x"), real}, {names.Intern("r"), Shape(real, {2})}}});
  TypeId p = types.Record(id);
  Expr one = pool.Make(Op::kRecord, p, {R(1), Vector({2, 3})});
  Expr two = pool.Make(Op::kRecord, p, {R(4), Vector({5, 6})});
  EXPECT_EQ(Eval(one), "P(x = 1.0, r = {2.0, 3.0})");
  Expr both = pool.Make(Op::kArray, types.Array(p, 2), {one, two});
  EXPECT_EQ(Eval(both), "P(x = {1.0, 4.0}, r = {{2.0, 3.0}, {5.0, 6.0}})");
  EXPECT_EQ(Eval(pool.Index(both, {{I(2)}})), "P(x = 4.0, r = {5.0, 6.0})");
  Expr field = pool.Make(Op::kField, Shape(real, {2, 2}), {both}, 1);
  EXPECT_EQ(Eval(pool.Index(field, {{I(2), I(1)}})), "5.0");
  Expr slice = pool.Make(Op::kField, Shape(real, {2}), {pool.Index(both, {{I(2)}})}, 1);
  EXPECT_EQ(Eval(slice), "{5.0, 6.0}");
}

TEST_F(EvaluateTest, SizesNeedNoValues) {
  Expr unknown = pool.Var(VarId(3), Shape(real, {4, 7}));
  EXPECT_EQ(Eval(Op::kSize, integer, {unknown, I(2)}), "7");
  EXPECT_EQ(Eval(Op::kSize, integer, {unknown, I(3)}), "error: the array has no dimension 3");
}

TEST_F(EvaluateTest, DeepAndSharedExpressions) {
  Expr deep = R(0);
  for (int i = 0; i < 200000; ++i) deep = pool.Make(Op::kAdd, real, {R(1), deep});
  EXPECT_EQ(Eval(deep), "200000.0");
  Expr shared = R(1);
  for (int i = 0; i < 60; ++i) shared = pool.Make(Op::kAdd, real, {shared, shared});
  EXPECT_EQ(evaluator.Evaluate(shared)->real(), std::ldexp(1.0, 60));
  Expr chain = R(0);
  for (int i = 0; i < 200000; ++i)
    chain = pool.Make(Op::kIf, real, {pool.Make(Op::kEqual, boolean, {I(i), I(0)}), R(5), chain});
  EXPECT_EQ(Eval(chain), "5.0");
}

TEST_F(EvaluateTest, ValuesBecomeExpressionsAndBack) {
  EnumId id = types.AddEnumeration({names.Intern("E"), {names.Intern("a"), names.Intern("b")}});
  RecordId record =
      types.AddRecord({names.Intern("P"), {{names.Intern("x"), Shape(real, {0})}, {names.Intern("s"), string}}});
  std::vector<Value> values{Value::Real(0.1, types),
                            Value::Integer(-3, types),
                            Value::Boolean(true, types),
                            Value::String("q", types),
                            Value::Enumeration(types.Enumeration(id), 2),
                            Value::RealArray({1, 2, 3, 4}, {2, 2}, types),
                            Value::RealArray({}, {0, 3}, types),
                            Value::RealArray({}, {3, 0}, types),
                            Value::Default(types.Record(record), {}, types),
                            Value::Default(types.Record(record), {2}, types)};
  for (const Value& value : values) {
    Expr e = ToExpr(value, pool);
    ASSERT_TRUE(e);
    auto back = FromExpr(e, store);
    ASSERT_TRUE(back);
    EXPECT_TRUE(Equal(value, *back)) << ValueText(value, types, names) << " became " << ValueText(*back, types, names);
  }
}

}  // namespace
}  // namespace mica
