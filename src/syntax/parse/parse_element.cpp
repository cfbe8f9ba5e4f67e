// Elements of a class: imports, extends clauses, component clauses and the prefixes before them (specification A.2.3
// and A.2.4).
#include "syntax/codes.h"
#include "syntax/parse/parser.h"

namespace mica::syntax {

namespace {

// The place of a prefix in the order that the grammar asks for, or 0.
int RankOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kRedeclare:
      return 1;
    case TokenKind::kFinal:
      return 2;
    case TokenKind::kInner:
      return 3;
    case TokenKind::kOuter:
      return 4;
    case TokenKind::kReplaceable:
      return 5;
    case TokenKind::kFlow:
    case TokenKind::kStream:
      return 6;
    case TokenKind::kDiscrete:
    case TokenKind::kParameter:
    case TokenKind::kConstant:
      return 7;
    case TokenKind::kInput:
    case TokenKind::kOutput:
      return 8;
    default:
      return 0;
  }
}

}  // namespace

void Parser::ParsePrefixes(Prefixes& prefixes, TokenKind lowest) {
  int last = 0;
  unsigned seen = 0;
  for (;; Advance()) {
    int rank = RankOf(kind());
    if (rank == 0 || rank < RankOf(lowest)) return;
    std::string_view word = Spelling(kind());
    if (seen & (1u << rank)) {
      Mention(kPrefixTwice, next_, next_, "the prefix '{}' is written twice, or excludes an earlier one", word);
      continue;
    }
    seen |= 1u << rank;
    if (rank < last) {
      const Token& token = tokens_[next_];
      log_.Report(kPrefixOrder, token.begin, token.end, "the prefix '{}' comes after '{}'", word, TextOf(previous_))
          .hint =
          "the order is redeclare, final, inner, outer, replaceable, flow or stream, discrete or parameter or "
          "constant, "
          "input or output";
    }
    last = std::max(last, rank);
    switch (kind()) {
      case TokenKind::kRedeclare:
        prefixes.element.is_redeclare = true;
        break;
      case TokenKind::kFinal:
        prefixes.element.is_final = true;
        break;
      case TokenKind::kInner:
        prefixes.element.is_inner = true;
        break;
      case TokenKind::kOuter:
        prefixes.element.is_outer = true;
        break;
      case TokenKind::kReplaceable:
        prefixes.element.is_replaceable = true;
        break;
      case TokenKind::kFlow:
        prefixes.connectedness = Connectedness::kFlow;
        break;
      case TokenKind::kStream:
        prefixes.connectedness = Connectedness::kStream;
        break;
      case TokenKind::kDiscrete:
        prefixes.variability = Variability::kDiscrete;
        break;
      case TokenKind::kParameter:
        prefixes.variability = Variability::kParameter;
        break;
      case TokenKind::kConstant:
        prefixes.variability = Variability::kConstant;
        break;
      case TokenKind::kInput:
        prefixes.causality = Causality::kInput;
        break;
      default:
        prefixes.causality = Causality::kOutput;
        break;
    }
  }
}

bool Parser::AtEquationStart() const {
  switch (kind()) {
    case TokenKind::kConnect:
    case TokenKind::kDer:
    case TokenKind::kFor:
    case TokenKind::kIf:
    case TokenKind::kInitial:
    case TokenKind::kLeftBrace:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftParenthesis:
    case TokenKind::kMinus:
    case TokenKind::kInteger:
    case TokenKind::kReal:
    case TokenKind::kReturn:
    case TokenKind::kWhen:
    case TokenKind::kWhile:
      return true;
    default:
      return false;
  }
}

const Element* Parser::ParseElement(bool is_protected) {
  if (At(TokenKind::kImport)) return ParseImport(is_protected);
  if (At(TokenKind::kExtends)) return ParseExtends(is_protected);
  if (AtEquationStart()) return nullptr;
  Position first = next_;
  Prefixes prefixes;
  ParsePrefixes(prefixes, TokenKind::kRedeclare);
  if (AtClass()) return ParseClassDefinition(first, prefixes.element, is_protected);
  return ParseComponentClause(first, prefixes, is_protected, false);
}

const Import* Parser::ParseImport(bool is_protected) {
  Import* import = Start<Import>();
  import->is_protected = is_protected;
  Advance();
  if (AtName() && following_kind() == TokenKind::kEqual) {
    import->form = ImportForm::kRenamed;
    import->alias = NameAt(next_);
    Advance();
    Advance();
  }
  TypeName* path = Start<TypeName>();
  path->leading_dot = Accept(TokenKind::kDot);
  std::size_t mark = pending_names_.size();
  if (Name name = ExpectName("the name to be imported")) pending_names_.push_back(name);
  auto at_name_part = [&] {
    return At(TokenKind::kDot) && following_kind() != TokenKind::kTimes && following_kind() != TokenKind::kLeftBrace;
  };
  while (!panicking_ && at_name_part()) {
    Advance();
    if (Name name = ExpectName("a name after '.'")) pending_names_.push_back(name);
  }
  path->names = TakeNames(mark);
  import->path = Finish(path);

  if (!panicking_ && Accept(TokenKind::kElementTimes)) {
    import->form = ImportForm::kUnqualified;
  } else if (!panicking_ && Accept(TokenKind::kDot)) {
    if (Accept(TokenKind::kTimes)) {
      import->form = ImportForm::kUnqualified;
    } else {
      import->form = ImportForm::kList;
      Position opening = next_;
      Advance();  // {
      do {
        if (Name name = ExpectName("the name to be imported")) pending_names_.push_back(name);
      } while (NextInList(TokenKind::kRightBrace, opening));
      import->names = TakeNames(mark);
      CloseList(TokenKind::kRightBrace);
    }
  }
  import->comment = ParseComment();
  return Finish(import);
}

const Extends* Parser::ParseExtends(bool is_protected) {
  Extends* extends = Start<Extends>();
  extends->is_protected = is_protected;
  Advance();
  extends->base = ParseTypeName("the name of a class");
  extends->modification = ParseClassModification();
  extends->comment = ParseComment();
  return Finish(extends);
}

const ConstrainingClause* Parser::ParseConstrainingClause() {
  ConstrainingClause* clause = Start<ConstrainingClause>();
  Advance();
  clause->base = ParseTypeName("the name of a class");
  clause->modification = ParseClassModification();
  clause->comment = ParseComment();
  return Finish(clause);
}

const ComponentClause* Parser::ParseComponentClause(Position first, const Prefixes& prefixes, bool is_protected,
                                                    bool single) {
  Position before = previous_;
  bool has_prefixes = next_ != first;
  const TypeName* type = ParseTypeName(has_prefixes ? "a type" : "an element of the class");
  List<Expression> subscripts = ParseSubscripts();
  if (!has_prefixes && !single && !panicking_ && !type->names.empty()) {
    bool is_equation = (kind() >= TokenKind::kDot && kind() <= TokenKind::kNotEqual) || At(TokenKind::kLeftParenthesis);
    if (is_equation) {
      Rewind(first, before);
      return nullptr;
    }
  }
  ComponentClause* clause = StartAt<ComponentClause>(first);
  clause->is_protected = is_protected;
  clause->prefixes = prefixes.element;
  clause->connectedness = prefixes.connectedness;
  clause->variability = prefixes.variability;
  clause->causality = prefixes.causality;
  clause->type = type;
  clause->subscripts = subscripts;
  std::size_t mark = pending_nodes_.size();
  if (!panicking_) {
    do {
      pending_nodes_.push_back(ParseDeclaration());
    } while (!single && !panicking_ && Accept(TokenKind::kComma));
  }
  clause->declarations = TakeNodes<Declaration>(mark);
  bool may_be_constrained = prefixes.element.is_replaceable || prefixes.element.is_redeclare;
  if (!panicking_ && (At(TokenKind::kConstrainedby) || (may_be_constrained && At(TokenKind::kExtends)))) {
    clause->constraining = ParseConstrainingClause();
  }
  return Finish(clause);
}

const Declaration* Parser::ParseDeclaration() {
  Declaration* declaration = Start<Declaration>();
  declaration->name = ExpectName("the name of a component");
  declaration->subscripts = ParseSubscripts();
  declaration->modification = ParseModification();
  if (!panicking_ && Accept(TokenKind::kIf)) declaration->condition = ParseExpression();
  declaration->comment = ParseComment();
  return Finish(declaration);
}

}  // namespace mica::syntax
