// Input of any depth and length: no crash, one clear message.
#include <gtest/gtest.h>

#include "parsed.h"
#include "syntax/format.h"
#include "syntax/print.h"
#include "syntax/verify.h"

namespace mica::syntax {
namespace {

std::string Repeat(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// `head`, then `open` n times, `middle`, `close` n times, `tail`.
void ExpectTooDeep(const std::string& head, const std::string& open, const std::string& middle,
                   const std::string& close, const std::string& tail) {
  constexpr int kDepth = 10000;
  std::string text = head + Repeat(open, kDepth) + middle + Repeat(close, kDepth) + tail;
  Parsed parsed(text);
  EXPECT_EQ(parsed.sink.error_count(), 1u) << open;
  EXPECT_NE(parsed.Messages().find("E1110 this is nested too deeply"), std::string::npos) << open;
  EXPECT_EQ(Verify(*parsed.tree), "") << open;
  EXPECT_EQ(Print(*parsed.tree), text) << open;
  parsed.Dump();
}

TEST(Nesting, TooDeepIsOneMessage) {
  ExpectTooDeep("model M Real x = ", "(", "1", ")", "; end M;");
  ExpectTooDeep("model M Real x = ", "{", "1", "}", "; end M;");
  ExpectTooDeep("model M Real x = ", "[", "1", "]", "; end M;");
  ExpectTooDeep("model M Real x = ", "-", "1", "", "; end M;");
  ExpectTooDeep("model M Real x = ", "not ", "b", "", "; end M;");
  ExpectTooDeep("model M Real x = ", "f(", "1", ")", "; end M;");
  ExpectTooDeep("model M Real x = ", "f(a = function g(b = ", "1", "))", "; end M;");
  ExpectTooDeep("model M Real x = ", "a[", "1", "]", "; end M;");
  ExpectTooDeep("model M Real x = ", "if a then b else ", "1", "", "; end M;");
  ExpectTooDeep("model M Real x = ", "a or b and c < d + e*f^(", "1", ")", "; end M;");
  ExpectTooDeep("model M A a", "(b", " = 1", ")", "; end M;");
  ExpectTooDeep("model M A a(", "redeclare model B = C(", "", ")", "); end M;");
  ExpectTooDeep("", "package P\n", "", "end P;\n", "");
  ExpectTooDeep("model M equation\n", "if a then\n", "x = 1;\n", "end if;\n", "end M;");
  ExpectTooDeep("model M equation\n", "for i loop\n", "x = 1;\n", "end for;\n", "end M;");
  ExpectTooDeep("model M algorithm\n", "while a loop\n", "x := 1;\n", "end while;\n", "end M;");
}

TEST(Nesting, WhatIsAllowedGoesThroughEveryPass) {
  constexpr int kDepth = kDeepestNesting - 10;
  for (const std::string& text :
       {"model M Real x = " + Repeat("(", kDepth) + "1" + Repeat(")", kDepth) + "; end M;",
        Repeat("package P\n", kDepth) + Repeat("end P;\n", kDepth),
        "model M A a" + Repeat("(b", kDepth) + " = 1" + Repeat(")", kDepth) + "; end M;",
        "model M equation\n" + Repeat("if a then\n", kDepth) + Repeat("end if;\n", kDepth) + "end M;"}) {
    Parsed parsed(text);
    EXPECT_EQ(parsed.Messages(), "");
    EXPECT_EQ(Verify(*parsed.tree), "");
    parsed.Dump();
    EXPECT_FALSE(Format(*parsed.tree).empty());
  }
}

TEST(Nesting, LongChainsDoNotDeepenTheTree) {
  for (const char* op : {" + a", "*a", " and a", " or a"}) {
    Parsed parsed("model M Real x = a" + Repeat(op, 200000) + "; end M;");
    EXPECT_EQ(parsed.Messages(), "");
    const auto& clause = parsed.OnlyClass().elements[0]->To<ComponentClause>();
    EXPECT_EQ(clause.declarations[0]->modification->value->To<Binary>().rest.size(), 200000u);
    EXPECT_EQ(Verify(*parsed.tree), "");
  }
}

TEST(Nesting, LongElseifLaddersAreFlat) {
  Parsed parsed("model M Real x = if a then 1" + Repeat(" elseif b then 2", 50000) + " else 3; end M;");
  EXPECT_EQ(parsed.Messages(), "");
  EXPECT_EQ(Verify(*parsed.tree), "");
}

}  // namespace
}  // namespace mica::syntax
