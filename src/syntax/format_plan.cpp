#include "syntax/format_plan.h"

#include <utility>

#include "syntax/walk.h"

namespace mica::syntax {

namespace {

class Planner {
 public:
  explicit Planner(const SyntaxTree& tree) : tree_(tree), plan_(tree.tokens().size()) {}

  std::vector<TokenPlan> Run() {
    for (const ClassDefinition* definition : tree_.root().classes) VisitItem(*definition, 0);
    plan_.back().begins_line = true;
    return std::move(plan_);
  }

 private:
  TokenPlan& At(TokenId id) { return plan_[id.index()]; }
  TokenKind KindAt(std::uint32_t index) const { return tree_.tokens()[index].kind; }

  // A node that begins a line; its tokens get this level unless a part of it is deeper.
  void VisitItem(const Node& node, int level) {
    FillLevel(node.first_token.index());
    int outer = std::exchange(level_, level);
    At(node.first_token).begins_line = true;
    Visit(node, level);
    FillLevel(node.last_token.index() + 1);
    level_ = outer;
  }

  // A condition or an iterator: where it goes on in another line, it stands deeper than the body.
  void VisitHead(const Node& node, int level) {
    FillLevel(node.first_token.index());
    int outer = std::exchange(level_, level);
    Visit(node, level);
    FillLevel(node.last_token.index() + 1);
    level_ = outer;
  }

  void FillLevel(std::uint32_t end) {
    for (; filled_ < end; ++filled_) plan_[filled_].level = static_cast<std::uint16_t>(level_);
  }

  // `word` at the level of the block, with what it closes before it.
  void Outdent(std::uint32_t index) {
    plan_[index].begins_line = true;
    plan_[index].comments_inside = true;
  }

  void Visit(const Node& node, int level) {
    switch (node.kind) {
      case NodeKind::kClassDefinition:
        VisitClass(node.To<ClassDefinition>(), level);
        return;
      case NodeKind::kEquationSection:
      case NodeKind::kAlgorithmSection:
        children_.ForEach(node, [&](const Node& child) { VisitItem(child, level + 1); });
        return;
      case NodeKind::kIfEquation:
      case NodeKind::kWhenEquation:
      case NodeKind::kForEquation:
      case NodeKind::kIfStatement:
      case NodeKind::kWhenStatement:
      case NodeKind::kForStatement:
      case NodeKind::kWhileStatement:
        VisitBlock(node, level);
        return;
      case NodeKind::kUnary:
        At(node.first_token).is_sign = true;
        break;
      case NodeKind::kBinary:
        for (const BinaryTail& tail : node.To<Binary>().rest) At(tail.token).is_binary = true;
        break;
      case NodeKind::kImport: {
        const auto& import = node.To<Import>();
        std::uint32_t after = import.path->last_token.index() + 1;
        bool starred = import.form == ImportForm::kUnqualified || import.form == ImportForm::kList;
        if (starred && after <= node.last_token.index()) {
          plan_[after].is_import_star = true;
          if (KindAt(after) == TokenKind::kDot && after < node.last_token.index())
            plan_[after + 1].is_import_star = true;
        }
        break;
      }
      default:
        break;
    }
    children_.ForEach(node, [&](const Node& child) { Visit(child, level); });
  }

  static bool IsItem(NodeKind kind) {
    return (kind >= NodeKind::kEqualityEquation && kind <= NodeKind::kCallEquation) ||
           (kind >= NodeKind::kAssignStatement && kind <= NodeKind::kReturnStatement);
  }

  void VisitBlock(const Node& node, int level) {
    std::uint32_t body_end = node.first_token.index();
    auto visit_part = [&](const Node& child) {
      if (IsItem(child.kind))
        VisitItem(child, level + 1);
      else
        VisitHead(child, level + 1);
      if (child.kind != NodeKind::kComment) body_end = child.last_token.index();
    };
    children_.ForEach(node, [&](const Node& child) {
      if (child.kind != NodeKind::kEquationBranch && child.kind != NodeKind::kStatementBranch) return visit_part(child);
      if (child.first_token != node.first_token) Outdent(child.first_token.index());
      children_.ForEach(child, visit_part);
      body_end = child.last_token.index();
    });
    for (std::uint32_t i = body_end + 1; i <= node.last_token.index(); ++i) {
      if (KindAt(i) == TokenKind::kEnd) {
        Outdent(i);
        return;
      }
    }
  }

  void VisitClass(const ClassDefinition& definition, int level) {
    if (!definition.is_long()) {
      At(TokenId(definition.name_token.index() + 1)).is_definition = true;
      children_.ForEach(definition, [&](const Node& child) { Visit(child, level); });
      return;
    }
    std::uint32_t next = definition.name_token.index() + 1;
    children_.ForEach(definition, [&](const Node& child) {
      switch (child.kind) {
        case NodeKind::kImport:
        case NodeKind::kExtends:
        case NodeKind::kClassDefinition:
        case NodeKind::kComponentClause:
        case NodeKind::kAnnotation:
          PlanKeywords(next, child.first_token.index());
          VisitItem(child, level + 1);
          break;
        case NodeKind::kEquationSection:
        case NodeKind::kAlgorithmSection:
        case NodeKind::kExternalClause:
          PlanKeywords(next, child.first_token.index());
          VisitItem(child, level);
          At(child.first_token).comments_inside = true;
          break;
        default:
          Visit(child, level);
      }
      next = child.last_token.index() + 1;
    });
    PlanKeywords(next, definition.last_token.index() + 1);
  }

  // `public`, `protected` and `end` are tokens of the class itself.
  void PlanKeywords(std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t i = first; i < end; ++i) {
      TokenKind kind = KindAt(i);
      if (kind == TokenKind::kPublic || kind == TokenKind::kProtected || kind == TokenKind::kEnd) Outdent(i);
    }
  }

  const SyntaxTree& tree_;
  std::vector<TokenPlan> plan_;
  ChildStack children_;
  int level_ = 0;
  std::uint32_t filled_ = 0;  // tokens whose level is known
};

}  // namespace

std::vector<TokenPlan> MakePlan(const SyntaxTree& tree) { return Planner(tree).Run(); }

}  // namespace mica::syntax
