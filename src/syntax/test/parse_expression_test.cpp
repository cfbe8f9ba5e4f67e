// Expressions of appendix A.2.7, by their text form.
#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

// The right-hand side of `x = …`, dumped; messages if there are any.
std::string Read(const std::string& expression) {
  Parsed parsed("model M equation x = " + expression + "; end M;");
  if (!parsed.sink.all().empty()) return parsed.Messages();
  const Equation& equation = *parsed.OnlyClass().equation_sections[0]->equations[0];
  std::string dump = DumpNode(*equation.To<EqualityEquation>().right, *parsed.tree, parsed.names);
  dump.pop_back();
  return dump;
}

TEST(ParseExpression, Literals) {
  EXPECT_EQ(Read("42"), "42");
  EXPECT_EQ(Read("1.5e-3"), "1.5e-3");
  EXPECT_EQ(Read("true"), "true");
  EXPECT_EQ(Read(R"("a\"b")"), R"("a\"b")");
}

TEST(ParseExpression, LiteralValues) {
  Parsed parsed(R"(model M equation x = {42, .5, 1.e2, true, "a\tb", "plain"}; end M;)");
  const auto& equation = parsed.OnlyClass().equation_sections[0]->equations[0]->To<EqualityEquation>();
  List<Expression> elements = equation.right->To<Array>().elements;
  EXPECT_EQ(elements[0]->To<IntegerLiteral>().value, 42);
  EXPECT_EQ(elements[1]->To<RealLiteral>().value, 0.5);
  EXPECT_EQ(elements[2]->To<RealLiteral>().value, 100.0);
  EXPECT_TRUE(elements[3]->To<BooleanLiteral>().value);
  EXPECT_EQ(elements[4]->To<StringLiteral>().value, "a\tb");
  EXPECT_EQ(elements[5]->To<StringLiteral>().value, "plain");
  EXPECT_EQ(parsed.tree->Text(*elements[1]), ".5");
}

TEST(ParseExpression, PrecedenceOfTheSpecification) {
  EXPECT_EQ(Read("a + b*c^2"), "(+ a (* b (^ c 2)))");
  EXPECT_EQ(Read("a*b + c"), "(+ (* a b) c)");
  EXPECT_EQ(Read("not a < b and c or d"), "(or (and (not (< a b)) c) d)");
  EXPECT_EQ(Read("a and not b"), "(and a (not b))");
  EXPECT_EQ(Read("a + 1 == b - 1"), "(== (+ a 1) (- b 1))");
  EXPECT_EQ(Read("a .* b ./ c .+ d .- e .^ f"), "((a .* b ./ c) .+ d .- (.^ e f))");
}

// A sign applies to the whole term: -a^2 and -a*b (3.4 and A.2.7).
TEST(ParseExpression, Signs) {
  EXPECT_EQ(Read("-a^2"), "(- (^ a 2))");
  EXPECT_EQ(Read("-a*b + c"), "(+ (- (* a b)) c)");
  EXPECT_EQ(Read("a < -b"), "(< a (- b))");
  EXPECT_EQ(Read(".-a"), "(.- a)");
  EXPECT_EQ(Read("{-1, +2}"), "(array (- 1) (+ 2))");
}

TEST(ParseExpression, ChainsAreFlat) {
  EXPECT_EQ(Read("a - b + c - d"), "(a - b + c - d)");
  EXPECT_EQ(Read("a/b*c"), "(a / b * c)");
  EXPECT_EQ(Read("a or b or c"), "(a or b or c)");
  EXPECT_EQ(Read("a - (b - c)"), "(- a (paren (- b c)))");
}

TEST(ParseExpression, Ranges) {
  EXPECT_EQ(Read("1:n"), "(range 1 n)");
  EXPECT_EQ(Read("1:2:n - 1"), "(range 1 2 (- n 1))");
  EXPECT_EQ(Read("E.a:E.b"), "(range E.a E.b)");
}

TEST(ParseExpression, References) {
  EXPECT_EQ(Read("a.b[1, :].c[end - 1]"), "a.b[1 :].c[(- end 1)]");
  EXPECT_EQ(Read(".A.b"), ".A.b");
  EXPECT_EQ(Read("'a b'.'+'"), "'a b'.'+'");
  EXPECT_EQ(Read("a[1:end]"), "a[(range 1 end)]");
  EXPECT_EQ(Read("time"), "time");
}

TEST(ParseExpression, Calls) {
  EXPECT_EQ(Read("f()"), "(call f)");
  EXPECT_EQ(Read("A.f(x, y, a = 1, b = g(2))"), "(call A.f x y a=1 b=(call g 2))");
  EXPECT_EQ(Read("der(x)"), "(call der x)");
  EXPECT_EQ(Read("initial() or terminal()"), "(or (call initial) (call terminal))");
  EXPECT_EQ(Read("pure(f(x))"), "(call pure (call f x))");
  EXPECT_EQ(Read("sum(x[i]*y[j] for i in 1:n, j)"), "(call sum (* x[i] y[j]) (for i (range 1 n)) (for j))");
  EXPECT_EQ(Read("quad(function f(a = 1), 0, g = function h())"), "(call quad (function f a=1) 0 g=(function h))");
}

TEST(ParseExpression, ArraysAndMatrices) {
  EXPECT_EQ(Read("{1, {2, 3}}"), "(array 1 (array 2 3))");
  EXPECT_EQ(Read("{}"), "(array)");
  EXPECT_EQ(Read("{i^2 for i in 1:3}"), "(array (^ i 2) (for i (range 1 3)))");
  EXPECT_EQ(Read("[1, 2; 3, 4]"), "(matrix (row 1 2) (row 3 4))");
  EXPECT_EQ(Read("[a; b]"), "(matrix (row a) (row b))");
}

TEST(ParseExpression, Conditionals) {
  EXPECT_EQ(Read("if a then b elseif c then d else e"), "(if a b c d else e)");
  EXPECT_EQ(Read("if a then b else if c then d else e + 1"), "(if a b else (if c d else (+ e 1)))");
  EXPECT_EQ(Read("1 + (if a then b else c)"), "(+ 1 (paren (if a b else c)))");
}

TEST(ParseExpression, ParenthesesAndTuples) {
  EXPECT_EQ(Read("(a)"), "(paren a)");
  EXPECT_EQ(Read("(a + b)[1]"), "(subscript (paren (+ a b)) 1)");
  EXPECT_EQ(Read("(f(x)).re"), "(member (paren (call f x)) re)");
  Parsed parsed("model M equation (a, , b) = f(x); (, c) = g(); end M;");
  EXPECT_EQ(parsed.Messages(), "");
  EXPECT_NE(parsed.Dump().find("(tuple a _ b)"), std::string::npos);
  EXPECT_NE(parsed.Dump().find("(tuple _ c)"), std::string::npos);
}

TEST(ParseExpression, WarnsOfSignsAfterOperators) {
  EXPECT_EQ(Read("a*-b"), "1:24 W1121 Modelica asks for parentheses around an operand that begins with '-'\n");
  EXPECT_EQ(Read("2^-1"), "1:24 W1121 Modelica asks for parentheses around an operand that begins with '-'\n");
  EXPECT_EQ(Read("- - - a"), "1:24 W1121 Modelica asks for parentheses around an operand that begins with '-'\n");
}

TEST(ParseExpression, SpansCoverWhatWasWritten) {
  Parsed parsed("model M equation x = a + b * f( c ) ; end M;");
  const auto& equation = parsed.OnlyClass().equation_sections[0]->equations[0]->To<EqualityEquation>();
  const auto& sum = equation.right->To<Binary>();
  EXPECT_EQ(parsed.tree->Text(sum), "a + b * f( c )");
  EXPECT_EQ(parsed.tree->Text(*sum.rest[0].operand), "b * f( c )");
  EXPECT_EQ(parsed.tree->Text(sum.rest[0].token), "+");
  EXPECT_EQ(parsed.tree->Text(equation), "x = a + b * f( c )");
}

}  // namespace
}  // namespace mica::syntax
