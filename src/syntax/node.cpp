#include "syntax/node.h"

#include <array>
#include <iterator>
#include <string_view>

#include "syntax/element_nodes.h"

namespace mica::syntax {

namespace {

// In the order of NodeKind.
constexpr std::string_view kNames[] = {"StoredDefinition",
                                       "TypeName",
                                       "Comment",
                                       "Annotation",
                                       "Import",
                                       "Extends",
                                       "ClassDefinition",
                                       "ComponentClause",
                                       "Declaration",
                                       "ConstrainingClause",
                                       "EnumerationLiteral",
                                       "ExternalClause",
                                       "EquationSection",
                                       "AlgorithmSection",
                                       "Modification",
                                       "ElementModification",
                                       "ElementRedeclaration",
                                       "ElementRemoval",
                                       "ConnectRemoval",
                                       "EqualityEquation",
                                       "IfEquation",
                                       "ForEquation",
                                       "ConnectEquation",
                                       "WhenEquation",
                                       "CallEquation",
                                       "EquationBranch",
                                       "AssignStatement",
                                       "MultiAssignStatement",
                                       "CallStatement",
                                       "IfStatement",
                                       "ForStatement",
                                       "WhileStatement",
                                       "WhenStatement",
                                       "BreakStatement",
                                       "ReturnStatement",
                                       "StatementBranch",
                                       "Missing",
                                       "IntegerLiteral",
                                       "RealLiteral",
                                       "StringLiteral",
                                       "BooleanLiteral",
                                       "End",
                                       "Colon",
                                       "ComponentReference",
                                       "Call",
                                       "PartialApplication",
                                       "Unary",
                                       "Binary",
                                       "IfExpression",
                                       "Array",
                                       "Matrix",
                                       "Range",
                                       "Parenthesised",
                                       "Tuple",
                                       "Subscripted",
                                       "Member",
                                       "NamedArgument",
                                       "Iterator",
                                       "ExpressionBranch",
                                       "MatrixRow"};
static_assert(static_cast<std::size_t>(NodeKind::kMatrixRow) + 1 == std::size(kNames));

}  // namespace

std::string_view KindName(NodeKind kind) { return kNames[static_cast<int>(kind)]; }

std::string_view Spelling(UnaryOperator op) {
  static constexpr std::array<std::string_view, 5> kSpellings = {"+", "-", ".+", ".-", "not"};
  return kSpellings[static_cast<int>(op)];
}

std::string_view Spelling(BinaryOperator op) {
  static constexpr std::array<std::string_view, 18> kSpellings = {"+",  "-", "*",  "/", "^",  ".+", ".-", ".*",  "./",
                                                                  ".^", "<", "<=", ">", ">=", "==", "<>", "and", "or"};
  return kSpellings[static_cast<int>(op)];
}

std::string_view Spelling(ClassKind kind) {
  static constexpr std::array<std::string_view, 12> kSpellings = {"class",
                                                                  "model",
                                                                  "block",
                                                                  "connector",
                                                                  "expandable connector",
                                                                  "record",
                                                                  "operator record",
                                                                  "package",
                                                                  "function",
                                                                  "operator function",
                                                                  "operator",
                                                                  "type"};
  return kSpellings[static_cast<int>(kind)];
}

}  // namespace mica::syntax
