// Equations and statements (A.2.6), by their text form.
#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

std::string ReadSection(const std::string& section) {
  Parsed parsed("model M " + section + " end M;");
  if (!parsed.sink.all().empty()) return parsed.Messages();
  const ClassDefinition& m = parsed.OnlyClass();
  if (!m.equation_sections.empty()) return DumpNode(*m.equation_sections[0], *parsed.tree, parsed.names);
  return DumpNode(*m.algorithm_sections[0], *parsed.tree, parsed.names);
}

TEST(ParseEquation, Simple) {
  EXPECT_EQ(ReadSection("equation a.b[1] = c \"text\" annotation(A); (x, y) = f(z); "
                        "assert(a > 0, \"m\"); Connections.root(r);"),
            R"((EquationSection
  (EqualityEquation
    a.b[1]
    c
    (Comment
      "text"
      (Annotation
        (Modification
          (ElementModification A)))))
  (EqualityEquation
    (tuple x y)
    (call f z))
  (CallEquation
    (call assert (> a 0) "m"))
  (CallEquation
    (call Connections.root r)))
)");
}

TEST(ParseEquation, ConnectWithAnnotation) {
  EXPECT_EQ(ReadSection("equation connect(a.p, b[1].n) annotation (Line(points = {{1, 2}}));"), R"((EquationSection
  (ConnectEquation
    a.p
    b[1].n
    (Comment
      (Annotation
        (Modification
          (ElementModification Line
            (Modification
              (ElementModification points
                (Modification
                  (array (array 1 2)))))))))))
)");
}

TEST(ParseEquation, Blocks) {
  EXPECT_EQ(ReadSection(R"(equation
  if a then x = 1; elseif b then x = 2; y = 2; else end if "t";
  for i in 1:n, j loop x[i] = j; end for;
  when {a, b} then reinit(x, 0); elsewhen c then y = 1; end when;)"),
            R"((EquationSection
  (IfEquation
    (EquationBranch
      a
      (EqualityEquation
        x
        1))
    (EquationBranch
      b
      (EqualityEquation
        x
        2)
      (EqualityEquation
        y
        2))
    (EquationBranch else)
    (Comment
      "t"))
  (ForEquation
    (Iterator i
      (range 1 n))
    (Iterator j)
    (EqualityEquation
      x[i]
      j))
  (WhenEquation
    (EquationBranch
      (array a b)
      (CallEquation
        (call reinit x 0)))
    (EquationBranch
      c
      (EqualityEquation
        y
        1))))
)");
}

TEST(ParseStatement, EverySort) {
  EXPECT_EQ(ReadSection(R"(algorithm
  x[1] := 2 "t";
  (a, , b.c) := f(x);
  (a) := f(x);
  der(x) := 1;
  print("m");
  if a then x := 1; elseif b then else return; end if;
  for i in {1, 2} loop break; end for;
  while a loop x := 1; end while;
  when a then x := 1; elsewhen b then x := 2; end when;)"),
            R"((AlgorithmSection
  (AssignStatement
    x[1]
    2
    (Comment
      "t"))
  (MultiAssignStatement 3
    a
    b.c
    (call f x))
  (MultiAssignStatement 1
    a
    (call f x))
  (AssignStatement
    (call der x)
    1)
  (CallStatement
    (call print "m"))
  (IfStatement
    (StatementBranch
      a
      (AssignStatement
        x
        1))
    (StatementBranch
      b)
    (StatementBranch else
      (ReturnStatement)))
  (ForStatement
    (Iterator i
      (array 1 2))
    (BreakStatement))
  (WhileStatement
    a
    (AssignStatement
      x
      1))
  (WhenStatement
    (StatementBranch
      a
      (AssignStatement
        x
        1))
    (StatementBranch
      b
      (AssignStatement
        x
        2))))
)");
}

TEST(ParseStatement, EmptyPlacesOfTargetsAreNull) {
  Parsed parsed("model M algorithm (a, , b) := f(x); end M;");
  const auto& statement = parsed.OnlyClass().algorithm_sections[0]->statements[0]->To<MultiAssignStatement>();
  ASSERT_EQ(statement.targets.size(), 3u);
  EXPECT_NE(statement.targets[0], nullptr);
  EXPECT_EQ(statement.targets[1], nullptr);
  EXPECT_EQ(parsed.tree->Text(*statement.targets[2]), "b");
}

}  // namespace
}  // namespace mica::syntax
