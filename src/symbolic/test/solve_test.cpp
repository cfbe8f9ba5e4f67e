// Solutions are checked by putting them into the equation and evaluating.
#include "symbolic/solve.h"

#include "random_expr.h"

namespace mica::symbolic {
namespace {

struct SolveTest : SymbolicTest {
  FunctionDerivatives functions{store};
  // s3, s4 are parameters; s4 is positive.
  Solver solver{
      functions, [this](Expr e) { return pool.op(e) == Op::kScalar && pool.scalar(e).index() >= 3; },
      [this](Expr e) {
        return SignSet{pool.op(e) == Op::kScalar && pool.scalar(e).index() == 4 ? SignSet::kPositive : SignSet::kAny};
      }};
  Expr x = S(0), y = S(1), z = S(2), p = S(3), q = S(4);

  std::string Solved(Expr left, Expr right) {
    auto solution = solver.Solve(left, right, x);
    if (!solution) return "none";
    static constexpr std::string_view kWords[] = {"always", "nonzero", "parameter", "may vanish"};
    return Text(solution->value) + (solution->is_linear ? " | " : " || ") +
           std::string(kWords[static_cast<int>(solution->certainty)]);
  }
};

TEST_F(SolveTest, Classes) {
  EXPECT_EQ(Solved(x, Do(Op::kSin, {y})), "sin(s1) | always");
  EXPECT_EQ(Solved(Do(Op::kAdd, {x, y}), z), "s2 - s1 | always");
  EXPECT_EQ(Solved(y, Do(Op::kMul, {R(2), x})), "s1/2.0 | always");
  EXPECT_EQ(Solved(Do(Op::kMul, {p, x}), y), "s1/s3 | parameter");
  EXPECT_EQ(Solved(Do(Op::kMul, {q, x}), y), "s1/s4 | nonzero");
  EXPECT_EQ(Solved(Do(Op::kMul, {z, x}), y), "s1/s2 | may vanish");
  EXPECT_EQ(Solved(Do(Op::kAdd, {x, Do(Op::kMul, {q, x})}), y), "s1/(1.0 + s4) | nonzero");
  EXPECT_EQ(Solved(Do(Op::kDiv, {x, z}), y), "s1*s2 | nonzero");
  EXPECT_EQ(Solved(Do(Op::kSub, {y, x}), Do(Op::kSub, {y, z})), "s2 | always");
  EXPECT_EQ(Solved(y, z), "none");
  EXPECT_EQ(Solved(Do(Op::kSub, {x, x}), z), "none");
}

TEST_F(SolveTest, NonlinearOnesOnlyWhereUnique) {
  EXPECT_EQ(Solved(Do(Op::kLog, {x}), y), "exp(s1) || always");
  EXPECT_EQ(Solved(Do(Op::kExp, {Do(Op::kMul, {R(2), x})}), Do(Op::kExp, {y})), "log(exp(s1))/2.0 || nonzero");
  EXPECT_EQ(Solved(Do(Op::kDiv, {y, x}), q), "s1/s4 || nonzero");
  EXPECT_EQ(Solved(Do(Op::kSin, {x}), y), "none");
  EXPECT_EQ(Solved(Do(Op::kMul, {x, x}), y), "none");
  EXPECT_EQ(Solved(Do(Op::kAdd, {x, Do(Op::kSin, {x})}), y), "none");
  EXPECT_EQ(Solved(Do(Op::kFloor, {x}), y), "none") << "not linear with factor 0";
  EXPECT_EQ(Solved(Do(Op::kAbs, {x}), y), "none");
  Expr jump = pool.Make(Op::kIf, real, {pool.Make(Op::kLess, boolean, {x, R(0)}), R(1), R(2)});
  EXPECT_EQ(Solved(Do(Op::kAdd, {x, jump}), y), "none") << "the condition depends on the unknown";
  Expr choice = pool.Make(Op::kIf, real, {pool.Make(Op::kLess, boolean, {y, R(0)}), x, Do(Op::kMul, {R(2), x})});
  EXPECT_EQ(Solved(choice, z), "s2/(if s1 < 0.0 then 1.0 else 2.0) | nonzero");
}

TEST_F(SolveTest, SolutionsSatisfyTheEquation) {
  int linear = 0, isolated = 0;
  for (int i = 0; i < 4000; ++i) {
    // Something of x, built so that it often can be solved; the rest is random without x.
    auto other = [&] { return Substitute(store, RandomReal(2), x, y); };
    Expr side = x;
    for (int k = Choose(4); k >= 0; --k) {
      switch (Choose(9)) {
        case 0:
          side = Do(Op::kAdd, {side, other()});
          break;
        case 1:
          side = Do(Op::kSub, {other(), side});
          break;
        case 2:
          side = Do(Op::kMul, {side, other()});
          break;
        case 3:
          side = Do(Op::kDiv, {side, other()});
          break;
        case 4:
          side = Do(Op::kNeg, {side});
          break;
        case 5:
          side = Choose(3) ? side : Do(Op::kExp, {side});
          break;
        case 6:
          side = Choose(3) ? side : pool.Make(Op::kPow, real, {side, R(3)});
          break;
        case 7:
          side = pool.Make(Op::kIf, real, {pool.Make(Op::kLess, boolean, {y, z}), side, Do(Op::kMul, {R(3), x})});
          break;
        default:
          side = Choose(3) ? Do(Op::kAdd, {side, x}) : Do(Op::kSinh, {side});
          break;
      }
    }
    Expr right = other();
    auto solution = solver.Solve(side, right, x);
    if (!solution) continue;
    EXPECT_FALSE(DependsOn(pool, solution->value, x));
    NewPoint();
    point.scalars.insert_or_assign(4, Value::Real(std::abs(point.scalars.at(4).real()) + 0.1, types));
    auto value = EvalReal(solution->value);
    if (!value || std::abs(*value) > 1e3) continue;
    point.scalars.insert_or_assign(0, Value::Real(*value, types));
    auto l = EvalReal(side), r = EvalReal(right);
    if (!l || !r) continue;
    (solution->is_linear ? linear : isolated)++;
    ExpectNear(*l, *r, 1e-6, Text(side) + " = " + Text(right) + "\n" + Text(solution->value));
    if (HasFailure()) return;
  }
  EXPECT_GT(linear, 500);
  EXPECT_GT(isolated, 100);
}

TEST_F(SolveTest, InverseAnnotation) {
  auto make = [&](std::string_view name) {
    Function f;
    f.name = names.Intern(name);
    f.variables.push_back({names.Intern("a"), FunctionRole::kInput, real});
    f.variables.push_back({names.Intern("x"), FunctionRole::kInput, real});
    f.variables.push_back({names.Intern("y"), FunctionRole::kOutput, real});
    f.input_count = 2, f.output_count = 1;
    return store.functions.Add(f);
  };
  FunctionId f = make("f"), g = make("g");
  store.functions[f].inverses = {{g, 1, {pool.Local(0, real), pool.Local(2, real)}}};
  Expr call = pool.Make(Op::kCall, real, {z, Do(Op::kAdd, {x, R(1)})}, f.index());
  EXPECT_EQ(Solved(call, y), "g(s2, s1) - 1.0 || always");
  EXPECT_EQ(Solved(pool.Make(Op::kCall, real, {x, x}, f.index()), y), "none");
}

TEST_F(SolveTest, LinearFormsOfSeveralUnknowns) {
  std::vector<Expr> unknowns{x, y};
  LinearForms forms(functions, unknowns);
  Expr e = Do(Op::kSub, {Do(Op::kAdd, {Do(Op::kMul, {p, x}), Do(Op::kMul, {R(2), Do(Op::kSub, {y, z})})}), x});
  auto form = forms.Of(e);
  ASSERT_TRUE(form);
  ASSERT_EQ(form->terms.size(), 2u);
  EXPECT_EQ(Text(form->terms[1].derivative), "2.0");
  EXPECT_FALSE(forms.Of(Do(Op::kMul, {x, y})));
  EXPECT_FALSE(forms.Of(Do(Op::kSin, {y})));
  EXPECT_FALSE(forms.Of(pool.Make(Op::kMod, real, {x, R(3)})));
  EXPECT_TRUE(forms.Of(Do(Op::kSin, {z}))->terms.empty());
  for (int i = 0; i < 1000; ++i) {
    Expr random = RandomReal(4);
    auto found = forms.Of(random);
    if (!found) continue;
    std::vector<Expr> terms{found->rest};
    for (const PartialTerm& term : found->terms) terms.push_back(algebra.Mul(term.derivative, term.leaf));
    NewPoint();
    auto one = EvalReal(random), two = EvalReal(algebra.Sum(terms, real));
    if (one && two) ExpectNear(*one, *two, 1e-9, Text(random));
    if (HasFailure()) return;
  }
  // A long row costs no more than its length.
  std::vector<Expr> many, terms;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    many.push_back(S(100 + i));
    terms.push_back(Do(Op::kMul, {p, S(100 + i)}));
  }
  LinearForms wide(functions, many);
  auto row = wide.Of(algebra.Sum(terms, real));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->terms.size(), 20000u);
  EXPECT_TRUE(algebra.IsZero(row->rest));
}

}  // namespace
}  // namespace mica::symbolic
