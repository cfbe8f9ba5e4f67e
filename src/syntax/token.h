// Tokens of Modelica text (specification chapter 2 and A.1). Made by lexer.h, addressed by TokenId, owned by the
// SyntaxTree.
//
// A token is a byte range with a kind. What lies between two tokens is trivia: blanks, line ends and comments. The last
// token is always kEndOfFile, an empty range at the end of the text, so trivia and tokens together cover the file, byte
// for byte.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/id.h"

namespace mica::syntax {

struct TokenTag;
using TokenId = Id<TokenTag>;

enum class TokenKind : std::uint8_t {
  kEndOfFile,
  kUnknown,  // bytes that begin no token; reported by the lexer, skipped by the parser
  kIdentifier,
  kQuotedIdentifier,
  kString,
  kInteger,
  kReal,
  // Punctuation.
  kLeftParenthesis,
  kRightParenthesis,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kComma,
  kSemicolon,
  kColon,
  kDot,
  kEqual,
  kAssign,  // :=
  // Operators.
  kPlus,
  kMinus,
  kTimes,
  kDivide,
  kPower,
  kElementPlus,
  kElementMinus,
  kElementTimes,
  kElementDivide,
  kElementPower,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqualEqual,
  kNotEqual,
  // Keywords, in alphabetical order.
  kAlgorithm,
  kAnd,
  kAnnotation,
  kBlock,
  kBreak,
  kClass,
  kConnect,
  kConnector,
  kConstant,
  kConstrainedby,
  kDer,
  kDiscrete,
  kEach,
  kElse,
  kElseif,
  kElsewhen,
  kEncapsulated,
  kEnd,
  kEnumeration,
  kEquation,
  kExpandable,
  kExtends,
  kExternal,
  kFalse,
  kFinal,
  kFlow,
  kFor,
  kFunction,
  kIf,
  kImport,
  kImpure,
  kIn,
  kInitial,
  kInner,
  kInput,
  kLoop,
  kModel,
  kNot,
  kOperator,
  kOr,
  kOuter,
  kOutput,
  kPackage,
  kParameter,
  kPartial,
  kProtected,
  kPublic,
  kPure,
  kRecord,
  kRedeclare,
  kReplaceable,
  kReturn,
  kStream,
  kThen,
  kTrue,
  kType,
  kWhen,
  kWhile,
  kWithin,
};

constexpr TokenKind kFirstKeyword = TokenKind::kAlgorithm;
constexpr TokenKind kLastKeyword = TokenKind::kWithin;
constexpr int kTokenKindCount = static_cast<int>(kLastKeyword) + 1;

constexpr bool IsKeyword(TokenKind kind) { return kind >= kFirstKeyword; }
constexpr bool IsIdentifier(TokenKind kind) {
  return kind == TokenKind::kIdentifier || kind == TokenKind::kQuotedIdentifier;
}

struct Token {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::kEndOfFile;
};

// How a token of this kind is written (':=', 'equation'), or what it is called where the writing varies ('a name', "a
// string").
std::string_view Spelling(TokenKind kind);

// kIdentifier unless `word` is a keyword.
TokenKind KeywordOrIdentifier(std::string_view word);

}  // namespace mica::syntax
