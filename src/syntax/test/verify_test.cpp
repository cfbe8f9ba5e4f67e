// The verifier must find what is wrong: trees made by hand with one fault each.
#include "syntax/verify.h"

#include <gtest/gtest.h>

#include "parsed.h"

namespace mica::syntax {
namespace {

std::string VerifyTokens(std::string_view text, std::vector<Token> tokens) {
  auto arena = std::make_unique<Arena>();
  auto* root = arena->New<StoredDefinition>();
  root->kind = NodeKind::kStoredDefinition;
  root->first_token = TokenId(0);
  root->last_token = TokenId(tokens.size() - 1);
  return Verify(SyntaxTree(FileId(0), text, std::move(tokens), std::move(arena), root, false));
}

TEST(Verify, FindsTextThatNoTokenCovers) {
  EXPECT_EQ(VerifyTokens(
                "a b", {{0, 1, TokenKind::kIdentifier}, {2, 3, TokenKind::kIdentifier}, {3, 3, TokenKind::kEndOfFile}}),
            "");
  EXPECT_EQ(VerifyTokens("a b", {{0, 1, TokenKind::kIdentifier}, {3, 3, TokenKind::kEndOfFile}}),
            "text before token 1 is in no token");
  EXPECT_EQ(VerifyTokens("a b", {{0, 1, TokenKind::kIdentifier}, {1, 1, TokenKind::kEndOfFile}}),
            "the tokens do not cover the file");
}

TEST(Verify, FindsTokensOutOfPlace) {
  EXPECT_EQ(VerifyTokens(
                "ab", {{0, 2, TokenKind::kIdentifier}, {1, 2, TokenKind::kIdentifier}, {2, 2, TokenKind::kEndOfFile}}),
            "token 1 is out of place");
  EXPECT_EQ(VerifyTokens("ab", {{0, 2, TokenKind::kIdentifier}}), "token 0 ends the file, or should");
}

TEST(Verify, FindsChildrenThatDoNotFit) {
  std::vector<Token> tokens = {
      {0, 1, TokenKind::kIdentifier}, {2, 3, TokenKind::kIdentifier}, {3, 3, TokenKind::kEndOfFile}};
  auto arena = std::make_unique<Arena>();
  auto* root = arena->New<StoredDefinition>();
  root->kind = NodeKind::kStoredDefinition;
  root->first_token = TokenId(0);
  root->last_token = TokenId(2);
  auto classes = arena->NewArray<const ClassDefinition*>(2);
  for (int i = 0; i < 2; ++i) {
    auto* child = arena->New<ClassDefinition>();
    child->kind = NodeKind::kClassDefinition;
    child->first_token = TokenId(0);  // both cover the same token
    child->last_token = TokenId(1 - i);
    classes[i] = child;
  }
  root->classes = classes;
  std::string fault = Verify(SyntaxTree(FileId(0), "a b", tokens, std::move(arena), root, false));
  EXPECT_NE(fault.find("does not fit"), std::string::npos) << fault;
}

}  // namespace
}  // namespace mica::syntax
