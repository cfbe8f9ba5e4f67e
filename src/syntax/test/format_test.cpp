#include "syntax/format.h"

#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

void ExpectFormat(const std::string& text, const std::string& expected) {
  Parsed parsed(text);
  EXPECT_EQ(parsed.Messages(), "");
  std::string formatted = Format(*parsed.tree);
  EXPECT_EQ(formatted, expected);
  EXPECT_EQ(Format(*Parsed(formatted).tree), formatted);
}

TEST(Format, PutsItemsOnLinesOfTheirOwn) {
  ExpectFormat("within  A ;model M  Real x ,y ; protected Real z;equation x=1;if x>2 then y=3;else y=4;end if;end M;",
               R"(within A;
model M
  Real x, y;
protected
  Real z;
equation
  x = 1;
  if x > 2 then
    y = 3;
  else
    y = 4;
  end if;
end M;
)");
}

TEST(Format, NormalisesBlanks) {
  ExpectFormat(
      "model M\nReal [ 3 ] x ( start = 1 ,fixed=true )=2*a +b ^2- c/ d;\nimport A . B .* ;\n"
      "Boolean b=not  a and( c<d );\nReal y=-x + f( - 1,a= -2);\nend M;",
      R"(model M
  Real[3] x(start=1, fixed=true) = 2*a + b^2 - c/d;
  import A.B.*;
  Boolean b = not a and (c < d);
  Real y = -x + f(-1, a=-2);
end M;
)");
}

TEST(Format, KeepsCommentsAndTheAuthorsLineBreaks) {
  ExpectFormat(R"(// file
model M // head
      /* about
   x */
  Real x;   // after x


      // before y
  Real y(
  start=1,
          fixed=true) annotation (Placement(transformation(
  extent={{-1,-1},
      {1,1}})));
 // before the section
equation
    x = 1 +
      2;
    // at the end
end M;
// last
)",
               R"(// file
model M // head
  /* about
   x */
  Real x; // after x

  // before y
  Real y(
    start=1,
    fixed=true) annotation (Placement(transformation(
        extent={{-1,-1},
          {1,1}})));
  // before the section
equation
  x = 1 +
    2;
  // at the end
end M;
// last
)");
}

// Elementwise operators need their blanks: `1 ./x` must not become `1./x`.
TEST(Format, NeverJoinsTokensIntoOthers) {
  ExpectFormat("model M\n  Real x = 1 ./ y .^ 2 .* z;\nend M;\n", "model M\n  Real x = 1 ./ y .^ 2 .* z;\nend M;\n");
  ExpectFormat("model M\n  import A  .  *;\nend M;\n", "model M\n  import A. *;\nend M;\n");
}

TEST(Format, KeepsLineEndsAndTheByteOrderMark) {
  ExpectFormat("\xEF\xBB\xBFmodel M\r\nReal x; // c  \r\nend M;\r\n",
               "\xEF\xBB\xBFmodel M\r\n  Real x; // c\r\nend M;\r\n");
}

TEST(Format, ClassesInClasses) {
  ExpectFormat(R"(package P
model A = B( redeclare   package M=N , x=1 ) "d";
type E=enumeration( a,b );
function f
input Real x; algorithm
for i in 1 : n loop x:=x+1; end for;
annotation(Inline=true);
end f;
end P;
)",
               R"(package P
  model A = B(redeclare package M = N, x=1) "d";
  type E = enumeration(a, b);
  function f
    input Real x;
  algorithm
    for i in 1:n loop
      x := x + 1;
    end for;
    annotation (Inline=true);
  end f;
end P;
)");
}

TEST(Format, SemicolonsTooManyStay) {
  std::string text = "model M\nReal x;;\nend M;;";
  EXPECT_EQ(Format(*Parsed(text).tree), "model M\n  Real x;;\nend M;;\n");
}

TEST(Format, LeavesATreeWithErrorsAlone) {
  std::string text = "model M\nReal x\nend M;";
  EXPECT_EQ(Format(*Parsed(text).tree), text);
}

}  // namespace
}  // namespace mica::syntax
