// Steps of hand-built block models, run as machine code.
#include "code/compile.h"

#include <cmath>

#include "code/test/model_harness.h"

namespace mica::code {
namespace {

using structure::ScalarKind;
using structure::Step;

class CompileTest : public testing::Test {
 protected:
  void CompileModel() {
    auto result = Compile(maker.model, maker.store, TestOptions(), sink);
    ASSERT_TRUE(result.ok()) << Messages(sink);
    compiled = std::make_unique<CompiledModel>(std::move(*result));
    runner = std::make_unique<Runner>(compiled->code());
  }
  double at(Expr scalar) { return runner->m.reals[maker.slot(scalar)]; }
  void set(Expr scalar, double value) { runner->m.reals[maker.slot(scalar)] = value; }
  void set_pre(Expr scalar, double value) { runner->m.pre[maker.slot(scalar)] = value; }

  ModelMaker maker;
  DiagnosticSink sink;
  std::unique_ptr<CompiledModel> compiled;
  std::unique_ptr<Runner> runner;
};

TEST_F(CompileTest, Derivatives) {
  Expr x = maker.Real("x", ScalarKind::kState), dx = maker.Real("der(x)", ScalarKind::kDerivative),
       k = maker.Real("k", ScalarKind::kParameter);
  maker.model.dynamics = {maker.Assign(dx, maker.Op1(Op::kNeg, maker.Op2(Op::kMul, k, x)))};
  CompileModel();
  set(x, 3);
  set(k, 2);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(dx), -6);
  EXPECT_EQ(compiled->code().state_count, 1u);
}

TEST_F(CompileTest, DivisionByZeroIsReportedWithItsText) {
  Expr a = maker.Real("a"), b = maker.Real("b"), c = maker.Real("c");
  maker.model.dynamics = {maker.Assign(c, maker.Op2(Op::kDiv, a, b))};
  CompileModel();
  set(a, 1);
  set(b, 4);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(c), 0.25);
  set(b, 0);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_FAILED);
  ASSERT_EQ(runner->reports.size(), 1u);
  EXPECT_EQ(runner->reports[0].kind, MICA_REPORT_DIVISION);
  EXPECT_EQ(compiled->sites()[runner->reports[0].site].text, "a/b");
}

TEST_F(CompileTest, GuardedDivisionIsNotEvaluated) {
  Expr a = maker.Real("a"), b = maker.Real("b"), c = maker.Real("c");
  Expr positive = maker.Op2(Op::kGreater, b, maker.Num(0));
  Expr guarded =
      maker.store.exprs.Make(Op::kIf, maker.store.types.real(), {positive, maker.Op2(Op::kDiv, a, b), maker.Num(-1)});
  maker.model.dynamics = {maker.Assign(c, guarded)};
  CompileModel();
  set(a, 1);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(c), -1);
  set(b, 2);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(c), 0.5);
}

// b > 0 and a / b > 1
TEST_F(CompileTest, AndGuardsItsSecondOperand) {
  Expr a = maker.Real("a"), b = maker.Real("b"), c = maker.Scalar("c", maker.store.types.boolean());
  Expr guard = maker.Op2(Op::kAnd, maker.Op2(Op::kGreater, b, maker.Num(0)),
                         maker.Op2(Op::kGreater, maker.Op2(Op::kDiv, a, b), maker.Num(1)));
  maker.model.dynamics = {maker.Assign(c, guard)};
  CompileModel();
  set(a, 3);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(c), 0);
  set(b, 1);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(c), 1);
}

// x1 = if c1 then f(x0) else g(x0), x2 = if c2 then f(x1) else g(x1), …: as a tree 2^40 nodes.
TEST_F(CompileTest, SharedConditionsStayShared) {
  Expr x = maker.Real("x"), y = maker.Real("y");
  Expr e = x;
  for (int i = 0; i < 40; ++i) {
    Expr condition =
        maker.Op2(Op::kGreater, maker.Op1(Op::kSin, maker.Op2(Op::kMul, maker.Num(i + 1), x)), maker.Num(0));
    Expr left = maker.Op1(Op::kCos, e), right = maker.Op2(Op::kDiv, e, maker.Op2(Op::kAdd, maker.Num(2), e));
    e = maker.store.exprs.Make(Op::kIf, maker.store.types.real(), {condition, left, right});
  }
  maker.model.dynamics = {maker.Assign(y, e)};
  CompileModel();
  set(x, 0.7);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  double expected = 0.7;
  for (int i = 0; i < 40; ++i) expected = std::sin((i + 1) * 0.7) > 0 ? std::cos(expected) : expected / (2 + expected);
  EXPECT_NEAR(at(y), expected, 1e-12);
  EXPECT_LT(compiled->program().routines[compiled->program().derivatives].insts.size(), 2000u);
}

// A node that may fail, used under two different guards, must not be moved before them.
TEST_F(CompileTest, SharedUnderDifferentGuards) {
  Expr a = maker.Real("a"), b = maker.Real("b"), n = maker.Scalar("n", maker.store.types.integer()),
       y = maker.Real("y");
  Types& types = maker.store.types;
  Expr remainder = maker.store.exprs.Make(Op::kMod, types.integer(), {maker.store.exprs.Integer(7), n});
  Expr safe = maker.Op2(Op::kNotEqual, n, maker.store.exprs.Integer(0));
  auto guard = [&](double shift) {
    Expr value = maker.Op2(Op::kAdd, maker.store.exprs.Make(Op::kToReal, types.real(), {remainder}), maker.Num(shift));
    return maker.store.exprs.Make(Op::kIf, types.real(), {safe, value, maker.Num(shift)});
  };
  Expr outer = maker.store.exprs.Make(Op::kIf, types.real(), {maker.Op2(Op::kGreater, a, b), guard(10), guard(20)});
  maker.model.dynamics = {maker.Assign(y, outer)};
  CompileModel();
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 20);
  set(n, 4);
  set(a, 1);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 13);
}

TEST_F(CompileTest, HeldRelationIsReadBetweenEvents) {
  Expr x = maker.Real("x"), y = maker.Real("y");
  Expr relation = maker.Op2(Op::kGreater, x, maker.Num(1));
  structure::Held held;
  held.value = relation;
  held.crossings = {maker.Op2(Op::kSub, x, maker.Num(1))};
  structure::HeldId id = maker.model.held.Add(held);
  Expr value = maker.store.exprs.Make(Op::kHeld, maker.store.types.boolean(), {relation}, id.index());
  maker.model.dynamics = {
      maker.Assign(y, maker.store.exprs.Make(Op::kIf, maker.store.types.real(), {value, maker.Num(5), maker.Num(6)}))};
  CompileModel();
  set(x, 2);
  runner->m.event = 1;
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(y), 5);
  EXPECT_EQ(runner->m.held[0], 1);
  runner->m.event = 0;
  set(x, 0);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 5);
  std::vector<double> g(1);
  EXPECT_EQ(runner->Run(compiled->code().crossings, g), MICA_OK);
  EXPECT_EQ(g[0], -1);
  runner->m.event = 1;
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(y), 6);
}

TEST_F(CompileTest, HeldOfASystemIsReadWhileTheSystemIsSolved) {
  Expr x = maker.Real("x"), y = maker.Scalar("y", maker.store.types.boolean());
  Expr relation = maker.Op2(Op::kGreater, x, maker.Num(1));
  structure::Held held;
  held.value = relation;
  held.in_system = true;
  structure::HeldId id = maker.model.held.Add(held);
  maker.model.dynamics = {
      maker.Assign(y, maker.store.exprs.Make(Op::kHeld, maker.store.types.boolean(), {relation}, id.index()))};
  CompileModel();
  set(x, 2);
  runner->m.event = 1;
  runner->m.solving_held = 1;
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(y), 0);
  runner->m.solving_held = 0;
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(y), 1);
}

TEST_F(CompileTest, WhenKeepsPreUnlessItFires) {
  Expr c = maker.Scalar("c", maker.store.types.boolean(), ScalarKind::kDiscrete),
       n = maker.Real("n", ScalarKind::kDiscrete);
  Expr x = maker.Real("x", ScalarKind::kState);
  Step when;
  when.kind = Step::Kind::kWhen;
  Expr before = maker.store.exprs.Make(Op::kPre, maker.store.types.boolean(), {c});
  Expr count = maker.store.exprs.Make(Op::kPre, maker.store.types.real(), {n});
  Step reinit;
  reinit.kind = Step::Kind::kReinit;
  reinit.targets = {maker.store.exprs.scalar(x)};
  reinit.value = maker.Num(42);
  when.branches.push_back({maker.Op2(Op::kAnd, c, maker.Op1(Op::kNot, before)),
                           {maker.Assign(n, maker.Op2(Op::kAdd, count, maker.Num(1))), reinit}});
  when.discrete_only = true;
  maker.model.dynamics = {when};
  CompileModel();
  runner->m.event = 1;
  set_pre(n, 7);
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(n), 7);
  EXPECT_EQ(runner->m.reinit_pending[0], 0);
  set(c, 1);
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(n), 8);
  EXPECT_EQ(runner->m.reinit_pending[0], 1);
  EXPECT_EQ(runner->m.reinit[0], 42);
  set_pre(c, 1);
  EXPECT_EQ(runner->Run(compiled->code().event), MICA_OK);
  EXPECT_EQ(at(n), 7);
  set(n, 99);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);  // not between events
  EXPECT_EQ(at(n), 99);
}

TEST_F(CompileTest, AliasesReadAndWriteTheirVariable) {
  Expr a = maker.Real("a"), minus = maker.Real("minus"), y = maker.Real("y");
  maker[minus].alias_of = maker.store.exprs.scalar(a);
  maker[minus].alias_sign = -1;
  maker.model.dynamics = {maker.Assign(y, maker.Op2(Op::kAdd, minus, maker.Num(1)))};
  CompileModel();
  set(a, 5);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), -4);
}

TEST_F(CompileTest, SystemsAndSolve) {
  Expr x = maker.Real("x"), z = maker.Real("z"), p = maker.Real("p", ScalarKind::kParameter), y = maker.Real("y");
  structure::System system;
  system.unknowns = {maker.store.exprs.scalar(x)};
  system.inner = {maker.Assign(z, maker.Op2(Op::kMul, p, x))};
  system.residuals = {maker.Op2(Op::kSub, z, maker.Num(6))};
  system.jacobian = {{0, 0, p}};
  structure::SystemId id = maker.model.systems.Add(system);
  Step solve;
  solve.kind = Step::Kind::kSolve;
  solve.system = id;
  solve.for_derivatives = true;
  maker.model.dynamics = {solve, maker.Assign(y, maker.Op2(Op::kAdd, x, z))};
  CompileModel();
  set(p, 2);
  const MicaSystemCode& code = compiled->code().systems[0];
  EXPECT_EQ(code.discrete, nullptr);
  runner->solve = [&](std::uint32_t) {
    double r = 0, j = 0;
    EXPECT_EQ(code.residual(&runner->m, &r), MICA_OK);
    EXPECT_EQ(code.jacobian(&runner->m, &j), MICA_OK);
    runner->m.reals[maker.slot(x)] -= r / j;
    return code.residual(&runner->m, &r);
  };
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(x), 3);
  EXPECT_EQ(at(y), 9);
}

TEST_F(CompileTest, AssertionsTerminateAndStrings) {
  Expr x = maker.Real("x"), s = maker.Scalar("s", maker.store.types.string(), ScalarKind::kDiscrete);
  ExprPool& pool = maker.store.exprs;
  Step name;
  name.targets = {pool.scalar(s)};
  Expr text = pool.Make(Op::kStringOf, maker.store.types.string(), {x});
  name.value = pool.Make(Op::kAdd, maker.store.types.string(), {pool.String("x = "), text});
  Step check;
  check.kind = Step::Kind::kAssert;
  check.condition = maker.Op2(Op::kLess, x, maker.Num(10));
  check.message = pool.Make(Op::kAdd, maker.store.types.string(), {s, pool.String(" is too large")});
  check.level = 2;
  maker.model.dynamics = {name, check};
  CompileModel();
  set(x, 2.5);
  EXPECT_EQ(runner->Run(compiled->code().outputs), MICA_OK);
  EXPECT_STREQ(runner->m.strings[0], "x = 2.5");
  set(x, 12);
  EXPECT_EQ(runner->Run(compiled->code().outputs), MICA_FAILED);
  ASSERT_EQ(runner->reports.size(), 1u);
  EXPECT_EQ(runner->reports[0].message, "x = 12 is too large");
  EXPECT_EQ(compiled->sites()[runner->reports[0].site].text, "x < 10.0");
}

TEST_F(CompileTest, AttributesAndConstants) {
  Expr x = maker.Real("x", ScalarKind::kState), p = maker.Real("p", ScalarKind::kParameter),
       c = maker.Real("c", ScalarKind::kConstant);
  Expr b = maker.Scalar("b", maker.store.types.boolean(), ScalarKind::kDiscrete);
  maker[x].start = maker.Op2(Op::kMul, p, maker.Num(2));
  maker[x].nominal = maker.Num(1000);
  maker[x].min = maker.Num(-5);
  maker[b].start = maker.store.exprs.Boolean(true);
  maker[p].value = maker.Num(4);
  maker[c].value = maker.Num(9);
  CompileModel();
  set(p, 3);  // as the runtime does, perhaps with a value of the user
  EXPECT_EQ(runner->Run(compiled->code().parameters), MICA_OK);
  EXPECT_EQ(runner->Run(compiled->code().attributes), MICA_OK);
  EXPECT_EQ(at(x), 6);
  EXPECT_EQ(runner->m.pre[maker.slot(x)], 6);
  EXPECT_EQ(runner->m.nominal[maker.slot(x)], 1000);
  EXPECT_EQ(runner->m.nominal[maker.slot(p)], 1);
  EXPECT_EQ(runner->m.min[maker.slot(x)], -5);
  EXPECT_GT(runner->m.max[maker.slot(x)], 1e300);
  EXPECT_EQ(at(b), 1);
  EXPECT_EQ(at(p), 3);
  EXPECT_EQ(at(c), 9);
}

TEST_F(CompileTest, HomotopyDelayAndTimeEvents) {
  ExprPool& pool = maker.store.exprs;
  TypeId real = maker.store.types.real();
  Expr x = maker.Real("x"), y = maker.Real("y"), d = maker.Real("d");
  Expr actual = maker.Op2(Op::kDiv, maker.Num(1), x);
  maker.model.dynamics = {maker.Assign(y, pool.Make(Op::kHomotopy, real, {actual, maker.Num(7)})),
                          maker.Assign(d, pool.Make(Op::kDelay, real, {x, maker.Num(2), maker.Num(3)}, 5))};
  structure::Held held;
  held.value = maker.Op2(Op::kGreaterEqual, pool.Time(), x);
  held.time_event = x;
  maker.model.held.Add(held);
  CompileModel();
  set(x, 4);
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 0.25);
  EXPECT_EQ(at(d), 4 * 100 + 2 * 10 + 3 + 5);
  runner->m.lambda = 0.5;
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_DOUBLE_EQ(at(y), 0.5 * 0.25 + 0.5 * 7);
  runner->m.lambda = 0;
  set(x, 0);  // the actual expression is not asked for
  EXPECT_EQ(runner->Run(compiled->code().derivatives), MICA_OK);
  EXPECT_EQ(at(y), 7);
  set(x, 4);
  std::vector<double> times(1);
  runner->m.time = 1;
  EXPECT_EQ(runner->Run(compiled->code().time_events, times), MICA_OK);
  EXPECT_EQ(times[0], 4);
  runner->m.time = 4;
  EXPECT_EQ(runner->Run(compiled->code().time_events, times), MICA_OK);
  EXPECT_TRUE(std::isinf(times[0]));
}

// Dynamics of 20 000 steps: cut into routines, each bounded; compile time grows with the model and no faster.
TEST_F(CompileTest, CompileTimeIsLinear) {
  auto compile = [&](int count) {
    ModelMaker big;
    std::vector<Expr> v{big.Real("v0", ScalarKind::kState)};
    for (int i = 1; i <= count; ++i) {
      v.push_back(big.Real("v" + std::to_string(i)));
      Expr a = v[static_cast<std::size_t>(i) - 1], b = v[static_cast<std::size_t>(i) / 2];
      Expr value = big.Op2(Op::kAdd, big.Op2(Op::kMul, a, big.Num(0.5)),
                           big.Op1(Op::kSin, big.Op2(Op::kSub, b, big.Op2(Op::kDiv, a, big.Num(i)))));
      big.model.dynamics.push_back(big.Assign(v.back(), value));
    }
    DiagnosticSink into;
    auto result = Compile(big.model, big.store, TestOptions(), into);
    EXPECT_TRUE(result.ok());
    Runner run(result->code());
    run.m.reals[0] = 1;
    EXPECT_EQ(run.Run(result->code().derivatives), MICA_OK);
    double expected = 1;
    std::vector<double> values{1};
    for (int i = 1; i <= count; ++i) {
      double a = values.back(), b = values[static_cast<std::size_t>(i) / 2];
      values.push_back(expected = a * 0.5 + std::sin(b - a / i));
    }
    EXPECT_DOUBLE_EQ(run.m.reals[count], expected);
    const CompileTimings& t = result->timings();
    printf(
        "%d steps: lower %.3f s, machine %.3f s (build %.3f, passes %.3f, codegen %.3f, link %.3f), %zu modules, %zu "
        "bytes\n",
        count, t.lower, t.machine, t.detail.build, t.detail.optimize, t.detail.generate, t.detail.link,
        t.detail.modules, t.detail.bytes);
    return t.lower + t.machine;
  };
  compile(500);
  double small = compile(5000), large = compile(20000);
  EXPECT_LT(large, 4 * small * 2.0 + 0.5);
}

}  // namespace
}  // namespace mica::code
