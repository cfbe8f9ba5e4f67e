#include "syntax/token.h"

#include <array>

namespace mica::syntax {

namespace {

constexpr std::array<std::string_view, kTokenKindCount> kSpellings = {"the end of the file",
                                                                      "an unknown character",
                                                                      "a name",
                                                                      "a quoted name",
                                                                      "a string",
                                                                      "an integer",
                                                                      "a number",
                                                                      "(",
                                                                      ")",
                                                                      "[",
                                                                      "]",
                                                                      "{",
                                                                      "}",
                                                                      ",",
                                                                      ";",
                                                                      ":",
                                                                      ".",
                                                                      "=",
                                                                      ":=",
                                                                      "+",
                                                                      "-",
                                                                      "*",
                                                                      "/",
                                                                      "^",
                                                                      ".+",
                                                                      ".-",
                                                                      ".*",
                                                                      "./",
                                                                      ".^",
                                                                      "<",
                                                                      "<=",
                                                                      ">",
                                                                      ">=",
                                                                      "==",
                                                                      "<>",
                                                                      "algorithm",
                                                                      "and",
                                                                      "annotation",
                                                                      "block",
                                                                      "break",
                                                                      "class",
                                                                      "connect",
                                                                      "connector",
                                                                      "constant",
                                                                      "constrainedby",
                                                                      "der",
                                                                      "discrete",
                                                                      "each",
                                                                      "else",
                                                                      "elseif",
                                                                      "elsewhen",
                                                                      "encapsulated",
                                                                      "end",
                                                                      "enumeration",
                                                                      "equation",
                                                                      "expandable",
                                                                      "extends",
                                                                      "external",
                                                                      "false",
                                                                      "final",
                                                                      "flow",
                                                                      "for",
                                                                      "function",
                                                                      "if",
                                                                      "import",
                                                                      "impure",
                                                                      "in",
                                                                      "initial",
                                                                      "inner",
                                                                      "input",
                                                                      "loop",
                                                                      "model",
                                                                      "not",
                                                                      "operator",
                                                                      "or",
                                                                      "outer",
                                                                      "output",
                                                                      "package",
                                                                      "parameter",
                                                                      "partial",
                                                                      "protected",
                                                                      "public",
                                                                      "pure",
                                                                      "record",
                                                                      "redeclare",
                                                                      "replaceable",
                                                                      "return",
                                                                      "stream",
                                                                      "then",
                                                                      "true",
                                                                      "type",
                                                                      "when",
                                                                      "while",
                                                                      "within"};
static_assert(kSpellings.back() == "within" && kSpellings[static_cast<int>(kFirstKeyword)] == "algorithm");

constexpr std::size_t kShortestKeyword = 2, kLongestKeyword = 13;
constexpr std::size_t kSlots = 256;

constexpr std::size_t SlotOf(std::string_view word) {
  auto at = [&](std::size_t i) { return static_cast<unsigned char>(word[i]); };
  return (at(0) * 7u + at(1) * 41u + at(word.size() - 1) * 3u + word.size() * 17u) % kSlots;
}

// Open addressing with linear probing; kEndOfFile marks a free slot.
constexpr std::array<TokenKind, kSlots> MakeSlots() {
  std::array<TokenKind, kSlots> slots{};
  for (int kind = static_cast<int>(kFirstKeyword); kind < kTokenKindCount; ++kind) {
    std::size_t slot = SlotOf(kSpellings[kind]);
    while (slots[slot] != TokenKind::kEndOfFile) slot = (slot + 1) % kSlots;
    slots[slot] = static_cast<TokenKind>(kind);
  }
  return slots;
}
constexpr std::array<TokenKind, kSlots> kKeywordSlots = MakeSlots();

}  // namespace

std::string_view Spelling(TokenKind kind) { return kSpellings[static_cast<int>(kind)]; }

TokenKind KeywordOrIdentifier(std::string_view word) {
  if (word.size() < kShortestKeyword || word.size() > kLongestKeyword) return TokenKind::kIdentifier;
  for (std::size_t slot = SlotOf(word);; slot = (slot + 1) % kSlots) {
    TokenKind kind = kKeywordSlots[slot];
    if (kind == TokenKind::kEndOfFile) return TokenKind::kIdentifier;
    if (kSpellings[static_cast<int>(kind)] == word) return kind;
  }
}

}  // namespace mica::syntax
