// What the parser says about mistakes, word by word, and that one mistake gives one message.
#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

std::string Messages(const std::string& text) { return Parsed(text).Messages(); }

TEST(Recovery, MissingSemicolonsAreReportedWhereTheyShouldStand) {
  EXPECT_EQ(Messages("model M\n  Real x\n  parameter Real y = 1\nequation\n  x = y\nend M;\n"),
            "2:9 E1102 expected ';' after the declaration\n"
            "3:23 E1102 expected ';' after the declaration\n"
            "5:8 E1102 expected ';' after the equation\n");
  EXPECT_EQ(Messages("model M\nend M"), "2:6 E1102 expected ';' after the class\n");
}

TEST(Recovery, AssignmentAndEqualityMixedUp) {
  EXPECT_EQ(Messages("model M\nequation\n  x := 1;\n  y == 2;\n  z = 3;\nend M;\n"),
            "3:5 E1117 an equation is written with '=', not with ':='\n"
            "4:5 E1117 an equation is written with '=', not with '=='\n");
  EXPECT_EQ(Messages("function f\nalgorithm\n  x = 1;\n  y := 2;\nend f;\n"),
            "3:5 E1118 a statement assigns with ':=', not with '='\n");
}

TEST(Recovery, BracketsThatAreNotClosed) {
  EXPECT_EQ(
      Messages("model M\n  Real x(start = 1;\n  Real y;\nequation\n  x = (y + 1;\n  y = f(x, 2;\n  z = 1;\nend M;\n"),
      "2:19 E1109 expected ',' or ')', found ';'\n"
      "5:13 E1109 expected ',' or ')', found ';'\n"
      "6:13 E1109 expected ',' or ')', found ';'\n");
  EXPECT_EQ(Messages("model M\n  Real x = 1);\n  Real y;\nend M;\n"),
            "2:13 E1101 expected ';' after the declaration, found ')'\n");
}

// The same message comes once in an item: the second `, ,` is not mentioned.
TEST(Recovery, SeveralMistakesInOneList) {
  EXPECT_EQ(Messages("model M\n  A a(b 1, c = , d = 2, e(f g) = 3, h = {1 2, , 3});\nend M;\n"),
            "2:9 E1109 expected ',' or ')', found the number 1\n"
            "2:16 E1101 expected an expression, found ','\n"
            "2:29 E1109 expected ',' or ')', found the name 'g'\n"
            "2:44 E1109 expected ',' or '}', found the number 2\n");
}

TEST(Recovery, AWrongEndPointsAtTheClass) {
  Parsed parsed("model Motor\n  Real w;\nend Moter;\nmodel N\nend N;\n");
  EXPECT_EQ(parsed.Messages(), "3:1 E1107 expected 'end Motor', found 'end Moter'\n");
  ASSERT_EQ(parsed.sink.all()[0].notes.size(), 1u);
  EXPECT_EQ(parsed.sink.all()[0].notes[0].message, "the class 'Motor' begins here");
  EXPECT_EQ(parsed.sources.Locate(FileId(0), parsed.sink.all()[0].notes[0].span.begin).column, 7u);
  EXPECT_EQ(parsed.tree->root().classes.size(), 2u);
}

TEST(Recovery, AMissingEndIsBlamedOnTheInnerClass) {
  Parsed parsed("package P\n  model A\n    Real x;\n  model B\n  end B;\nend P;\nmodel Q\nend Q;\n");
  EXPECT_EQ(parsed.Messages(), "6:1 E1107 expected 'end A', found 'end P'\n");
  EXPECT_EQ(parsed.sink.all()[0].hint, "'end A;' is missing");
  EXPECT_EQ(parsed.tree->root().classes.size(), 2u);
  EXPECT_EQ(Messages("package P\n  model A\n"), "3:1 E1104 expected 'end A', found the end of the file\n");
}

TEST(Recovery, BlocksThatAreNotClosed) {
  EXPECT_EQ(Messages("model M\nequation\n  if a then\n    x = 1;\n  for i in 1:2 loop\n    y = 2;\n  end for;\n"
                     "algorithm\n  z := 1;\nend M;\n"),
            "8:1 E1104 expected 'end if', found 'algorithm'\n");
  EXPECT_EQ(
      Messages("model M\nequation\n  for i in 1:2 loop\n    if a then\n      x = 1;\n  end for;\n  y = 2;\nend M;\n"),
      "6:3 E1104 expected 'end if', found 'end for'\n");
  EXPECT_EQ(Messages("model M\nequation\n  if a then\n    x = 1;\n  endif;\n  y = 2;\nend M;\n"),
            "5:3 E1104 expected 'end if', found the name 'endif'\n");
  EXPECT_EQ(Messages("model M\nequation\n  x = 1;\n  end if;\n  y = 2;\nend M;\n"),
            "4:3 E1104 this 'end if' closes nothing: no 'if' is open here\n");
}

TEST(Recovery, ElseIfForElseif) {
  Parsed parsed(
      "model M\nequation\n  if a then\n    x = 1;\n  else if b then\n"
      "    x = 2;\n  end if;\nend M;\n");
  EXPECT_EQ(parsed.Messages(), "8:1 E1104 expected 'end if', found 'end M'\n");
  EXPECT_EQ(parsed.sink.all()[0].hint,
            "'else if' opens a second 'if' with an 'end if' of its own; write 'elseif' to go on with the first");
}

TEST(Recovery, ConditionsKeepTheirBlocks) {
  EXPECT_EQ(Messages("model M\nequation\n  if a = 1 then\n    x = 1;\n  end if;\n"
                     "  when b x = 2; end when;\n  if + then\n    y = 1;\n  end if;\nend M;\n"),
            "3:8 E1101 expected 'then' after the condition, found '='\n"
            "6:10 E1101 expected 'then' after the condition, found the name 'x'\n"
            "7:8 E1101 expected an expression, found 'then'\n");
  EXPECT_EQ(Messages("model M\nalgorithm\n  for in 1:3 loop\n    x := 1;\n  end for;\n"
                     "  for i in 1:3\n    x := 1;\n  end for;\nend M;\n"),
            "3:7 E1101 expected the name of an iterator, found 'in'\n"
            "7:5 E1101 expected 'loop' after the range of 'for', found the name 'x'\n");
}

TEST(Recovery, EquationsAmongDeclarationsAndTheOtherWayRound) {
  Parsed parsed("model M\n  Real x;\n  x = 1;\n  connect(a, b);\n  y = 2;\nend M;\n");
  EXPECT_EQ(parsed.Messages(), "3:3 E1108 an equation stands here, among the declarations\n");
  ASSERT_EQ(parsed.OnlyClass().equation_sections.size(), 1u);
  EXPECT_EQ(parsed.OnlyClass().equation_sections[0]->equations.size(), 3u);

  Parsed other("model M\nequation\n  x = 1;\n  Real y;\n  parameter Real z = 2;\nequation\n  y = z;\nend M;\n");
  EXPECT_EQ(other.Messages(), "4:3 E1114 a declaration stands here, in the 'equation' section\n");
  EXPECT_EQ(other.OnlyClass().elements.size(), 2u);
}

TEST(Recovery, UnknownCharactersAreReportedOnce) {
  EXPECT_EQ(Messages("model M\n  Real x = 1 # 2;\n  Real § y;\n  Real z;\nend M;\n"),
            "2:14 E1002 '#' cannot stand in Modelica text\n"
            "3:8 E1002 '§' cannot stand in Modelica text\n");
}

TEST(Recovery, UnclosedStringsAndComments) {
  EXPECT_EQ(Messages("model M\n  Real x \"open;\n  Real y \"fine\";\n  Real z \"open;\nend M;\n"),
            "2:10 E1004 the string that begins here is not closed\n"
            "4:10 E1004 the string that begins here is not closed\n");
  EXPECT_EQ(Messages("model M\n  /* open\nend M;\n"), "2:3 E1005 the comment that begins here is not closed\n");
}

TEST(Recovery, WhatStandsOutsideOfClasses) {
  EXPECT_EQ(Messages("x = 1;\ny = 2;\nmodel M\nend M;\nend M;\nmodel N\nend N;\n"),
            "1:1 E1105 expected a class, found the name 'x'\n"
            "5:1 E1105 this 'end' closes nothing: no class is open here\n");
}

TEST(Recovery, SemicolonsTooManyAreOnlyWarnedOf) {
  Parsed parsed("model M\n  Real x;;\nequation\n  ;x = 1;\nend M;;\n");
  EXPECT_EQ(parsed.Messages(),
            "2:10 W1122 this ';' ends nothing\n4:3 W1122 this ';' ends nothing\n5:7 W1122 this ';' ends nothing\n");
  EXPECT_FALSE(parsed.tree->has_errors());
}

TEST(Recovery, KeywordsAsNames) {
  Parsed parsed("model M\n  Real stream;\n  model record\n    Real x;\n  end record;\n  Real y;\nend M;\n");
  EXPECT_EQ(parsed.Messages(),
            "2:8 E1103 expected the name of a component, found the keyword 'stream'\n"
            "3:9 E1103 expected the name of the class, found the keyword 'record'\n"
            "5:3 E1107 expected 'end record', found only 'end'\n");
  EXPECT_EQ(parsed.OnlyClass().elements.size(), 3u);
}

TEST(Recovery, BinaryFilesGetOneMessage) {
  std::string binary(
      "\x7F"
      "ELF\0\1\2 model M",
      15);
  Parsed parsed(binary);
  EXPECT_EQ(parsed.Messages(), "1:5 E1001 the file is not text in UTF-8: it holds the byte 0x00 here\n");
  EXPECT_TRUE(parsed.tree->root().classes.empty());
  EXPECT_TRUE(parsed.tree->has_errors());
}

TEST(Recovery, MessagesAreBounded) {
  std::string text = "model M\nequation\n";
  for (int i = 0; i < 10000; ++i) text += "  x = ;\n";
  Parsed parsed(text + "end M;\n");
  EXPECT_EQ(parsed.sink.error_count(), 100u);
}

// A file with ten mistakes gives ten messages, and the rest is read.
TEST(Recovery, TenMistakesTenMessages) {
  Parsed parsed(R"(package P
  model A
    Real x = 2*;
    Real y
    parameter Real k(min = 0 max = 1) = 1;
  equation
    der(x = y;
    y := k;
    if x > 1 then
      z = 1;
    else
      z == 2;
    end if;
  end A;
  function f
    input Real u;
    output Real y;
  algorithm
    y = u;
    while y > 1
      y := y - 1;
    end while;
    y := y && u;
  end g;
  model B
    A a(k = );
  end B;
end P;
)");
  EXPECT_EQ(parsed.sink.error_count(), 11u) << parsed.Messages();
  const ClassDefinition& p = parsed.OnlyClass();
  ASSERT_EQ(p.elements.size(), 3u);
  EXPECT_EQ(p.elements[0]->To<ClassDefinition>().elements.size(), 3u);
  EXPECT_EQ(p.elements[0]->To<ClassDefinition>().equation_sections[0]->equations.size(), 3u);
}

}  // namespace
}  // namespace mica::syntax
