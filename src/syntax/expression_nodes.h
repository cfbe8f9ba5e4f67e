// Expressions of the syntax tree (specification chapter 3 and A.2.7).
//
// The depth of the tree is bounded (kDeepestNesting in parse.h), so consumers may recurse. Chains of left-associative
// operators do not deepen it: `a + b - c` is one Binary with three operands, to be folded from the left in a loop:
//     value = Visit(*binary.first);
//     for (const BinaryTail& tail : binary.rest) value = Combine(tail.op, value, Visit(*tail.operand));
// After a syntax error an expression may be Missing, which stands for one that could not be read; pointers said to be
// there are never null.
#pragma once

#include <string_view>

#include "syntax/node.h"

namespace mica::syntax {

struct ComponentReference;
struct Iterator;
struct NamedArgument;

struct Expression : Node {};

// Stands where an expression was expected and an error was reported instead.
struct Missing : Expression {
  static constexpr NodeKind kKind = NodeKind::kMissing;
};

// As written: tree.Text(node).
struct IntegerLiteral : Expression {
  static constexpr NodeKind kKind = NodeKind::kIntegerLiteral;
  std::int64_t value = 0;
};

struct RealLiteral : Expression {
  static constexpr NodeKind kKind = NodeKind::kRealLiteral;
  double value = 0;
};

// In a description, "a" + "b" is one StringLiteral over several tokens; elsewhere it is a Binary.
struct StringLiteral : Expression {
  static constexpr NodeKind kKind = NodeKind::kStringLiteral;
  std::string_view value;  // without quotes, escapes resolved; in the source text or in the arena
};

struct BooleanLiteral : Expression {
  static constexpr NodeKind kKind = NodeKind::kBooleanLiteral;
  bool value = false;
};

// `end` in a subscript.
struct End : Expression {
  static constexpr NodeKind kKind = NodeKind::kEnd;
};

// `:` alone, as a subscript.
struct Colon : Expression {
  static constexpr NodeKind kKind = NodeKind::kColon;
};

struct ReferencePart {
  Name name;  // quoted identifiers with their quotes: 'x' is not x
  TokenId token;
  List<Expression> subscripts;  // empty: none written
};

// `a.b[2].c`, `.A.b`, `time`; as a callee also `der`, `initial`, `pure`.
struct ComponentReference : Expression {
  static constexpr NodeKind kKind = NodeKind::kComponentReference;
  bool leading_dot = false;
  std::span<const ReferencePart> parts;  // at least one, unless an error was reported

  bool IsName() const { return !leading_dot && parts.size() == 1 && parts[0].subscripts.empty(); }
};

// `f(x, y, a = 1)`, or with iterators the reduction `sum(e for i in r)`, which has one positional argument.
struct Call : Expression {
  static constexpr NodeKind kKind = NodeKind::kCall;
  const ComponentReference* callee = nullptr;
  List<Expression> arguments;  // positional; they stand before the named ones. PartialApplication may be among them
  List<NamedArgument> named_arguments;
  List<Iterator> iterators;
};

struct NamedArgument : Node {
  static constexpr NodeKind kKind = NodeKind::kNamedArgument;
  Name name;  // written at first_token
  const Expression* value = nullptr;
};

// `function f(a = 1)` as an argument.
struct PartialApplication : Expression {
  static constexpr NodeKind kKind = NodeKind::kPartialApplication;
  const ComponentReference* callee = nullptr;
  List<NamedArgument> named_arguments;
};

// `i in 1:n`; without `in`, the range follows from how i is used.
struct Iterator : Node {
  static constexpr NodeKind kKind = NodeKind::kIterator;
  Name name;                          // written at first_token
  const Expression* range = nullptr;  // may be null
};

enum class UnaryOperator : std::uint8_t { kPlus, kMinus, kElementPlus, kElementMinus, kNot };

struct Unary : Expression {
  static constexpr NodeKind kKind = NodeKind::kUnary;
  UnaryOperator op{};
  const Expression* operand = nullptr;
};

enum class BinaryOperator : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kElementAdd,
  kElementSubtract,
  kElementMultiply,
  kElementDivide,
  kElementPower,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
};

// As written in Modelica: '+', '.*', '<>', 'and'.
std::string_view Spelling(UnaryOperator op);
std::string_view Spelling(BinaryOperator op);

struct BinaryTail {
  BinaryOperator op{};
  TokenId token;  // of the operator
  const Expression* operand = nullptr;
};

// A chain of operators of one precedence, to be folded from the left. `^` and relations do not associate: one tail.
struct Binary : Expression {
  static constexpr NodeKind kKind = NodeKind::kBinary;
  const Expression* first = nullptr;
  std::span<const BinaryTail> rest;  // at least one
};

struct ExpressionBranch : Node {
  static constexpr NodeKind kKind = NodeKind::kExpressionBranch;
  const Expression* condition = nullptr;
  const Expression* value = nullptr;
};

// `if c then a elseif d then b else e`
struct IfExpression : Expression {
  static constexpr NodeKind kKind = NodeKind::kIfExpression;
  List<ExpressionBranch> branches;  // at least one
  const Expression* otherwise = nullptr;
};

// `{a, b}`, or with iterators `{e for i in r}`, which has one element.
struct Array : Expression {
  static constexpr NodeKind kKind = NodeKind::kArray;
  List<Expression> elements;
  List<Iterator> iterators;
};

struct MatrixRow : Node {
  static constexpr NodeKind kKind = NodeKind::kMatrixRow;
  List<Expression> elements;
};

// `[a, b; c, d]`
struct Matrix : Expression {
  static constexpr NodeKind kKind = NodeKind::kMatrix;
  List<MatrixRow> rows;
};

// `start:stop` or `start:step:stop`
struct Range : Expression {
  static constexpr NodeKind kKind = NodeKind::kRange;
  const Expression* start = nullptr;
  const Expression* step = nullptr;  // may be null
  const Expression* stop = nullptr;
};

// `(a)`
struct Parenthesised : Expression {
  static constexpr NodeKind kKind = NodeKind::kParenthesised;
  const Expression* inner = nullptr;
};

// `(a, , b)`, `()`: the left-hand side of a call with several results. Null entries are empty places.
struct Tuple : Expression {
  static constexpr NodeKind kKind = NodeKind::kTuple;
  List<Expression> elements;
};

// `(e)[1]`: base is Parenthesised or Tuple.
struct Subscripted : Expression {
  static constexpr NodeKind kKind = NodeKind::kSubscripted;
  const Expression* base = nullptr;
  List<Expression> subscripts;
};

// `(e).x`: base is Parenthesised or Tuple.
struct Member : Expression {
  static constexpr NodeKind kKind = NodeKind::kMember;
  const Expression* base = nullptr;
  Name name;  // written at last_token
};

}  // namespace mica::syntax
