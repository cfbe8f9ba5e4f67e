// What the constructors of algebra.h make of whole expressions, rebuilt from their leaves.
#include "random_expr.h"
#include "simplifier.h"
#include "symbolic/algebra.h"
#include "symbolic/substitute.h"
#include "symbolic/variability.h"
#include "symbolic/visit.h"

namespace mica::symbolic {
namespace {

struct SimplifyTest : SymbolicTest {
  Simplifier simplifier{store};
  std::string Simple(Expr e) { return Text(simplifier.Simplify(e)); }
};

TEST_F(SimplifyTest, Rules) {
  Expr x = S(0), y = S(1);
  EXPECT_EQ(Simple(Do(Op::kAdd, {x, R(0)})), "s0");
  EXPECT_EQ(Simple(Do(Op::kMul, {x, R(1)})), "s0");
  EXPECT_EQ(Simple(Do(Op::kMul, {x, R(0)})), "0.0");
  EXPECT_EQ(Simple(Do(Op::kMul, {x, R(3)})), "3.0*s0");
  EXPECT_EQ(Simple(Do(Op::kSub, {R(0), x})), "-s0");
  EXPECT_EQ(Simple(Do(Op::kSub, {x, x})), "0.0");
  EXPECT_EQ(Simple(Do(Op::kSub, {x, Do(Op::kNeg, {y})})), "s0 + s1");
  EXPECT_EQ(Simple(Do(Op::kMul, {Do(Op::kNeg, {x}), Do(Op::kNeg, {y})})), "s0*s1");
  EXPECT_EQ(Simple(Do(Op::kMul, {R(2), Do(Op::kMul, {R(4), x})})), "8.0*s0");
  EXPECT_EQ(Simple(Do(Op::kDiv, {Do(Op::kNeg, {x}), y})), "-s0/s1");
  EXPECT_EQ(Simple(Do(Op::kDiv, {x, x})), "1.0");
  EXPECT_EQ(Simple(Do(Op::kAdd, {x, Do(Op::kSub, {y, x})})), "s1");
  EXPECT_EQ(Simple(Do(Op::kAdd, {x, Do(Op::kMul, {R(2), x})})), "3.0*s0");
  EXPECT_EQ(Simple(pool.Make(Op::kMul, real, {pool.Make(Op::kToReal, real, {I(2)}), R(3)})), "6.0");
  EXPECT_EQ(Simple(Do(Op::kDiv, {R(1), R(0)})), "1.0/0.0") << "left for the run to report";
  EXPECT_EQ(Simple(Do(Op::kSqrt, {R(-1)})), "sqrt(-1.0)");
  EXPECT_EQ(Simple(Do(Op::kExp, {R(1000)})), "exp(1000.0)");
  EXPECT_EQ(Simple(Do(Op::kSin, {R(0)})), "0.0");
}

TEST_F(SimplifyTest, Conditions) {
  Expr x = S(0), y = S(1), c = pool.Make(Op::kLess, boolean, {x, y});
  EXPECT_EQ(Simple(pool.Make(Op::kIf, real, {pool.Make(Op::kLess, boolean, {R(1), R(2)}), x, y})), "s0");
  EXPECT_EQ(Simple(pool.Make(Op::kIf, real, {pool.Make(Op::kNot, boolean, {c}), x, y})), "if s0 < s1 then s1 else s0");
  EXPECT_EQ(Simple(pool.Make(Op::kIf, real, {c, x, x})), "s0");
  EXPECT_EQ(Simple(pool.Make(Op::kAnd, boolean, {pool.Boolean(true), c})), "s0 < s1");
  EXPECT_EQ(Simple(pool.Make(Op::kLess, boolean, {x, x})), "s0 < s0") << "relations stay";
}

TEST_F(SimplifyTest, IntegersAndTypes) {
  Expr n = pool.Scalar(ScalarId(7), integer);
  Expr sum = pool.Make(Op::kAdd, integer, {n, I(0)});
  EXPECT_EQ(simplifier.Simplify(sum), n);
  EXPECT_EQ(Simple(pool.Make(Op::kDiv, real, {I(1), I(2)})), "0.5");
  Expr mixed = algebra.Mul(n, S(0));
  EXPECT_EQ(types.kind(pool.type(mixed)), TypeKind::kReal);
  EXPECT_EQ(pool.op(pool.arg(mixed, 0)), Op::kToReal);
  EXPECT_EQ(Simple(pool.Make(Op::kAdd, integer, {I(INT64_MAX), I(1)})), "9223372036854775807 + 1");
}

TEST_F(SimplifyTest, Arrays) {
  TypeId v = Shape({3});
  Expr x = pool.Var(VarId(0), v), zero = algebra.Zero(v);
  EXPECT_EQ(algebra.Add(x, zero), x);
  EXPECT_EQ(algebra.Mul(R(0), x), zero);
  EXPECT_EQ(algebra.Sub(x, x), zero);
  EXPECT_EQ(types.Text(pool.type(algebra.Add(x, R(1))), names), "Real[3]");
  Expr literal = pool.Make(Op::kArray, types.Array(integer, 2), {I(1), I(2)});
  EXPECT_EQ(Text(algebra.Mul(R(1), literal)), "{1.0, 2.0}");
  EXPECT_EQ(Text(algebra.Index(literal, {{I(2)}})), "2");
  EXPECT_EQ(Text(algebra.Make(Op::kSize, integer, {{x, I(1)}})), "3");
  Expr row = algebra.Index(pool.Var(VarId(1), Shape({2, 3})), {{I(2)}});
  EXPECT_EQ(Text(algebra.Index(row, {{I(3)}})), "v1[2, 3]");
}

TEST_F(SimplifyTest, KeepsTheValue) {
  int checked = 0;
  for (int i = 0; i < 3000; ++i) {
    Expr e = RandomReal(6), simple = simplifier.Simplify(e);
    for (int k = 0; k < 2; ++k) {
      NewPoint();
      auto before = EvalReal(e), after = EvalReal(simple);
      if (!before) continue;
      ++checked;
      ASSERT_TRUE(after) << Text(e) << "\n" << Text(simple);
      ExpectNear(*before, *after, 1e-9, Text(e) + "\n" + Text(simple));
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(checked, 5000);
}

TEST_F(SimplifyTest, SubstitutionKeepsTheValue) {
  for (int i = 0; i < 1000; ++i) {
    Expr e = RandomReal(5), inner = RandomReal(3);
    Expr replaced = Substitute(store, e, S(0), inner);
    NewPoint();
    auto value = EvalReal(inner);
    auto after = EvalReal(replaced);
    if (!value) continue;
    point.scalars.insert_or_assign(0, Value::Real(*value, types));
    auto before = EvalReal(e);
    if (!before || !after) continue;
    ExpectNear(*before, *after, 1e-8, Text(e) + "\n" + Text(replaced));
    if (HasFailure()) return;
  }
}

TEST_F(SimplifyTest, SubstitutionMakesTypesPrecise) {
  TypeId unknown = types.Array(real, kUnknownSize);
  Expr local = pool.Local(0, unknown);
  Expr twice = pool.Make(Op::kCat, unknown, {I(1), local, pool.Make(Op::kMul, unknown, {R(2), local})});
  Expr size = pool.Make(Op::kSize, integer, {twice, I(1)});
  Expr filled = pool.Make(Op::kFill, unknown, {R(1), size});
  Expr result = Substitute(store, filled, local, pool.Var(VarId(0), Shape({4})));
  EXPECT_EQ(types.Text(pool.type(result), names), "Real[8]");
}

TEST_F(SimplifyTest, DeepAndShared) {
  Expr deep = S(0), shared = S(0);
  for (int i = 0; i < 200000; ++i) deep = Do(Op::kSin, {Do(Op::kAdd, {deep, R(0)})});
  Expr simple = simplifier.Simplify(deep);
  EXPECT_EQ(Text(simple).substr(0, 16), "sin(sin(sin(sin(");
  Expr replaced = Substitute(store, simple, S(0), S(1));
  EXPECT_TRUE(DependsOn(pool, replaced, S(1)));
  EXPECT_FALSE(DependsOn(pool, replaced, S(0)));
  for (int i = 0; i < 200; ++i) shared = Do(Op::kMul, {Do(Op::kAdd, {shared, R(0)}), shared});
  simplifier.Simplify(shared);
  std::vector<Expr> terms(100000, S(0));
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = Do(Op::kMul, {S(0), R(static_cast<double>(i) + 2)});
  Expr sum = algebra.Sum(terms, real);
  int depth = 0;
  for (Expr e = sum; pool.op(e) == Op::kAdd; e = pool.arg(e, 0)) ++depth;
  EXPECT_LT(depth, 20);
}

TEST_F(SimplifyTest, SignsHoldAtRandomPoints) {
  Signs signs(pool, [](Expr) { return SignSet{}; });
  int known = 0;
  for (int i = 0; i < 3000; ++i) {
    Expr e = RandomReal(5);
    SignSet set = signs.Of(e);
    known += set.bits != SignSet::kAny;
    for (int k = 0; k < 5; ++k) {
      NewPoint();
      auto value = EvalReal(e);
      if (!value) continue;
      unsigned bit = *value > 0 ? SignSet::kPositive : *value < 0 ? SignSet::kNegative : SignSet::kZero;
      ASSERT_TRUE(set.bits & bit) << Text(e) << " = " << *value;
    }
  }
  EXPECT_GT(known, 100);
  Signs positive(pool, [](Expr) { return SignSet{SignSet::kPositive}; });
  EXPECT_TRUE(positive.Of(Do(Op::kAdd, {S(0), Do(Op::kMul, {S(1), S(2)})})).cannot_vanish());
  EXPECT_FALSE(positive.Of(Do(Op::kSub, {S(0), S(1)})).cannot_vanish());
}

TEST_F(SimplifyTest, LiteralOnlyExpressions) {
  LiteralOnly literal(store);
  EXPECT_TRUE(literal(Do(Op::kAdd, {R(1), Do(Op::kSin, {R(2)})})));
  EXPECT_FALSE(literal(Do(Op::kAdd, {R(1), S(0)})));
  EXPECT_FALSE(literal(Do(Op::kAdd, {R(1), pool.Time()})));
}

}  // namespace
}  // namespace mica::symbolic
