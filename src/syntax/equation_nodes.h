// Equations and statements of the syntax tree (specification chapters 8 and 11, A.2.6).
#pragma once

#include "syntax/expression_nodes.h"

namespace mica::syntax {

struct Comment;

struct Equation : Node {
  const Comment* comment = nullptr;  // may be null
};

// `left = right`
struct EqualityEquation : Equation {
  static constexpr NodeKind kKind = NodeKind::kEqualityEquation;
  const Expression* left = nullptr;
  const Expression* right = nullptr;
};

// `if c then`, `elseif c then`, `else` (without a condition), `when c then`, `elsewhen c then`.
struct EquationBranch : Node {
  static constexpr NodeKind kKind = NodeKind::kEquationBranch;
  const Expression* condition = nullptr;  // null for `else`, which comes last
  List<Equation> equations;
};

struct IfEquation : Equation {
  static constexpr NodeKind kKind = NodeKind::kIfEquation;
  List<EquationBranch> branches;
};

struct WhenEquation : Equation {
  static constexpr NodeKind kKind = NodeKind::kWhenEquation;
  List<EquationBranch> branches;
};

struct ForEquation : Equation {
  static constexpr NodeKind kKind = NodeKind::kForEquation;
  List<Iterator> iterators;
  List<Equation> equations;
};

// The sides are ComponentReferences, or Missing after an error.
struct ConnectEquation : Equation {
  static constexpr NodeKind kKind = NodeKind::kConnectEquation;
  const Expression* left = nullptr;
  const Expression* right = nullptr;
};

// `assert(…)`, `reinit(…)`, `terminate(…)`, `Connections.root(…)` or a function without results.
struct CallEquation : Equation {
  static constexpr NodeKind kKind = NodeKind::kCallEquation;
  const Call* call = nullptr;
};

struct Statement : Node {
  const Comment* comment = nullptr;  // may be null
};

// `x[i] := e`. The target is a ComponentReference, the Call `der(x)`, or Missing after an error.
struct AssignStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kAssignStatement;
  const Expression* target = nullptr;
  const Expression* value = nullptr;
};

// `(a, , b) := f(x)`. The value is a Call, unless an error was reported.
struct MultiAssignStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kMultiAssignStatement;
  List<Expression> targets;  // null entries are empty places
  const Expression* value = nullptr;
};

struct CallStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kCallStatement;
  const Call* call = nullptr;
};

struct StatementBranch : Node {
  static constexpr NodeKind kKind = NodeKind::kStatementBranch;
  const Expression* condition = nullptr;  // null for `else`, which comes last
  List<Statement> statements;
};

struct IfStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kIfStatement;
  List<StatementBranch> branches;
};

struct WhenStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kWhenStatement;
  List<StatementBranch> branches;
};

struct ForStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kForStatement;
  List<Iterator> iterators;
  List<Statement> statements;
};

struct WhileStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kWhileStatement;
  const Expression* condition = nullptr;
  List<Statement> statements;
};

struct BreakStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kBreakStatement;
};

struct ReturnStatement : Statement {
  static constexpr NodeKind kKind = NodeKind::kReturnStatement;
};

// `equation` or `initial equation` and what follows it.
struct EquationSection : Node {
  static constexpr NodeKind kKind = NodeKind::kEquationSection;
  bool initial = false;
  List<Equation> equations;
};

struct AlgorithmSection : Node {
  static constexpr NodeKind kKind = NodeKind::kAlgorithmSection;
  bool initial = false;
  List<Statement> statements;
};

}  // namespace mica::syntax
