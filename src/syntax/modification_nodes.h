// Names, comments, annotations and modifications of the syntax tree (specification chapter 7, chapter 18 and A.2.5).
#pragma once

#include "syntax/expression_nodes.h"

namespace mica::syntax {

struct Element;
struct ConnectEquation;
struct Modification;

// `A.B.C` or `.A.B` where a class is named.
struct TypeName : Node {
  static constexpr NodeKind kKind = NodeKind::kTypeName;
  bool leading_dot = false;
  std::span<const Name> names;  // empty only after an error
};

// `annotation (…)`. Its arguments are ElementModifications (and, rarely, redeclarations).
struct Annotation : Node {
  static constexpr NodeKind kKind = NodeKind::kAnnotation;
  const Modification* modification = nullptr;  // may be null after an error
};

// `"text" + "more" annotation (…)`: what may follow an element, an equation or a statement.
struct Comment : Node {
  static constexpr NodeKind kKind = NodeKind::kComment;
  const StringLiteral* description = nullptr;  // may be null
  const Annotation* annotation = nullptr;      // may be null
};

// One entry of `(a = 1, redeclare …)`: ElementModification, ElementRedeclaration, ElementRemoval or ConnectRemoval.
struct Argument : Node {};

// `(a = 1, b(c = 2)) = e`: arguments, a value, or both.
struct Modification : Node {
  static constexpr NodeKind kKind = NodeKind::kModification;
  bool has_arguments = false;  // parentheses are there, if only as `()`
  bool is_assignment = false;  // written with `:=` (Modelica 1)
  bool removes_value = false;  // `= break` (Modelica 3.7): value is null
  List<Argument> arguments;
  const Expression* value = nullptr;  // may be null
};

// `each final a.b(c = 1) = 2 "description"`
struct ElementModification : Argument {
  static constexpr NodeKind kKind = NodeKind::kElementModification;
  bool is_each = false;
  bool is_final = false;
  std::span<const Name> names;                 // the dotted name; empty only after an error
  TokenId name_token;                          // of its first part
  const Modification* modification = nullptr;  // may be null: `final a`
  const StringLiteral* description = nullptr;  // may be null
};

// `redeclare [each] [final] [replaceable] …` or `[each] [final] replaceable …`: a class definition (as a rule short) or
// a component clause with one declaration. The prefixes `redeclare`, `final` and `replaceable` and the constraining
// clause are in the element.
struct ElementRedeclaration : Argument {
  static constexpr NodeKind kKind = NodeKind::kElementRedeclaration;
  bool is_each = false;
  const Element* element = nullptr;  // ClassDefinition or ComponentClause
};

// `break x` (Modelica 3.7, 7.4)
struct ElementRemoval : Argument {
  static constexpr NodeKind kKind = NodeKind::kElementRemoval;
  Name name;  // written at last_token
};

// `break connect(a, b)`
struct ConnectRemoval : Argument {
  static constexpr NodeKind kKind = NodeKind::kConnectRemoval;
  const ConnectEquation* connect = nullptr;
};

}  // namespace mica::syntax
