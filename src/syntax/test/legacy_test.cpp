// Forms of Modelica 1.x and 2.x that the grammar of 3.7 no longer has, as libraries of that time wrote them.
#include <gtest/gtest.h>

#include "parsed.h"
#include "syntax/verify.h"

namespace mica::syntax {
namespace {

TEST(Legacy, GraphicsAnnotations) {
  Parsed parsed(R"(model Resistor "ideal"
  extends OnePort;
  parameter Real R=1 "Resistance";
  annotation (
    Coordsys(extent=[-100, -100; 100, 100], grid=[2, 2], component=[20, 20]),
    Icon(Rectangle(extent=[-70, 30; 70, -30], style(color=3, fillColor=7)), Line(points=[-90, 0; -70, 0]),
      Text(extent=[-100, 40; 100, 100], string="%name")),
    Window(x=0.2, y=0.06, width=0.62, height=0.69));
  Pin p annotation (extent=[-110, -10; -90, 10]);
equation
  R*i = v;
  connect(p, n) annotation (points=[-90, 0; -70, 0], style(color=3));
end Resistor;)");
  EXPECT_EQ(parsed.Messages(), "");
  const ClassDefinition& resistor = parsed.OnlyClass();
  EXPECT_EQ(resistor.elements.size(), 3u);
  EXPECT_EQ(resistor.annotations.size(), 1u);
  EXPECT_EQ(resistor.annotations[0]->modification->arguments.size(), 3u);
}

// Modelica 1.4, A.2.5: equation_clause : equation { equation ";" | annotation ";" }. An annotation does not end the
// section.
TEST(Legacy, AnnotationsAmongEquations) {
  Parsed parsed(R"(model M
equation
  a = 1;
  annotation (Icon());
  b = 2;
  for i in 1:2 loop
    c[i] = 3;
    annotation (x=1);
    d[i] = 4;
  end for;
algorithm
  e := 5;
  annotation (Diagram());
  f := 6;
end M;)");
  EXPECT_EQ(parsed.Messages(), "");
  EXPECT_EQ(Verify(*parsed.tree), "");
  const ClassDefinition& m = parsed.OnlyClass();
  std::size_t equations = 0, statements = 0;
  for (const EquationSection* section : m.equation_sections) equations += section->equations.size();
  for (const AlgorithmSection* section : m.algorithm_sections) statements += section->statements.size();
  EXPECT_EQ(equations, 3u);
  EXPECT_EQ(statements, 2u);
  EXPECT_EQ(m.annotations.size(), 2u);
}

TEST(Legacy, ConstrainingTypesWithExtends) {
  Parsed parsed(R"(model M
  replaceable model Circuit = A extends B(x=1);
  replaceable C c extends D;
  replaceable package Medium = Water extends PartialMedium "m" annotation (choicesAllMatching=true);
  replaceable model Long
    Real x;
  end Long extends B;
  extends E;
  N n(redeclare replaceable model Circuit = F extends B);
end M;)");
  EXPECT_EQ(parsed.Messages(), "");
  const ClassDefinition& m = parsed.OnlyClass();
  ASSERT_EQ(m.elements.size(), 6u);
  auto base = [&](const ConstrainingClause* clause) { return clause ? parsed.tree->Text(*clause->base) : "none"; };
  EXPECT_EQ(base(m.elements[0]->To<ClassDefinition>().constraining), "B");
  EXPECT_EQ(base(m.elements[1]->To<ComponentClause>().constraining), "D");
  EXPECT_EQ(base(m.elements[2]->To<ClassDefinition>().constraining), "PartialMedium");
  EXPECT_EQ(base(m.elements[3]->To<ClassDefinition>().constraining), "B");
  EXPECT_EQ(m.elements[4]->kind, NodeKind::kExtends);
}

TEST(Legacy, AssignmentsInModifications) {
  Parsed parsed("function f input Real x(start := 1) := 2; end f;");
  EXPECT_EQ(parsed.Messages(), "");
  const auto& clause = parsed.OnlyClass().elements[0]->To<ComponentClause>();
  EXPECT_TRUE(clause.declarations[0]->modification->is_assignment);
}

TEST(Legacy, ExternalClauseBeforeItsAnnotation) {
  Parsed parsed("function f input Real x; external \"C\"; annotation (Include=\"#include <f.h>\"); end f;");
  EXPECT_EQ(parsed.Messages(), "");
  EXPECT_NE(parsed.OnlyClass().external, nullptr);
  EXPECT_EQ(parsed.OnlyClass().annotations.size(), 1u);
}

TEST(Legacy, TypePrefixesOfShortClasses) {
  Parsed parsed("connector C = flow Real; type D = discrete Real;");
  EXPECT_EQ(parsed.Messages(), "");
  EXPECT_EQ(parsed.tree->root().classes[0]->base_connectedness, Connectedness::kFlow);
  EXPECT_EQ(parsed.tree->root().classes[1]->base_variability, Variability::kDiscrete);
}

// Listings of the 2002 conference: deduced ranges, iterators in reductions, record constructors, terminate.
TEST(Legacy, ListingsOfModelica2) {
  Parsed parsed(R"(model Test
  Real A[3,3], B[3,3];
  Motor m(data=Motors.M104(inertia=0.0012));
  MyTable t=MyTable(fileName="testTables.txt", tableName="table1");
equation
  for i, j loop
    A[i,j] = B[i,j]^2;
  end for;
  (ev, REV) = eigen(A, getREV=true);
  s = sum(i^2 for i in 1:10);
  when time > 1 then
    terminate("done");
  end when;
initial equation
  if not steadyState then
    x = x0;
  else
    der(x) = 0;
  end if;
end Test;)");
  EXPECT_EQ(parsed.Messages(), "");
}

}  // namespace
}  // namespace mica::syntax
