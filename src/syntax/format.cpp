#include "syntax/format.h"

#include <algorithm>

#include "syntax/format_plan.h"
#include "syntax/lexer.h"
#include "syntax/trivia.h"

namespace mica::syntax {

namespace {

class Formatter {
 public:
  explicit Formatter(const SyntaxTree& tree) : tree_(tree), plan_(MakePlan(tree)) {
    std::size_t first_line_end = tree.text().find('\n');
    bool is_dos =
        first_line_end != std::string_view::npos && first_line_end > 0 && tree.text()[first_line_end - 1] == '\r';
    line_end_ = is_dos ? "\r\n" : "\n";
    out_.reserve(tree.text().size() + tree.text().size() / 8);
  }

  std::string Run() {
    if (tree_.text().starts_with(kByteOrderMark)) out_ += kByteOrderMark;
    start_ = out_.size();
    for (next_ = 0; next_ < tree_.tokens().size(); ++next_) WriteToken();
    return std::move(out_);
  }

 private:
  TokenKind KindAt(std::size_t index) const { return tree_.tokens()[index].kind; }
  bool at_start() const { return out_.size() == start_; }

  void WriteToken() {
    TokenKind kind = KindAt(next_);
    const TokenPlan& plan = plan_[next_];
    if (plan.begins_line || kind == TokenKind::kWithin) open_.clear();
    bool closes =
        kind == TokenKind::kRightParenthesis || kind == TokenKind::kRightBracket || kind == TokenKind::kRightBrace;
    if (closes && !open_.empty()) open_.pop_back();

    bool after_line_comment = false, after_comment = false;
    std::size_t lines = ReadTrivia(tree_.TriviaBefore(TokenId(next_)), [&](const TriviaComment& comment) {
      if (comment.lines_before == 0 && next_ > 0) {
        if (!at_start()) out_ += ' ';
      } else {
        BreakLine(comment.lines_before > 1, CommentLevel(plan));
      }
      out_ += comment.text;
      after_line_comment = comment.is_line;
      after_comment = true;
    });
    if (kind == TokenKind::kEndOfFile) {
      if (!at_start()) out_ += line_end_;
      return;
    }
    bool after_item =
        next_ > 0 && KindAt(next_ - 1) == TokenKind::kSemicolon && open_.empty() && kind != TokenKind::kSemicolon;
    bool begins_item = plan.begins_line || after_item;
    bool forced = begins_item || after_line_comment;
    if (forced || (lines > 0 && !JoinsLine())) {
      std::size_t deeper = closes ? open_.size() : std::max<std::size_t>(1, open_.size());
      BreakLine(lines > 1, plan.level + (begins_item || next_ == 0 ? 0 : deeper));
    } else if (!at_start() && (after_comment || NeedsBlank())) {
      out_ += ' ';
    }
    out_ += tree_.Text(TokenId(next_));
    bool opens =
        kind == TokenKind::kLeftParenthesis || kind == TokenKind::kLeftBracket || kind == TokenKind::kLeftBrace;
    if (opens) open_.push_back(kind);
  }

  std::size_t CommentLevel(const TokenPlan& plan) const {
    if (KindAt(next_) == TokenKind::kEndOfFile) return 0;
    if (plan.begins_line) return plan.level + (plan.comments_inside ? 1 : 0);
    return plan.level + std::max<std::size_t>(1, open_.size());
  }

  void BreakLine(bool blank_line, std::size_t level) {
    if (!at_start()) {
      out_ += line_end_;
      if (blank_line) out_ += line_end_;
    }
    out_.append(2 * level, ' ');
  }

  // Where a line break of the author is taken back.
  bool JoinsLine() const {
    if (next_ == 0) return false;
    TokenKind kind = KindAt(next_), before = KindAt(next_ - 1);
    if (kind == TokenKind::kSemicolon || kind == TokenKind::kComma || plan_[next_].is_import_star) return true;
    if (kind == TokenKind::kDot && ContinuesName(before)) return true;
    if (before == TokenKind::kDot) return true;
    if (before == TokenKind::kEnd && plan_[next_ - 1].begins_line) return true;
    return kind == TokenKind::kLeftParenthesis && (IsIdentifier(before) || before == TokenKind::kAnnotation);
  }

  static bool ContinuesName(TokenKind before) {
    return IsIdentifier(before) || before == TokenKind::kRightBracket || before == TokenKind::kRightParenthesis;
  }

  bool AuthorHasBlank(std::size_t index) const { return !tree_.TriviaBefore(TokenId(index)).empty(); }
  bool InArray() const { return !open_.empty() && open_.back() != TokenKind::kLeftParenthesis; }

  // Whether the binary operator at `index` stands between blanks.
  bool IsSpaced(std::size_t index) const {
    switch (KindAt(index)) {
      case TokenKind::kPower:
        return false;
      case TokenKind::kTimes:
      case TokenKind::kDivide:
        return AuthorHasBlank(index) && AuthorHasBlank(index + 1);
      case TokenKind::kPlus:
      case TokenKind::kMinus:
        return !InArray() || (AuthorHasBlank(index) && AuthorHasBlank(index + 1));
      default:
        return true;
    }
  }

  bool IsSpacedEqual(std::size_t index) const { return open_.empty() || plan_[index].is_definition; }

  // Whether a blank stands between the token before and this one.
  bool NeedsBlank() const {
    TokenKind kind = KindAt(next_), before = KindAt(next_ - 1);
    const TokenPlan& plan = plan_[next_];
    const TokenPlan& plan_before = plan_[next_ - 1];
    if (before == TokenKind::kDot && kind == TokenKind::kTimes) return true;  // `. *` in an import: two tokens
    if (plan.is_import_star || plan_before.is_import_star) return false;
    switch (kind) {
      case TokenKind::kSemicolon:
      case TokenKind::kRightParenthesis:
      case TokenKind::kRightBracket:
      case TokenKind::kRightBrace:
        return false;
      case TokenKind::kComma:
        return before == TokenKind::kComma;
      case TokenKind::kDot:
        if (ContinuesName(before)) return false;
        break;
      case TokenKind::kLeftParenthesis:
        switch (before) {
          case TokenKind::kIdentifier:
          case TokenKind::kQuotedIdentifier:
          case TokenKind::kRightBracket:
          case TokenKind::kRightParenthesis:
          case TokenKind::kDer:
          case TokenKind::kInitial:
          case TokenKind::kPure:
          case TokenKind::kConnect:
          case TokenKind::kEnumeration:
            return false;
          default:
            break;
        }
        break;
      case TokenKind::kLeftBracket:
        if (ContinuesName(before)) return false;
        break;
      case TokenKind::kColon:
        if (before != TokenKind::kComma) return false;
        break;
      case TokenKind::kEqual:
        return IsSpacedEqual(next_);
      default:
        if (plan.is_binary) return IsSpaced(next_);
    }
    switch (before) {
      case TokenKind::kLeftParenthesis:
      case TokenKind::kLeftBracket:
      case TokenKind::kLeftBrace:
      case TokenKind::kDot:
      case TokenKind::kColon:
        return false;
      case TokenKind::kComma:
        return !InArray() || AuthorHasBlank(next_);
      case TokenKind::kEqual:
        return IsSpacedEqual(next_ - 1);
      default:
        break;
    }
    if (plan_before.is_binary) return IsSpaced(next_ - 1);
    if (plan_before.is_sign) return before == TokenKind::kNot;
    return true;
  }

  const SyntaxTree& tree_;
  std::vector<TokenPlan> plan_;
  std::string_view line_end_;
  std::string out_;
  std::size_t start_ = 0;
  std::size_t next_ = 0;         // the token being written
  std::vector<TokenKind> open_;  // brackets open in the item
};

// The comments of a text, each without blanks at its end, one after the other.
std::string CommentsOf(std::string_view text, const std::vector<Token>& tokens) {
  std::string all;
  std::uint32_t end = 0;
  for (const Token& token : tokens) {
    ReadTrivia(text.substr(end, token.begin - end),
               [&](const TriviaComment& comment) { (all += comment.text) += '\n'; });
    end = token.end;
  }
  return all;
}

}  // namespace

std::string Format(const SyntaxTree& tree) {
  if (tree.has_errors()) return std::string(tree.text());
  std::string formatted = Formatter(tree).Run();

  ErrorLog log(tree.file());
  std::vector<Token> tokens = Lex(formatted, log);
  auto text_of = [](std::string_view text, const Token& token) {
    return text.substr(token.begin, token.end - token.begin);
  };
  auto alike = [&](const Token& a, const Token& b) {
    return a.kind == b.kind && text_of(formatted, a) == text_of(tree.text(), b);
  };
  bool same = std::equal(tokens.begin(), tokens.end(), tree.tokens().begin(), tree.tokens().end(), alike);
  Check(same, "formatting has changed the tokens");
  Check(CommentsOf(formatted, tokens) == CommentsOf(tree.text(), tree.tokens()), "formatting has changed the comments");
  return formatted;
}

}  // namespace mica::syntax
