// How the parser reports a mistake and finds its way again (see the invariants in parser.h).
//
// Inside brackets it looks for the next ',' or closing bracket of the same level; failing that, for the end of the
// item: its ';', or a token that begins a new one. Layout helps: a keyword that stands first on its line is taken to
// begin an item.
#include <algorithm>

#include "syntax/codes.h"
#include "syntax/parse/parse.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

namespace {

bool IsOpening(TokenKind kind) {
  return kind == TokenKind::kLeftParenthesis || kind == TokenKind::kLeftBracket || kind == TokenKind::kLeftBrace;
}

bool IsClosing(TokenKind kind) {
  return kind == TokenKind::kRightParenthesis || kind == TokenKind::kRightBracket || kind == TokenKind::kRightBrace;
}

bool IsBlock(TokenKind kind) {
  return kind == TokenKind::kIf || kind == TokenKind::kFor || kind == TokenKind::kWhen || kind == TokenKind::kWhile;
}

TokenKind OpeningOf(TokenKind closing) {
  if (closing == TokenKind::kRightParenthesis) return TokenKind::kLeftParenthesis;
  return closing == TokenKind::kRightBracket ? TokenKind::kLeftBracket : TokenKind::kLeftBrace;
}

// Keywords that give a file its frame: never taken for a name that someone chose badly.
bool IsStructural(TokenKind kind) {
  switch (kind) {
    case TokenKind::kAlgorithm:
    case TokenKind::kAnnotation:
    case TokenKind::kElse:
    case TokenKind::kElseif:
    case TokenKind::kElsewhen:
    case TokenKind::kEnd:
    case TokenKind::kEquation:
    case TokenKind::kExtends:
    case TokenKind::kFor:
    case TokenKind::kIf:
    case TokenKind::kIn:
    case TokenKind::kLoop:
    case TokenKind::kProtected:
    case TokenKind::kPublic:
    case TokenKind::kThen:
    case TokenKind::kWhen:
      return true;
    default:
      return false;
  }
}

std::string HintAfterString(TokenKind found) {
  if (found == TokenKind::kString) return "strings are joined with '+'; a quote inside a string is written '\\\"'";
  return IsIdentifier(found) ? "a quote inside a string is written '\\\"'" : "";
}

// After these an expression or a list goes on.
bool Continues(TokenKind kind) {
  if (kind >= TokenKind::kEqual && kind <= TokenKind::kNotEqual) return true;
  switch (kind) {
    case TokenKind::kComma:
    case TokenKind::kColon:
    case TokenKind::kLeftParenthesis:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftBrace:
    case TokenKind::kThen:
    case TokenKind::kElse:
    case TokenKind::kAnd:
    case TokenKind::kOr:
    case TokenKind::kNot:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool Parser::MayReport() {
  if (panicking_ || last_reported_ == next_) return false;
  last_reported_ = next_;
  // The lexer has already complained about what stands right before.
  return next_ == 0 || tokens_[next_ - 1].kind != TokenKind::kUnknown;
}

std::string Parser::Found() const {
  constexpr std::size_t kShown = 40;
  std::string_view text = TextOf(next_);
  std::size_t shown = std::min({text.size(), kShown, text.find('\n')});
  while (shown < text.size() && (text[shown] & 0xC0) == 0x80) --shown;
  std::string_view more = shown < text.size() ? "…" : "";
  switch (kind()) {
    case TokenKind::kEndOfFile:
      return "the end of the file";
    case TokenKind::kIdentifier:
    case TokenKind::kQuotedIdentifier:
      return fmt::format("the name '{}{}'", text.substr(0, shown), more);
    case TokenKind::kString:
      return fmt::format("the string {}{}", text.substr(0, shown), more);
    case TokenKind::kInteger:
    case TokenKind::kReal:
      return fmt::format("the number {}{}", text.substr(0, shown), more);
    default:
      return fmt::format("'{}'", text);
  }
}

bool Parser::Expect(TokenKind wanted, std::string_view where) {
  if (panicking_) return false;
  if (Accept(wanted)) return true;
  Fail(kUnexpected, "expected '{}' {}, found {}", Spelling(wanted), where, Found());
  return false;
}

Name Parser::ExpectName(std::string_view what) {
  if (panicking_) return {};
  if (AtName()) {
    Advance();
    return NameAt(previous_);
  }
  if (IsKeyword(kind()) && !IsStructural(kind()) && !FirstOnLine(next_)) {
    if (Diagnostic* error =
            Mention(kKeywordAsName, next_, next_, "expected {}, found the keyword '{}'", what, TextOf(next_))) {
      error->hint = "a keyword cannot be a name; choose another";
    }
    Advance();
    return NameAt(previous_);
  }
  Fail(kUnexpected, "expected {}, found {}", what, Found());
  return {};
}

void Parser::FinishItem(std::string_view item) {
  item_messages_.clear();
  item_errors_ = 0;
  if (!panicking_) {
    if (Accept(TokenKind::kSemicolon)) return;
    bool on_new_line = FirstOnLine(next_) && !Continues(kind()) && !IsClosing(kind());
    if (on_new_line || kind() == TokenKind::kEndOfFile || BeginsItem(next_)) {
      // Reported where the ';' should stand.
      std::uint32_t end = tokens_[previous_].end;
      if (MayReport()) log_.Report(kMissingSemicolon, end, end, "expected ';' after {}", item);
      return;
    }
    Diagnostic* error = Fail(kUnexpected, "expected ';' after {}, found {}", item, Found());
    if (error && IsClosing(kind())) error->hint = "no bracket is open that this one could close";
    if (error && tokens_[previous_].kind == TokenKind::kString) error->hint = HintAfterString(kind());
  }
  SkipToItemEnd();
}

bool Parser::NextInList(TokenKind closing, Position opening, bool in_matrix) {
  auto at_separator = [&] { return At(TokenKind::kComma) || At(closing) || (in_matrix && At(TokenKind::kSemicolon)); };
  if (!panicking_ && !at_separator()) {
    Diagnostic* error = Fail(kWrongList, "expected ',' or '{}', found {}", Spelling(closing), Found());
    std::string_view bracket = Spelling(OpeningOf(closing));
    if (error) error->notes.push_back({SpanAt(opening), fmt::format("the '{}' to be closed stands here", bracket)});
    if (error && At(TokenKind::kEqualEqual)) error->hint = "a value is given with '='";
    if (error && tokens_[previous_].kind == TokenKind::kString) error->hint = HintAfterString(kind());
  }
  if (panicking_ && !RecoverInList(closing, in_matrix)) return false;
  return Accept(TokenKind::kComma);
}

void Parser::CloseList(TokenKind closing) {
  if (!panicking_ && !Accept(closing)) Fail(kWrongList, "expected '{}', found {}", Spelling(closing), Found());
}

bool Parser::FirstOnLine(Position at) const {
  std::uint32_t begin = at == 0 ? 0 : tokens_[at - 1].end;
  return at == 0 || text_.substr(begin, tokens_[at].begin - begin).find('\n') != std::string_view::npos;
}

bool Parser::BeginsItem(Position at) const {
  TokenKind kind = tokens_[at].kind;
  if (!IsKeyword(kind)) return false;
  TokenKind before = at == 0 ? TokenKind::kSemicolon : tokens_[at - 1].kind;
  TokenKind after = tokens_[std::min<std::size_t>(at + 1, tokens_.size() - 1)].kind;
  switch (kind) {
    case TokenKind::kEquation:
    case TokenKind::kAlgorithm:
    case TokenKind::kPublic:
    case TokenKind::kProtected:
    case TokenKind::kImport:
    case TokenKind::kExternal:
    case TokenKind::kWithin:
      return true;
    case TokenKind::kEnd:
      return IsIdentifier(after) || IsBlock(after);
    case TokenKind::kInitial:
      return after == TokenKind::kEquation || after == TokenKind::kAlgorithm;
    case TokenKind::kIf:
      return FirstOnLine(at) && !Continues(before);
    case TokenKind::kElse:
    case TokenKind::kElseif:
      return open_blocks(TokenKind::kIf) > 0 && FirstOnLine(at);
    case TokenKind::kElsewhen:
      return open_blocks(TokenKind::kWhen) > 0 && FirstOnLine(at);
    case TokenKind::kBlock:
    case TokenKind::kClass:
    case TokenKind::kConnect:
    case TokenKind::kConnector:
    case TokenKind::kConstant:
    case TokenKind::kDiscrete:
    case TokenKind::kEncapsulated:
    case TokenKind::kExpandable:
    case TokenKind::kExtends:
    case TokenKind::kFlow:
    case TokenKind::kFor:
    case TokenKind::kImpure:
    case TokenKind::kInner:
    case TokenKind::kInput:
    case TokenKind::kModel:
    case TokenKind::kOperator:
    case TokenKind::kOuter:
    case TokenKind::kOutput:
    case TokenKind::kPackage:
    case TokenKind::kParameter:
    case TokenKind::kPartial:
    case TokenKind::kRecord:
    case TokenKind::kReturn:
    case TokenKind::kStream:
    case TokenKind::kType:
    case TokenKind::kWhen:
    case TokenKind::kWhile:
      return FirstOnLine(at) && before != TokenKind::kComma && before != TokenKind::kLeftParenthesis &&
             before != TokenKind::kRedeclare && before != TokenKind::kReplaceable && before != TokenKind::kFinal &&
             before != TokenKind::kEach;
    case TokenKind::kFunction:
      return FirstOnLine(at) && !Continues(before) && before != TokenKind::kRedeclare &&
             before != TokenKind::kReplaceable;
    default:
      return false;
  }
}

void Parser::SkipToItemEnd() {
  while (!At(TokenKind::kEndOfFile) && !BeginsItem(next_)) {
    if (Accept(TokenKind::kSemicolon)) break;
    Advance();
  }
  panicking_ = false;
}

bool Parser::GivesUp() {
  if (!log_.is_full()) return false;
  if (!At(TokenKind::kEndOfFile)) log_.Stop();
  next_ = last_reported_ = static_cast<Position>(tokens_.size() - 1);
  panicking_ = false;
  return true;
}

Parser::Position Parser::FindListSync(bool in_matrix) const {
  int depth = 0, open_matrices = 0;
  for (Position at = next_;; ++at) {
    TokenKind kind = tokens_[at].kind;
    if (kind == TokenKind::kEndOfFile || BeginsItem(at)) return at;
    if (IsOpening(kind)) {
      ++depth;
      if (kind == TokenKind::kLeftBracket) ++open_matrices;
    } else if (IsClosing(kind)) {
      if (depth == 0) return at;
      --depth;
      if (kind == TokenKind::kRightBracket && open_matrices > 0) --open_matrices;
    } else if (kind == TokenKind::kComma) {
      if (depth == 0) return at;
    } else if (kind == TokenKind::kSemicolon) {
      if (depth == 0 || (!in_matrix && open_matrices == 0)) return at;
    }
  }
}

bool Parser::RecoverInList(TokenKind closing, bool in_matrix) {
  constexpr int kMostErrorsInItem = 1000;
  if (log_.is_full() || item_errors_ > kMostErrorsInItem) return false;
  if (list_sync_from_ != next_ || list_sync_in_matrix_ != in_matrix) {
    list_sync_from_ = next_;
    list_sync_in_matrix_ = in_matrix;
    list_sync_at_ = FindListSync(in_matrix);
  }
  TokenKind kind = tokens_[list_sync_at_].kind;
  bool usable = kind == TokenKind::kComma || kind == closing || (in_matrix && kind == TokenKind::kSemicolon);
  if (!usable) return false;
  while (next_ < list_sync_at_) Advance();
  panicking_ = false;
  return true;
}

bool Parser::RecoverAt(TokenKind wanted) {
  Position at = next_;
  for (; tokens_[at].kind != wanted; ++at) {
    TokenKind kind = tokens_[at].kind;
    if (kind == TokenKind::kSemicolon || kind == TokenKind::kEndOfFile || BeginsItem(at)) return false;
  }
  while (next_ < at) Advance();
  Advance();
  panicking_ = false;
  return true;
}

void Parser::Rewind(Position next, Position previous) {
  next_ = next;
  previous_ = previous;
}

bool Parser::AtSection() const {
  if (At(TokenKind::kEquation) || At(TokenKind::kAlgorithm)) return true;
  return At(TokenKind::kInitial) &&
         (following_kind() == TokenKind::kEquation || following_kind() == TokenKind::kAlgorithm);
}

bool Parser::AtJoinedEnd() const {
  if (!At(TokenKind::kIdentifier)) return false;
  std::string_view text = TextOf(next_);
  return text == "endif" || text == "endfor" || text == "endwhen" || text == "endwhile";
}

bool Parser::AtBlockEnd() const {
  switch (kind()) {
    case TokenKind::kEnd:
    case TokenKind::kEndOfFile:
    case TokenKind::kElse:
    case TokenKind::kElseif:
    case TokenKind::kElsewhen:
    case TokenKind::kEquation:
    case TokenKind::kAlgorithm:
    case TokenKind::kPublic:
    case TokenKind::kProtected:
      return true;
    case TokenKind::kInitial:
      return AtSection();
    case TokenKind::kIdentifier:
      return AtJoinedEnd();
    default:
      return false;
  }
}

int& Parser::open_blocks(TokenKind block) {
  int index = block == TokenKind::kIf ? 0 : block == TokenKind::kFor ? 1 : block == TokenKind::kWhen ? 2 : 3;
  return open_blocks_[index];
}

bool Parser::IsOpenClass(Name name) const {
  return std::any_of(open_classes_.begin(), open_classes_.end(),
                     [&](const ClassDefinition* open) { return open->name == name; });
}

void Parser::ParseBlockEnd(TokenKind block, Position opening) {
  if (At(TokenKind::kEnd) && following_kind() == block) {
    Advance();
    Advance();
    return;
  }
  std::string_view word = Spelling(block);
  auto explain = [&](Diagnostic* error) {
    if (!error) return;
    error->notes.push_back({SpanAt(opening), fmt::format("the '{}' to be closed stands here", word)});
    bool has_else_if = block == TokenKind::kIf && last_else_if_ != UINT32_MAX && last_else_if_ + 1 >= opening;
    if (!has_else_if) return;
    error->hint = "'else if' opens a second 'if' with an 'end if' of its own; write 'elseif' to go on with the first";
  };
  if (AtJoinedEnd()) {
    explain(Mention(kWrongBlockEnd, next_, next_, "expected 'end {}', found the name '{}'", word, TextOf(next_)));
    Advance();
    return;
  }
  if (!At(TokenKind::kEnd)) {
    explain(Mention(kWrongBlockEnd, next_, next_, "expected 'end {}', found {}", word, Found()));
    return;
  }
  Position end = next_, before = previous_;
  Advance();
  bool closes_another = IsBlock(kind()) ? open_blocks(kind()) > 0 : AtName() && IsOpenClass(NameAt(next_));
  bool takes_word = IsBlock(kind()) || (AtName() && !FirstOnLine(next_));
  std::string found = takes_word ? fmt::format("'end {}'", TextOf(next_)) : "'end'";
  explain(Mention(kWrongBlockEnd, end, takes_word ? next_ : end, "expected 'end {}', found {}", word, found));
  if (closes_another) {
    Rewind(end, before);
    last_reported_ = next_;
  } else if (takes_word) {
    Advance();
  }
}

bool Parser::TooDeep() {
  if (depth_ <= kDeepestNesting) return false;
  if (!At(TokenKind::kEndOfFile)) {
    panicking_ = false;
    last_reported_ = UINT32_MAX;
    if (Diagnostic* error = Fail(kNestedTooDeeply, "this is nested too deeply: more than {} levels", kDeepestNesting)) {
      error->hint = "the rest of the file is not read";
    }
    next_ = static_cast<Position>(tokens_.size() - 1);
    last_reported_ = next_;
  }
  panicking_ = true;
  return true;
}

}  // namespace mica::syntax
