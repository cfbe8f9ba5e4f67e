// Pass drop-unreachable: branches of if-expressions that no solution of the model reaches are left out.
//
// Reads: equations. Changes: if-expressions in equalities. Keeps: all solutions.
//
// A branch is reached where the conditions on the way to it have certain values. Conditions are formulas of and, or and
// not over atoms: Boolean variables, relations and all else, equal expressions being one atom. A Boolean variable that
// an equation gives, locked = not (forward or backward), has the value of its formula in every solution, so that
// formula is a condition, too. If no values of the atoms fulfil all of them, no solution evaluates the branch, and
//     if locked then 0 elseif forward then f(w) elseif backward then -f(w) else f(abs(w))*sign(w)
// loses its last one: the sign of w, which couples w to all around it, is never read. While discrete variables are
// iterated at an event, their values may contradict each other for a moment; the values that the iteration ends with do
// not, and they alone count. That holds as long as nothing remembers such a moment: what the mode that is found leaves
// open must not stay where another one put it (runtime/systems/mixed_system.c), and no variable that follows from
// others is turned over alone to see where a switch would leak (table/describe_system.cpp).
//
// Values are searched by assigning atoms one after the other, with what is known so far cutting the search (Davis,
// Logemann & Loveland 1962, without their unit rule). Cost: at most 2^kMostAtoms for a branch; definitions that would
// bring more atoms are not looked at, which keeps branches and loses nothing else.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "structure/passes.h"
#include "structure/scalar/rewrite.h"

namespace mica::structure {

namespace {

constexpr std::size_t kMostAtoms = 12;
// A way through more conditions than this is that of a table: its conditions are relations, which nothing defines.
constexpr std::size_t kLongestWay = 16;

class Reachability {
 public:
  explicit Reachability(PassContext& context) : exprs_(context.store.exprs) {
    for (const ScalarEquation& equation : context.model.equations) {
      if (equation.is_removed || !equation.is_equality() || equation.clock != kNoClock || equation.when_clock ||
          equation.active)
        continue;
      for (auto [side, other] : {std::pair{equation.left, equation.right}, std::pair{equation.right, equation.left}})
        if (exprs_.op(side) == Op::kScalar && context.store.types.kind(exprs_.type(side)) == TypeKind::kBoolean)
          definitions_.emplace(side, other);
    }
  }

  bool has_definitions() const { return !definitions_.empty(); }

  struct Condition {
    Expr formula;
    bool value;
  };
  // Whether some values of the atoms fulfil all of these and the definitions of the variables in them.
  bool IsReachable(const std::vector<Condition>& way) {
    atoms_.clear();
    place_.clear();
    required_.clear();
    for (const Condition& condition : way) {
      if (!AddAtoms(condition.formula)) return true;
      required_.push_back({condition.formula, {}, condition.value});
    }
    bool has_definition = false;
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      auto definition = definitions_.find(atoms_[i]);
      if (definition == definitions_.end()) continue;
      std::size_t before = atoms_.size();
      if (!AddAtoms(definition->second)) {
        for (std::size_t k = before; k < atoms_.size(); ++k) place_.erase(atoms_[k]);
        atoms_.resize(before);
        continue;
      }
      required_.push_back({atoms_[i], definition->second, true});
      has_definition = true;
    }
    if (!has_definition) return true;  // algebra of the conditions alone is the simplifier's business
    values_.assign(atoms_.size(), std::nullopt);
    return Search(0);
  }

 private:
  // formula = value or, with `equal`, formula and equal have the same value.
  struct Requirement {
    Expr formula, equal;
    bool value;
  };

  // False: there are too many.
  bool AddAtoms(Expr e) {
    switch (exprs_.op(e)) {
      case Op::kAnd:
      case Op::kOr:
        return AddAtoms(exprs_.arg(e, 0)) && AddAtoms(exprs_.arg(e, 1));
      case Op::kNot:
        return AddAtoms(exprs_.arg(e, 0));
      default:
        if (exprs_.is_literal(e)) return true;
        if (place_.emplace(e, atoms_.size()).second) atoms_.push_back(e);
        return atoms_.size() <= kMostAtoms;
    }
  }

  // Empty: not known yet.
  std::optional<bool> ValueOf(Expr e) const {
    switch (exprs_.op(e)) {
      case Op::kAnd:
      case Op::kOr: {
        bool decides = exprs_.op(e) == Op::kOr;  // the value that one argument is enough for
        auto a = ValueOf(exprs_.arg(e, 0)), b = ValueOf(exprs_.arg(e, 1));
        if (a == decides || b == decides) return decides;
        return a && b ? std::optional(!decides) : std::nullopt;
      }
      case Op::kNot: {
        auto a = ValueOf(exprs_.arg(e, 0));
        return a ? std::optional(!*a) : std::nullopt;
      }
      default:
        if (exprs_.is_literal(e)) return exprs_.boolean(e);
        return values_[place_.at(e)];
    }
  }

  bool IsContradicted() const {
    return std::ranges::any_of(required_, [&](const Requirement& each) {
      auto value = ValueOf(each.formula);
      auto wanted = each.equal ? ValueOf(each.equal) : std::optional(each.value);
      return value && wanted && *value != *wanted;
    });
  }

  bool Search(std::size_t next) {
    if (IsContradicted()) return false;
    if (next == atoms_.size()) return true;
    for (bool value : {true, false}) {
      values_[next] = value;
      if (Search(next + 1)) return true;
    }
    values_[next].reset();
    return false;
  }

  const ExprPool& exprs_;
  std::unordered_map<Expr, Expr> definitions_;  // of Boolean variables
  std::vector<Expr> atoms_;
  std::unordered_map<Expr, std::size_t> place_;  // among the atoms
  std::vector<Requirement> required_;
  std::vector<std::optional<bool>> values_;
};

class BranchDropper {
 public:
  explicit BranchDropper(PassContext& context)
      : exprs_(context.store.exprs),
        algebra_(context.store),
        reachability_(context),
        rewrite_(context.store, [](Expr) { return Expr(); }, [this](Expr e) { return Drop(e); }) {}

  void Run(ScalarModel& model) {
    if (!reachability_.has_definitions()) return;
    for (ScalarEquation& equation : model.equations) {
      if (equation.is_removed || !equation.is_equality()) continue;
      rewrite_.Apply(equation.left);
      rewrite_.Apply(equation.right);
    }
  }

 private:
  Expr Drop(Expr e) {
    if (exprs_.op(e) != Op::kIf) return e;
    way_.clear();
    return Follow(e);
  }

  Expr Follow(Expr e) {
    if (exprs_.op(e) != Op::kIf || way_.size() >= kLongestWay) return e;
    Expr condition = exprs_.arg(e, 0), then = exprs_.arg(e, 1), otherwise = exprs_.arg(e, 2);
    auto go = [&](bool value) {
      way_.push_back({condition, value});
      return reachability_.IsReachable(way_);
    };
    // What is on the way already, this branch was found to be reached by: one of the two is open.
    bool holds_somewhere = go(true);
    Expr first = holds_somewhere ? Follow(then) : Expr();
    way_.pop_back();
    if (!holds_somewhere) return Follow(otherwise);
    bool fails_somewhere = go(false);
    Expr second = fails_somewhere ? Follow(otherwise) : Expr();
    way_.pop_back();
    if (!fails_somewhere) return first;
    return first == then && second == otherwise ? e : algebra_.If(condition, first, second);
  }

  ExprPool& exprs_;
  symbolic::Algebra algebra_;
  Reachability reachability_;
  std::vector<Reachability::Condition> way_;
  Rewriter rewrite_;
};

}  // namespace

bool DropUnreachable(PassContext& context) {
  BranchDropper(context).Run(context.model);
  return true;
}

}  // namespace mica::structure
