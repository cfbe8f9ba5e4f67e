// Derivatives of calls: annotations, inlining, and functions made by differentiating bodies, against central
// differences.
#include "symbolic/derivative_function.h"

#include "random_expr.h"
#include "symbolic/derivative.h"

namespace mica::symbolic {
namespace {

using Kind = Statement::Kind;

struct FunctionDerivativeTest : SymbolicTest {
  FunctionDerivatives functions{store};
  TimeDerivative time_derivative{functions, [](Expr) { return false; }};
  Function f;
  int made = 0;

  Expr Add(std::string_view name, FunctionRole role, TypeId type, std::vector<Expr> sizes = {}, Expr binding = {}) {
    f.variables.push_back({names.Intern(name), role, type, std::move(sizes), binding});
    f.input_count += role == FunctionRole::kInput;
    f.output_count += role == FunctionRole::kOutput;
    return pool.Local(f.variables.size() - 1, type);
  }
  Expr Input(std::string_view name, TypeId type) {
    return Add(name, FunctionRole::kInput, type,
               types.rank(type) ? std::vector<Expr>(types.rank(type), pool.Colon()) : std::vector<Expr>());
  }
  Expr Output(std::string_view name, TypeId type, Expr binding = {}) {
    return Add(name, FunctionRole::kOutput, type, {}, binding);
  }
  FunctionId Done(std::vector<Statement> body) {
    f.name = names.Intern("f" + std::to_string(made++));
    f.body = std::move(body);
    f.inlining = InlineKind::kNever;
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
  static Statement Block(Kind kind, Expr condition, std::vector<Statement> body) {
    Statement s;
    s.kind = kind;
    s.branches.push_back({condition, std::move(body)});
    return s;
  }
  static Statement For(Expr iterator, Expr range, std::vector<Statement> body) {
    Statement s = Block(Kind::kFor, Expr(), std::move(body));
    s.iterator = iterator;
    s.value = range;
    return s;
  }
  Expr Upto(Expr n) { return pool.Make(Op::kRange, types.Array(integer, kUnknownSize), {I(1), I(1), n}); }
  Expr Call(FunctionId id, TypeId type, std::vector<Expr> args) { return pool.Make(Op::kCall, type, args, id.index()); }

  // The time derivative of a scalar expression against the difference quotient.
  void ExpectDerivative(Expr e) {
    Expr d = time_derivative.Of(e);
    ASSERT_TRUE(d) << Text(e) << ": " << time_derivative.error();
    int checked = 0;
    for (int k = 0; k < 10; ++k) {
      NewPoint();
      Point saved = point;
      auto at = [&](double h) {
        for (auto& [id, value] : point.scalars)
          value = Value::Real(saved.scalars.at(id).real() + h * saved.derivatives.at(id).real(), types);
        auto result = EvalReal(e);
        point = saved;
        return result;
      };
      auto plus = at(1e-5), minus = at(-1e-5), got = EvalReal(d);
      ASSERT_TRUE(plus && minus) << Text(e);
      ASSERT_TRUE(got) << Text(d);
      ExpectNear(*got, (*plus - *minus) / 2e-5, 1e-5, Text(e) + "\n" + Text(d));
      ++checked;
    }
    EXPECT_EQ(checked, 10);
  }
};

TEST_F(FunctionDerivativeTest, StraightLine) {
  Expr x = Input("x", real), y = Input("y", real), z = Output("z", real), t = Add("t", FunctionRole::kProtected, real);
  FunctionId id =
      Done({Assign(t, Do(Op::kMul, {x, y})), Assign(z, Do(Op::kSin, {t})), Assign(z, Do(Op::kMul, {z, t}))});
  ExpectDerivative(Call(id, real, {Do(Op::kMul, {S(0), S(1)}), S(2)}));
  EXPECT_EQ(FunctionText(*functions.Of(id), store), R"(function f0$der
  input Real x;
  input Real y;
  input Real x_der;
  input Real y_der;
  output Real z_der;
protected
  Real z;
  Real t;
  Real t_der;
algorithm
  t_der := x_der*y + x*y_der;
  t := x*y;
  z_der := cos(t)*t_der;
  z := sin(t);
  z_der := z_der*t + z*t_der;
  z := z*t;
  annotation(Inline = false);
end f0$der;
)");
}

TEST_F(FunctionDerivativeTest, LoopsOverArraysOfAnySize) {
  TypeId any = types.Array(real, kUnknownSize);
  // Horner's scheme: p(a, x).
  Expr a = Input("a", any), x = Input("x", real), y = Output("y", real, R(0));
  Expr i = pool.NewIterator(names.Intern("i"), integer);
  FunctionId id = Done({For(i, Upto(pool.Make(Op::kSize, integer, {a, I(1)})),
                            {Assign(y, Do(Op::kAdd, {Do(Op::kMul, {y, x}), pool.Index(a, {{i}})}))})});
  Expr coefficients = pool.Make(Op::kArray, Shape({4}), {S(0), R(2), Do(Op::kMul, {S(1), S(2)}), R(-1)});
  ExpectDerivative(Call(id, real, {coefficients, S(3)}));
  // With constant coefficients their derivative is a zero of the right size.
  Expr constants = pool.Make(Op::kArray, Shape({3}), {R(1), R(2), R(3)});
  ExpectDerivative(Call(id, real, {constants, S(3)}));
}

TEST_F(FunctionDerivativeTest, ElementsConditionsWhileAndBreak) {
  Expr x = Input("x", real), n = Input("n", integer), y = Add("y", FunctionRole::kOutput, Shape({3}));
  Expr k = Add("k", FunctionRole::kProtected, integer, {}, I(0)),
       t = Add("t", FunctionRole::kProtected, real, {}, Do(Op::kMul, {x, x}));
  Statement stop;
  stop.kind = Kind::kBreak;
  Statement choose = Block(Kind::kIf, pool.Make(Op::kGreater, boolean, {t, R(1)}), {Assign(t, Do(Op::kSqrt, {t}))});
  choose.branches.push_back({Expr(), {Assign(t, Do(Op::kAdd, {t, Do(Op::kSin, {x})}))}});
  Statement leave = Block(Kind::kIf, pool.Make(Op::kGreaterEqual, boolean, {k, n}), {stop});
  FunctionId id = Done(
      {Block(Kind::kWhile, pool.Boolean(true), {choose, leave, Assign(k, pool.Make(Op::kAdd, integer, {k, I(1)}))}),
       Assign(pool.Index(y, {{I(1)}}), t), Assign(pool.Index(y, {{I(2)}}), Do(Op::kMul, {t, x})),
       Assign(pool.Index(y, {{I(3)}}), R(7))});
  Expr call = Call(id, Shape({3}), {S(0), I(3)});
  ExpectDerivative(pool.Make(Op::kSumOf, real, {call}));
  ExpectDerivative(pool.Index(call, {{I(2)}}));
}

TEST_F(FunctionDerivativeTest, SeveralOutputsAndNestedCalls) {
  Expr x = Input("x", real), s = Output("s", real), c = Output("count", integer), q = Output("q", real);
  FunctionId inner = Done({Assign(s, Do(Op::kSin, {x})), Assign(c, I(2)), Assign(q, Do(Op::kMul, {x, x}))});
  std::vector<TypeId> parts{real, integer, real};
  TypeId tuple = types.Tuple(parts);
  Expr call = Call(inner, tuple, {Do(Op::kMul, {S(0), S(1)})});
  ExpectDerivative(pool.Make(Op::kTupleItem, real, {call}, 0));
  ExpectDerivative(pool.Make(Op::kTupleItem, real, {call}, 2));

  x = Input("x", real);
  Expr y = Output("y", real), u = Add("u", FunctionRole::kProtected, real),
       w = Add("w", FunctionRole::kProtected, real);
  Statement tuple_assign;
  tuple_assign.kind = Kind::kTupleAssign;
  tuple_assign.targets = {u, Expr(), w};
  tuple_assign.value = Call(inner, tuple, {x});
  FunctionId outer = Done({tuple_assign, Assign(y, Do(Op::kMul, {u, w}))});
  ExpectDerivative(Call(outer, real, {S(2)}));
}

TEST_F(FunctionDerivativeTest, RecordsWithOtherFields) {
  RecordId id =
      types.AddRecord({names.Intern("State"),
                       {{names.Intern("p"), real}, {names.Intern("phase"), integer}, {names.Intern("X"), Shape({2})}}});
  TypeId state = types.Record(id);
  Expr p = Input("p", real), r = Output("r", state);
  auto field = [&](Expr record, std::size_t k) { return algebra.Field(record, k); };
  FunctionId make = Done({Assign(field(r, 0), Do(Op::kMul, {p, p})), Assign(field(r, 1), I(1)),
                          Assign(field(r, 2), pool.Make(Op::kArray, Shape({2}), {p, Do(Op::kCos, {p})}))});
  Expr s = Input("s", state), y = Output("y", real);
  FunctionId use = Done({Assign(y, Do(Op::kMul, {field(s, 0), pool.Index(field(s, 2), {{I(2)}})}))});
  ExpectDerivative(Call(use, real, {Call(make, state, {S(0)})}));
  ExpectDerivative(field(Call(make, state, {Do(Op::kMul, {S(0), S(1)})}), 0));
  Expr direct = pool.Make(Op::kRecord, state, {S(0), I(1), pool.Make(Op::kArray, Shape({2}), {R(1), S(1)})});
  ExpectDerivative(Call(use, real, {direct}));
  EXPECT_EQ(types.Text(functions.DerivativeType(state), names), "State$der");
}

TEST_F(FunctionDerivativeTest, Recursion) {
  Expr x = Input("x", real), n = Input("n", integer), y = Output("y", real);
  FunctionId id(store.functions.size());
  Expr again = Call(id, real, {Do(Op::kSin, {x}), pool.Make(Op::kSub, integer, {n, I(1)})});
  Statement choose = Block(Kind::kIf, pool.Make(Op::kLessEqual, boolean, {n, I(0)}), {Assign(y, x)});
  choose.branches.push_back({Expr(), {Assign(y, Do(Op::kMul, {x, again}))}});
  ASSERT_EQ(Done({choose}), id);
  ExpectDerivative(Call(id, real, {S(0), I(4)}));
}

TEST_F(FunctionDerivativeTest, SecondDerivatives) {
  Expr x = Input("x", real), y = Output("y", real), t = Add("t", FunctionRole::kProtected, real);
  FunctionId id = Done({Assign(t, Do(Op::kExp, {Do(Op::kSin, {x})})), Assign(y, Do(Op::kMul, {t, x}))});
  // Of f(s0) with ds0/dt = s1: the derivative again, with ds1/dt.
  Expr first = Call(*functions.Of(id), real, {S(0), S(1)});
  ExpectDerivative(first);
  PartialDerivative partial(functions, S(1));
  EXPECT_TRUE(partial.Of(first));
}

struct AnnotationTest : FunctionDerivativeTest {
  // An external function with value a^2 * x (in the interpreter: a body), its derivative functions likewise.
  FunctionId value, first, second;

  FunctionId Make(int extra, const std::function<Expr(std::vector<Expr>)>& body) {
    std::vector<Expr> in{Input("a", real), Input("x", real)};
    for (int i = 0; i < extra; ++i) in.push_back(Input("d" + std::to_string(i), real));
    Expr y = Output("y", real);
    return Done({Assign(y, body(in))});
  }
};

TEST_F(AnnotationTest, ZeroDerivativeDecidesWhich) {
  auto mul = [&](Expr a, Expr b) { return Do(Op::kMul, {a, b}); };
  value = Make(0, [&](auto in) { return mul(mul(in[0], in[0]), in[1]); });
  // Only valid for constant a: d0 is the derivative of x. It carries a mark, to tell that it was used.
  first = Make(1, [&](auto in) { return mul(mul(in[0], in[0]), in[2]); });
  FunctionId general = Make(2, [&](auto in) {
    return Do(Op::kAdd, {mul(mul(R(2), mul(in[0], in[2])), in[1]), mul(mul(in[0], in[0]), in[3])});
  });
  store.functions[value].derivatives = {{first, 1, {0}, {}}, {general, 1, {}, {}}};
  Expr constant = Call(value, real, {R(3), S(0)}), varying = Call(value, real, {S(1), S(0)});
  EXPECT_EQ(Text(time_derivative.Of(constant)), "f1(3.0, s0, der(s0))");
  EXPECT_EQ(Text(time_derivative.Of(varying)), "f2(s1, s0, der(s1), der(s0))");
  ExpectDerivative(constant);
  ExpectDerivative(varying);
}

TEST_F(AnnotationTest, OrderTwoOfExternalFunctions) {
  // f = sin(a*x) with constant a; f' and f'' as external functions known to the environment only by their annotations.
  auto external = [&](int extra) {
    Input("a", real);
    Input("x", real);
    for (int i = 0; i < extra; ++i) Input("d" + std::to_string(i), real);
    Output("y", real);
    f.is_external = true;
    f.external.language = "C";
    return Done({});
  };
  value = external(0), first = external(1), second = external(2);
  store.functions[value].derivatives = {{first, 1, {0}, {}}};
  store.functions[first].derivatives = {{second, 2, {0}, {}}};
  Expr once = time_derivative.Of(Call(value, real, {R(3), S(0)}));
  EXPECT_EQ(Text(once), "f1(3.0, s0, der(s0))");
  EXPECT_EQ(Text(time_derivative.Of(once)), "f2(3.0, s0, der(s0), der(der(s0)))");
  // To der(s0) alone the derivative function is linear; to s0 it takes the second derivative in two directions.
  PartialDerivative to_der(functions, pool.Make(Op::kDer, real, {S(0)})), to_x(functions, S(0));
  EXPECT_EQ(Text(to_der.Of(once)), "f1(3.0, s0, 1.0)");
  EXPECT_EQ(Text(to_x.Of(once)), "0.25*(f2(3.0, s0, der(s0) + 1.0, 0.0) - f2(3.0, s0, der(s0) - 1.0, 0.0))");
  Expr bad = Call(second, real, {R(3), S(0), S(1), S(2)});
  EXPECT_FALSE(time_derivative.Of(bad));
  EXPECT_EQ(time_derivative.error(), "the external function f2 has no derivative");
}

}  // namespace
}  // namespace mica::symbolic
