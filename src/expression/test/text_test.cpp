#include "expression/text.h"

#include <gtest/gtest.h>

namespace mica {
namespace {

struct TextTest : testing::Test {
  NameTable names;
  Store store{names};
  ExprPool& pool = store.exprs;
  Types& types = store.types;
  TypeId real = types.real(), integer = types.integer(), boolean = types.boolean();
  TypeId vector = types.Array(real, 3);
  ReferenceNames plain;
  Expr a = pool.Scalar(ScalarId(0), real), b = pool.Scalar(ScalarId(1), real), c = pool.Scalar(ScalarId(2), real);
  Expr v = pool.Var(VarId(7), vector);

  Expr Do(Op op, std::initializer_list<Expr> args) { return pool.Make(op, pool.type(*args.begin()), args); }
  std::string Text(Expr e) { return ExprText(e, store, plain); }
};

TEST_F(TextTest, ParenthesesOnlyWhereNeeded) {
  EXPECT_EQ(Text(Do(Op::kAdd, {a, Do(Op::kMul, {b, c})})), "s0 + s1*s2");
  EXPECT_EQ(Text(Do(Op::kMul, {a, Do(Op::kAdd, {b, c})})), "s0*(s1 + s2)");
  EXPECT_EQ(Text(Do(Op::kSub, {Do(Op::kSub, {a, b}), c})), "s0 - s1 - s2");
  EXPECT_EQ(Text(Do(Op::kSub, {a, Do(Op::kSub, {b, c})})), "s0 - (s1 - s2)");
  EXPECT_EQ(Text(Do(Op::kAdd, {a, Do(Op::kAdd, {b, c})})), "s0 + (s1 + s2)");
  EXPECT_EQ(Text(Do(Op::kDiv, {a, Do(Op::kMul, {b, c})})), "s0/(s1*s2)");
  EXPECT_EQ(Text(Do(Op::kDiv, {Do(Op::kMul, {a, b}), c})), "s0*s1/s2");
  EXPECT_EQ(Text(Do(Op::kPow, {Do(Op::kPow, {a, b}), c})), "(s0^s1)^s2");
  EXPECT_EQ(Text(Do(Op::kPow, {Do(Op::kNeg, {a}), pool.Real(2)})), "(-s0)^2.0");
}

TEST_F(TextTest, SignsBelongToSums) {
  EXPECT_EQ(Text(Do(Op::kNeg, {Do(Op::kMul, {a, b})})), "-s0*s1");
  EXPECT_EQ(Text(Do(Op::kMul, {Do(Op::kNeg, {a}), b})), "(-s0)*s1");
  EXPECT_EQ(Text(Do(Op::kAdd, {Do(Op::kNeg, {a}), b})), "-s0 + s1");
  EXPECT_EQ(Text(Do(Op::kAdd, {a, pool.Real(-2)})), "s0 + (-2.0)");
  EXPECT_EQ(Text(Do(Op::kNeg, {Do(Op::kNeg, {a})})), "-(-s0)");
  EXPECT_EQ(Text(Do(Op::kPow, {pool.Real(-2), a})), "(-2.0)^s0");
}

TEST_F(TextTest, LogicRelationsAndConditions) {
  Expr less = pool.Make(Op::kLess, boolean, {a, Do(Op::kAdd, {b, c})}), p = pool.Scalar(ScalarId(3), boolean);
  EXPECT_EQ(Text(Do(Op::kNot, {less})), "not s0 < s1 + s2");
  EXPECT_EQ(Text(Do(Op::kAnd, {Do(Op::kOr, {p, less}), Do(Op::kNot, {p})})), "(s3 or s0 < s1 + s2) and not s3");
  EXPECT_EQ(Text(Do(Op::kNot, {Do(Op::kNot, {p})})), "not (not s3)");
  EXPECT_EQ(Text(pool.Make(Op::kEqual, boolean, {p, Do(Op::kNot, {p})})), "s3 == (not s3)");
  Expr choice = pool.Make(Op::kIf, real, {p, a, pool.Make(Op::kIf, real, {less, b, c})});
  EXPECT_EQ(Text(choice), "if s3 then s0 elseif s0 < s1 + s2 then s1 else s2");
  EXPECT_EQ(Text(Do(Op::kAdd, {choice, a})), "(if s3 then s0 elseif s0 < s1 + s2 then s1 else s2) + s0");
}

TEST_F(TextTest, LiteralsAreExact) {
  EXPECT_EQ(RealText(1), "1.0");
  EXPECT_EQ(RealText(0.1), "0.1");
  EXPECT_EQ(RealText(1e300), "1e+300");
  EXPECT_EQ(std::stod(RealText(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(Text(pool.String("say \"a\\b\"\n")), R"("say \"a\\b\"\n")");
  EXPECT_EQ(Text(pool.Make(Op::kToReal, real, {pool.Integer(3)})), "3.0");
  EnumId e = types.AddEnumeration({names.Intern("P.E"), {names.Intern("one"), names.Intern("two")}});
  EXPECT_EQ(Text(pool.EnumLiteral(types.Enumeration(e), 2)), "P.E.two");
}

TEST_F(TextTest, Arrays) {
  Expr i = pool.NewIterator(names.Intern("i"), integer), j = pool.NewIterator(names.Intern("j"), integer);
  Expr range = pool.Make(Op::kRange, types.Array(integer, 3), {pool.Integer(1), pool.Integer(1), pool.Integer(3)});
  TypeId matrix = types.Array(vector, 3);
  EXPECT_EQ(Text(pool.Make(Op::kArrayFor, matrix, {a, i, range, j, range})), "{s0 for j in 1:3, i in 1:3}");
  EXPECT_EQ(Text(pool.Make(Op::kSumFor, real, {pool.Index(v, {{i}}), i, range})), "sum(v7[i] for i in 1:3)");
  EXPECT_EQ(Text(pool.Make(Op::kMul, vector, {v, v})), "v7 .* v7");
  EXPECT_EQ(Text(pool.Make(Op::kMul, vector, {a, v})), "s0*v7");
  EXPECT_EQ(Text(pool.Make(Op::kAdd, vector, {v, a})), "v7 .+ s0");
  EXPECT_EQ(Text(pool.Make(Op::kDiv, vector, {pool.Integer(2), v})), "2 ./ v7");
  EXPECT_EQ(Text(pool.Make(Op::kMatMul, real, {v, v})), "v7*v7");
  EXPECT_EQ(Text(pool.Index(pool.Make(Op::kAdd, vector, {v, v}), {{i}})), "(v7 + v7)[i]");
  EXPECT_EQ(Text(pool.Make(Op::kArray, types.Array(real, std::vector<std::int32_t>{0, 3}), {})), "fill(0.0, 0, 3)");
}

TEST_F(TextTest, SubscriptsStandWhereTheyBelong) {
  struct Names : ReferenceNames {
    std::string Reference(VarId, std::span<const std::string> s) const override {
      return "a.b[" + s[0] + "].c[" + s[1] + "]";
    }
  } path;
  Expr m = pool.Var(VarId(0), types.Array(vector, 2));
  EXPECT_EQ(ExprText(pool.Index(m, {{pool.Integer(2), pool.Colon()}}), store, path), "a.b[2].c[:]");

  RecordId point = types.AddRecord({names.Intern("Point"), {{names.Intern("r"), vector}}});
  Function function;
  function.name = names.Intern("f");
  function.variables.push_back({names.Intern("p"), FunctionRole::kInput, types.Array(types.Record(point), 4)});
  Expr p = pool.Local(0, function.variables[0].type);
  Expr field = pool.Make(Op::kField, types.Array(vector, 4), {p});
  FunctionNames local(function, names);
  EXPECT_EQ(ExprText(pool.Index(field, {{pool.Integer(1), pool.Integer(2)}}), store, local), "p[1].r[2]");
}

TEST_F(TextTest, FunctionsAndStatements) {
  Function f;
  f.name = names.Intern("P.f");
  TypeId unknown = types.Array(real, kUnknownSize);
  f.variables.push_back({names.Intern("x"), FunctionRole::kInput, unknown, {pool.Colon()}});
  Expr x = pool.Local(0, unknown), y = pool.Local(1, real);
  f.variables.push_back({names.Intern("y"), FunctionRole::kOutput, real, {}, pool.Real(0)});
  Expr size = pool.Make(Op::kSize, integer, {x, pool.Integer(1)});
  f.variables.push_back({names.Intern("n"), FunctionRole::kProtected, integer, {}, size});
  f.input_count = f.output_count = 1;
  Expr i = pool.NewIterator(names.Intern("i"), integer);
  Statement loop, add, check;
  loop.kind = Statement::Kind::kFor;
  loop.iterator = i;
  loop.value = pool.Make(Op::kRange, unknown, {pool.Integer(1), pool.Integer(1), pool.Local(2, integer)});
  add.targets = {y};
  add.value = pool.Make(Op::kAdd, real, {y, pool.Index(x, {{i}})});
  check.kind = Statement::Kind::kIf;
  Statement stop;
  stop.kind = Statement::Kind::kReturn;
  check.branches = {{pool.Make(Op::kGreater, boolean, {y, pool.Real(10)}), {stop}}, {Expr(), {add}}};
  loop.branches = {{Expr(), {add, check}}};
  f.body = {loop};
  f.smooth_order = 1;
  FunctionId id = store.functions.Add(f);
  EXPECT_EQ(FunctionText(id, store), R"(function P.f
  input Real x[:];
  output Real y := 0.0;
protected
  Integer n := size(x, 1);
algorithm
  for i in 1:n loop
    y := y + x[i];
    if y > 10.0 then
      return;
    else
      y := y + x[i];
    end if;
  end for;
  annotation(smoothOrder = 1);
end P.f;
)");
}

TEST_F(TextTest, DeepAndSharedExpressions) {
  Expr deep = a;
  for (int i = 0; i < 200000; ++i) deep = Do(Op::kSub, {b, deep});
  EXPECT_EQ(Text(deep).substr(0, 18), "s1 - (s1 - (s1 - (");
  Expr shared = a;
  for (int i = 0; i < 100; ++i) shared = Do(Op::kAdd, {shared, shared});
  EXPECT_LT(ExprText(shared, store, plain, 1000).size(), 1100u);
}

}  // namespace
}  // namespace mica
