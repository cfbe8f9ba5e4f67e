#include "syntax/walk.h"

namespace mica::syntax {

namespace {

// The nodes of several lists, each in source order, in the source order of all.
template <class... T>
void AppendMerged(std::vector<const Node*>& children, List<T>... lists) {
  for (;;) {
    const Node* earliest = nullptr;
    auto look = [&](const auto& list) {
      if (!list.empty() && (!earliest || list.front()->first_token < earliest->first_token)) earliest = list.front();
    };
    (look(lists), ...);
    if (!earliest) return;
    auto drop = [&](auto& list) {
      if (!list.empty() && list.front() == earliest) list = list.subspan(1);
    };
    (drop(lists), ...);
    children.push_back(earliest);
  }
}

}  // namespace

void AppendChildren(const Node& node, std::vector<const Node*>& children) {
  auto one = [&](const Node* child) {
    if (child) children.push_back(child);
  };
  auto all = [&](const auto& list) {
    for (const Node* child : list) {
      if (child) children.push_back(child);
    }
  };
  switch (node.kind) {
    case NodeKind::kStoredDefinition: {
      const auto& n = node.To<StoredDefinition>();
      return one(n.within), all(n.classes);
    }
    case NodeKind::kAnnotation:
      return one(node.To<Annotation>().modification);
    case NodeKind::kComment: {
      const auto& n = node.To<Comment>();
      return one(n.description), one(n.annotation);
    }
    case NodeKind::kImport: {
      const auto& n = node.To<Import>();
      return one(n.path), one(n.comment);
    }
    case NodeKind::kExtends: {
      const auto& n = node.To<Extends>();
      return one(n.base), one(n.modification), one(n.comment);
    }
    case NodeKind::kClassDefinition: {
      const auto& n = node.To<ClassDefinition>();
      one(n.base), all(n.base_subscripts), one(n.modification), all(n.literals), one(n.description);
      List<ExternalClause> external(&n.external, n.external ? 1 : 0);
      AppendMerged(children, n.elements, n.equation_sections, n.algorithm_sections, n.annotations, external);
      return one(n.comment), one(n.constraining);
    }
    case NodeKind::kComponentClause: {
      const auto& n = node.To<ComponentClause>();
      return one(n.type), all(n.subscripts), all(n.declarations), one(n.constraining);
    }
    case NodeKind::kDeclaration: {
      const auto& n = node.To<Declaration>();
      return all(n.subscripts), one(n.modification), one(n.condition), one(n.comment);
    }
    case NodeKind::kConstrainingClause: {
      const auto& n = node.To<ConstrainingClause>();
      return one(n.base), one(n.modification), one(n.comment);
    }
    case NodeKind::kEnumerationLiteral:
      return one(node.To<EnumerationLiteral>().comment);
    case NodeKind::kExternalClause: {
      const auto& n = node.To<ExternalClause>();
      return one(n.language), one(n.output), all(n.arguments), all(n.annotations);
    }
    case NodeKind::kEquationSection:
      return all(node.To<EquationSection>().equations);
    case NodeKind::kAlgorithmSection:
      return all(node.To<AlgorithmSection>().statements);
    case NodeKind::kModification: {
      const auto& n = node.To<Modification>();
      return all(n.arguments), one(n.value);
    }
    case NodeKind::kElementModification: {
      const auto& n = node.To<ElementModification>();
      return one(n.modification), one(n.description);
    }
    case NodeKind::kElementRedeclaration:
      return one(node.To<ElementRedeclaration>().element);
    case NodeKind::kConnectRemoval:
      return one(node.To<ConnectRemoval>().connect);
    case NodeKind::kEqualityEquation: {
      const auto& n = node.To<EqualityEquation>();
      return one(n.left), one(n.right), one(n.comment);
    }
    case NodeKind::kIfEquation: {
      const auto& n = node.To<IfEquation>();
      return all(n.branches), one(n.comment);
    }
    case NodeKind::kForEquation: {
      const auto& n = node.To<ForEquation>();
      return all(n.iterators), all(n.equations), one(n.comment);
    }
    case NodeKind::kConnectEquation: {
      const auto& n = node.To<ConnectEquation>();
      return one(n.left), one(n.right), one(n.comment);
    }
    case NodeKind::kWhenEquation: {
      const auto& n = node.To<WhenEquation>();
      return all(n.branches), one(n.comment);
    }
    case NodeKind::kCallEquation: {
      const auto& n = node.To<CallEquation>();
      return one(n.call), one(n.comment);
    }
    case NodeKind::kEquationBranch: {
      const auto& n = node.To<EquationBranch>();
      return one(n.condition), all(n.equations);
    }
    case NodeKind::kAssignStatement: {
      const auto& n = node.To<AssignStatement>();
      return one(n.target), one(n.value), one(n.comment);
    }
    case NodeKind::kMultiAssignStatement: {
      const auto& n = node.To<MultiAssignStatement>();
      return all(n.targets), one(n.value), one(n.comment);
    }
    case NodeKind::kCallStatement: {
      const auto& n = node.To<CallStatement>();
      return one(n.call), one(n.comment);
    }
    case NodeKind::kIfStatement: {
      const auto& n = node.To<IfStatement>();
      return all(n.branches), one(n.comment);
    }
    case NodeKind::kForStatement: {
      const auto& n = node.To<ForStatement>();
      return all(n.iterators), all(n.statements), one(n.comment);
    }
    case NodeKind::kWhileStatement: {
      const auto& n = node.To<WhileStatement>();
      return one(n.condition), all(n.statements), one(n.comment);
    }
    case NodeKind::kWhenStatement: {
      const auto& n = node.To<WhenStatement>();
      return all(n.branches), one(n.comment);
    }
    case NodeKind::kBreakStatement:
    case NodeKind::kReturnStatement:
      return one(static_cast<const Statement&>(node).comment);
    case NodeKind::kStatementBranch: {
      const auto& n = node.To<StatementBranch>();
      return one(n.condition), all(n.statements);
    }
    case NodeKind::kComponentReference:
      for (const ReferencePart& part : node.To<ComponentReference>().parts) all(part.subscripts);
      return;
    case NodeKind::kCall: {
      const auto& n = node.To<Call>();
      one(n.callee);
      return AppendMerged(children, n.arguments, n.named_arguments, n.iterators);
    }
    case NodeKind::kPartialApplication: {
      const auto& n = node.To<PartialApplication>();
      return one(n.callee), all(n.named_arguments);
    }
    case NodeKind::kUnary:
      return one(node.To<Unary>().operand);
    case NodeKind::kBinary: {
      const auto& n = node.To<Binary>();
      one(n.first);
      for (const BinaryTail& tail : n.rest) one(tail.operand);
      return;
    }
    case NodeKind::kIfExpression: {
      const auto& n = node.To<IfExpression>();
      return all(n.branches), one(n.otherwise);
    }
    case NodeKind::kArray: {
      const auto& n = node.To<Array>();
      return all(n.elements), all(n.iterators);
    }
    case NodeKind::kMatrix:
      return all(node.To<Matrix>().rows);
    case NodeKind::kRange: {
      const auto& n = node.To<Range>();
      return one(n.start), one(n.step), one(n.stop);
    }
    case NodeKind::kParenthesised:
      return one(node.To<Parenthesised>().inner);
    case NodeKind::kTuple:
      return all(node.To<Tuple>().elements);
    case NodeKind::kSubscripted: {
      const auto& n = node.To<Subscripted>();
      return one(n.base), all(n.subscripts);
    }
    case NodeKind::kMember:
      return one(node.To<Member>().base);
    case NodeKind::kNamedArgument:
      return one(node.To<NamedArgument>().value);
    case NodeKind::kIterator:
      return one(node.To<Iterator>().range);
    case NodeKind::kExpressionBranch: {
      const auto& n = node.To<ExpressionBranch>();
      return one(n.condition), one(n.value);
    }
    case NodeKind::kMatrixRow:
      return all(node.To<MatrixRow>().elements);
    case NodeKind::kTypeName:
    case NodeKind::kElementRemoval:
    case NodeKind::kMissing:
    case NodeKind::kIntegerLiteral:
    case NodeKind::kRealLiteral:
    case NodeKind::kStringLiteral:
    case NodeKind::kBooleanLiteral:
    case NodeKind::kEnd:
    case NodeKind::kColon:
      return;
  }
}

}  // namespace mica::syntax
