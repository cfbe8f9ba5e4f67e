// Classes and their elements (A.2.1 to A.2.5), by their text form.
#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

void ExpectDump(const std::string& text, const std::string& expected) {
  Parsed parsed(text);
  EXPECT_EQ(parsed.Messages(), "") << text;
  EXPECT_EQ(parsed.Dump(), expected) << text;
}

TEST(ParseClass, WithinAndSeveralClasses) {
  ExpectDump("within A.B;\nmodel M end M;\nfinal type T = Real;", R"((StoredDefinition within
  (TypeName A.B)
  (ClassDefinition model M)
  (ClassDefinition final type T =
    (TypeName Real)))
)");
  ExpectDump("within ;", "(StoredDefinition within)\n");
  ExpectDump("", "(StoredDefinition)\n");
}

TEST(ParseClass, EveryKind) {
  struct Case {
    const char* written;
    ClassKind kind;
  };
  for (const Case& c :
       {Case{"class", ClassKind::kClass}, Case{"model", ClassKind::kModel}, Case{"block", ClassKind::kBlock},
        Case{"connector", ClassKind::kConnector}, Case{"expandable connector", ClassKind::kExpandableConnector},
        Case{"record", ClassKind::kRecord}, Case{"operator record", ClassKind::kOperatorRecord},
        Case{"package", ClassKind::kPackage}, Case{"function", ClassKind::kFunction},
        Case{"operator function", ClassKind::kOperatorFunction}, Case{"operator", ClassKind::kOperator},
        Case{"type", ClassKind::kType}}) {
    Parsed parsed(std::string(c.written) + " 'x' end 'x';");
    EXPECT_EQ(parsed.Messages(), "") << c.written;
    EXPECT_EQ(parsed.OnlyClass().class_kind, c.kind) << c.written;
    EXPECT_EQ(Spelling(parsed.OnlyClass().class_kind), c.written);
  }
}

TEST(ParseClass, Prefixes) {
  Parsed parsed(
      "package P redeclare final inner outer replaceable encapsulated partial model A end A; "
      "impure function f end f; pure function g end g; end P;");
  EXPECT_EQ(parsed.Messages(), "");
  EXPECT_EQ(parsed.Dump(), R"((StoredDefinition
  (ClassDefinition package P
    (ClassDefinition redeclare final inner outer replaceable encapsulated partial model A)
    (ClassDefinition impure function f)
    (ClassDefinition pure function g)))
)");
}

TEST(ParseClass, ShortForms) {
  ExpectDump("connector C = input Real[3](unit = \"m\") \"c\" annotation(A = 1);", R"((StoredDefinition
  (ClassDefinition connector C = input
    (TypeName Real)
    3
    (Modification
      (ElementModification unit
        (Modification
          "m")))
    (Comment
      "c"
      (Annotation
        (Modification
          (ElementModification A
            (Modification
              1)))))))
)");
  ExpectDump("type E = enumeration(a \"first\", b) \"both\";", R"((StoredDefinition
  (ClassDefinition type E = enumeration
    (EnumerationLiteral a
      (Comment
        "first"))
    (EnumerationLiteral b)
    (Comment
      "both")))
)");
  ExpectDump("type E = enumeration(:);", "(StoredDefinition\n  (ClassDefinition type E = enumeration :))\n");
  ExpectDump("function g = der(A.f, x, y);",
             "(StoredDefinition\n  (ClassDefinition function g = der x y\n    (TypeName A.f)))\n");
}

TEST(ParseClass, ClassExtends) {
  ExpectDump("package P redeclare model extends M(a = 1) \"d\" Real x; end M; end P;", R"((StoredDefinition
  (ClassDefinition package P
    (ClassDefinition redeclare model extends M
      (Modification
        (ElementModification a
          (Modification
            1)))
      "d"
      (ComponentClause
        (TypeName Real)
        (Declaration x)))))
)");
}

TEST(ParseClass, ElementsSectionsAndAnnotationsInOrder) {
  Parsed parsed(R"(model M "text" + " goes on"
  Real a;
protected
  parameter Real b = 1;
initial equation
  a = 0;
public
  Real c;
equation
  der(a) = b;
initial algorithm
  c := 1;
algorithm
  c := 2;
  annotation (Icon());
end M;)");
  EXPECT_EQ(parsed.Messages(), "");
  const ClassDefinition& m = parsed.OnlyClass();
  EXPECT_EQ(m.description->value, "text goes on");
  ASSERT_EQ(m.elements.size(), 3u);
  EXPECT_FALSE(m.elements[0]->is_protected);
  EXPECT_TRUE(m.elements[1]->is_protected);
  EXPECT_FALSE(m.elements[2]->is_protected);
  ASSERT_EQ(m.equation_sections.size(), 2u);
  EXPECT_TRUE(m.equation_sections[0]->initial);
  EXPECT_FALSE(m.equation_sections[1]->initial);
  ASSERT_EQ(m.algorithm_sections.size(), 2u);
  EXPECT_TRUE(m.algorithm_sections[0]->initial);
  EXPECT_EQ(m.annotations.size(), 1u);
  EXPECT_EQ(parsed.tree->Text(m.name_token), "M");
}

TEST(ParseClass, ExternalFunctions) {
  ExpectDump(
      "function f input Real x; output Real y; external \"C\" y = c_f(x, size(x, 1)) annotation(Library = \"m\"); end "
      "f;",
      R"((StoredDefinition
  (ClassDefinition function f
    (ComponentClause input
      (TypeName Real)
      (Declaration x))
    (ComponentClause output
      (TypeName Real)
      (Declaration y))
    (ExternalClause c_f
      "C"
      y
      x
      (call size x 1)
      (Annotation
        (Modification
          (ElementModification Library
            (Modification
              "m")))))))
)");
  ExpectDump("function f external; end f;",
             "(StoredDefinition\n  (ClassDefinition function f\n    (ExternalClause)))\n");
  ExpectDump("function f external \"builtin\"; end f;",
             "(StoredDefinition\n  (ClassDefinition function f\n    (ExternalClause\n      \"builtin\")))\n");
}

TEST(ParseElement, Imports) {
  ExpectDump("package P import A.B; import C = A.B.C; import A.B.*; import A.B.{D, E}; protected import A . *; end P;",
             R"((StoredDefinition
  (ClassDefinition package P
    (Import
      (TypeName A.B))
    (Import C =
      (TypeName A.B.C))
    (Import .*
      (TypeName A.B))
    (Import { D E }
      (TypeName A.B))
    (Import protected .*
      (TypeName A))))
)");
}

TEST(ParseElement, Components) {
  ExpectDump(
      "model M flow Real[2] i[3](start = 1) = 2 if c \"text\" annotation(A), j; "
      "outer replaceable .A.B b constrainedby C(x = 1) \"k\"; end M;",
      R"((StoredDefinition
  (ClassDefinition model M
    (ComponentClause flow
      (TypeName Real)
      2
      (Declaration i
        3
        (Modification
          (ElementModification start
            (Modification
              1))
          2)
        c
        (Comment
          "text"
          (Annotation
            (Modification
              (ElementModification A)))))
      (Declaration j))
    (ComponentClause outer replaceable
      (TypeName . A.B)
      (Declaration b)
      (ConstrainingClause
        (TypeName C)
        (Modification
          (ElementModification x
            (Modification
              1)))
        (Comment
          "k")))))
)");
}

TEST(ParseElement, ComponentPrefixes) {
  ExpectDump(
      "connector C stream Real a; discrete input Real b; final constant Integer n = 1; inner outer Real w; end C;",
      R"((StoredDefinition
  (ClassDefinition connector C
    (ComponentClause stream
      (TypeName Real)
      (Declaration a))
    (ComponentClause discrete input
      (TypeName Real)
      (Declaration b))
    (ComponentClause final constant
      (TypeName Integer)
      (Declaration n
        (Modification
          1)))
    (ComponentClause inner outer
      (TypeName Real)
      (Declaration w))))
)");
}

TEST(ParseModification, ArgumentsOfEverySort) {
  ExpectDump(R"(model M
  extends A(each final a.b(start = 0) = 1 "why", final c,
    redeclare each final replaceable model T = B(x = 1) constrainedby D,
    replaceable Real y = 2, redeclare package P = Q, z = break);
end M;)",
             R"((StoredDefinition
  (ClassDefinition model M
    (Extends
      (TypeName A)
      (Modification
        (ElementModification each final a.b
          (Modification
            (ElementModification start
              (Modification
                0))
            1)
          "why")
        (ElementModification final c)
        (ElementRedeclaration each
          (ClassDefinition redeclare final replaceable model T =
            (TypeName B)
            (Modification
              (ElementModification x
                (Modification
                  1)))
            (ConstrainingClause
              (TypeName D))))
        (ElementRedeclaration
          (ComponentClause replaceable
            (TypeName Real)
            (Declaration y
              (Modification
                2))))
        (ElementRedeclaration
          (ClassDefinition redeclare package P =
            (TypeName Q)))
        (ElementModification z
          (Modification break))))))
)");
}

// Modelica 3.7, 7.4: selective model extension.
TEST(ParseModification, Removals) {
  ExpectDump("model M extends A(break x, break connect(a.b, c[1]), y = 1); end M;", R"((StoredDefinition
  (ClassDefinition model M
    (Extends
      (TypeName A)
      (Modification
        (ElementRemoval x)
        (ConnectRemoval
          (ConnectEquation
            a.b
            c[1]))
        (ElementModification y
          (Modification
            1))))))
)");
}

}  // namespace
}  // namespace mica::syntax
