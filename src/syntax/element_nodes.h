// Classes and their elements in the syntax tree (specification chapters 4 to 7 and 12 to 13, A.2.1 to A.2.4).
#pragma once

#include "syntax/equation_nodes.h"
#include "syntax/modification_nodes.h"

namespace mica::syntax {

// What a class holds besides sections: Import, Extends, ClassDefinition or ComponentClause.
struct Element : Node {
  bool is_protected = false;
};

enum class ImportForm : std::uint8_t {
  kQualified,    // import A.B.C;
  kRenamed,      // import D = A.B.C;
  kUnqualified,  // import A.B.*;
  kList,         // import A.B.{C, D};
};

struct Import : Element {
  static constexpr NodeKind kKind = NodeKind::kImport;
  ImportForm form = ImportForm::kQualified;
  const TypeName* path = nullptr;    // what stands before `.*` and `.{…}`
  Name alias;                        // kRenamed
  std::span<const Name> names;       // kList
  const Comment* comment = nullptr;  // may be null
};

struct Extends : Element {
  static constexpr NodeKind kKind = NodeKind::kExtends;
  const TypeName* base = nullptr;
  const Modification* modification = nullptr;  // arguments only; may be null
  const Comment* comment = nullptr;            // may be null
};

// `redeclare final inner outer replaceable`, of classes and components alike.
struct ElementPrefixes {
  bool is_redeclare : 1 = false;
  bool is_final : 1 = false;
  bool is_inner : 1 = false;
  bool is_outer : 1 = false;
  bool is_replaceable : 1 = false;
};

// `constrainedby B(…) "description"`; `extends B(…)` in Modelica 1 and 2.
struct ConstrainingClause : Node {
  static constexpr NodeKind kKind = NodeKind::kConstrainingClause;
  const TypeName* base = nullptr;
  const Modification* modification = nullptr;  // may be null
  const Comment* comment = nullptr;            // may be null
};

enum class Connectedness : std::uint8_t { kPotential, kFlow, kStream };
enum class Variability : std::uint8_t {
  kContinuous,
  kDiscrete,
  kParameter,
  kConstant
};  // kContinuous: no prefix written
enum class Causality : std::uint8_t { kNone, kInput, kOutput };

// `x[3](start = 1) = 2 if c "description" annotation (…)`
struct Declaration : Node {
  static constexpr NodeKind kKind = NodeKind::kDeclaration;
  Name name;  // written at first_token
  List<Expression> subscripts;
  const Modification* modification = nullptr;  // may be null
  const Expression* condition = nullptr;       // may be null
  const Comment* comment = nullptr;            // may be null
};

// `parameter Real[3] x, y = 2;`
struct ComponentClause : Element {
  static constexpr NodeKind kKind = NodeKind::kComponentClause;
  ElementPrefixes prefixes;
  Connectedness connectedness = Connectedness::kPotential;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kNone;
  const TypeName* type = nullptr;
  List<Expression> subscripts;                       // of the type: they come before those of each declaration
  List<Declaration> declarations;                    // at least one, unless an error was reported
  const ConstrainingClause* constraining = nullptr;  // may be null
};

enum class ClassKind : std::uint8_t {
  kClass,
  kModel,
  kBlock,
  kConnector,
  kExpandableConnector,
  kRecord,
  kOperatorRecord,
  kPackage,
  kFunction,
  kOperatorFunction,
  kOperator,
  kType,
};

// As written: 'expandable connector'.
std::string_view Spelling(ClassKind kind);

enum class ClassForm : std::uint8_t {
  kLong,         // model A … end A;
  kExtends,      // model extends A(…) … end A;
  kShort,        // model A = B(…);
  kEnumeration,  // type A = enumeration(a, b); or enumeration(:)
  kDerivative,   // function f_x = der(f, x);
};

struct EnumerationLiteral : Node {
  static constexpr NodeKind kKind = NodeKind::kEnumerationLiteral;
  Name name;                         // written at first_token
  const Comment* comment = nullptr;  // may be null
};

// `external "C" y = f(x, n) annotation (…);`
struct ExternalClause : Node {
  static constexpr NodeKind kKind = NodeKind::kExternalClause;
  const StringLiteral* language = nullptr;     // may be null: "C"
  const ComponentReference* output = nullptr;  // may be null
  Name function;                               // invalid when no call is written: then the class's own name
  bool has_call = false;
  List<Expression> arguments;
  List<Annotation> annotations;  // at most one, but for old libraries
};

struct ClassDefinition : Element {
  static constexpr NodeKind kKind = NodeKind::kClassDefinition;
  ElementPrefixes prefixes;
  bool is_encapsulated : 1 = false;
  bool is_partial : 1 = false;
  bool is_pure : 1 = false;
  bool is_impure : 1 = false;
  ClassKind class_kind = ClassKind::kClass;
  ClassForm form = ClassForm::kLong;
  Name name;  // invalid only after an error
  TokenId name_token;

  // kLong and kExtends.
  const StringLiteral* description = nullptr;  // may be null; other forms have it in `comment`
  List<Element> elements;                      // in source order, public and protected
  List<EquationSection> equation_sections;
  List<AlgorithmSection> algorithm_sections;
  const ExternalClause* external = nullptr;  // may be null
  List<Annotation> annotations;  // of the class; at most one, but for old libraries, which put them anywhere

  // kShort: the base, its subscripts, the modification. kExtends: the modification. kDerivative: the base.
  Causality base_causality = Causality::kNone;
  Connectedness base_connectedness = Connectedness::kPotential;  // this and the next only in Modelica 1 and 2
  Variability base_variability = Variability::kContinuous;
  const TypeName* base = nullptr;
  List<Expression> base_subscripts;
  const Modification* modification = nullptr;  // may be null
  // kEnumeration.
  bool is_open_enumeration = false;  // enumeration(:)
  List<EnumerationLiteral> literals;
  // kDerivative: the inputs differentiated by, in order.
  std::span<const Name> derivative_inputs;
  // kShort, kEnumeration, kDerivative.
  const Comment* comment = nullptr;  // may be null

  const ConstrainingClause* constraining = nullptr;  // may be null

  bool is_long() const { return form == ClassForm::kLong || form == ClassForm::kExtends; }
};

}  // namespace mica::syntax
