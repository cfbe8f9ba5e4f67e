// What all nodes of the syntax tree share: a kind, and the tokens they cover.
//
// Nodes are plain structs in the tree's arena, immutable once Parse has returned, without virtual functions. A node's
// type follows from its kind: `node->As<Call>()` is null when it is something else, `node->To<Call>()` checks. Absent
// parts are null pointers or empty lists.
//
// A node covers the tokens first_token … last_token; the ranges of its children lie inside, in order, without overlap.
// Tokens of the range that belong to no child are the node's own (keywords, commas, and what error recovery skipped).
// After an error a node may be empty, above all a Missing expression: then it covers no token, and last_token is one
// before first_token.
#pragma once

#include <cstdint>
#include <span>

#include "base/check.h"
#include "base/name.h"
#include "syntax/token.h"

namespace mica::syntax {

enum class NodeKind : std::uint8_t {
  kStoredDefinition,
  // Names and comments (modification_nodes.h).
  kTypeName,
  kComment,
  kAnnotation,
  // Elements (element_nodes.h).
  kImport,
  kExtends,
  kClassDefinition,
  kComponentClause,
  // Parts of elements.
  kDeclaration,
  kConstrainingClause,
  kEnumerationLiteral,
  kExternalClause,
  kEquationSection,
  kAlgorithmSection,
  // Modifications (modification_nodes.h).
  kModification,
  kElementModification,
  kElementRedeclaration,
  kElementRemoval,
  kConnectRemoval,
  // Equations (equation_nodes.h).
  kEqualityEquation,
  kIfEquation,
  kForEquation,
  kConnectEquation,
  kWhenEquation,
  kCallEquation,
  kEquationBranch,
  // Statements.
  kAssignStatement,
  kMultiAssignStatement,
  kCallStatement,
  kIfStatement,
  kForStatement,
  kWhileStatement,
  kWhenStatement,
  kBreakStatement,
  kReturnStatement,
  kStatementBranch,
  // Expressions (expression_nodes.h).
  kMissing,
  kIntegerLiteral,
  kRealLiteral,
  kStringLiteral,
  kBooleanLiteral,
  kEnd,
  kColon,
  kComponentReference,
  kCall,
  kPartialApplication,
  kUnary,
  kBinary,
  kIfExpression,
  kArray,
  kMatrix,
  kRange,
  kParenthesised,
  kTuple,
  kSubscripted,
  kMember,
  // Parts of expressions.
  kNamedArgument,
  kIterator,
  kExpressionBranch,
  kMatrixRow,
};

// 'Call', 'ComponentClause': as DumpTree writes it.
std::string_view KindName(NodeKind kind);

struct Node {
  NodeKind kind;
  TokenId first_token;
  TokenId last_token;

  bool empty() const { return last_token.index() + 1 == first_token.index(); }

  template <class T>
  const T* As() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
  template <class T>
  const T& To() const {
    Check(kind == T::kKind, "a syntax node of another kind was expected");
    return *static_cast<const T*>(this);
  }
};

// Children of one type, in source order. Null entries only where it is said.
template <class T>
using List = std::span<const T* const>;

}  // namespace mica::syntax
