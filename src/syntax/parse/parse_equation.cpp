// Equations (specification A.2.6).
#include "syntax/codes.h"
#include "syntax/parse/parse.h"
#include "syntax/parse/parser.h"
#include "syntax/parse/section_body.h"

namespace mica::syntax {

const EquationSection* Parser::ParseEquationSection(Position first, bool is_initial) {
  EquationSection* section = StartAt<EquationSection>(first);
  section->initial = is_initial;
  Accept(TokenKind::kEquation);
  section->equations = ParseEquations(true);
  return Finish(section);
}

List<Equation> Parser::ParseEquations(bool in_section) {
  return ParseBody<Equation>(in_section, &Parser::ParseEquation, "equation", "the equation");
}

void Parser::ReportMisplacedDeclaration(std::string_view section, bool in_section) {
  if (Diagnostic* error =
          Mention(kDeclarationInSection, next_, next_, "a declaration stands here, in the '{}' section", section)) {
    error->hint = fmt::format("declarations come before '{}', or after 'public' or 'protected'", section);
  }
  declaration_follows_ = in_section;
}

const Equation* Parser::ParseEquation() {
  Nest nest(*this);
  if (TooDeep()) {
    EqualityEquation* unread = Start<EqualityEquation>();
    unread->left = unread->right = MissingExpression();
    return Finish(unread);
  }
  Equation* equation = nullptr;
  switch (kind()) {
    case TokenKind::kIf:
      equation = ParseEquationBranches<IfEquation>(TokenKind::kIf, TokenKind::kElseif);
      break;
    case TokenKind::kWhen:
      equation = ParseEquationBranches<WhenEquation>(TokenKind::kWhen, TokenKind::kElsewhen);
      break;
    case TokenKind::kFor: {
      ForEquation* loop = Start<ForEquation>();
      Position opening = next_;
      loop->iterators = ParseLoopHead();
      ++open_blocks(TokenKind::kFor);
      loop->equations = ParseEquations(false);
      --open_blocks(TokenKind::kFor);
      ParseBlockEnd(TokenKind::kFor, opening);
      equation = loop;
      break;
    }
    case TokenKind::kConnect:
      equation = ParseConnect();
      break;
    default:
      equation = ParseSimpleEquation();
  }
  if (!equation) return nullptr;
  equation->comment = ParseComment();
  return Finish(equation);
}

template <class T>
T* Parser::ParseEquationBranches(TokenKind block, TokenKind again) {
  T* equation = Start<T>();
  Position opening = next_;
  std::size_t mark = pending_nodes_.size();
  ++open_blocks(block);
  do {
    EquationBranch* branch = Start<EquationBranch>();
    bool is_else = At(TokenKind::kElse);
    if (is_else && following_kind() == TokenKind::kIf) last_else_if_ = next_;
    Advance();
    if (!is_else) branch->condition = ParseCondition(TokenKind::kThen);
    branch->equations = ParseEquations(false);
    pending_nodes_.push_back(Finish(branch));
    if (is_else && (At(again) || At(TokenKind::kElse)))
      Mention(kBranchAfterElse, next_, next_, "'{}' comes after 'else'", TextOf(next_));
  } while (At(again) || (block == TokenKind::kIf && At(TokenKind::kElse)));
  --open_blocks(block);
  equation->branches = TakeNodes<EquationBranch>(mark);
  ParseBlockEnd(block, opening);
  return equation;
}

// With the `then` or `loop` after it. Afterwards the body can be read, whatever happened.
const Expression* Parser::ParseCondition(TokenKind then) {
  const Expression* condition = ParseExpression();
  if (!panicking_) {
    if (Accept(then)) return condition;
    bool compares = At(TokenKind::kEqual);
    Diagnostic* error =
        Mention(kUnexpected, next_, next_, "expected '{}' after the condition, found {}", Spelling(then), Found());
    if (error && compares) error->hint = "two values are compared with '=='";
    if (!compares) return condition;
  }
  if (!RecoverAt(then)) SkipToItemEnd();
  return condition;
}

// `for i in 1:n, j loop`. Afterwards the body can be read, whatever happened.
List<Iterator> Parser::ParseLoopHead() {
  Advance();
  List<Iterator> iterators = ParseIterators();
  if (!Expect(TokenKind::kLoop, "after the range of 'for'") && !RecoverAt(TokenKind::kLoop)) SkipToItemEnd();
  return iterators;
}

List<Iterator> Parser::ParseIterators() {
  std::size_t mark = pending_nodes_.size();
  do {
    Iterator* iterator = Start<Iterator>();
    iterator->name = ExpectName("the name of an iterator");
    if (!panicking_ && Accept(TokenKind::kIn)) iterator->range = ParseExpression();
    pending_nodes_.push_back(Finish(iterator));
  } while (!panicking_ && Accept(TokenKind::kComma));
  return TakeNodes<Iterator>(mark);
}

ConnectEquation* Parser::ParseConnect() {
  ConnectEquation* connect = Start<ConnectEquation>();
  Advance();
  Position opening = next_;
  if (!Expect(TokenKind::kLeftParenthesis, "after 'connect'")) {
    connect->left = connect->right = MissingExpression();
    return Finish(connect);
  }
  auto side = [&] {
    const Expression* expression = ParseExpression();
    if (!panicking_ && !expression->As<ComponentReference>()) {
      Mention(kWrongConnect, expression->first_token.index(), expression->last_token.index(),
              "expected the name of a connector in 'connect'");
      return MissingExpression();
    }
    return expression;
  };
  connect->left = side();
  bool has_right = NextInList(TokenKind::kRightParenthesis, opening);
  if (!has_right && !panicking_) Mention(kWrongConnect, next_, next_, "'connect' joins two connectors, found only one");
  connect->right = has_right ? side() : MissingExpression();
  if (has_right && NextInList(TokenKind::kRightParenthesis, opening)) {
    Fail(kWrongConnect, "'connect' joins two connectors, found more");
    RecoverInList(TokenKind::kRightParenthesis, false);
  }
  CloseList(TokenKind::kRightParenthesis);
  return Finish(connect);
}

// `left = right`, or a call. Null: a declaration stands here.
Equation* Parser::ParseSimpleEquation() {
  Position first = next_;
  const Expression* left = ParseSimpleExpression();
  if (panicking_) {
    EqualityEquation* equation = StartAt<EqualityEquation>(first);
    equation->left = left;
    equation->right = MissingExpression();
    return Finish(equation);
  }
  if (At(TokenKind::kAssign)) {
    if (Diagnostic* error =
            Mention(kWrongEquationSign, next_, next_, "an equation is written with '=', not with ':='")) {
      error->hint = "assignments stand in an 'algorithm' section";
    }
  }
  if (Accept(TokenKind::kEqual) || Accept(TokenKind::kAssign)) {
    EqualityEquation* equation = StartAt<EqualityEquation>(first);
    equation->left = left;
    equation->right = ParseExpression();
    return Finish(equation);
  }
  if (const Call* call = left->As<Call>()) {
    CallEquation* equation = StartAt<CallEquation>(first);
    equation->call = call;
    return Finish(equation);
  }
  EqualityEquation* equation = StartAt<EqualityEquation>(first);
  equation->left = left;
  const Binary* comparison = left->As<Binary>();
  if (comparison && comparison->rest[0].op == BinaryOperator::kEqual && comparison->rest.size() == 1) {
    Position sign = comparison->rest[0].token.index();
    if (Diagnostic* error = Mention(kWrongEquationSign, sign, sign, "an equation is written with '=', not with '=='")) {
      error->hint = "'==' compares two values";
    }
    equation->left = comparison->first;
    equation->right = comparison->rest[0].operand;
    return Finish(equation);
  }
  if (left->As<ComponentReference>() && AtName() && !FirstOnLine(next_)) return nullptr;
  Fail(kUnexpected, "expected '=' in the equation, found {}", Found());
  equation->right = MissingExpression();
  return Finish(equation);
}

}  // namespace mica::syntax
