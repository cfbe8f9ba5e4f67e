// Names, comments, annotations and modifications (specification A.2.5 and the end of A.2.7).
#include "syntax/codes.h"
#include "syntax/parse/parse.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

const TypeName* Parser::ParseTypeName(std::string_view what) {
  TypeName* type = Start<TypeName>();
  std::size_t mark = pending_names_.size();
  if (!panicking_) type->leading_dot = Accept(TokenKind::kDot);
  if (Name name = ExpectName(what)) pending_names_.push_back(name);
  while (!panicking_ && Accept(TokenKind::kDot)) {
    if (Name name = ExpectName("a name after '.'")) pending_names_.push_back(name);
  }
  type->names = TakeNames(mark);
  return Finish(type);
}

// STRING { "+" STRING }, as one literal.
const StringLiteral* Parser::ParseDescription() {
  if (panicking_ || !At(TokenKind::kString)) return nullptr;
  StringLiteral* description = Start<StringLiteral>();
  Advance();
  description->value = StringValue(previous_);
  if (!At(TokenKind::kPlus)) return Finish(description);
  std::string joined(description->value);
  while (At(TokenKind::kPlus) && following_kind() == TokenKind::kString) {
    Advance();
    Advance();
    joined += StringValue(previous_);
  }
  description->value = arena_.Copy(std::string_view(joined));
  return Finish(description);
}

const Comment* Parser::ParseComment() {
  if (panicking_ || (!At(TokenKind::kString) && !At(TokenKind::kAnnotation))) return nullptr;
  Comment* comment = Start<Comment>();
  comment->description = ParseDescription();
  if (At(TokenKind::kAnnotation)) comment->annotation = ParseAnnotation();
  return Finish(comment);
}

const Annotation* Parser::ParseAnnotation() {
  Annotation* annotation = Start<Annotation>();
  Advance();
  if (At(TokenKind::kLeftParenthesis))
    annotation->modification = ParseClassModification();
  else
    Expect(TokenKind::kLeftParenthesis, "after 'annotation'");
  return Finish(annotation);
}

const Modification* Parser::ParseClassModification() {
  if (panicking_ || !At(TokenKind::kLeftParenthesis)) return nullptr;
  Modification* modification = Start<Modification>();
  ParseArguments(modification);
  return Finish(modification);
}

const Modification* Parser::ParseModification() {
  bool has_value = At(TokenKind::kEqual) || At(TokenKind::kAssign);
  if (panicking_ || (!has_value && !At(TokenKind::kLeftParenthesis))) return nullptr;
  Modification* modification = Start<Modification>();
  if (At(TokenKind::kLeftParenthesis)) ParseArguments(modification);
  if (!panicking_ && (At(TokenKind::kEqual) || At(TokenKind::kAssign))) {
    modification->is_assignment = At(TokenKind::kAssign);
    Advance();
    if (At(TokenKind::kBreak)) {
      Advance();
      modification->removes_value = true;
    } else {
      modification->value = ParseExpression();
    }
  }
  return Finish(modification);
}

void Parser::ParseArguments(Modification* modification) {
  Nest nest(*this);
  if (TooDeep()) return;
  modification->has_arguments = true;
  Position opening = next_;
  Advance();
  if (Accept(TokenKind::kRightParenthesis)) return;
  std::size_t mark = pending_nodes_.size();
  do {
    pending_nodes_.push_back(ParseArgument());
  } while (NextInList(TokenKind::kRightParenthesis, opening));
  modification->arguments = TakeNodes<Argument>(mark);
  CloseList(TokenKind::kRightParenthesis);
}

const Argument* Parser::ParseArgument() {
  Position first = next_;
  if (At(TokenKind::kBreak)) return ParseRemoval();
  bool is_redeclare = Accept(TokenKind::kRedeclare), is_each = false, is_final = false;
  for (;; Advance()) {
    if (At(TokenKind::kEach))
      is_each = true;
    else if (At(TokenKind::kFinal))
      is_final = true;
    else
      break;
  }
  if (is_redeclare || At(TokenKind::kReplaceable)) return ParseRedeclaration(first, is_redeclare, is_each, is_final);
  ElementModification* argument = StartAt<ElementModification>(first);
  argument->is_each = is_each;
  argument->is_final = is_final;
  std::size_t mark = pending_names_.size();
  argument->name_token = TokenId(next_);
  if (Name name = ExpectName("a modifier")) pending_names_.push_back(name);
  while (!panicking_ && Accept(TokenKind::kDot)) {
    if (Name name = ExpectName("a name after '.'")) pending_names_.push_back(name);
  }
  argument->names = TakeNames(mark);
  if (!panicking_ && At(TokenKind::kLeftBracket)) {
    if (Diagnostic* error = Mention(kSubscriptedModifier, next_, next_, "a modifier cannot have subscripts")) {
      error->hint = "give the whole array its value: x = {…}";
    }
    ParseSubscripts();
  }
  argument->modification = ParseModification();
  argument->description = ParseDescription();
  return Finish(argument);
}

const Argument* Parser::ParseRedeclaration(Position first, bool is_redeclare, bool is_each, bool is_final) {
  ElementRedeclaration* argument = StartAt<ElementRedeclaration>(first);
  argument->is_each = is_each;
  Position element = next_;
  Prefixes prefixes;
  ParsePrefixes(prefixes, TokenKind::kFinal);
  prefixes.element.is_redeclare = is_redeclare;
  prefixes.element.is_final |= is_final;
  if (AtClass())
    argument->element = ParseClassDefinition(element, prefixes.element, false);
  else
    argument->element = ParseComponentClause(element, prefixes, false, true);
  return Finish(argument);
}

const Argument* Parser::ParseRemoval() {
  Position first = next_;
  Advance();
  if (At(TokenKind::kConnect)) {
    ConnectRemoval* removal = StartAt<ConnectRemoval>(first);
    removal->connect = ParseConnect();
    return Finish(removal);
  }
  ElementRemoval* removal = StartAt<ElementRemoval>(first);
  removal->name = ExpectName("the name of an element or 'connect' after 'break'");
  return Finish(removal);
}

}  // namespace mica::syntax
