#include "structure/scalar/intermediate_values.h"

#include <fmt/format.h>
#include <algorithm>
#include <unordered_map>

#include "structure/scalar/rewrite.h"
#include "structure/sort/incidence.h"
#include "symbolic/visit.h"

namespace mica::structure {

namespace {

bool MakesEvents(Op op) {
  switch (op) {
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
    case Op::kFloor:
    case Op::kCeil:
    case Op::kIntegerOf:
    case Op::kDivide:
    case Op::kMod:
    case Op::kRem:
    case Op::kSemiLinear:
      return true;
    default:
      return false;
  }
}

// Below these a variable is another one, or none that events are made of.
bool IsLeftAlone(Op op) { return op == Op::kPre || op == Op::kPrevious || op == Op::kNoEvent || op == Op::kHeld; }

class IntermediateValues {
 public:
  IntermediateValues(const ScalarModel& model, Store& store, const std::function<ScalarId(std::string, TypeId)>& make)
      : model_(model), store_(store), exprs_(store.exprs), make_(make), makes_events_(exprs_, [this](Expr e) {
          return MakesEvents(exprs_.op(e));
        }) {}

  void Run(std::vector<Statement>& statements) {
    Number(statements);
    position_ = 0;
    Name(statements, false);
  }

 private:
  // Where each scalar is assigned for the last time. Statements are numbered as they are written.
  void Number(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      std::size_t here = ++position_;
      if (statement.branches.empty())
        for (ScalarId target : AssignedScalars(std::span(&statement, 1), store_)) last_[target] = here;
      for (const StatementBranch& branch : statement.branches) Number(branch.body);
    }
  }

  void Name(std::vector<Statement>& statements, bool in_loop) {
    std::vector<Statement> named;
    named.reserve(statements.size());
    for (Statement& statement : statements) {
      std::size_t here = ++position_;
      bool is_loop = statement.kind == Statement::Kind::kWhile || statement.kind == Statement::Kind::kFor;
      known_.clear();
      auto apply = [&](Expr& e) {
        if (e && makes_events_(e)) e = in_loop || is_loop ? Unwatched(e) : Named(e, here, named);
      };
      apply(statement.value);
      if (statement.kind == Statement::Kind::kAssert)
        for (Expr& target : statement.targets) apply(target);
      for (StatementBranch& branch : statement.branches) apply(branch.condition);
      for (StatementBranch& branch : statement.branches) Name(branch.body, in_loop || is_loop);
      named.push_back(std::move(statement));
    }
    statements = std::move(named);
  }

  bool IsAssigned(Expr e, std::size_t from) const {
    if (exprs_.op(e) != Op::kScalar) return false;
    auto found = last_.find(exprs_.scalar(e));
    return found != last_.end() && found->second >= from;
  }

  // Relations that read what is assigned anywhere in the algorithm, without events.
  Expr Unwatched(Expr e) {
    symbolic::Contains reads(exprs_, [this](Expr leaf) { return IsAssigned(leaf, 0); });
    Rewriter rewriter(store_, [&](Expr node) {
      if (IsLeftAlone(exprs_.op(node))) return node;
      return MakesEvents(exprs_.op(node)) && reads(node) ? symbolic::Algebra(store_).NoEvent(node) : Expr();
    });
    return rewriter(e);
  }

  // Relations over hidden variables where they read what this statement or a later one assigns.
  Expr Named(Expr e, std::size_t here, std::vector<Statement>& before) {
    Rewriter within(store_, [&](Expr node) {
      if (IsLeftAlone(exprs_.op(node))) return node;
      TypeKind kind = store_.types.kind(exprs_.type(node));
      bool is_number = kind == TypeKind::kReal || kind == TypeKind::kInteger;
      return is_number && IsAssigned(node, here) ? Before(node, before) : Expr();
    });
    Rewriter rewriter(store_, [&](Expr node) {
      if (IsLeftAlone(exprs_.op(node))) return node;
      return MakesEvents(exprs_.op(node)) ? within(node) : Expr();
    });
    return rewriter(e);
  }

  Expr Before(Expr scalar, std::vector<Statement>& before) {
    auto [place, is_new] = known_.try_emplace(exprs_.scalar(scalar));
    if (!is_new) return place->second;
    std::string name = fmt::format("$before{}({})", ++count_, model_.scalars[exprs_.scalar(scalar)].name);
    Statement assign;
    assign.kind = Statement::Kind::kAssign;
    assign.targets = {model_.Ref(make_(std::move(name), exprs_.type(scalar)), store_)};
    assign.value = scalar;
    before.push_back(assign);
    return place->second = assign.targets[0];
  }

  const ScalarModel& model_;
  Store& store_;
  ExprPool& exprs_;
  const std::function<ScalarId(std::string, TypeId)>& make_;
  symbolic::Contains makes_events_;
  std::unordered_map<ScalarId, std::size_t> last_;
  std::unordered_map<ScalarId, Expr> known_;  // of one statement
  std::size_t position_ = 0, count_ = 0;
};

}  // namespace

void NameIntermediateValues(std::vector<Statement>& statements, const ScalarModel& model, Store& store,
                            const std::function<ScalarId(std::string, TypeId)>& make) {
  IntermediateValues(model, store, make).Run(statements);
}

}  // namespace mica::structure
