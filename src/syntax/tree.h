// The syntax tree of one file: the outcome of the stage `syntax`. Made by Parse (parse.h) from text, always, also after
// errors.
//
// It is lossless: tokens and the trivia between them cover the file, and every token lies in the root (checked by
// Verify, verify.h; Print, print.h, gives the file back). Nodes live in the tree's arena and die with it; text and
// string values may point into the SourceMap's copy of the file, so the SourceMap must outlive the tree. The types of
// nodes are in element_nodes.h, modification_nodes.h, equation_nodes.h and expression_nodes.h; walk.h visits children
// generically.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/source.h"
#include "syntax/element_nodes.h"

namespace mica::syntax {

// A file: `within A.B;` and class definitions.
struct StoredDefinition : Node {
  static constexpr NodeKind kKind = NodeKind::kStoredDefinition;
  bool has_within = false;
  const TypeName* within = nullptr;  // null for `within ;` and when there is none
  List<ClassDefinition> classes;
};

class SyntaxTree {
 public:
  SyntaxTree(FileId file, std::string_view text, std::vector<Token> tokens, std::unique_ptr<Arena> arena,
             const StoredDefinition* root, bool has_errors)
      : file_(file),
        text_(text),
        tokens_(std::move(tokens)),
        arena_(std::move(arena)),
        root_(root),
        has_errors_(has_errors) {}

  FileId file() const { return file_; }
  std::string_view text() const { return text_; }
  const StoredDefinition& root() const { return *root_; }
  bool has_errors() const { return has_errors_; }  // errors were reported when the file was read
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& token(TokenId id) const { return tokens_[id.index()]; }
  std::size_t arena_bytes() const { return arena_->bytes_used(); }

  Span SpanOf(TokenId id) const { return {file_, token(id).begin, token(id).end}; }
  // From the first byte of the first token to the last byte of the last one; at the end of the token before for an
  // empty node.
  Span SpanOf(const Node& node) const {
    std::uint32_t end = token(node.last_token).end;
    return {file_, node.empty() ? end : token(node.first_token).begin, end};
  }
  std::string_view Text(TokenId id) const { return text_.substr(token(id).begin, token(id).end - token(id).begin); }
  std::string_view Text(const Node& node) const {
    Span span = SpanOf(node);
    return text_.substr(span.begin, span.end - span.begin);
  }
  // Blanks and comments between the token before and this one.
  std::string_view TriviaBefore(TokenId id) const {
    std::uint32_t begin = id.index() == 0 ? 0 : tokens_[id.index() - 1].end;
    return text_.substr(begin, token(id).begin - begin);
  }

 private:
  FileId file_;
  std::string_view text_;
  std::vector<Token> tokens_;
  std::unique_ptr<Arena> arena_;
  const StoredDefinition* root_;
  bool has_errors_;
};

}  // namespace mica::syntax
