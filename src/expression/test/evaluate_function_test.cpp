// The interpreter on functions and statements.
#include <gtest/gtest.h>

#include "expression/evaluate.h"

namespace mica {
namespace {

using Kind = Statement::Kind;

struct FunctionTest : testing::Test {
  NameTable names;
  Store store{names};
  ExprPool& pool = store.exprs;
  Types& types = store.types;
  TypeId real = types.real(), integer = types.integer(), boolean = types.boolean();
  TypeId any = types.Array(real, kUnknownSize);
  Environment environment;
  EvaluationLimits limits{.steps = 2'000'000};
  Evaluator evaluator{store, environment, limits};
  Function f;

  Expr Add(std::string_view name, FunctionRole role, TypeId type, std::vector<Expr> sizes = {}, Expr binding = {}) {
    f.variables.push_back({names.Intern(name), role, type, std::move(sizes), binding});
    f.input_count += role == FunctionRole::kInput;
    f.output_count += role == FunctionRole::kOutput;
    return pool.Local(f.variables.size() - 1, type);
  }
  Expr Input(std::string_view name, TypeId type, Expr binding = {}) {
    return Add(name, FunctionRole::kInput, type, {}, binding);
  }
  Expr Output(std::string_view name, TypeId type, Expr binding = {}) {
    return Add(name, FunctionRole::kOutput, type, {}, binding);
  }
  FunctionId Done(std::vector<Statement> body) {
    f.name = names.Intern("f");
    f.body = std::move(body);
    FunctionId id = store.functions.Add(std::move(f));
    f = {};
    return id;
  }
  static Statement Assign(Expr target, Expr value) {
    Statement s;
    s.targets = {target};
    s.value = value;
    return s;
  }
  static Statement If(Expr condition, std::vector<Statement> then, std::vector<Statement> otherwise = {}) {
    Statement s;
    s.kind = Kind::kIf;
    s.branches.push_back({condition, std::move(then)});
    if (!otherwise.empty()) s.branches.push_back({Expr(), std::move(otherwise)});
    return s;
  }
  static Statement While(Expr condition, std::vector<Statement> body) {
    Statement s;
    s.kind = Kind::kWhile;
    s.branches.push_back({condition, std::move(body)});
    return s;
  }
  static Statement For(Expr iterator, Expr range, std::vector<Statement> body) {
    Statement s;
    s.kind = Kind::kFor;
    s.iterator = iterator;
    s.value = range;
    s.branches.push_back({Expr(), std::move(body)});
    return s;
  }
  static Statement Simple(Kind kind) {
    Statement s;
    s.kind = kind;
    return s;
  }
  Expr Do(Op op, TypeId type, std::initializer_list<Expr> args) { return pool.Make(op, type, args); }
  Expr I(std::int64_t v) { return pool.Integer(v); }
  Expr Upto(Expr n) { return Do(Op::kRange, types.Array(integer, kUnknownSize), {I(1), I(1), n}); }
  Value Int(std::int64_t v) { return Value::Integer(v, types); }
  std::string Call(FunctionId id, std::vector<Value> inputs) {
    auto outputs = evaluator.Call(id, std::move(inputs));
    if (!outputs) return "error: " + evaluator.error().message;
    std::string text;
    for (const Value& v : *outputs) text += (text.empty() ? "" : "; ") + ValueText(v, types, names);
    return text;
  }
};

TEST_F(FunctionTest, Recursion) {
  Expr n = Input("n", integer), y = Output("y", integer);
  FunctionId id(store.functions.size());
  auto fib = [&](int k) { return pool.Make(Op::kCall, integer, {Do(Op::kSub, integer, {n, I(k)})}, id.index()); };
  Done({If(Do(Op::kLess, boolean, {n, I(2)}), {Assign(y, n)}, {Assign(y, Do(Op::kAdd, integer, {fib(1), fib(2)}))})});
  EXPECT_EQ(Call(id, {Int(20)}), "6765");
}

TEST_F(FunctionTest, EndlessRecursionAndLoopsAreErrors) {
  Expr n = Input("n", integer), y = Output("y", integer);
  FunctionId id(store.functions.size());
  Done({Assign(y, pool.Make(Op::kCall, integer, {Do(Op::kAdd, integer, {n, I(1)})}, id.index()))});
  EXPECT_NE(Call(id, {Int(0)}).find("too deep"), std::string::npos);
  EXPECT_EQ(evaluator.error().kind, EvaluationError::Kind::kLimit);

  n = Input("n", integer), y = Output("y", integer);
  FunctionId loop = Done({While(pool.Boolean(true), {Assign(y, n)})});
  EXPECT_EQ(Call(loop, {Int(0)}), "error: the evaluation was given up after 2000000 steps");
}

TEST_F(FunctionTest, LoopsBreakAndReturn) {
  Expr n = Input("n", integer), y = Output("y", integer, I(0));
  Expr i = pool.NewIterator(names.Intern("i"), integer), j = pool.NewIterator(names.Intern("j"), integer);
  // Sums j over 1..i, leaving the inner loop at 3; returns when the sum passes 10.
  FunctionId id = Done({For(i, Upto(n),
                            {For(j, Upto(i),
                                 {If(Do(Op::kGreater, boolean, {j, I(3)}), {Simple(Kind::kBreak)}),
                                  Assign(y, Do(Op::kAdd, integer, {y, j}))}),
                             If(Do(Op::kGreater, boolean, {y, I(10)}), {Simple(Kind::kReturn)})})});
  EXPECT_EQ(Call(id, {Int(2)}), "4");
  EXPECT_EQ(Call(id, {Int(3)}), "10");
  EXPECT_EQ(Call(id, {Int(9)}), "16");
}

TEST_F(FunctionTest, WhileWithSeveralOutputs) {
  Expr a = Input("a", integer), b = Input("b", integer), q = Output("q", integer), r = Output("r", integer, a);
  FunctionId id = Done({While(Do(Op::kGreaterEqual, boolean, {r, b}), {Assign(r, Do(Op::kSub, integer, {r, b})),
                                                                       Assign(q, Do(Op::kAdd, integer, {q, I(1)}))})});
  EXPECT_EQ(Call(id, {Int(17), Int(5)}), "3; 2");
  // Of a tuple: items, and assignment with one left out.
  std::vector<TypeId> parts{integer, integer};
  Expr call = pool.Make(Op::kCall, types.Tuple(parts), {I(17), I(5)}, id.index());
  EXPECT_EQ(evaluator.Evaluate(pool.Make(Op::kTupleItem, integer, {call}, 1))->integer(), 2);
  Expr y = Output("y", integer);
  Statement tuple = Simple(Kind::kTupleAssign);
  tuple.targets = {Expr(), y};
  tuple.value = call;
  EXPECT_EQ(Call(Done({tuple}), {}), "2");
}

TEST_F(FunctionTest, SizesFromInputsInAnyOrder) {
  Expr x = Input("x", any);
  f.variables.back().sizes = {pool.Colon()};
  Expr m = pool.Local(2, integer);  // declared after the array that it sizes
  Expr y = Add("y", FunctionRole::kOutput, any, {m});
  Add("m", FunctionRole::kProtected, integer, {}, Do(Op::kSize, integer, {x, I(1)}));
  Expr i = pool.NewIterator(names.Intern("i"), integer);
  Expr from_end = Do(Op::kAdd, integer, {Do(Op::kSub, integer, {m, i}), I(1)});
  FunctionId id = Done({For(i, Upto(m), {Assign(pool.Index(y, {{i}}), pool.Index(x, {{from_end}}))})});
  EXPECT_EQ(Call(id, {Value::RealArray({1, 2, 3}, {3}, types)}), "{3.0, 2.0, 1.0}");
  EXPECT_EQ(Call(id, {Value::RealArray({}, {0}, types)}), "{}");
}

TEST_F(FunctionTest, ColonSizesFollowTheAssignment) {
  Expr n = Input("n", integer);
  Expr y = Add("y", FunctionRole::kOutput, any, {pool.Colon()});
  FunctionId id = Done(
      {Assign(y, pool.Make(Op::kFill, any, {pool.Real(1), n})), Assign(y, pool.Make(Op::kCat, any, {I(1), y, y}))});
  EXPECT_EQ(Call(id, {Int(2)}), "{1.0, 1.0, 1.0, 1.0}");

  n = Input("n", integer);
  y = Add("y", FunctionRole::kOutput, any, {n});
  id = Done({Assign(y, pool.Make(Op::kFill, any, {pool.Real(1), I(3)}))});
  EXPECT_EQ(Call(id, {Int(3)}), "{1.0, 1.0, 1.0}");
  EXPECT_EQ(Call(id, {Int(2)}), "error: sizes differ in an assignment: [2] and [3]");
}

TEST_F(FunctionTest, RecordsAndSlicesAsTargets) {
  RecordId point =
      types.AddRecord({names.Intern("P"), {{names.Intern("r"), types.Array(real, 2)}, {names.Intern("k"), integer}}});
  TypeId points = types.Array(types.Record(point), 2);
  Expr p = Output("p", points);
  Expr r = pool.Make(Op::kField, types.Array(types.Array(real, 2), 2), {p}, 0);
  Expr second = pool.Index(p, {{I(2)}});
  Expr k = pool.Make(Op::kField, integer, {second}, 1);
  FunctionId id = Done({Assign(pool.Index(r, {{I(1), I(2)}}), pool.Real(5)), Assign(k, I(7)),
                        Assign(pool.Index(r, {{pool.Colon(), I(1)}}),
                               pool.Make(Op::kFill, types.Array(real, 2), {pool.Real(9), I(2)}))});
  EXPECT_EQ(Call(id, {}), "P(r = {{9.0, 5.0}, {9.0, 0.0}}, k = {0, 7})");
}

TEST_F(FunctionTest, AssertionsCarryTheirMessage) {
  EnumId level =
      types.AddEnumeration({names.Intern("AssertionLevel"), {names.Intern("warning"), names.Intern("error")}});
  auto make = [&](int which) {
    Expr x = Input("x", real), y = Output("y", real, x);
    (void)y;
    Statement s = Simple(Kind::kAssert);
    s.targets = {Do(Op::kGreater, boolean, {x, pool.Real(0)}), pool.String("x must be positive"),
                 pool.EnumLiteral(types.Enumeration(level), which)};
    s.span = {FileId(0), 10, 20};
    return Done({s});
  };
  FunctionId error = make(2), warning = make(1);
  EXPECT_EQ(Call(error, {Value::Real(1, types)}), "1.0");
  EXPECT_EQ(Call(error, {Value::Real(-1, types)}), "error: x must be positive");
  EXPECT_EQ(evaluator.error().span.begin, 10u);
  EXPECT_EQ(evaluator.error().function, error);
  EXPECT_EQ(Call(warning, {Value::Real(-1, types)}), "-1.0");
  ASSERT_EQ(evaluator.warnings().size(), 1u);
  EXPECT_EQ(evaluator.warnings()[0].message, "x must be positive");
}

TEST_F(FunctionTest, FunctionsAsArguments) {
  Expr a = Input("a", real), x = Input("x", real), y = Output("y", real);
  FunctionId scale = Done({Assign(y, Do(Op::kMul, real, {a, x}))});
  std::vector<TypeId> one{real};
  TypeId type = types.Function(one, one);
  Expr g = Input("g", type), u = Input("u", real);
  y = Output("y", real);
  Expr once = pool.Make(Op::kCallValue, real, {g, u});
  FunctionId twice = Done({Assign(y, pool.Make(Op::kCallValue, real, {g, once}))});
  Expr bound = pool.Make(Op::kPartial, type, {I(0), pool.Real(3)}, scale.index());
  Expr call = pool.Make(Op::kCall, real, {bound, pool.Real(2)}, twice.index());
  EXPECT_EQ(evaluator.Evaluate(call)->real(), 18);
}

TEST_F(FunctionTest, DefaultsAndBuiltinAndExternal) {
  Expr a = Input("a", real), b = Input("b", real, Do(Op::kMul, real, {pool.Real(2), a})), y = Output("y", real);
  FunctionId id = Done({Assign(y, Do(Op::kAdd, real, {a, b}))});
  EXPECT_EQ(Call(id, {Value::Real(5, types)}), "15.0");
  EXPECT_EQ(Call(id, {Int(5), Int(1)}), "6.0");

  a = Input("u", real), y = Output("y", real);
  f.is_external = true;
  f.external = {"builtin", "cos", y, {a}};
  EXPECT_EQ(Call(Done({}), {Value::Real(0, types)}), "1.0");

  a = Input("u", real), y = Output("y", real);
  f.is_external = true;
  f.external = {"C", "my_function", y, {a}};
  EXPECT_EQ(Call(Done({}), {Value::Real(0, types)}), "error: f: external functions cannot be called here");
}

TEST_F(FunctionTest, RecordConstructor) {
  RecordId complex = types.AddRecord({names.Intern("C"), {{names.Intern("re"), real}, {names.Intern("im"), real}}});
  Input("re", real);
  Input("im", real, pool.Real(0));
  Output("result", types.Record(complex));
  f.is_record_constructor = true;
  EXPECT_EQ(Call(Done({}), {Int(3)}), "C(re = 3.0, im = 0.0)");
}

}  // namespace
}  // namespace mica
