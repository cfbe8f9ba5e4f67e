#include "syntax/parse/parse.h"

#include "syntax/codes.h"
#include "syntax/lexer.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

Parser::Parser(std::string_view text, const std::vector<Token>& tokens, Arena& arena, NameTable& names, ErrorLog& log,
               FileId file)
    : text_(text), tokens_(tokens), arena_(arena), names_(names), log_(log), file_(file) {
  while (tokens_[next_].kind == TokenKind::kUnknown) ++next_;
  previous_ = next_ == 0 ? 0 : next_ - 1;
}

const StoredDefinition* Parser::ParseStoredDefinition() {
  StoredDefinition* file = StartAt<StoredDefinition>(0);
  if (Accept(TokenKind::kWithin)) {
    file->has_within = true;
    if (!At(TokenKind::kSemicolon)) file->within = ParseTypeName("the name of the enclosing package");
    FinishItem("the within clause");
  }
  std::size_t mark = pending_nodes_.size();
  while (!At(TokenKind::kEndOfFile) && !GivesUp()) {
    Position first = next_;
    ElementPrefixes prefixes;
    prefixes.is_final = Accept(TokenKind::kFinal);
    if (AtClass()) {
      pending_nodes_.push_back(ParseClassDefinition(first, prefixes, false));
      FinishItem("the class");
    } else if (At(TokenKind::kSemicolon)) {
      WarnOfSemicolon();
    } else {
      ReportOutsideClass();
      do {
        Advance();
      } while (!At(TokenKind::kEndOfFile) && !(AtClass() && FirstOnLine(next_)));
      panicking_ = false;
    }
  }
  file->classes = TakeNodes<ClassDefinition>(mark);
  file->last_token = TokenId(tokens_.size() - 1);
  return file;
}

void Parser::WarnOfSemicolon() {
  log_.Report(kExtraSemicolon, tokens_[next_].begin, tokens_[next_].end, "this ';' ends nothing");
  Advance();
}

void Parser::ReportOutsideClass() {
  if (At(TokenKind::kEnd)) {
    if (Diagnostic* error = Fail(kOutsideClasses, "this 'end' closes nothing: no class is open here")) {
      error->hint = "an earlier 'end' may have closed the class too soon";
    }
  } else if (At(TokenKind::kWithin)) {
    Fail(kOutsideClasses, "'within' can only stand at the beginning of a file, once");
  } else if (Diagnostic* error = Fail(kOutsideClasses, "expected a class, found {}", Found())) {
    error->hint = "a file holds classes: 'model A … end A;', 'package P … end P;' and the like";
  }
}

std::span<const Name> Parser::TakeNames(std::size_t mark) {
  auto names = arena_.Copy(std::span<const Name>(pending_names_).subspan(mark));
  pending_names_.resize(mark);
  return names;
}

SyntaxTree Parse(FileId file, const SourceMap& sources, NameTable& names, DiagnosticSink& sink) {
  std::string_view text = sources.text(file);
  ErrorLog log(file);
  std::vector<Token> tokens = Lex(text, log);
  auto arena = std::make_unique<Arena>();
  const StoredDefinition* root = Parser(text, tokens, *arena, names, log, file).ParseStoredDefinition();
  log.Flush(sink);
  return SyntaxTree(file, text, std::move(tokens), std::move(arena), root, log.has_errors());
}

}  // namespace mica::syntax
