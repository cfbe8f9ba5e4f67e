#include "symbolic/inline.h"

#include "random_expr.h"

namespace mica::symbolic {
namespace {

using Kind = Statement::Kind;

struct InlineTest : SymbolicTest {
  Function f;
  Expr Add(std::string_view name, FunctionRole role, TypeId type, std::vector<Expr> sizes = {}, Expr binding = {}) {
    f.variables.push_back({names.Intern(name), role, type, std::move(sizes), binding});
    f.input_count += role == FunctionRole::kInput;
    f.output_count += role == FunctionRole::kOutput;
    return pool.Local(f.variables.size() - 1, type);
  }
  FunctionId Done(std::string_view name, std::vector<Statement> body, InlineKind kind = InlineKind::kInline) {
    f.name = names.Intern(name);
    f.body = std::move(body);
    f.inlining = kind;
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
  Expr Call(FunctionId id, TypeId type, std::vector<Expr> args) { return pool.Make(Op::kCall, type, args, id.index()); }
  Inliner inliner{store, InlineStage::kEarly};
};

TEST_F(InlineTest, AssignmentsInSequence) {
  Expr x = Add("x", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  Expr t = Add("t", FunctionRole::kProtected, real, {}, Do(Op::kMul, {x, x}));
  FunctionId id = Done("f", {Assign(y, Do(Op::kAdd, {t, x})), Assign(y, Do(Op::kMul, {y, R(2)}))});
  EXPECT_EQ(Text(inliner.Inline(Call(id, real, {S(1)}))), "2.0*(s1*s1 + s1)");
  // Calls in arguments and in bodies.
  Expr u = Add("u", FunctionRole::kInput, real), v = Add("v", FunctionRole::kOutput, real);
  FunctionId outer = Done("g", {Assign(v, Do(Op::kSin, {Call(id, real, {u})}))});
  Expr sine = inliner.Inline(Call(outer, real, {Call(id, real, {R(1)})}));
  ASSERT_EQ(pool.op(sine), Op::kReal);
  EXPECT_DOUBLE_EQ(pool.real(sine), std::sin(40.0)) << "f(1) = 4, f(4) = 2*(4*4 + 4)";
}

TEST_F(InlineTest, ConditionsTriggerNoEvents) {
  Expr x = Add("x", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  Statement choose;
  choose.kind = Kind::kIf;
  choose.branches = {{pool.Make(Op::kGreater, boolean, {x, R(0)}), {Assign(y, Do(Op::kSqrt, {x}))}},
                     {Expr(), {Assign(y, R(0))}}};
  FunctionId id = Done("f", {choose});
  EXPECT_EQ(Text(inliner.Inline(Call(id, real, {S(1)}))), "if noEvent(s1 > 0.0) then sqrt(s1) else 0.0");
  EXPECT_EQ(Text(inliner.Inline(Call(id, real, {R(4)}))), "2.0");
}

TEST_F(InlineTest, ElementsAndLoops) {
  TypeId any = types.Array(real, kUnknownSize);
  Expr x = Add("x", FunctionRole::kInput, any, {pool.Colon()});
  Expr size = pool.Make(Op::kSize, integer, {x, I(1)});
  Expr y = Add("y", FunctionRole::kOutput, any, {size});
  Expr i = pool.NewIterator(names.Intern("i"), integer);
  Statement loop;
  loop.kind = Kind::kFor;
  loop.iterator = i;
  loop.value = pool.Make(Op::kRange, types.Array(integer, kUnknownSize), {I(1), I(1), size});
  loop.branches = {
      {Expr(),
       {Assign(pool.Index(y, {{i}}), Do(Op::kMul, {pool.Index(x, {{i}}), pool.Make(Op::kToReal, real, {i})}))}}};
  FunctionId id = Done("f", {loop});
  Expr argument = pool.Make(Op::kArray, Shape({3}), {S(0), S(1), S(2)});
  EXPECT_EQ(Text(inliner.Inline(Call(id, Shape({3}), {argument}))), "{s0, 2.0*s1, 3.0*s2}");
}

TEST_F(InlineTest, WhatStays) {
  Expr x = Add("x", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  Statement check;
  check.kind = Kind::kAssert;
  check.targets = {pool.Make(Op::kGreater, boolean, {x, R(0)}), pool.String("no")};
  Expr asserting = Call(Done("f", {check, Assign(y, x)}), real, {S(0)});
  EXPECT_EQ(inliner.Inline(asserting), asserting);

  x = Add("x", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  FunctionId recursive(store.functions.size());
  Done("r", {Assign(y, Do(Op::kMul, {x, Call(recursive, real, {Do(Op::kSub, {x, R(1)})})}))});
  EXPECT_EQ(Text(inliner.Inline(Call(recursive, real, {S(0)}))), "r(s0)");

  x = Add("x", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  FunctionId late = Done("late", {Assign(y, Do(Op::kMul, {x, x}))}, InlineKind::kLateInline);
  Expr call = Call(late, real, {S(0)});
  EXPECT_EQ(inliner.Inline(call), call);
  EXPECT_EQ(Text(Inliner(store, InlineStage::kLate).Inline(call)), "s0*s0");

  x = Add("x", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  FunctionId small = Done("small", {Assign(y, Do(Op::kMul, {x, x}))}, InlineKind::kUnset);
  EXPECT_EQ(Text(inliner.Inline(Call(small, real, {S(0)}))), "s0*s0");
}

TEST_F(InlineTest, RecordsBuiltinsAndTuples) {
  RecordId id = types.AddRecord({names.Intern("C"), {{names.Intern("re"), real}, {names.Intern("im"), real}}});
  TypeId complex = types.Record(id);
  Add("re", FunctionRole::kInput, real), Add("im", FunctionRole::kInput, real),
      Add("c", FunctionRole::kOutput, complex);
  f.is_record_constructor = true;
  FunctionId constructor = Done("C", {}, InlineKind::kUnset);
  Expr a = Add("a", FunctionRole::kInput, complex), b = Add("b", FunctionRole::kInput, complex),
       c = Add("c", FunctionRole::kOutput, complex);
  auto part = [&](Expr e, std::size_t k) { return pool.Make(Op::kField, real, {e}, k); };
  FunctionId multiply = Done(
      "mul", {Assign(part(c, 0),
                     Do(Op::kSub, {Do(Op::kMul, {part(a, 0), part(b, 0)}), Do(Op::kMul, {part(a, 1), part(b, 1)})})),
              Assign(part(c, 1),
                     Do(Op::kAdd, {Do(Op::kMul, {part(a, 0), part(b, 1)}), Do(Op::kMul, {part(a, 1), part(b, 0)})}))});
  Expr one = Call(constructor, complex, {S(0), S(1)}), two = Call(constructor, complex, {S(2), R(0)});
  EXPECT_EQ(Text(inliner.Inline(Call(multiply, complex, {one, two}))), "C(s0*s2, s1*s2)");

  Expr u = Add("u", FunctionRole::kInput, real), y = Add("y", FunctionRole::kOutput, real);
  f.is_external = true;
  f.external = {"builtin", "cosh", y, {u}};
  EXPECT_EQ(Text(inliner.Inline(Call(Done("Modelica.Math.cosh", {}), real, {S(0)}))), "cosh(s0)");

  Expr x = Add("x", FunctionRole::kInput, real), p = Add("p", FunctionRole::kOutput, real),
       q = Add("q", FunctionRole::kOutput, real);
  FunctionId both = Done("both", {Assign(p, Do(Op::kSin, {x})), Assign(q, Do(Op::kCos, {x}))});
  std::vector<TypeId> parts{real, real};
  Expr call = Call(both, types.Tuple(parts), {S(3)});
  EXPECT_EQ(Text(inliner.Inline(pool.Make(Op::kTupleItem, real, {call}, 1))), "cos(s3)");
}

}  // namespace
}  // namespace mica::symbolic
