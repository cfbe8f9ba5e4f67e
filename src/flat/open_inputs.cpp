#include "flat/open_inputs.h"

#include <algorithm>
#include <unordered_map>

namespace mica::flat {

namespace {

using instance::Component;
using instance::Primitive;
using instance::VariableKind;

struct Candidate {
  Path owner;  // the component whose input it is
  Span span;
  std::vector<bool> is_given;  // by element, row-major
};

bool IsBelow(const Path& path, const Path& owner) {
  return path.size() >= owner.size() &&
         std::equal(owner.begin(), owner.end(), path.begin(),
                    [](const PathPart& a, const PathPart& b) { return a.name == b.name; });
}

class Finder {
 public:
  Finder(const Model& model, instance::Elaboration& elaboration, Component* top)
      : model_(model),
        elaboration_(elaboration),
        exprs_(elaboration.store().exprs),
        types_(elaboration.store().types),
        top_(top) {}

  std::vector<OpenInput> Find() {
    Collect(top_);
    if (candidates_.empty()) return {};
    for (const Equation& equation : model_.equations) Look(equation, equation.origin);
    LookAtSets();
    for (const Algorithm& algorithm : model_.algorithms)
      for (const Statement& statement : algorithm.statements) Look(statement, algorithm.origin);
    std::vector<OpenInput> found;
    for (VarId id : order_) {
      const Candidate& candidate = candidates_.at(id);
      Sizes sizes = types_.sizes(model_.variables[id].type);
      for (std::size_t i = 0; i < candidate.is_given.size(); ++i) {
        if (candidate.is_given[i]) continue;
        std::vector<std::int32_t> element(sizes.size());
        std::size_t rest = i;
        for (std::size_t k = sizes.size(); k-- > 0; rest /= static_cast<std::size_t>(sizes[k]))
          element[k] = static_cast<std::int32_t>(rest % static_cast<std::size_t>(sizes[k])) + 1;
        found.push_back({ElementName(model_.variables[id], element, elaboration_.store().names), candidate.span});
      }
    }
    return found;
  }

 private:
  void Collect(Component* component) {
    if (component != top_) {
      if (!elaboration_.IsPresent(component) || (component->is_outer && !component->is_inner) ||
          component->typing != instance::Progress::kDone)
        return;
      if (component->primitive != Primitive::kNone) return AddCandidate(component);
    }
    elaboration_.instances().ForEachComponent(component->type, [&](Component* child) { Collect(child); });
  }

  void AddCandidate(Component* component) {
    if (component->causality != syntax::Causality::kInput || component->variability <= VariableKind::kParameter ||
        !component->var.valid())
      return;
    Component* parent = component->parent();
    // A protected one is determined inside: nobody outside can connect it.
    if (component->is_protected ||
        (parent && parent != top_ && parent->is_protected && elaboration_.instances().IsConnector(parent->type)))
      return;
    if (!parent || parent == top_ || !model_.variables.contains(component->var)) return;
    bool in_connector = elaboration_.instances().IsConnector(parent->type);
    if (in_connector && parent->parent() == top_) return;
    const Variable& variable = model_.variables[component->var];
    if (variable.binding.valid() || !variable.type.valid() || variable.path.size() < 2) return;
    Candidate candidate;
    candidate.owner.assign(variable.path.begin(),
                           variable.path.end() - (in_connector && variable.path.size() > 2 ? 2 : 1));
    const Component* outermost = component;
    while (outermost->parent() && outermost->parent() != top_) outermost = outermost->parent();
    candidate.span = outermost->span();
    candidate.is_given.assign(static_cast<std::size_t>(types_.ElementCount(variable.type)), false);
    candidates_.emplace(component->var, std::move(candidate));
    order_.push_back(component->var);
  }

  // What an equation or statement reads and determines: candidates in it, and where its other variables are.
  struct Uses {
    std::vector<std::pair<VarId, Expr>> candidates;  // with the subscripted expression; invalid: the whole
    std::vector<VarId> all;
  };

  void Walk(Expr e, Uses& uses) const {
    if (!e.valid()) return;
    if (exprs_.op(e) == Op::kVar) {
      VarId id = exprs_.var(e);
      uses.all.push_back(id);
      if (candidates_.contains(id)) uses.candidates.emplace_back(id, Expr());
      return;
    }
    if (exprs_.op(e) == Op::kIndex && exprs_.op(exprs_.arg(e, 0)) == Op::kVar) {
      VarId id = exprs_.var(exprs_.arg(e, 0));
      uses.all.push_back(id);
      if (candidates_.contains(id)) uses.candidates.emplace_back(id, e);
      for (std::size_t i = 1; i < exprs_.args(e).size(); ++i) Walk(exprs_.arg(e, i), uses);
      return;
    }
    for (Expr arg : exprs_.args(e)) Walk(arg, uses);
  }

  void Walk(const Equation& equation, Uses& uses) const {
    Walk(equation.left, uses);
    Walk(equation.right, uses);
    for (Expr target : equation.targets) Walk(target, uses);
    for (const EquationBranch& branch : equation.branches) {
      Walk(branch.condition, uses);
      for (const Equation& inner : branch.equations) Walk(inner, uses);
    }
  }
  void Walk(const Statement& statement, Uses& uses) const {
    Walk(statement.value, uses);
    for (Expr each : statement.targets) Walk(each, uses);
    for (const StatementBranch& branch : statement.branches) {
      Walk(branch.condition, uses);
      for (const Statement& inner : branch.body) Walk(inner, uses);
    }
  }

  template <class Part>
  void Look(const Part& part, const Origin& origin) {
    Uses uses;
    Walk(part, uses);
    for (const auto& [id, indexed] : uses.candidates) {
      Candidate& candidate = candidates_.at(id);
      bool from_outside = !IsBelow(origin.component, candidate.owner) ||
                          std::any_of(uses.all.begin(), uses.all.end(), [&](VarId other) {
                            return !IsBelow(model_.variables[other].path, candidate.owner);
                          });
      if (from_outside) Give(candidate, id, indexed);
    }
  }

  // A connection set may reach an input by way of a connector inside the same component: connect(u, y) there,
  // connect(y, source.y) outside.
  void LookAtSets() {
    std::unordered_map<Expr, Expr> parents;
    auto root = [&](Expr e) {
      for (parents.emplace(e, e); parents[e] != e; e = parents[e]) parents[e] = parents[parents[e]];
      return e;
    };
    for (const Equation& equation : model_.equations)
      if (equation.origin.made_by == "connect" && VariableOf(equation.left).valid() &&
          VariableOf(equation.right).valid())
        parents[root(equation.left)] = root(equation.right);
    std::unordered_map<Expr, std::vector<Expr>> sets;
    for (const auto& [e, parent] : std::unordered_map<Expr, Expr>(parents)) sets[root(e)].push_back(e);
    for (const auto& [first, members] : sets)
      for (Expr e : members) {
        auto candidate = candidates_.find(VariableOf(e));
        if (candidate == candidates_.end()) continue;
        bool is_left = std::ranges::any_of(members, [&](Expr other) {
          return !IsBelow(model_.variables[VariableOf(other)].path, candidate->second.owner);
        });
        if (is_left) Give(candidate->second, candidate->first, exprs_.op(e) == Op::kIndex ? e : Expr());
      }
  }

  // Of a variable or an element of one; invalid for anything else.
  VarId VariableOf(Expr e) const {
    if (!e.valid()) return {};
    if (exprs_.op(e) == Op::kIndex) e = exprs_.arg(e, 0);
    return exprs_.op(e) == Op::kVar ? exprs_.var(e) : VarId();
  }

  // Literal subscripts give elements, anything else all of them.
  void Give(Candidate& candidate, VarId id, Expr indexed) {
    Sizes sizes = types_.sizes(model_.variables[id].type);
    std::size_t first = 0, count = candidate.is_given.size();
    if (indexed.valid()) {
      std::size_t subscripts = exprs_.args(indexed).size() - 1;
      for (std::size_t k = 0; k < subscripts && k < sizes.size(); ++k) {
        Expr subscript = exprs_.arg(indexed, k + 1);
        if (exprs_.op(subscript) != Op::kInteger || sizes[k] <= 0) break;
        count /= static_cast<std::size_t>(sizes[k]);
        first += (static_cast<std::size_t>(exprs_.integer(subscript)) - 1) * count;
      }
    }
    for (std::size_t i = first; i < first + count && i < candidate.is_given.size(); ++i) candidate.is_given[i] = true;
  }

  const Model& model_;
  instance::Elaboration& elaboration_;
  const ExprPool& exprs_;
  const Types& types_;
  Component* top_;
  std::unordered_map<VarId, Candidate> candidates_;
  std::vector<VarId> order_;
};

}  // namespace

std::vector<OpenInput> FindOpenInputs(const Model& model, instance::Elaboration& elaboration, Component* top) {
  return Finder(model, elaboration, top).Find();
}

}  // namespace mica::flat
