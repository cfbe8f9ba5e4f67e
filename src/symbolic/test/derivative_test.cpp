// Derivatives against central differences of the interpreter.
#include "symbolic/derivative.h"

#include "random_expr.h"
#include "symbolic/gradient.h"
#include "symbolic/visit.h"

namespace mica::symbolic {
namespace {

struct DerivativeTest : SymbolicTest {
  FunctionDerivatives functions{store};
  TimeDerivative time_derivative{functions, [](Expr) { return false; }};

  // The difference quotient along the derivatives of the point; empty where it does not settle (a kink, a jump).
  std::optional<double> Quotient(Expr e) {
    auto at = [&](double h) -> std::optional<double> {
      Point saved = point;
      for (auto& [id, value] : point.scalars)
        if (value.is_real() && saved.derivatives.contains(id))
          value = Value::Real(value.real() + h * saved.derivatives.at(id).real(), types);
      point.time += h;
      auto result = EvalReal(e);
      point = saved;
      return result;
    };
    auto quotient = [&](double h) -> std::optional<double> {
      auto plus = at(h), minus = at(-h);
      return plus && minus ? std::optional((*plus - *minus) / (2 * h)) : std::nullopt;
    };
    auto coarse = quotient(2e-5), fine = quotient(1e-5);
    if (!coarse || !fine || std::abs(*coarse - *fine) > 1e-6 * (1 + std::abs(*fine))) return std::nullopt;
    return fine;
  }
};

TEST_F(DerivativeTest, Texts) {
  PartialDerivative to_x(functions, S(0));
  Expr x = S(0), y = S(1);
  auto d = [&](Expr e) { return Text(to_x.Of(e)); };
  EXPECT_EQ(d(Do(Op::kMul, {x, y})), "s1");
  EXPECT_EQ(d(pool.Make(Op::kPow, real, {x, R(3)})), "3.0*s0^2.0");
  EXPECT_EQ(d(Do(Op::kSin, {Do(Op::kMul, {R(2), x})})), "2.0*cos(2.0*s0)");
  EXPECT_EQ(d(Do(Op::kDiv, {x, y})), "1.0/s1");
  EXPECT_EQ(d(Do(Op::kAbs, {x})), "if noEvent(s0 >= 0.0) then 1.0 else -1.0");
  EXPECT_EQ(d(pool.Make(Op::kIf, real, {pool.Make(Op::kLess, boolean, {x, y}), x, y})), "if s0 < s1 then 1.0 else 0.0");
  EXPECT_EQ(d(Do(Op::kPre, {x})), "0.0");
  EXPECT_EQ(d(Do(Op::kFloor, {x})), "0.0");
  EXPECT_EQ(Text(time_derivative.Of(Do(Op::kMul, {x, pool.Time()}))), "der(s0)*time + s0");
  Expr delay = pool.Make(Op::kDelay, real, {x, R(1)});
  EXPECT_FALSE(to_x.Of(delay));
  EXPECT_EQ(to_x.error(), "delay cannot be differentiated");
  EXPECT_TRUE(to_x.Of(Do(Op::kMul, {x, x}))) << "a failure leaves nothing behind";
  EXPECT_EQ(d(pool.Make(Op::kDelay, real, {y, R(1)})), "0.0");
}

TEST_F(DerivativeTest, RandomExpressionsAgainstDifferences) {
  int checked = 0;
  for (int i = 0; i < 3000; ++i) {
    Expr e = RandomReal(5), d = time_derivative.Of(e);
    ASSERT_TRUE(d) << Text(e) << time_derivative.error();
    NewPoint();
    auto expected = Quotient(e), got = EvalReal(d);
    if (!expected || !got) continue;
    ++checked;
    ExpectNear(*got, *expected, 1e-5, Text(e) + "\n" + Text(d));
    if (HasFailure()) return;
  }
  EXPECT_GT(checked, 2000);
}

TEST_F(DerivativeTest, OtherFunctionsAgainstDifferences) {
  Expr x = S(0), y = S(1), z = S(2), positive = Do(Op::kAdd, {R(0.1), Do(Op::kMul, {x, x})});
  Expr inside = Do(Op::kMul, {R(0.4), Do(Op::kSin, {x})});
  std::vector<Expr> all{Do(Op::kTan, {inside}),
                        Do(Op::kAsin, {inside}),
                        Do(Op::kAcos, {inside}),
                        Do(Op::kSinh, {x}),
                        Do(Op::kCosh, {x}),
                        Do(Op::kLog, {positive}),
                        Do(Op::kLog10, {positive}),
                        pool.Make(Op::kPow, real, {positive, y}),
                        pool.Make(Op::kMod, real, {x, positive}),
                        pool.Make(Op::kRem, real, {x, positive}),
                        pool.Make(Op::kSemiLinear, real, {x, y, z}),
                        pool.Make(Op::kHomotopy, real, {Do(Op::kMul, {x, y}), z}),
                        pool.Make(Op::kSmooth, real, {I(2), Do(Op::kMul, {x, y})}),
                        Do(Op::kSign, {x}),
                        Do(Op::kExp, {pool.Time()})};
  TypeId v = Shape({3});
  Expr a = pool.Make(Op::kArray, v, {x, y, Do(Op::kMul, {x, z})}),
       b = pool.Make(Op::kArray, v, {z, Do(Op::kSin, {x}), y});
  Expr m = pool.Make(Op::kOuterProduct, Shape({3, 3}), {a, b});
  Expr i = pool.NewIterator(names.Intern("i"), integer);
  Expr range = pool.Make(Op::kRange, types.Array(integer, 3), {I(1), I(1), I(3)});
  Expr term = pool.Make(Op::kMul, real, {pool.Index(a, {{i}}), pool.Index(b, {{i}})});
  all.insert(all.end(),
             {pool.Make(Op::kSumOf, real, {m}), pool.Make(Op::kMatMul, real, {a, b}),
              pool.Make(Op::kProductOf, real, {a}), pool.Make(Op::kMaxOf, real, {a}), pool.Make(Op::kMinOf, real, {b}),
              pool.Make(Op::kSumFor, real, {term, i, range}), pool.Make(Op::kProductFor, real, {term, i, range}),
              pool.Make(Op::kMaxFor, real, {term, i, range}), pool.Index(pool.Make(Op::kCross, v, {a, b}), {{I(2)}}),
              pool.Index(pool.Make(Op::kMatMul, v, {m, a}), {{I(3)}}),
              pool.Index(pool.Make(Op::kMatPow, Shape({3, 3}), {m, I(3)}), {{I(3), I(1)}}),
              pool.Index(pool.Make(Op::kLinspace, v, {x, y, I(3)}), {{I(2)}}),
              pool.Index(pool.Make(Op::kSkew, Shape({3, 3}), {a}), {{I(1), I(2)}}),
              pool.Index(pool.Make(Op::kArrayFor, v, {term, i, range}), {{I(2)}}),
              pool.Index(pool.Make(Op::kCat, Shape({6}), {I(1), a, b}), {{I(5)}}),
              pool.Index(pool.Make(Op::kMul, v, {x, a}), {{I(2)}}),
              pool.Index(pool.Make(Op::kDiv, v, {a, positive}), {{I(2)}})});
  for (Expr e : all) {
    Expr d = time_derivative.Of(e);
    ASSERT_TRUE(d) << Text(e) << ": " << time_derivative.error();
    int checked = 0;
    for (int k = 0; k < 20; ++k) {
      NewPoint();
      auto expected = Quotient(e), got = EvalReal(d);
      ASSERT_TRUE(got) << Text(d);
      if (!expected) continue;
      ++checked;
      ExpectNear(*got, *expected, 1e-5, Text(e) + "\n" + Text(d));
    }
    EXPECT_GT(checked, 5) << Text(e);
  }
}

TEST_F(DerivativeTest, GradientIsThePartialDerivatives) {
  Gradient gradient(functions, [&](Expr e) { return pool.op(e) == Op::kScalar; });
  for (int i = 0; i < 1000; ++i) {
    Expr e = RandomReal(5);
    auto terms = gradient.Of(e);
    ASSERT_TRUE(terms) << gradient.error();
    NewPoint();
    for (const PartialTerm& term : *terms) {
      PartialDerivative partial(functions, term.leaf);
      auto one = EvalReal(partial.Of(e)), other = EvalReal(term.derivative);
      if (!one || !other) continue;
      ExpectNear(*one, *other, 1e-9, Text(e) + " to " + Text(term.leaf) + "\n" + Text(term.derivative));
    }
    if (HasFailure()) return;
  }
}

TEST_F(DerivativeTest, DeepSharedAndManyLeaves) {
  Expr deep = S(0), shared = S(0);
  for (int i = 0; i < 100000; ++i) deep = Do(Op::kSin, {Do(Op::kAdd, {deep, S(1)})});
  EXPECT_TRUE(time_derivative.Of(deep));
  for (int i = 0; i < 300; ++i) shared = Do(Op::kMul, {shared, Do(Op::kAdd, {shared, S(1)})});
  std::size_t before = pool.size();
  EXPECT_TRUE(time_derivative.Of(shared));
  EXPECT_LT(pool.size() - before, 3000u);
  std::vector<Expr> terms;
  for (std::uint32_t i = 0; i < 20000; ++i) terms.push_back(Do(Op::kMul, {S(100 + i), S(100 + (i + 1) % 20000)}));
  Gradient gradient(functions, [&](Expr e) { return pool.op(e) == Op::kScalar; });
  auto all = gradient.Of(algebra.Sum(terms, real));
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), 20000u);
  EXPECT_EQ(Text((*all)[5].derivative), "s106 + s104");
}

}  // namespace
}  // namespace mica::symbolic
