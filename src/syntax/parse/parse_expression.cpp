// Expressions (specification A.2.7). Operators by precedence climbing: one loop per level in use, not one call per
// level of the grammar.
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "syntax/codes.h"
#include "syntax/lexer.h"
#include "syntax/parse/parse.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

namespace {

// From loosest to tightest. `not` stands between kAnd and kRelation, a sign between kSum and kProduct.
enum Precedence { kNoOperator, kOr, kAnd, kRelation, kSum, kProduct, kPower };

struct OperatorEntry {
  Precedence precedence = kNoOperator;
  BinaryOperator op{};
};

constexpr std::array<OperatorEntry, kTokenKindCount> MakeOperators() {
  std::array<OperatorEntry, kTokenKindCount> table{};
  auto set = [&](TokenKind kind, Precedence precedence, BinaryOperator op) {
    table[static_cast<int>(kind)] = {precedence, op};
  };
  set(TokenKind::kOr, kOr, BinaryOperator::kOr);
  set(TokenKind::kAnd, kAnd, BinaryOperator::kAnd);
  set(TokenKind::kLess, kRelation, BinaryOperator::kLess);
  set(TokenKind::kLessEqual, kRelation, BinaryOperator::kLessEqual);
  set(TokenKind::kGreater, kRelation, BinaryOperator::kGreater);
  set(TokenKind::kGreaterEqual, kRelation, BinaryOperator::kGreaterEqual);
  set(TokenKind::kEqualEqual, kRelation, BinaryOperator::kEqual);
  set(TokenKind::kNotEqual, kRelation, BinaryOperator::kNotEqual);
  set(TokenKind::kPlus, kSum, BinaryOperator::kAdd);
  set(TokenKind::kMinus, kSum, BinaryOperator::kSubtract);
  set(TokenKind::kElementPlus, kSum, BinaryOperator::kElementAdd);
  set(TokenKind::kElementMinus, kSum, BinaryOperator::kElementSubtract);
  set(TokenKind::kTimes, kProduct, BinaryOperator::kMultiply);
  set(TokenKind::kDivide, kProduct, BinaryOperator::kDivide);
  set(TokenKind::kElementTimes, kProduct, BinaryOperator::kElementMultiply);
  set(TokenKind::kElementDivide, kProduct, BinaryOperator::kElementDivide);
  set(TokenKind::kPower, kPower, BinaryOperator::kPower);
  set(TokenKind::kElementPower, kPower, BinaryOperator::kElementPower);
  return table;
}
constexpr std::array<OperatorEntry, kTokenKindCount> kOperators = MakeOperators();

const OperatorEntry& OperatorOf(TokenKind kind) { return kOperators[static_cast<int>(kind)]; }

}  // namespace

const Expression* Parser::MissingExpression() {
  Missing* missing = StartAt<Missing>(previous_ + 1);
  missing->last_token = TokenId(previous_);
  return missing;
}

const Expression* Parser::ParseExpression() {
  if (panicking_) return MissingExpression();
  Nest nest(*this);
  if (TooDeep()) return MissingExpression();
  return At(TokenKind::kIf) ? ParseIfExpression() : ParseSimpleExpression();
}

const Expression* Parser::ParseIfExpression() {
  IfExpression* expression = Start<IfExpression>();
  std::size_t mark = pending_nodes_.size();
  do {
    ExpressionBranch* branch = Start<ExpressionBranch>();
    Advance();
    branch->condition = ParseExpression();
    if (!panicking_ && At(TokenKind::kEqual)) {
      Diagnostic* error = Fail(kUnexpected, "expected 'then' after the condition, found '='");
      if (error) error->hint = "two values are compared with '=='";
    }
    Expect(TokenKind::kThen, "after the condition");
    branch->value = ParseExpression();
    pending_nodes_.push_back(Finish(branch));
  } while (!panicking_ && At(TokenKind::kElseif));
  expression->branches = TakeNodes<ExpressionBranch>(mark);
  if (!panicking_ && !At(TokenKind::kElse)) {
    if (Diagnostic* error = Fail(kUnexpected, "expected 'else' in the if-expression, found {}", Found())) {
      error->hint = "an if-expression needs a value for every case";
    }
  }
  Expect(TokenKind::kElse, "in the if-expression");
  expression->otherwise = ParseExpression();
  return Finish(expression);
}

// A range or less.
const Expression* Parser::ParseSimpleExpression() {
  Position first = next_;
  const Expression* start = ParseChain(kOr);
  if (!At(TokenKind::kColon) || panicking_) return start;
  Advance();
  Range* range = StartAt<Range>(first);
  range->start = start;
  range->stop = ParseChain(kOr);
  if (!panicking_ && Accept(TokenKind::kColon)) {
    range->step = range->stop;
    range->stop = ParseChain(kOr);
  }
  return Finish(range);
}

// Operators that bind at least as tightly as `lowest`. Each pass of the outer loop makes one chain of operators of
// equal precedence.
const Expression* Parser::ParseChain(int lowest) {
  Position first = next_;
  const Expression* left = ParseUnary(lowest);
  for (;;) {
    Precedence precedence = OperatorOf(kind()).precedence;
    if (precedence == kNoOperator || precedence < lowest || panicking_) return left;
    std::size_t mark = pending_tails_.size();
    do {
      if (pending_tails_.size() > mark && (precedence == kRelation || precedence == kPower)) {
        Diagnostic* error = Mention(kMissingParentheses, next_, next_, "'{}' cannot follow another '{}' directly",
                                    TextOf(next_), Spelling(pending_tails_.back().op));
        std::string_view remedy =
            precedence == kPower ? "write parentheses: (a^b)^c or a^(b^c)" : "join two comparisons with 'and'";
        if (error) error->hint = remedy;
      }
      BinaryTail tail{OperatorOf(kind()).op, TokenId(next_), nullptr};
      Advance();
      tail.operand = ParseOperand(precedence + 1);
      pending_tails_.push_back(tail);
    } while (!panicking_ && OperatorOf(kind()).precedence == precedence);
    Binary* binary = StartAt<Binary>(first);
    binary->first = left;
    binary->rest = arena_.Copy(std::span<const BinaryTail>(pending_tails_).subspan(mark));
    pending_tails_.resize(mark);
    left = Finish(binary);
  }
}

const Expression* Parser::ParseOperand(int lowest) {
  Nest nest(*this);
  return TooDeep() ? MissingExpression() : ParseChain(lowest);
}

// `not` before a relation, a sign before a term. Elsewhere the grammar asks for parentheses, but what is meant is
// clear.
const Expression* Parser::ParseUnary(int lowest) {
  UnaryOperator op;
  int binds = kProduct;
  switch (kind()) {
    case TokenKind::kPlus:
      op = UnaryOperator::kPlus;
      break;
    case TokenKind::kMinus:
      op = UnaryOperator::kMinus;
      break;
    case TokenKind::kElementPlus:
      op = UnaryOperator::kElementPlus;
      break;
    case TokenKind::kElementMinus:
      op = UnaryOperator::kElementMinus;
      break;
    case TokenKind::kNot:
      op = UnaryOperator::kNot;
      binds = kRelation;
      break;
    default:
      return ParsePrimary();
  }
  Nest nest(*this);
  if (TooDeep()) return MissingExpression();
  auto kind_before = [&](Position n) { return next_ >= n ? tokens_[next_ - n].kind : TokenKind::kEndOfFile; };
  bool is_not = At(TokenKind::kNot);
  bool allowed = is_not ? lowest <= kRelation && kind_before(1) != TokenKind::kNot : lowest < kProduct;
  bool repeated = kind_before(1) == kind() && kind_before(2) == kind();  // said once in `- - - x`
  if (!allowed && !repeated) {
    log_.Report(kSignAfterOperator, tokens_[next_].begin, tokens_[next_].end,
                "Modelica asks for parentheses around an operand that begins with '{}'", TextOf(next_));
  }
  Unary* unary = Start<Unary>();
  unary->op = op;
  Advance();
  unary->operand = ParseChain(std::max(lowest, binds));
  return Finish(unary);
}

const Expression* Parser::ParsePrimary() {
  if (panicking_) return MissingExpression();
  switch (kind()) {
    case TokenKind::kIdentifier:
    case TokenKind::kQuotedIdentifier:
    case TokenKind::kDot:
    case TokenKind::kDer:
    case TokenKind::kInitial:
    case TokenKind::kPure:
      return ParseReferenceOrCall();
    case TokenKind::kInteger:
    case TokenKind::kReal:
      return ParseNumber();
    case TokenKind::kString:
      return ParseString();
    case TokenKind::kTrue:
    case TokenKind::kFalse: {
      BooleanLiteral* literal = Start<BooleanLiteral>();
      literal->value = At(TokenKind::kTrue);
      Advance();
      return Finish(literal);
    }
    case TokenKind::kEnd:
      if (subscript_depth_ > 0) {
        End* end = Start<End>();
        Advance();
        return Finish(end);
      }
      break;
    case TokenKind::kLeftParenthesis:
      return ParseParentheses();
    case TokenKind::kLeftBracket:
      return ParseMatrix();
    case TokenKind::kLeftBrace:
      return ParseArray();
    case TokenKind::kIf: {  // `1 + if c then a else b`: the grammar asks for parentheses
      Diagnostic* error = Mention(kMissingParentheses, next_, next_, "an if-expression cannot be an operand");
      if (error) error->hint = "put it in parentheses";
      return ParseExpression();
    }
    default:
      break;
  }
  if (IsKeyword(kind()) && following_kind() == TokenKind::kDot) {
    Fail(kKeywordAsName, "expected an expression, found the keyword '{}'", TextOf(next_));
  } else {
    Fail(kUnexpected, "expected an expression, found {}", Found());
  }
  return MissingExpression();
}

const Expression* Parser::ParseNumber() {
  std::string_view text = TextOf(next_);
  if (At(TokenKind::kInteger)) {
    std::int64_t value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc()) {
      IntegerLiteral* literal = Start<IntegerLiteral>();
      literal->value = value;
      Advance();
      return Finish(literal);
    }
    log_.Report(kIntegerTooLarge, tokens_[next_].begin, tokens_[next_].end,
                "this number is too large for an Integer and is taken as a Real");
  }
  RealLiteral* literal = Start<RealLiteral>();
  if (std::from_chars(text.data(), text.data() + text.size(), literal->value).ec != std::errc()) {
    literal->value = std::strtod(std::string(text).c_str(), nullptr);  // 0 or infinity
    if (std::isinf(literal->value)) Mention(kNumberTooLarge, next_, next_, "this number is too large");
  }
  Advance();
  return Finish(literal);
}

const StringLiteral* Parser::ParseString() {
  StringLiteral* literal = Start<StringLiteral>();
  Advance();
  literal->value = StringValue(previous_);
  return Finish(literal);
}

std::string_view Parser::StringValue(Position at) {
  std::string_view text = TextOf(at);
  if (text.find('\\') == std::string_view::npos) {
    text.remove_prefix(1);
    if (text.ends_with('"')) text.remove_suffix(1);
    return text;
  }
  if (std::size_t unknown = ResolveEscapes(text, unescaped_); unknown != std::string_view::npos) {
    std::uint32_t begin = tokens_[at].begin + static_cast<std::uint32_t>(unknown);
    std::string_view escape = text.substr(unknown, 2);
    log_.Report(kUnknownEscape, begin, begin + 2, "'{}' is not an escape sequence of Modelica; it is kept as it is",
                escape)
        .hint = "a backslash is written '\\\\'";
  }
  return arena_.Copy(std::string_view(unescaped_));
}

// `(a)`, `(a, , b)`, `()`, with what may follow them.
const Expression* Parser::ParseParentheses() {
  Position opening = next_;
  Advance();
  std::size_t mark = pending_nodes_.size();
  bool is_tuple = At(TokenKind::kRightParenthesis);
  if (!is_tuple) {
    do {
      bool is_empty = At(TokenKind::kComma) || (At(TokenKind::kRightParenthesis) && pending_nodes_.size() > mark);
      pending_nodes_.push_back(is_empty ? nullptr : ParseExpression());
    } while (NextInList(TokenKind::kRightParenthesis, opening));
    is_tuple = pending_nodes_.size() - mark != 1;
  }
  List<Expression> elements = TakeNodes<Expression>(mark);
  CloseList(TokenKind::kRightParenthesis);
  const Expression* base = nullptr;
  if (is_tuple) {
    Tuple* tuple = StartAt<Tuple>(opening);
    tuple->elements = elements;
    base = Finish(tuple);
  } else {
    Parenthesised* parenthesised = StartAt<Parenthesised>(opening);
    parenthesised->inner = elements[0];
    base = Finish(parenthesised);
  }
  if (panicking_) return base;
  if (At(TokenKind::kLeftBracket)) {
    Subscripted* subscripted = StartAt<Subscripted>(opening);
    subscripted->base = base;
    subscripted->subscripts = ParseSubscripts();
    return Finish(subscripted);
  }
  if (Accept(TokenKind::kDot)) {
    Member* member = StartAt<Member>(opening);
    member->base = base;
    member->name = ExpectName("the name of a component after '.'");
    return Finish(member);
  }
  return base;
}

const Expression* Parser::ParseMatrix() {
  Matrix* matrix = Start<Matrix>();
  Position opening = next_;
  Advance();
  std::size_t mark = pending_nodes_.size();
  do {
    MatrixRow* row = Start<MatrixRow>();
    std::size_t row_mark = pending_nodes_.size();
    do {
      pending_nodes_.push_back(ParseExpression());
    } while (NextInList(TokenKind::kRightBracket, opening, true));
    row->elements = TakeNodes<Expression>(row_mark);
    pending_nodes_.push_back(Finish(row));
  } while (!panicking_ && Accept(TokenKind::kSemicolon));
  matrix->rows = TakeNodes<MatrixRow>(mark);
  CloseList(TokenKind::kRightBracket);
  return Finish(matrix);
}

const Expression* Parser::ParseArray() {
  Array* array = Start<Array>();
  Position opening = next_;
  Advance();
  std::size_t mark = pending_nodes_.size();
  if (!At(TokenKind::kRightBrace)) {
    do {
      pending_nodes_.push_back(ParseExpression());
      if (!panicking_ && At(TokenKind::kFor) && pending_nodes_.size() == mark + 1) {
        Advance();
        array->elements = TakeNodes<Expression>(mark);
        array->iterators = ParseIterators();
      }
    } while (NextInList(TokenKind::kRightBrace, opening));
    if (array->iterators.empty())
      array->elements = TakeNodes<Expression>(mark);
    else
      pending_nodes_.resize(mark);
  }
  CloseList(TokenKind::kRightBrace);
  return Finish(array);
}

List<Expression> Parser::ParseSubscripts() {
  if (panicking_ || !At(TokenKind::kLeftBracket)) return {};
  Position opening = next_;
  Advance();
  ++subscript_depth_;
  std::size_t mark = pending_nodes_.size();
  do {
    TokenKind following = following_kind();
    if (At(TokenKind::kColon) && (following == TokenKind::kComma || following == TokenKind::kRightBracket)) {
      Colon* colon = Start<Colon>();
      Advance();
      pending_nodes_.push_back(Finish(colon));
    } else {
      pending_nodes_.push_back(ParseExpression());
    }
  } while (NextInList(TokenKind::kRightBracket, opening));
  --subscript_depth_;
  List<Expression> subscripts = TakeNodes<Expression>(mark);
  CloseList(TokenKind::kRightBracket);
  return subscripts;
}

}  // namespace mica::syntax
