// Class definitions (specification A.2.2 and A.2.3).
#include "syntax/codes.h"
#include "syntax/parse/parse.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

namespace {

bool IsElement(NodeKind kind) {
  return kind == NodeKind::kImport || kind == NodeKind::kExtends || kind == NodeKind::kClassDefinition ||
         kind == NodeKind::kComponentClause;
}
bool IsEquationSection(NodeKind kind) { return kind == NodeKind::kEquationSection; }
bool IsAlgorithmSection(NodeKind kind) { return kind == NodeKind::kAlgorithmSection; }
bool IsAnnotation(NodeKind kind) { return kind == NodeKind::kAnnotation; }

}  // namespace

bool Parser::AtClass() const {
  switch (kind()) {
    case TokenKind::kBlock:
    case TokenKind::kClass:
    case TokenKind::kConnector:
    case TokenKind::kEncapsulated:
    case TokenKind::kExpandable:
    case TokenKind::kFunction:
    case TokenKind::kImpure:
    case TokenKind::kModel:
    case TokenKind::kOperator:
    case TokenKind::kPackage:
    case TokenKind::kPartial:
    case TokenKind::kPure:
    case TokenKind::kRecord:
    case TokenKind::kType:
      return true;
    default:
      return false;
  }
}

bool Parser::AtElementPrefix() const {
  switch (kind()) {
    case TokenKind::kImport:
    case TokenKind::kExtends:
    case TokenKind::kRedeclare:
    case TokenKind::kFinal:
    case TokenKind::kInner:
    case TokenKind::kOuter:
    case TokenKind::kReplaceable:
    case TokenKind::kFlow:
    case TokenKind::kStream:
    case TokenKind::kDiscrete:
    case TokenKind::kParameter:
    case TokenKind::kConstant:
    case TokenKind::kInput:
    case TokenKind::kOutput:
      return true;
    default:
      return false;
  }
}

ClassKind Parser::ParseClassKind(ClassDefinition* definition) {
  for (;;) {
    TokenKind prefix = kind();
    if (prefix == TokenKind::kEncapsulated)
      definition->is_encapsulated = true;
    else if (prefix == TokenKind::kPartial)
      definition->is_partial = true;
    else if (prefix == TokenKind::kPure)
      definition->is_pure = true;
    else if (prefix == TokenKind::kImpure)
      definition->is_impure = true;
    else
      break;
    Advance();
  }
  TokenKind first = kind();
  switch (first) {
    case TokenKind::kBlock:
      Advance();
      return ClassKind::kBlock;
    case TokenKind::kClass:
      Advance();
      return ClassKind::kClass;
    case TokenKind::kConnector:
      Advance();
      return ClassKind::kConnector;
    case TokenKind::kFunction:
      Advance();
      return ClassKind::kFunction;
    case TokenKind::kModel:
      Advance();
      return ClassKind::kModel;
    case TokenKind::kPackage:
      Advance();
      return ClassKind::kPackage;
    case TokenKind::kRecord:
      Advance();
      return ClassKind::kRecord;
    case TokenKind::kType:
      Advance();
      return ClassKind::kType;
    case TokenKind::kExpandable:
      Advance();
      Expect(TokenKind::kConnector, "after 'expandable'");
      return ClassKind::kExpandableConnector;
    case TokenKind::kOperator:
      Advance();
      if (Accept(TokenKind::kRecord)) return ClassKind::kOperatorRecord;
      if (Accept(TokenKind::kFunction)) return ClassKind::kOperatorFunction;
      return ClassKind::kOperator;
    default:
      Fail(kUnexpected, "expected the kind of a class ('model', 'function', …), found {}", Found());
      return ClassKind::kClass;
  }
}

const ClassDefinition* Parser::ParseClassDefinition(Position first, ElementPrefixes prefixes, bool is_protected) {
  Nest nest(*this);
  ClassDefinition* definition = StartAt<ClassDefinition>(first);
  definition->prefixes = prefixes;
  definition->is_protected = is_protected;
  if (TooDeep()) return Finish(definition);
  definition->class_kind = ParseClassKind(definition);
  if (Accept(TokenKind::kExtends)) definition->form = ClassForm::kExtends;
  definition->name_token = TokenId(next_);
  if (AtName() && FirstOnLine(next_) && IsIdentifier(following_kind())) {
    // A declaration comes where the name should: the class has none, but is read.
    Mention(kUnexpected, previous_, previous_, "expected the name of the class after '{}'", TextOf(previous_));
    definition->name_token = TokenId(previous_);
  } else {
    definition->name = ExpectName("the name of the class");
  }
  if (panicking_) {
    definition->name_token = TokenId(previous_);
    return Finish(definition);
  }
  if (definition->form != ClassForm::kExtends && Accept(TokenKind::kEqual)) {
    definition->form = ClassForm::kShort;
    if (At(TokenKind::kEnumeration))
      ParseEnumeration(definition);
    else if (At(TokenKind::kDer))
      ParseDerivative(definition);
    else
      ParseShortSpecifier(definition);
    definition->comment = ParseComment();
  } else {
    if (definition->form == ClassForm::kExtends) definition->modification = ParseClassModification();
    definition->description = ParseDescription();
    open_classes_.push_back(definition);
    ParseComposition(definition);
    open_classes_.pop_back();
    ParseClassEnd(definition);
  }
  bool may_be_constrained = prefixes.is_replaceable || prefixes.is_redeclare;
  if (At(TokenKind::kConstrainedby) || (may_be_constrained && At(TokenKind::kExtends))) {
    definition->constraining = ParseConstrainingClause();
  }
  return Finish(definition);
}

void Parser::ParseShortSpecifier(ClassDefinition* definition) {
  Prefixes prefixes;
  ParsePrefixes(prefixes, TokenKind::kFlow);
  definition->base_connectedness = prefixes.connectedness;
  definition->base_variability = prefixes.variability;
  definition->base_causality = prefixes.causality;
  definition->base = ParseTypeName("the name of a class");
  definition->base_subscripts = ParseSubscripts();
  definition->modification = ParseClassModification();
}

void Parser::ParseEnumeration(ClassDefinition* definition) {
  definition->form = ClassForm::kEnumeration;
  Advance();
  Position opening = next_;
  if (!Expect(TokenKind::kLeftParenthesis, "after 'enumeration'")) return;
  if (Accept(TokenKind::kColon)) {
    definition->is_open_enumeration = true;
  } else if (!At(TokenKind::kRightParenthesis)) {
    std::size_t mark = pending_nodes_.size();
    do {
      EnumerationLiteral* literal = Start<EnumerationLiteral>();
      literal->name = ExpectName("the name of an enumeration literal");
      literal->comment = ParseComment();
      pending_nodes_.push_back(Finish(literal));
    } while (NextInList(TokenKind::kRightParenthesis, opening));
    definition->literals = TakeNodes<EnumerationLiteral>(mark);
  }
  CloseList(TokenKind::kRightParenthesis);
}

void Parser::ParseDerivative(ClassDefinition* definition) {
  definition->form = ClassForm::kDerivative;
  Advance();
  Position opening = next_;
  if (!Expect(TokenKind::kLeftParenthesis, "after 'der'")) return;
  definition->base = ParseTypeName("the name of the function to be differentiated");
  Expect(TokenKind::kComma, "and the inputs to differentiate by");
  std::size_t mark = pending_names_.size();
  do {
    if (Name name = ExpectName("the name of an input")) pending_names_.push_back(name);
  } while (NextInList(TokenKind::kRightParenthesis, opening));
  definition->derivative_inputs = TakeNames(mark);
  CloseList(TokenKind::kRightParenthesis);
}

void Parser::ParseComposition(ClassDefinition* definition) {
  enum class Section { kNone, kEquation, kAlgorithm };
  Section open = Section::kNone;  // an annotation (Modelica 1 and 2) does not end a section
  bool is_initial = false, is_protected = false, done = false;
  std::size_t mark = pending_nodes_.size();
  while (!done && !GivesUp()) {
    Position before = next_;
    switch (kind()) {
      case TokenKind::kEndOfFile:
        done = true;
        break;
      case TokenKind::kEnd:
        done = !SkipStrayBlockEnd();
        break;
      case TokenKind::kPublic:
      case TokenKind::kProtected:
        is_protected = At(TokenKind::kProtected);
        open = Section::kNone;
        Advance();
        break;
      case TokenKind::kSemicolon:
        WarnOfSemicolon();
        break;
      case TokenKind::kExternal:
        open = Section::kNone;
        if (definition->external) Mention(kSecondExternal, next_, next_, "a function has one 'external' clause only");
        pending_nodes_.push_back(ParseExternal());
        definition->external = static_cast<const ExternalClause*>(pending_nodes_.back());
        FinishItem("the external clause");
        break;
      case TokenKind::kAnnotation:
        pending_nodes_.push_back(ParseAnnotation());
        FinishItem("the annotation");
        break;
      default:
        if (AtSection()) {
          is_initial = At(TokenKind::kInitial);
          if (is_initial) Advance();
          open = At(TokenKind::kEquation) ? Section::kEquation : Section::kAlgorithm;
          // Outside of sections, and where one begins like a declaration, an element; what is not one is an equation or
          // a statement whose section head is missing.
        } else if (open == Section::kNone || AtClass() || AtElementPrefix()) {
          open = Section::kNone;
          is_initial = false;
          if (const Element* element = ParseElement(is_protected)) {
            pending_nodes_.push_back(element);
            FinishItem("the declaration");
            break;
          }
          open = ReportMissingSection() ? Section::kAlgorithm : Section::kEquation;
        }
        declaration_follows_ = false;
        if (open == Section::kEquation)
          pending_nodes_.push_back(ParseEquationSection(before, is_initial));
        else
          pending_nodes_.push_back(ParseAlgorithmSection(before, is_initial));
        if (declaration_follows_) open = Section::kNone;
    }
    // Nothing fits: leave a token out, so that there is an end.
    if (!done && next_ == before) {
      if (!panicking_)
        Mention(kUnexpected, next_, next_, "expected an element of the class or its 'end', found {}", Found());
      Advance();
      Accept(TokenKind::kSemicolon);
      panicking_ = false;
    }
  }
  definition->elements = TakeKind<Element>(mark, IsElement);
  definition->equation_sections = TakeKind<EquationSection>(mark, IsEquationSection);
  definition->algorithm_sections = TakeKind<AlgorithmSection>(mark, IsAlgorithmSection);
  definition->annotations = TakeKind<Annotation>(mark, IsAnnotation);
  pending_nodes_.resize(mark);
}

// `end if` and the like where a class is open but no block. False: it is the end of a class.
bool Parser::SkipStrayBlockEnd() {
  TokenKind block = following_kind();
  bool is_block =
      block == TokenKind::kIf || block == TokenKind::kFor || block == TokenKind::kWhen || block == TokenKind::kWhile;
  if (!is_block) return false;
  Position end = next_;
  Advance();
  Mention(kWrongBlockEnd, end, next_, "this 'end {0}' closes nothing: no '{0}' is open here", Spelling(block));
  Advance();
  Accept(TokenKind::kSemicolon);
  return true;
}

// An equation stands among the declarations. True if it is rather a statement.
bool Parser::ReportMissingSection() {
  Position at = next_;
  for (;; ++at) {
    TokenKind kind = tokens_[at].kind;
    if (kind == TokenKind::kAssign || kind == TokenKind::kSemicolon || kind == TokenKind::kEndOfFile) break;
  }
  bool is_statement = tokens_[at].kind == TokenKind::kAssign || At(TokenKind::kWhile) || At(TokenKind::kReturn);
  std::string_view what = is_statement ? "a statement" : "an equation",
                   keyword = is_statement ? "algorithm" : "equation";
  if (Diagnostic* error =
          Mention(kEquationAmongDeclarations, next_, next_, "{} stands here, among the declarations", what)) {
    error->hint = fmt::format("write '{}' before the first one", keyword);
  }
  return is_statement;
}

void Parser::ParseClassEnd(ClassDefinition* definition) {
  Position end = next_, before = previous_;
  Position opening = definition->name_token.index();
  std::string_view name = TextOf(opening);
  auto explain = [&](Diagnostic* error) {
    if (error) error->notes.push_back({SpanAt(opening), fmt::format("the class '{}' begins here", name)});
  };
  if (!Accept(TokenKind::kEnd)) {
    explain(Mention(kWrongBlockEnd, end, end, "expected 'end {}', found {}", name, Found()));
    return;
  }
  if (AtName()) {
    Name found = NameAt(next_);
    if (found != definition->name && definition->name) {
      Diagnostic* error = Mention(kWrongClassEnd, end, next_, "expected 'end {}', found 'end {}'", name, TextOf(next_));
      explain(error);
      if (IsOpenClass(found)) {
        if (error) error->hint = fmt::format("'end {};' is missing", name);
        Rewind(end, before);
        last_reported_ = next_;
        return;
      }
    }
    Advance();
    return;
  }
  explain(Mention(kWrongClassEnd, end, end, "expected 'end {}', found only 'end'", name));
  if (IsKeyword(kind()) && !FirstOnLine(next_)) Advance();
}

const ExternalClause* Parser::ParseExternal() {
  ExternalClause* external = Start<ExternalClause>();
  Advance();
  if (At(TokenKind::kString)) external->language = ParseString();
  if (AtName() || At(TokenKind::kDot)) {
    const ComponentReference* reference = ParseComponentReference();
    if (Accept(TokenKind::kEqual)) {
      external->output = reference;
      external->function = ExpectName("the name of the external function");
    } else if (reference->IsName()) {
      external->function = reference->parts[0].name;
    } else {
      Expect(TokenKind::kEqual, "after the result of the external function");
    }
    external->has_call = true;
    Position opening = next_;
    if (Expect(TokenKind::kLeftParenthesis, "and the arguments of the external function")) {
      std::size_t mark = pending_nodes_.size();
      if (!At(TokenKind::kRightParenthesis)) {
        do {
          pending_nodes_.push_back(ParseExpression());
        } while (NextInList(TokenKind::kRightParenthesis, opening));
      }
      external->arguments = TakeNodes<Expression>(mark);
      CloseList(TokenKind::kRightParenthesis);
    }
  }
  if (!panicking_ && At(TokenKind::kAnnotation)) {
    std::size_t mark = pending_nodes_.size();
    pending_nodes_.push_back(ParseAnnotation());
    external->annotations = TakeNodes<Annotation>(mark);
  }
  return Finish(external);
}

}  // namespace mica::syntax
