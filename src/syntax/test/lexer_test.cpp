#include "syntax/lexer.h"

#include <gtest/gtest.h>

namespace mica::syntax {
namespace {

// Kinds and texts, 'kind:text' with a blank between.
std::string Tokens(std::string_view text) {
  ErrorLog log{FileId(0)};
  std::string out;
  for (const Token& token : Lex(text, log)) {
    if (token.kind == TokenKind::kEndOfFile) break;
    if (!out.empty()) out += " ";
    if (token.kind == TokenKind::kInteger) out += "int:";
    if (token.kind == TokenKind::kReal) out += "real:";
    if (token.kind == TokenKind::kIdentifier) out += "name:";
    if (token.kind == TokenKind::kQuotedIdentifier) out += "quoted:";
    if (token.kind == TokenKind::kString) out += "string:";
    if (token.kind == TokenKind::kUnknown) out += "unknown:";
    out += text.substr(token.begin, token.end - token.begin);
  }
  return out;
}

std::string Codes(std::string_view text) {
  ErrorLog log{FileId(0)};
  Lex(text, log);
  DiagnosticSink sink;
  log.Flush(sink);
  std::string out;
  for (const Diagnostic& diagnostic : sink.all())
    out += std::string(diagnostic.code.id()) + "@" + std::to_string(diagnostic.span.begin) + " ";
  return out;
}

TEST(Lexer, TakesTheLongestToken) {
  EXPECT_EQ(Tokens("a<=b<>c==d:=e"), "name:a <= name:b <> name:c == name:d := name:e");
  EXPECT_EQ(Tokens("a.*b./c.^d.+e.-f"), "name:a .* name:b ./ name:c .^ name:d .+ name:e .- name:f");
  EXPECT_EQ(Tokens("x.y . z"), "name:x . name:y . name:z");
}

TEST(Lexer, ReadsNumbersAsTheSpecificationWritesThem) {
  EXPECT_EQ(Tokens("1 12.5 1. .5 1e3 1.e-3 2.5E+07 .5e2"),
            "int:1 real:12.5 real:1. real:.5 real:1e3 real:1.e-3 real:2.5E+07 real:.5e2");
  // Maximal munch: the dot belongs to the number, so this is no elementwise division.
  EXPECT_EQ(Tokens("1./x"), "real:1. / name:x");
  EXPECT_EQ(Tokens("1 ./x"), "int:1 ./ name:x");
  EXPECT_EQ(Tokens("1:2"), "int:1 : int:2");
}

TEST(Lexer, TellsKeywordsFromNames) {
  EXPECT_EQ(Tokens("model models Model end ending constrainedby constrainedbyx der der_x"),
            "model name:models name:Model end name:ending constrainedby name:constrainedbyx der name:der_x");
}

TEST(Lexer, KnowsEveryKeyword) {
  for (int kind = static_cast<int>(kFirstKeyword); kind < kTokenKindCount; ++kind) {
    std::string_view word = Spelling(static_cast<TokenKind>(kind));
    EXPECT_EQ(KeywordOrIdentifier(word), static_cast<TokenKind>(kind)) << word;
    EXPECT_EQ(KeywordOrIdentifier(std::string(word) + "_"), TokenKind::kIdentifier) << word;
  }
}

TEST(Lexer, ReadsStringsAndQuotedNames) {
  EXPECT_EQ(Tokens(R"("a\"b" "two
lines" 'x y' '+' '\'')"),
            R"(string:"a\"b" string:"two
lines" quoted:'x y' quoted:'+' quoted:'\'')");
  EXPECT_EQ(Tokens(R"("ends with backslash\\" x)"), R"(string:"ends with backslash\\" name:x)");
}

TEST(Lexer, SkipsCommentsBlanksAndTheByteOrderMark) {
  EXPECT_EQ(Tokens("\xEF\xBB\xBFmodel // line \"\r\n/* block * / // */M\t/**/;"), "model name:M ;");
  EXPECT_EQ(Tokens("a // at the end"), "name:a");
  EXPECT_EQ(Tokens(""), "");
}

TEST(Lexer, TakesForeignOperatorsForTheirModelicaOnes) {
  EXPECT_EQ(Codes("a != b && c || !d ** e"), "E1003@2 E1003@7 E1003@12 E1003@15 E1003@18 ");
}

TEST(Lexer, EndsAnUnclosedStringWithItsLine) {
  EXPECT_EQ(Tokens("x \"open;\nReal y;"), "name:x string:\"open ; name:Real name:y ;");
  // The next quote seems to close it, but a word follows at once.
  EXPECT_EQ(Tokens("x \"open;\nReal y \"fine\";"), "name:x string:\"open ; name:Real name:y string:\"fine\" ;");
  EXPECT_EQ(Codes("x \"open;\nReal y \"fine\";"), "E1004@2 ");
  EXPECT_EQ(Tokens("'open;\nx"), "quoted:'open ; name:x");
}

TEST(Lexer, PutsStrangeBytesIntoOneToken) {
  EXPECT_EQ(Tokens("a #@§ b"), "name:a unknown:#@§ name:b");
  EXPECT_EQ(Tokens("a /* open"), "name:a unknown:/* open");
  EXPECT_EQ(Codes("a /* open"), "E1005@2 ");
}

TEST(Lexer, RefusesWhatIsNotUtf8) {
  EXPECT_EQ(Codes(std::string_view("model \0 M", 9)), "E1001@6 ");
  EXPECT_EQ(Codes("// caf\xE9\n"), "E1001@6 ");
  EXPECT_EQ(Codes("// caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n"), "");
  EXPECT_EQ(Codes("//\xC0\xAF"), "E1001@2 ");          // overlong
  EXPECT_EQ(Codes("//\xED\xA0\x80"), "E1001@2 ");      // surrogate
  EXPECT_EQ(Codes("//\xF4\x90\x80\x80"), "E1001@2 ");  // beyond Unicode
  EXPECT_EQ(Codes("//\xE2\x82"), "E1001@2 ");          // cut off
}

TEST(Lexer, ResolvesEscapes) {
  std::string value;
  EXPECT_EQ(ResolveEscapes(R"("a\"b\\c\n\t\'\?")", value), std::string_view::npos);
  EXPECT_EQ(value, "a\"b\\c\n\t'?");
  EXPECT_EQ(ResolveEscapes(R"("C:\data")", value), 3u);
  EXPECT_EQ(value, "C:\\data");
  EXPECT_EQ(ResolveEscapes(R"("open\")", value), std::string_view::npos);
  EXPECT_EQ(value, "open\"");
}

}  // namespace
}  // namespace mica::syntax
