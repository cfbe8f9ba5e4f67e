#include "flat/flatten.h"

#include "flat_fixture.h"

namespace mica::flat {
namespace {

TEST(FlattenTest, ModifiersOverrideFromTheOutside) {
  FlatFixture f(R"(
    model A parameter Real p = 1; parameter Real q = 2*p; end A;
    model B extends A(p = 3); end B;
    model T B b(q = 7); B c(p = 4); end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("parameter Real b.p = 3.0;"));
  EXPECT_TRUE(f.Has("parameter Real b.q = 7.0;"));
  EXPECT_TRUE(f.Has("parameter Real c.p = 4.0;"));
  EXPECT_TRUE(f.Has("parameter Real c.q = 2.0*c.p;"));
}

TEST(FlattenTest, AModifierIsLookedUpWhereItIsWritten) {
  FlatFixture f(R"(
    model A parameter Real p = 1; end A;
    model T parameter Real p = 5; A a(p = p); end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("parameter Real a.p = p;"));
}

TEST(FlattenTest, FinalCannotBeModified) {
  FlatFixture f(R"(
    model A final parameter Real p = 1; end A;
    model T A a(p = 2); end T;)");
  EXPECT_FALSE(f.ok());
  EXPECT_EQ(f.Codes(), std::vector<std::string>{"E3103"});
}

TEST(FlattenTest, ComponentArraysStayWhole) {
  FlatFixture f(R"(
    model Cell parameter Real c = 1; Real x(start = 2); equation c*der(x) = -x; end Cell;
    model T Cell cells[1000](c = linspace(1, 2, 1000), each x(start = 5)); end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_EQ(f.model().variables.size(), 2u);
  EXPECT_EQ(f.model().equations.size(), 1u);
  EXPECT_TRUE(f.Has("Real[1000] cells.x(start = 5.0);"));
  EXPECT_TRUE(f.Has("parameter Real[1000] cells.c = linspace(1.0, 2.0, 1000);"));
  EXPECT_TRUE(f.Has("cells[i1].c*der(cells[i1].x) = -cells[i1].x;"));
  EXPECT_EQ(CountScalars(f.model(), f.store()).equations, 1000);
}

TEST(FlattenTest, EachAndArrayModifiersInNestedArrays) {
  FlatFixture f(R"(
    model A parameter Real p; end A;
    model B A a[2]; end B;
    model T B b[3](a(each p = {1, 2, 3})); B c[3](each a(p = {4, 5})); end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  // b[i].a[j].p = {1, 2, 3}[i], c[i].a[j].p = {4, 5}[j].
  for (const auto& [name, expected] :
       {std::pair<std::string, std::vector<double>>{"b.a.p", {1, 1, 2, 2, 3, 3}}, {"c.a.p", {4, 5, 4, 5, 4, 5}}}) {
    for (const Variable& variable : f.model().variables) {
      if (PathText(variable.path, f.store().names) != name) continue;
      Environment nothing;
      Evaluator evaluator(f.store(), nothing);
      std::optional<Value> value = evaluator.Evaluate(variable.binding);
      ASSERT_TRUE(value);
      ASSERT_EQ(value->sizes, (std::vector<std::int32_t>{3, 2}));
      for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(value->real(i), expected[i]) << name << " " << i;
    }
  }
}

TEST(FlattenTest, RedeclarationReachesWhatIsInherited) {
  FlatFixture f(R"(
    package P
      replaceable record State Real T; end State;
      constant Integer n = 1;
      function f input State s; output Real y; algorithm y := n*s.T; end f;
    end P;
    package Q
      extends P(n = 4);
      redeclare record extends State Real p; end State;
    end Q;
    model M replaceable package Medium = P; Medium.State s; Real y = Medium.f(s); equation s.T = 1; end M;
    model T M m(redeclare package Medium = Q); equation m.s.p = 2; end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("Real m.s.p;"));
  EXPECT_TRUE(f.Has("y := 4.0*s.T;"));
}

TEST(FlattenTest, ConnectionsBalanceFlowsAndEquatePotentials) {
  FlatFixture f(R"(
    connector Pin Real v; flow Real i; end Pin;
    model R Pin p, n; equation p.v - n.v = p.i; p.i + n.i = 0; end R;
    model T R a, b; Pin out; equation connect(a.n, b.p); connect(b.n, out); end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("a.n.v = b.p.v;"));
  EXPECT_TRUE(f.Has("a.n.i + b.p.i = 0.0;"));
  // Seen from inside, the connector `out` of the model has the other sign; from outside nothing is connected to it.
  EXPECT_TRUE(f.Has("b.n.i + (-out.i) = 0.0;"));
  EXPECT_TRUE(f.Has("out.i = 0.0;"));
  EXPECT_TRUE(f.Has("a.p.i = 0.0;"));
}

TEST(FlattenTest, ConditionalComponentsTakeTheirConnectionsWithThem) {
  FlatFixture f(R"(
    connector Pin Real v; flow Real i; end Pin;
    model R parameter Boolean has = false; Pin p; Pin q if has; equation p.v = 1; connect(p, q); end R;
    model T R r; end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_EQ(f.model().variables.size(), 3u);
  EXPECT_EQ(f.model().equations.size(), 2u);
}

TEST(FlattenTest, OuterStandsForTheNearestInner) {
  FlatFixture f(R"(
    model World parameter Real g = 9.81; end World;
    model Body outer World world; Real a = world.g; end Body;
    model Sub inner World world(g = 1.6); Body b; end Sub;
    model T inner World world; Body b; Sub s; end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("Real b.a = world.g;"));
  EXPECT_TRUE(f.Has("Real s.b.a = s.world.g;"));
}

TEST(FlattenTest, ARangeMayDependOnTheLoopAroundIt) {
  FlatFixture f(
      "model T Real x[3, 3]; equation for i in 1:3 loop for j in 1:i loop x[i, j] = i + j; end for; for j in i + 1:3 "
      "loop x[i, j] = 0; end for; end for; end T;");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_EQ(CountScalars(f.model(), f.store()).equations, 9);
}

TEST(FlattenTest, AConditionMayDependOnTheLoopAroundIt) {
  FlatFixture f(R"(
    connector Pin Real v; flow Real i; end Pin;
    model R Pin p, n; equation p.v - n.v = p.i; p.i + n.i = 0; end R;
    model T parameter Integer n = 3; R r[n]; equation for k in 1:n loop if k < n then connect(r[k].n, r[k + 1].p); end if; end for; end T;)");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.Has("r[1].n.v = r[2].p.v;"));
  EXPECT_TRUE(f.Has("r[2].n.v = r[3].p.v;"));
  EXPECT_TRUE(f.Has("r[3].n.i = 0.0;"));
}

TEST(FlattenTest, ParametersThatDecideTheStructureAreMarked) {
  FlatFixture f("model T parameter Integer n = 3; parameter Real k = 1; Real x[n] = fill(k, n); end T;");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.model().variables[VarId(0)].is_evaluated);
  EXPECT_FALSE(f.model().variables[VarId(1)].is_evaluated);
}

TEST(FlattenTest, ParametersThatALaterValueEvaluatesAreMarked) {
  FlatFixture f("model T parameter Real k = 1 annotation(Evaluate = true); Real x = k*time; end T;");
  ASSERT_TRUE(f.ok()) << f.Messages();
  EXPECT_TRUE(f.model().variables[VarId(0)].is_evaluated);
}

TEST(FlattenTest, NamesThatAreNotThereGetASuggestion) {
  FlatFixture f("model T Real speed; equation speed = sped; end T;");
  EXPECT_FALSE(f.ok());
  EXPECT_EQ(f.Codes(), std::vector<std::string>{"E3001"});
  EXPECT_NE(f.Messages().find("did you mean speed?"), std::string::npos) << f.Messages();
}

TEST(FlattenTest, CyclesAreReported) {
  FlatFixture sizes("model T parameter Integer n = m; parameter Integer m = n; Real x[n]; end T;");
  EXPECT_FALSE(sizes.ok());
  EXPECT_EQ(sizes.Codes(), std::vector<std::string>{"E3313"}) << sizes.Messages();
  FlatFixture inherits("model A extends B; end A; model B extends A; end B;");
  EXPECT_FALSE(inherits.ok());
  FlatFixture contains("model A A a; end A;");
  EXPECT_FALSE(contains.ok());
  EXPECT_EQ(contains.Codes(), std::vector<std::string>{"E3302"}) << contains.Messages();
}

TEST(FlattenTest, OneMistakeGivesOneMessage) {
  FlatFixture f(R"(
    model T
      Real x, y; Boolean b; Integer v[3];
    equation
      x = b + 1;
      y = v[4];
      b = x;
      v = {1, 2};
    end T;)");
  EXPECT_FALSE(f.ok());
  EXPECT_EQ(f.Codes(), (std::vector<std::string>{"E3203", "E3212", "E4004", "E4005"})) << f.Messages();
}

}  // namespace
}  // namespace mica::flat
