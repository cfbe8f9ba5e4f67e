// The recursive-descent parser behind Parse (parse.h). Internal to the stage. One function a production of appendix A,
// spread over parse_class.cpp, parse_element.cpp, parse_modification.cpp, parse_equation.cpp, parse_statement.cpp and
// parse_expression.cpp.
//
// Invariants
// - next_ is the token to be read, never kUnknown (the lexer has reported those); previous_ is the last one taken.
// - A Parse… function takes at least one token or reports an error, and returns a node that ends with previous_.
// - After an error the parser panics: nothing is reported or taken until a list or an item finds its next separator
// (recovery.cpp).
//   So one mistake gives one message.
// - Children under construction lie on stacks (pending_…), from which a node takes its share into the arena: no
// allocation per node.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/name.h"
#include "syntax/name_cache.h"
#include "syntax/parse/error_log.h"
#include "syntax/tree.h"

namespace mica::syntax {

class Parser {
 public:
  Parser(std::string_view text, const std::vector<Token>& tokens, Arena& arena, NameTable& names, ErrorLog& log,
         FileId file);

  const StoredDefinition* ParseStoredDefinition();  // to be called once

 private:
  using Position = std::uint32_t;  // an index into tokens_

  // --- Tokens (inline below).
  TokenKind kind() const { return tokens_[next_].kind; }
  TokenKind following_kind() const;
  bool At(TokenKind kind) const { return tokens_[next_].kind == kind; }
  bool AtName() const { return IsIdentifier(kind()); }
  void Advance();
  bool Accept(TokenKind kind);
  std::string_view TextOf(Position at) const;
  Name NameAt(Position at);

  // --- Nodes.
  template <class T>
  T* Start();  // begins with next_
  template <class T>
  T* StartAt(Position first);
  template <class T>
  T* Finish(T* node);  // ends with previous_
  template <class T>
  List<T> TakeNodes(std::size_t mark);
  // Of the nodes from `mark` on those of one sort; they stay pending.
  template <class T>
  List<T> TakeKind(std::size_t mark, bool (*wanted)(NodeKind));
  std::span<const Name> TakeNames(std::size_t mark);

  // --- Errors and recovery (recovery.cpp).
  bool Expect(TokenKind kind, std::string_view where);
  // A name; invalid after an error. `what` is e.g. "the name of the class".
  Name ExpectName(std::string_view what);
  // The ';' after an item. Panicking or not, afterwards the next item can be read.
  void FinishItem(std::string_view item);
  // After an entry of a bracketed list: whether another one follows. Recovers at the next separator where it can.
  bool NextInList(TokenKind closing, Position opening, bool in_matrix = false);
  void CloseList(TokenKind closing);
  // Reports unless panicking, and panics. Null when nothing is reported.
  template <class... Args>
  Diagnostic* Fail(const DiagnosticCode& code, fmt::format_string<Args...> format, Args&&... args);
  // Reports unless panicking, at the tokens given, and goes on: what was meant is clear.
  template <class... Args>
  Diagnostic* Mention(const DiagnosticCode& code, Position first, Position last, fmt::format_string<Args...> format,
                      Args&&... args);
  // "'equation'", "the name 'x'", 'the end of the file': what stands at next_.
  std::string Found() const;
  bool MayReport();
  Span SpanAt(Position at) const { return {file_, tokens_[at].begin, tokens_[at].end}; }
  bool FirstOnLine(Position at) const;
  // Whether a new item (element, equation, section, end of a block) most likely begins at `at`; used while skipping.
  bool BeginsItem(Position at) const;
  void SkipToItemEnd();
  // True, at the end of the file, once there are too many errors: what is left is not worth reading.
  bool GivesUp();
  bool RecoverInList(TokenKind closing, bool in_matrix);
  Position FindListSync(bool in_matrix) const;
  // Skips to `kind` if it comes before the item ends; for `then` and `loop`.
  bool RecoverAt(TokenKind kind);
  void Rewind(Position next, Position previous);
  // `end if`, `end for`, …; `opening` is where the block began.
  void ParseBlockEnd(TokenKind block, Position opening);
  bool AtBlockEnd() const;
  bool AtJoinedEnd() const;  // `endif` and the like, written in one word
  bool AtSection() const;    // `equation`, `algorithm`, `initial equation`, `initial algorithm`
  int& open_blocks(TokenKind block);
  int open_blocks(TokenKind block) const { return const_cast<Parser*>(this)->open_blocks(block); }
  bool IsOpenClass(Name name) const;

  // --- Nesting.
  class Nest;
  bool TooDeep();

  void ReportOutsideClass();
  void WarnOfSemicolon();  // that follows no item; takes it

  // --- Classes (parse_class.cpp).
  bool AtClass() const;
  bool AtElementPrefix() const;  // or `import` or `extends`
  const ClassDefinition* ParseClassDefinition(Position first, ElementPrefixes prefixes, bool is_protected);
  ClassKind ParseClassKind(ClassDefinition* definition);
  void ParseShortSpecifier(ClassDefinition* definition);
  void ParseEnumeration(ClassDefinition* definition);
  void ParseDerivative(ClassDefinition* definition);
  void ParseComposition(ClassDefinition* definition);
  void ParseClassEnd(ClassDefinition* definition);
  bool SkipStrayBlockEnd();
  bool ReportMissingSection();
  const ExternalClause* ParseExternal();

  // --- Elements (parse_element.cpp).
  struct Prefixes;
  // Takes prefixes from `lowest` on in the order that A.2.2 and A.2.4 give them.
  void ParsePrefixes(Prefixes& prefixes, TokenKind lowest);
  const Element* ParseElement(bool is_protected);  // null: an equation stands here, nothing was taken
  bool AtEquationStart() const;
  const Import* ParseImport(bool is_protected);
  const Extends* ParseExtends(bool is_protected);
  // Null: an equation stands here, nothing was taken. `single`: one declaration, in a modification.
  const ComponentClause* ParseComponentClause(Position first, const Prefixes& prefixes, bool is_protected, bool single);
  const Declaration* ParseDeclaration();
  const ConstrainingClause* ParseConstrainingClause();

  // --- Names, comments, modifications (parse_modification.cpp).
  const TypeName* ParseTypeName(std::string_view what);
  const StringLiteral* ParseDescription();  // null when there is none
  const Comment* ParseComment();            // null when there is none
  const Annotation* ParseAnnotation();
  const Modification* ParseModification();       // null when there is none
  const Modification* ParseClassModification();  // null when there is none; no value
  void ParseArguments(Modification* modification);
  const Argument* ParseArgument();
  const Argument* ParseRedeclaration(Position first, bool is_redeclare, bool is_each, bool is_final);
  const Argument* ParseRemoval();

  // --- Equations and statements (parse_equation.cpp, parse_statement.cpp).
  const EquationSection* ParseEquationSection(Position first, bool is_initial);
  const AlgorithmSection* ParseAlgorithmSection(Position first, bool is_initial);
  // Equations or statements, each with its ';', up to the end of the block or section (section_body.h).
  template <class T>
  List<T> ParseBody(bool in_section, const T* (Parser::*parse_item)(), std::string_view section, std::string_view item);
  List<Equation> ParseEquations(bool in_section);
  List<Statement> ParseStatements(bool in_section);
  const Equation* ParseEquation();    // null: a declaration stands here
  const Statement* ParseStatement();  // null: a declaration stands here
  Equation* ParseSimpleEquation();
  Statement* ParseSimpleStatement();
  ConnectEquation* ParseConnect();
  template <class T>
  T* ParseEquationBranches(TokenKind block, TokenKind again);
  template <class T>
  T* ParseStatementBranches(TokenKind block, TokenKind again);
  List<Statement> ParseLoopBody(TokenKind block, Position opening);
  const Expression* ParseCondition(TokenKind then);
  List<Iterator> ParseIterators();
  List<Iterator> ParseLoopHead();
  // Declarations in a section are reported; at its first level they end it, and are read as elements of the class.
  void ReportMisplacedDeclaration(std::string_view section, bool in_section);

  // --- Expressions (parse_expression.cpp).
  const Expression* ParseExpression();
  const Expression* ParseSimpleExpression();
  const Expression* ParseChain(int lowest);
  const Expression* ParseOperand(int lowest);
  const Expression* ParseUnary(int lowest);
  const Expression* ParsePrimary();
  const Expression* ParseIfExpression();
  const Expression* ParseReferenceOrCall();
  const ComponentReference* ParseComponentReference();
  const Expression* ParseCallArguments(const ComponentReference* callee);
  const Expression* ParsePartialApplication();
  const NamedArgument* ParseNamedArgument();
  const Expression* ParseParentheses();
  const Expression* ParseMatrix();
  const Expression* ParseArray();
  List<Expression> ParseSubscripts();  // empty when there are none
  const Expression* ParseNumber();
  const StringLiteral* ParseString();
  std::string_view StringValue(Position at);
  const Expression* MissingExpression();

  std::string_view text_;
  const std::vector<Token>& tokens_;
  Arena& arena_;
  NameCache names_;
  ErrorLog& log_;
  FileId file_;

  Position next_ = 0;
  Position previous_ = 0;
  bool panicking_ = false;
  Position last_reported_ = UINT32_MAX;     // next_ at the last error
  std::vector<std::string> item_messages_;  // of the item being read: one message comes once
  int item_errors_ = 0;                     // and how many there were, with those not reported
  bool declaration_follows_ = false;        // what ended the last section was a declaration
  Position last_else_if_ = UINT32_MAX;      // the `else` of the last `else if`
  int depth_ = 0;
  int subscript_depth_ = 0;
  Position list_sync_from_ = UINT32_MAX;  // where the last search of RecoverInList began, and what it found
  Position list_sync_at_ = 0;
  bool list_sync_in_matrix_ = false;
  std::array<int, 4> open_blocks_{};  // of if, for, when, while
  std::vector<const ClassDefinition*> open_classes_;

  std::vector<const Node*> pending_nodes_;
  std::vector<Name> pending_names_;
  std::vector<ReferencePart> pending_parts_;
  std::vector<BinaryTail> pending_tails_;
  std::string unescaped_;
};

// Counts one level of nesting while it lives.
class Parser::Nest {
 public:
  explicit Nest(Parser& parser) : parser_(parser) { ++parser_.depth_; }
  ~Nest() { --parser_.depth_; }
  Nest(const Nest&) = delete;
  Nest& operator=(const Nest&) = delete;

 private:
  Parser& parser_;
};

// All that may stand before a class or a component.
struct Parser::Prefixes {
  ElementPrefixes element;
  Connectedness connectedness = Connectedness::kPotential;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kNone;
};

inline void Parser::Advance() {
  if (kind() == TokenKind::kEndOfFile) return;
  previous_ = next_++;
  while (tokens_[next_].kind == TokenKind::kUnknown) ++next_;
}

inline bool Parser::Accept(TokenKind wanted) {
  if (kind() != wanted) return false;
  Advance();
  return true;
}

inline TokenKind Parser::following_kind() const {
  if (kind() == TokenKind::kEndOfFile) return TokenKind::kEndOfFile;
  Position at = next_ + 1;
  while (tokens_[at].kind == TokenKind::kUnknown) ++at;
  return tokens_[at].kind;
}

inline std::string_view Parser::TextOf(Position at) const {
  return text_.substr(tokens_[at].begin, tokens_[at].end - tokens_[at].begin);
}

inline Name Parser::NameAt(Position at) { return names_.Intern(TextOf(at)); }

template <class T>
T* Parser::StartAt(Position first) {
  T* node = arena_.New<T>();
  node->kind = T::kKind;
  node->first_token = TokenId(first);
  return node;
}

template <class T>
T* Parser::Start() {
  return StartAt<T>(next_);
}

template <class T>
T* Parser::Finish(T* node) {
  if (previous_ < node->first_token.index()) node->first_token = TokenId(previous_ + 1);
  node->last_token = TokenId(previous_);
  return node;
}

template <class T>
List<T> Parser::TakeNodes(std::size_t mark) {
  std::size_t count = pending_nodes_.size() - mark;
  if (count == 0) return {};
  auto** items = static_cast<const T**>(arena_.Allocate(count * sizeof(const T*), alignof(const T*)));
  for (std::size_t i = 0; i < count; ++i) items[i] = static_cast<const T*>(pending_nodes_[mark + i]);
  pending_nodes_.resize(mark);
  return {items, count};
}

template <class T>
List<T> Parser::TakeKind(std::size_t mark, bool (*wanted)(NodeKind)) {
  std::size_t count = 0;
  for (std::size_t i = mark; i < pending_nodes_.size(); ++i) count += wanted(pending_nodes_[i]->kind);
  if (count == 0) return {};
  auto** items = static_cast<const T**>(arena_.Allocate(count * sizeof(const T*), alignof(const T*)));
  const T** end = items;
  for (std::size_t i = mark; i < pending_nodes_.size(); ++i) {
    if (wanted(pending_nodes_[i]->kind)) *end++ = static_cast<const T*>(pending_nodes_[i]);
  }
  return {items, count};
}

template <class... Args>
Diagnostic* Parser::Fail(const DiagnosticCode& code, fmt::format_string<Args...> format, Args&&... args) {
  bool reports = MayReport();
  panicking_ = true;
  if (!reports) return nullptr;
  std::string message = fmt::format(format, std::forward<Args>(args)...);
  ++item_errors_;
  if (std::find(item_messages_.begin(), item_messages_.end(), message) != item_messages_.end()) return nullptr;
  item_messages_.push_back(message);
  return &log_.Report(code, tokens_[next_].begin, tokens_[next_].end, "{}", message);
}

template <class... Args>
Diagnostic* Parser::Mention(const DiagnosticCode& code, Position first, Position last,
                            fmt::format_string<Args...> format, Args&&... args) {
  if (!MayReport()) return nullptr;
  return &log_.Report(code, tokens_[first].begin, tokens_[last].end, format, std::forward<Args>(args)...);
}

}  // namespace mica::syntax
