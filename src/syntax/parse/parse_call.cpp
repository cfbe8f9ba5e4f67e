// References and calls (specification A.2.7).
#include "syntax/codes.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

namespace {

bool IsNamed(NodeKind kind) { return kind == NodeKind::kNamedArgument; }
bool IsPositional(NodeKind kind) { return kind != NodeKind::kNamedArgument; }

}  // namespace

const ComponentReference* Parser::ParseComponentReference() {
  ComponentReference* reference = Start<ComponentReference>();
  reference->leading_dot = Accept(TokenKind::kDot);
  std::size_t mark = pending_parts_.size();
  do {
    Position at = next_;
    // A part that could not be read is left out; the callee of `der(x)` is a keyword.
    Name name;
    if (At(TokenKind::kDer) || At(TokenKind::kInitial) || At(TokenKind::kPure)) {
      Advance();
      name = NameAt(at);
    } else {
      name = ExpectName("a name");
    }
    if (name) {
      ReferencePart part{name, TokenId(at), {}};
      if (At(TokenKind::kLeftBracket)) part.subscripts = ParseSubscripts();
      pending_parts_.push_back(part);
    }
  } while (!panicking_ && Accept(TokenKind::kDot));
  reference->parts = arena_.Copy(std::span<const ReferencePart>(pending_parts_).subspan(mark));
  pending_parts_.resize(mark);
  return Finish(reference);
}

const Expression* Parser::ParseReferenceOrCall() {
  TokenKind first = kind();
  const ComponentReference* reference = ParseComponentReference();
  if (reference->parts.empty()) return MissingExpression();
  if (panicking_) return reference;
  if (At(TokenKind::kLeftParenthesis)) return ParseCallArguments(reference);
  if (first == TokenKind::kDer || first == TokenKind::kInitial || first == TokenKind::kPure) {
    Fail(kUnexpected, "expected '(' after '{}', found {}", Spelling(first), Found());
  }
  return reference;
}

const Expression* Parser::ParseCallArguments(const ComponentReference* callee) {
  Call* call = StartAt<Call>(callee->first_token.index());
  call->callee = callee;
  Position opening = next_;
  Advance();
  if (Accept(TokenKind::kRightParenthesis)) return Finish(call);
  std::size_t mark = pending_nodes_.size();
  bool has_named = false, is_disordered = false;
  do {
    if (AtName() && following_kind() == TokenKind::kEqual) {
      pending_nodes_.push_back(ParseNamedArgument());
      has_named = true;
      continue;
    }
    if (has_named && !is_disordered && !panicking_) {
      is_disordered = true;
      if (Diagnostic* error =
              Mention(kArgumentOrder, next_, next_, "an argument without a name comes after a named one")) {
        error->hint = "positional arguments come first";
      }
    }
    pending_nodes_.push_back(At(TokenKind::kFunction) ? ParsePartialApplication() : ParseExpression());
    if (!panicking_ && At(TokenKind::kFor) && pending_nodes_.size() == mark + 1) {
      Advance();
      call->iterators = ParseIterators();
    }
  } while (NextInList(TokenKind::kRightParenthesis, opening));
  call->arguments = TakeKind<Expression>(mark, IsPositional);
  if (has_named) call->named_arguments = TakeKind<NamedArgument>(mark, IsNamed);
  pending_nodes_.resize(mark);
  CloseList(TokenKind::kRightParenthesis);
  return Finish(call);
}

const NamedArgument* Parser::ParseNamedArgument() {
  NamedArgument* argument = Start<NamedArgument>();
  argument->name = NameAt(next_);
  Advance();
  Advance();
  argument->value = At(TokenKind::kFunction) ? ParsePartialApplication() : ParseExpression();
  return Finish(argument);
}

// `function f(a = 1)`
const Expression* Parser::ParsePartialApplication() {
  Nest nest(*this);
  if (TooDeep()) return MissingExpression();
  Position first = next_;
  Advance();
  if (!AtName() && !At(TokenKind::kDot)) {
    Fail(kUnexpected, "expected the name of a function after 'function', found {}", Found());
    return MissingExpression();
  }
  PartialApplication* application = StartAt<PartialApplication>(first);
  application->callee = ParseComponentReference();
  Position opening = next_;
  if (!Expect(TokenKind::kLeftParenthesis, "after the name of the function")) return Finish(application);
  std::size_t mark = pending_nodes_.size();
  if (!At(TokenKind::kRightParenthesis)) {
    do {
      if (AtName() && following_kind() == TokenKind::kEqual) {
        pending_nodes_.push_back(ParseNamedArgument());
      } else if (Diagnostic* error =
                     Fail(kArgumentOrder, "expected a named argument after 'function', found {}", Found())) {
        error->hint = "only named arguments can be given in advance: function f(a = 1)";
      }
    } while (NextInList(TokenKind::kRightParenthesis, opening));
  }
  application->named_arguments = TakeNodes<NamedArgument>(mark);
  CloseList(TokenKind::kRightParenthesis);
  return Finish(application);
}

}  // namespace mica::syntax
