// Statements of algorithms (specification A.2.6).
#include "syntax/codes.h"
#include "syntax/parse/parse.h"
#include "syntax/parse/parser.h"
#include "syntax/parse/section_body.h"

namespace mica::syntax {

const AlgorithmSection* Parser::ParseAlgorithmSection(Position first, bool is_initial) {
  AlgorithmSection* section = StartAt<AlgorithmSection>(first);
  section->initial = is_initial;
  Accept(TokenKind::kAlgorithm);
  section->statements = ParseStatements(true);
  return Finish(section);
}

List<Statement> Parser::ParseStatements(bool in_section) {
  return ParseBody<Statement>(in_section, &Parser::ParseStatement, "algorithm", "the statement");
}

const Statement* Parser::ParseStatement() {
  Nest nest(*this);
  if (TooDeep()) return Finish(Start<ReturnStatement>());
  Statement* statement = nullptr;
  Position opening = next_;
  switch (kind()) {
    case TokenKind::kIf:
      statement = ParseStatementBranches<IfStatement>(TokenKind::kIf, TokenKind::kElseif);
      break;
    case TokenKind::kWhen:
      statement = ParseStatementBranches<WhenStatement>(TokenKind::kWhen, TokenKind::kElsewhen);
      break;
    case TokenKind::kFor: {
      ForStatement* loop = Start<ForStatement>();
      loop->iterators = ParseLoopHead();
      loop->statements = ParseLoopBody(TokenKind::kFor, opening);
      statement = loop;
      break;
    }
    case TokenKind::kWhile: {
      WhileStatement* loop = Start<WhileStatement>();
      Advance();
      loop->condition = ParseCondition(TokenKind::kLoop);
      loop->statements = ParseLoopBody(TokenKind::kWhile, opening);
      statement = loop;
      break;
    }
    case TokenKind::kBreak:
      statement = Start<BreakStatement>();
      Advance();
      break;
    case TokenKind::kReturn:
      statement = Start<ReturnStatement>();
      Advance();
      break;
    default:
      statement = ParseSimpleStatement();
  }
  if (!statement) return nullptr;
  statement->comment = ParseComment();
  return Finish(statement);
}

List<Statement> Parser::ParseLoopBody(TokenKind block, Position opening) {
  ++open_blocks(block);
  List<Statement> statements = ParseStatements(false);
  --open_blocks(block);
  ParseBlockEnd(block, opening);
  return statements;
}

template <class T>
T* Parser::ParseStatementBranches(TokenKind block, TokenKind again) {
  T* statement = Start<T>();
  Position opening = next_;
  std::size_t mark = pending_nodes_.size();
  ++open_blocks(block);
  do {
    StatementBranch* branch = Start<StatementBranch>();
    bool is_else = At(TokenKind::kElse);
    if (is_else && following_kind() == TokenKind::kIf) last_else_if_ = next_;
    Advance();
    if (!is_else) branch->condition = ParseCondition(TokenKind::kThen);
    branch->statements = ParseStatements(false);
    pending_nodes_.push_back(Finish(branch));
    if (is_else && (At(again) || At(TokenKind::kElse)))
      Mention(kBranchAfterElse, next_, next_, "'{}' comes after 'else'", TextOf(next_));
  } while (At(again) || (block == TokenKind::kIf && At(TokenKind::kElse)));
  --open_blocks(block);
  statement->branches = TakeNodes<StatementBranch>(mark);
  ParseBlockEnd(block, opening);
  return statement;
}

// `x := e`, `(a, b) := f(x)` or a call. Null: a declaration stands here.
Statement* Parser::ParseSimpleStatement() {
  Position first = next_;
  const Expression* target = ParseSimpleExpression();
  if (!panicking_ && !At(TokenKind::kAssign) && !At(TokenKind::kEqual)) {
    if (const Call* call = target->As<Call>()) {
      CallStatement* statement = StartAt<CallStatement>(first);
      statement->call = call;
      return Finish(statement);
    }
    if (target->As<ComponentReference>() && AtName() && !FirstOnLine(next_)) return nullptr;
  }
  const Expression* value = nullptr;
  if (!panicking_ && At(TokenKind::kEqual)) {
    if (Diagnostic* error = Mention(kWrongStatementSign, next_, next_, "a statement assigns with ':=', not with '='")) {
      error->hint = "equations stand in an 'equation' section";
    }
    Advance();
    value = ParseExpression();
  } else if (Expect(TokenKind::kAssign, "in the statement")) {
    value = ParseExpression();
  } else {
    value = MissingExpression();
  }
  if (target->As<Tuple>() || target->As<Parenthesised>()) {
    MultiAssignStatement* statement = StartAt<MultiAssignStatement>(first);
    if (const Tuple* tuple = target->As<Tuple>()) {
      statement->targets = tuple->elements;
    } else {
      pending_nodes_.push_back(target->To<Parenthesised>().inner);
      statement->targets = TakeNodes<Expression>(pending_nodes_.size() - 1);
    }
    if (!panicking_ && !value->As<Call>()) {
      Mention(kAssignedNonVariable, value->first_token.index(), value->last_token.index(),
              "several variables can only be assigned by a call");
    }
    statement->value = value;
    return Finish(statement);
  }
  AssignStatement* statement = StartAt<AssignStatement>(first);
  bool is_der = target->As<Call>() && tokens_[target->first_token.index()].kind == TokenKind::kDer;
  if (!target->As<ComponentReference>() && !target->As<Missing>() && !is_der) {
    Mention(kAssignedNonVariable, target->first_token.index(), target->last_token.index(),
            "only a variable can be assigned to");
  }
  statement->target = target;
  statement->value = value;
  return Finish(statement);
}

}  // namespace mica::syntax
