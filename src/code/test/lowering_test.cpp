// Lowering of single operators and of functions, against the interpreter and against values worked out by hand.
#include "code/lower/lower_model.h"

#include <cmath>
#include <random>

#include "code/foreign/external_caller.h"
#include "code/test/model_harness.h"
#include "expression/evaluate.h"

namespace mica::code {
namespace {

using structure::Step;

class LoweringTest : public testing::Test {
 protected:
  void CompileModel() {
    auto result = Compile(maker.model, maker.store, TestOptions(), sink);
    ASSERT_TRUE(result.ok()) << Messages(sink);
    compiled = std::make_unique<CompiledModel>(std::move(*result));
    runner = std::make_unique<Runner>(compiled->code());
  }
  double at(Expr scalar) { return runner->m.reals[maker.slot(scalar)]; }
  void set(Expr scalar, double value) { runner->m.reals[maker.slot(scalar)] = value; }
  FunctionVariable Var(const char* name, FunctionRole role, TypeId type, std::vector<Expr> sizes = {}) {
    FunctionVariable v;
    v.name = maker.names.Intern(name);
    v.role = role;
    v.type = type;
    v.sizes = std::move(sizes);
    return v;
  }
  static Statement AssignTo(Expr target, Expr value) {
    Statement s;
    s.targets = {target};
    s.value = value;
    return s;
  }

  ModelMaker maker;
  ExprPool& pool = maker.store.exprs;
  Types& types = maker.store.types;
  DiagnosticSink sink;
  std::unique_ptr<CompiledModel> compiled;
  std::unique_ptr<Runner> runner;
};

class Scalars : public Environment {
 public:
  const Value* Scalar(ScalarId id) override { return &values[id.index()]; }
  std::optional<double> Time() override { return 1.25; }
  std::map<std::uint32_t, Value> values;
};

TEST_F(LoweringTest, EveryScalarOperator) {
  TypeId real = types.real(), integer = types.integer(), boolean = types.boolean(), string = types.string();
  Expr a = maker.Real("a"), b = maker.Real("b"), i = maker.Scalar("i", integer), j = maker.Scalar("j", integer);
  Expr p = maker.Scalar("p", boolean), q = maker.Scalar("q", boolean);
  EnumId colours =
      types.AddEnumeration({maker.names.Intern("Colour"),
                            {maker.names.Intern("red"), maker.names.Intern("green"), maker.names.Intern("blue")}});
  TypeId colour = types.Enumeration(colours);
  Expr c = maker.Scalar("c", colour);
  std::vector<Expr> wanted;
  for (Op op : {Op::kSin, Op::kCos, Op::kTan, Op::kAtan, Op::kSinh, Op::kCosh, Op::kTanh, Op::kExp, Op::kAbs, Op::kNeg,
                Op::kFloor, Op::kCeil})
    wanted.push_back(pool.Make(op, real, {a}));
  for (Op op : {Op::kAsin, Op::kAcos}) wanted.push_back(pool.Make(op, real, {pool.Make(Op::kSin, real, {a})}));
  Expr positive = pool.Make(Op::kAdd, real, {pool.Make(Op::kAbs, real, {a}), maker.Num(0.5)});
  for (Op op : {Op::kLog, Op::kLog10, Op::kSqrt}) wanted.push_back(pool.Make(op, real, {positive}));
  for (Op op :
       {Op::kAdd, Op::kSub, Op::kMul, Op::kDiv, Op::kMin, Op::kMax, Op::kAtan2, Op::kDivide, Op::kMod, Op::kRem}) {
    wanted.push_back(pool.Make(op, real, {a, b}));
    if (op != Op::kDiv && op != Op::kAtan2) wanted.push_back(pool.Make(op, integer, {i, j}));
  }
  for (int n : {0, 1, 2, 3, 7, -1, -2}) wanted.push_back(pool.Make(Op::kPow, real, {positive, pool.Integer(n)}));
  wanted.push_back(pool.Make(Op::kPow, real, {positive, b}));
  wanted.push_back(pool.Make(Op::kPow, real, {positive, maker.Num(0.5)}));
  wanted.push_back(pool.Make(Op::kPow, real, {positive, pool.Make(Op::kToReal, real, {i})}));
  wanted.push_back(pool.Make(Op::kSign, integer, {a}));
  wanted.push_back(pool.Make(Op::kSign, integer, {i}));
  wanted.push_back(pool.Make(Op::kAbs, integer, {i}));
  wanted.push_back(pool.Make(Op::kIntegerOf, integer, {a}));
  wanted.push_back(pool.Make(Op::kSemiLinear, real, {a, b, positive}));
  wanted.push_back(pool.Make(Op::kOrdinal, integer, {c}));
  wanted.push_back(pool.Make(Op::kEnumValue, colour, {pool.Integer(2)}));
  wanted.push_back(pool.Make(Op::kNoEvent, real, {a}));
  wanted.push_back(pool.Make(Op::kSmooth, real, {pool.Integer(0), b}));
  wanted.push_back(pool.Time());
  for (Op op : {Op::kLess, Op::kLessEqual, Op::kGreater, Op::kGreaterEqual, Op::kEqual, Op::kNotEqual}) {
    wanted.push_back(pool.Make(op, boolean, {a, b}));
    wanted.push_back(pool.Make(op, boolean, {i, j}));
    wanted.push_back(pool.Make(op, boolean, {p, q}));
    wanted.push_back(pool.Make(op, boolean, {c, pool.EnumLiteral(colour, 2)}));
    wanted.push_back(pool.Make(op, boolean, {pool.Make(Op::kStringOf, string, {i}), pool.String("2")}));
  }
  for (Op op : {Op::kAnd, Op::kOr}) wanted.push_back(pool.Make(op, boolean, {p, q}));
  wanted.push_back(pool.Make(Op::kNot, boolean, {p}));
  wanted.push_back(pool.Make(Op::kIf, real, {p, a, pool.Make(Op::kSqrt, real, {positive})}));
  std::vector<Expr> texts{pool.Make(Op::kStringOf, string, {a}),
                          pool.Make(Op::kStringOf, string, {c}),
                          pool.Make(Op::kStringOf, string, {p}),
                          pool.Make(Op::kStringOf, string, {i, pool.Integer(8), pool.Boolean(false)}),
                          pool.Make(Op::kStringOf, string, {b, pool.Integer(12), pool.Boolean(true), pool.Integer(3)}),
                          pool.Make(Op::kStringOf, string, {a, pool.String("10.4f")}, 1),
                          pool.Make(Op::kStringOf, string, {i, pool.String("05d")}, 1)};
  std::vector<Expr> results;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    results.push_back(maker.Scalar("r" + std::to_string(k), pool.type(wanted[k])));
    maker.model.dynamics.push_back(maker.Assign(results[k], wanted[k]));
  }
  std::vector<Expr> strings;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    strings.push_back(maker.Scalar("s" + std::to_string(k), string, structure::ScalarKind::kDiscrete));
    maker.model.dynamics.push_back(maker.Assign(strings[k], texts[k]));
  }
  CompileModel();
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    double x = std::uniform_real_distribution<double>(-3, 3)(random),
           y = round == 0 ? x : std::uniform_real_distribution<double>(-3, 3)(random);
    std::int64_t m = static_cast<std::int64_t>(random() % 11) - 5, n = static_cast<std::int64_t>(random() % 4) + 1;
    if (random() % 2) n = -n;
    Scalars scalars;
    auto give = [&](Expr scalar, Value value) {
      set(scalar, value.real());
      scalars.values[pool.scalar(scalar).index()] = std::move(value);
    };
    give(a, Value::Real(x, types));
    give(b, Value::Real(y, types));
    give(i, Value::Integer(m, types));
    give(j, Value::Integer(n, types));
    give(p, Value::Boolean(random() % 2, types));
    give(q, Value::Boolean(random() % 2, types));
    give(c, Value::Enumeration(colour, 1 + static_cast<int>(random() % 3)));
    runner->m.time = 1.25;
    ASSERT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      Evaluator evaluator(maker.store, scalars);
      auto value = evaluator.Evaluate(wanted[k]);
      ASSERT_TRUE(value) << evaluator.error().message;
      EXPECT_NEAR(at(results[k]), value->real(), 1e-12 * std::max(1.0, std::abs(value->real())))
          << OpName(pool.op(wanted[k])) << " a=" << x << " b=" << y << " i=" << m << " j=" << n;
    }
    for (std::size_t k = 0; k < texts.size(); ++k) {
      Evaluator evaluator(maker.store, scalars);
      auto value = evaluator.Evaluate(texts[k]);
      ASSERT_TRUE(value) << evaluator.error().message;
      EXPECT_EQ(runner->m.strings[maker.slot(strings[k])], value->string());
    }
  }
}

// f(n) = if n <= 1 then 1 else n * f(n - 1), with records in and out: recursion, fields.
TEST_F(LoweringTest, RecursionAndRecords) {
  TypeId record = types.Record(types.AddRecord(
      {maker.names.Intern("R"),
       {{maker.names.Intern("n"), types.integer()}, {maker.names.Intern("v"), types.Array(types.real(), 2)}}}));
  Function f;
  f.name = maker.names.Intern("f");
  f.variables = {Var("r", FunctionRole::kInput, record), Var("y", FunctionRole::kOutput, record)};
  f.input_count = f.output_count = 1;
  FunctionId id = maker.store.functions.Add(f);
  Expr r = pool.Local(0, record), y = pool.Local(1, record);
  auto field = [&](Expr of, std::size_t k) {
    return pool.Make(Op::kField, k == 0 ? types.integer() : types.Array(types.real(), 2), {of}, k);
  };
  Expr smaller = pool.Make(Op::kRecord, record,
                           {pool.Make(Op::kSub, types.integer(), {field(r, 0), pool.Integer(1)}), field(r, 1)});
  Expr deeper = pool.Make(Op::kCall, record, {smaller}, id.index());
  Statement branch;
  branch.kind = Statement::Kind::kIf;
  Expr sub[] = {pool.Integer(2)};
  branch.branches.push_back({pool.Make(Op::kLessEqual, types.boolean(), {field(r, 0), pool.Integer(1)}),
                             {AssignTo(y, r), AssignTo(field(y, 0), pool.Integer(1))}});
  branch.branches.push_back(
      {Expr(),
       {AssignTo(y, deeper), AssignTo(field(y, 0), pool.Make(Op::kMul, types.integer(), {field(y, 0), field(r, 0)})),
        AssignTo(pool.Index(field(y, 1), sub),
                 pool.Make(Op::kAdd, types.real(), {pool.Index(field(y, 1), sub), maker.Num(1)}))}});
  maker.store.functions[id].body = {branch};
  Expr n = maker.Scalar("n", types.integer()), v1 = maker.Real("v1"), v2 = maker.Real("v2");
  Expr on = maker.Scalar("on", types.integer()), w1 = maker.Real("w1"), w2 = maker.Real("w2");
  Step call;
  call.kind = Step::Kind::kCall;
  call.value = pool.Make(
      Op::kCall, record,
      {pool.Make(Op::kRecord, record, {n, pool.Make(Op::kArray, types.Array(types.real(), 2), {v1, v2})})}, id.index());
  call.targets = {pool.scalar(on), pool.scalar(w1), pool.scalar(w2)};
  call.for_derivatives = true;
  maker.model.dynamics = {call};
  CompileModel();
  set(n, 5);
  set(v1, 0.5);
  set(v2, 10);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(on), 120);
  EXPECT_EQ(at(w1), 0.5);
  EXPECT_EQ(at(w2), 14);
}

// quadrature(x1, x2, f) with f a function of one input: passed whole, and with an input bound.
TEST_F(LoweringTest, FunctionsAsArguments) {
  TypeId real = types.real();
  TypeId one[] = {real};
  TypeId integrand = types.Function(one, one);
  Function scaled;  // y = a * x + b, called with a bound
  scaled.name = maker.names.Intern("scaled");
  scaled.variables = {Var("a", FunctionRole::kInput, real), Var("x", FunctionRole::kInput, real),
                      Var("y", FunctionRole::kOutput, real)};
  scaled.input_count = 2;
  scaled.output_count = 1;
  scaled.body = {AssignTo(pool.Local(2, real), pool.Make(Op::kMul, real, {pool.Local(0, real), pool.Local(1, real)}))};
  FunctionId scaled_id = maker.store.functions.Add(scaled);
  Function quadrature;
  quadrature.name = maker.names.Intern("quadrature");
  quadrature.variables = {Var("x1", FunctionRole::kInput, real), Var("x2", FunctionRole::kInput, real),
                          Var("f", FunctionRole::kInput, integrand), Var("y", FunctionRole::kOutput, real)};
  quadrature.input_count = 3;
  quadrature.output_count = 1;
  auto value = [&](std::size_t at) {
    return pool.Make(Op::kCallValue, real, {pool.Local(2, integrand), pool.Local(at, real)});
  };
  Expr width = pool.Make(Op::kSub, real, {pool.Local(1, real), pool.Local(0, real)});
  quadrature.body = {AssignTo(pool.Local(3, real),
                              pool.Make(Op::kMul, real, {width, pool.Make(Op::kAdd, real, {value(0), value(1)})}))};
  FunctionId quadrature_id = maker.store.functions.Add(quadrature);
  Expr k = maker.Real("k"), y = maker.Real("y");
  Expr bound = pool.Make(Op::kPartial, integrand, {pool.Integer(0), k}, scaled_id.index());
  maker.model.dynamics = {
      maker.Assign(y, pool.Make(Op::kCall, real, {maker.Num(1), maker.Num(3), bound}, quadrature_id.index()))};
  CompileModel();
  set(k, 5);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 2 * (5 + 15));
}

// A loop of many rounds that calls a function with arrays does not pile up memory.
TEST_F(LoweringTest, LoopsGiveScratchMemoryBack) {
  TypeId real = types.real(), open = types.Array(real, kUnknownSize);
  Function twice;
  twice.name = maker.names.Intern("twice");
  twice.variables = {Var("v", FunctionRole::kInput, open, {pool.Colon()}), Var("w", FunctionRole::kOutput, open)};
  twice.variables[1].sizes = {pool.Make(Op::kSize, types.integer(), {pool.Local(0, open), pool.Integer(1)})};
  twice.input_count = twice.output_count = 1;
  twice.body = {AssignTo(pool.Local(1, open), pool.Make(Op::kMul, open, {maker.Num(2), pool.Local(0, open)}))};
  FunctionId twice_id = maker.store.functions.Add(twice);
  Function loop;
  loop.name = maker.names.Intern("loop");
  loop.variables = {Var("v", FunctionRole::kInput, open, {pool.Colon()}), Var("y", FunctionRole::kOutput, real)};
  loop.input_count = loop.output_count = 1;
  loop.variables[1].binding = maker.Num(0);
  Expr y = pool.Local(1, real);
  Statement each;
  each.kind = Statement::Kind::kFor;
  each.iterator = pool.NewIterator(maker.names.Intern("i"), types.integer());
  each.value = pool.Make(Op::kRange, types.Array(types.integer(), 20000),
                         {pool.Integer(1), pool.Integer(1), pool.Integer(20000)});
  Expr inner = pool.Make(Op::kCall, open, {pool.Local(0, open)}, twice_id.index());
  each.branches.push_back(
      {Expr(), {AssignTo(y, pool.Make(Op::kAdd, real, {y, pool.Make(Op::kSumOf, real, {inner})}))}});
  loop.body = {each};
  FunctionId loop_id = maker.store.functions.Add(loop);
  std::vector<Expr> v;
  for (int i = 0; i < 3; ++i) v.push_back(maker.Real("v" + std::to_string(i)));
  Expr result = maker.Real("result");
  Expr vector = pool.Make(Op::kArray, types.Array(real, 3), v);
  maker.model.dynamics = {maker.Assign(result, pool.Make(Op::kCall, real, {vector}, loop_id.index()))};
  CompileModel();
  for (Expr e : v) set(e, 1);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(result), 20000 * 6);
  EXPECT_LT(runner->most_used, 100u);
}

TEST_F(LoweringTest, SubscriptsAreChecked) {
  TypeId real = types.real();
  std::vector<Expr> v;
  for (int i = 0; i < 3; ++i) v.push_back(maker.Real("v" + std::to_string(i)));
  Expr n = maker.Scalar("n", types.integer()), y = maker.Real("y");
  Expr sub[] = {n};
  maker.model.dynamics = {maker.Assign(y, pool.Index(pool.Make(Op::kArray, types.Array(real, 3), v), sub))};
  CompileModel();
  set(v[1], 8);
  set(n, 2);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 8);
  for (double outside : {0.0, 4.0, -7.0}) {
    set(n, outside);
    EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_FAILED);
  }
  EXPECT_EQ(runner->reports[1].message, "subscript 4 is outside 1:3");
}

// An algorithm of the model: for i in 1:3 loop if x[i] > m then m := x[i]; k := i; end if; end for; x[k] := 0;
TEST_F(LoweringTest, AlgorithmOfAModel) {
  TypeId real = types.real();
  std::vector<Expr> x, z;
  for (int i = 0; i < 3; ++i) x.push_back(maker.Real("x" + std::to_string(i)));
  for (int i = 0; i < 3; ++i) z.push_back(maker.Real("z" + std::to_string(i)));
  Expr m = maker.Real("m"), k = maker.Scalar("k", types.integer());
  maker[m].start = maker.Num(-100);
  Expr xs = pool.Make(Op::kArray, types.Array(real, 3), x), zs = pool.Make(Op::kArray, types.Array(real, 3), z);
  Expr i = pool.NewIterator(maker.names.Intern("i"), types.integer());
  Expr at_i[] = {i}, at_k[] = {k};
  Statement larger, loop;
  larger.kind = Statement::Kind::kIf;
  larger.branches.push_back(
      {maker.Op2(Op::kGreater, pool.Index(xs, at_i), m), {AssignTo(m, pool.Index(xs, at_i)), AssignTo(k, i)}});
  loop.kind = Statement::Kind::kFor;
  loop.iterator = i;
  loop.value =
      pool.Make(Op::kRange, types.Array(types.integer(), 3), {pool.Integer(1), pool.Integer(1), pool.Integer(3)});
  loop.branches.push_back({Expr(), {larger, AssignTo(pool.Index(zs, at_i), m)}});
  Step step;
  step.kind = Step::Kind::kAlgorithm;
  step.statements = {loop, AssignTo(pool.Index(zs, at_k), maker.Num(0.5))};
  for (Expr target : {m, k, z[0], z[1], z[2]}) step.targets.push_back(pool.scalar(target));
  step.for_derivatives = true;
  Expr after = maker.Real("after");
  maker.model.dynamics = {step, maker.Assign(after, maker.Op2(Op::kMul, m, maker.Num(10)))};
  CompileModel();
  set(x[0], 1);
  set(x[1], 7);
  set(x[2], 3);
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
    EXPECT_EQ(at(m), 7);
    EXPECT_EQ(at(k), 2);
    EXPECT_EQ(at(z[0]), 1);
    EXPECT_EQ(at(z[1]), 0.5);
    EXPECT_EQ(at(z[2]), 7);
    EXPECT_EQ(at(after), 70);
  }
}

// if c then {n = 1, v = {x, y}} else {n = 2, v = f(x)}: every leaf of the record comes from the branch that is taken.
TEST_F(LoweringTest, ConditionsOfRecords) {
  TypeId pair = types.Array(types.real(), 2);
  TypeId record = types.Record(types.AddRecord(
      {maker.names.Intern("R"), {{maker.names.Intern("n"), types.integer()}, {maker.names.Intern("v"), pair}}}));
  Expr x = maker.Real("x"), y = maker.Real("y"), c = maker.Scalar("c", types.boolean()),
       n = maker.Scalar("n", types.integer()), w = maker.Real("w");
  Expr first = pool.Make(Op::kRecord, record, {pool.Integer(1), pool.Make(Op::kArray, pair, {x, y})});
  Expr inverse = maker.Op2(Op::kDiv, maker.Num(1), x);
  Expr second = pool.Make(Op::kRecord, record, {pool.Integer(2), pool.Make(Op::kArray, pair, {inverse, inverse})});
  Expr chosen = pool.Make(Op::kIf, record, {c, first, second});
  Expr sub[] = {pool.Integer(1)};
  maker.model.dynamics = {maker.Assign(n, pool.Make(Op::kField, types.integer(), {chosen}, 0)),
                          maker.Assign(w, pool.Index(pool.Make(Op::kField, pair, {chosen}, 1), sub))};
  CompileModel();
  set(c, 1);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);  // 1/x is not asked for
  EXPECT_EQ(at(n), 1);
  set(c, 0);
  set(x, 4);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(n), 2);
  EXPECT_EQ(at(w), 0.25);
}

// {x2, x3, x4} := {x1, x2, x3} in an algorithm: the old values are assigned, though both lie in the same storage.
TEST_F(LoweringTest, OverlappingStorage) {
  TypeId three = types.Array(types.real(), 3);
  std::vector<Expr> x;
  for (int i = 0; i < 4; ++i) x.push_back(maker.Real("x" + std::to_string(i)));
  Expr from = pool.Make(Op::kArray, three, {x[0], x[1], x[2]}), to = pool.Make(Op::kArray, three, {x[1], x[2], x[3]});
  Step step;
  step.kind = Step::Kind::kAlgorithm;
  for (int i = 1; i < 4; ++i) {
    maker[x[static_cast<std::size_t>(i)]].kind = structure::ScalarKind::kDiscrete;
    step.targets.push_back(pool.scalar(x[static_cast<std::size_t>(i)]));
  }
  step.statements = {AssignTo(to, from)};
  step.for_derivatives = true;
  maker.model.dynamics = {step};
  CompileModel();
  for (std::size_t i = 0; i < 4; ++i) {
    set(x[i], static_cast<double>(i) + 1);
    runner->m.pre[maker.slot(x[i])] = static_cast<double>(i) + 1;
  }
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(at(x[i]), static_cast<double>(i));
}

// The interpreter calls foreign functions, too.
TEST_F(LoweringTest, InterpreterCallsExternalFunctions) {
  class Foreign : public Environment {
   public:
    explicit Foreign(ExternalCaller& caller) : caller_(caller) {}
    bool CallExternal(const Function& f, std::span<ExternalArgument> arguments, Value* result,
                      std::string& message) override {
      return caller_.Call(f, arguments, result, message);
    }

   private:
    ExternalCaller& caller_;
  };
  Function f;
  f.name = maker.names.Intern("hypot");
  f.variables = {Var("x", FunctionRole::kInput, types.real()), Var("z", FunctionRole::kInput, types.real()),
                 Var("y", FunctionRole::kOutput, types.real())};
  f.input_count = 2;
  f.output_count = 1;
  f.is_external = true;
  f.external.language = "C";
  f.external.name = "hypot";
  f.external.arguments = {pool.Local(0, types.real()), pool.Local(1, types.real())};
  f.external.result = pool.Local(2, types.real());
  FunctionId id = maker.store.functions.Add(f);
  ExternalCaller caller(maker.store, std::make_shared<ExternalLibraries>());
  Foreign environment(caller);
  Evaluator evaluator(maker.store, environment);
  auto outputs = evaluator.Call(id, {Value::Real(3, types), Value::Real(4, types)});
  ASSERT_TRUE(outputs) << evaluator.error().message;
  EXPECT_EQ((*outputs)[0].real(), 5);
  maker.store.functions[id].external.name = "no_such_function_anywhere";
  EXPECT_FALSE(evaluator.Call(id, {Value::Real(3, types), Value::Real(4, types)}));
}

}  // namespace
}  // namespace mica::code
