#include "structure/reduce/state_sets.h"

#include <fmt/format.h>
#include <algorithm>

#include "symbolic/algebra.h"

namespace mica::structure {

namespace {

// Beyond, choosing would cost more than integrating; the static choice stays.
constexpr std::size_t kMostVariables = 40, kMostEliminated = 3000;

}  // namespace

std::vector<ScalarId> StateSets::Make(const std::vector<EquationId>& equations, const std::vector<Constraint>& rows,
                                      const std::vector<ScalarId>& candidates, const std::vector<bool>& is_chosen,
                                      const std::vector<int>& wish) {
  std::vector<ScalarId> taken;
  for (const ConstraintCore& core : FindConstraintCores(rows, is_chosen, wish)) {
    if (core.dummies.size() + core.free.size() > kMostVariables || core.eliminated.size() > kMostEliminated) continue;
    StateSet set;
    auto number = static_cast<std::uint32_t>(context_.blocks.state_sets.size() + 1);
    std::vector<Index> column_of(candidates.size(), graph::kNone);
    Index columns = 0;
    // Variables are ordered by their wish: those that may change places stand together.
    std::vector<Index> variables(core.free);
    variables.insert(variables.end(), core.dummies.begin(), core.dummies.end());
    std::ranges::stable_sort(variables, {}, [&](Index v) { return std::pair(wish[v], v); });
    for (Index v : variables) {
      column_of[v] = columns++;
      set.variables.push_back(model_.facts[candidates[v]].derivative_of);
      set.derivatives.push_back(candidates[v]);
      set.wish.push_back(wish[v]);
      set.starts_as_state.push_back(!is_chosen[v]);
      taken.push_back(candidates[v]);
    }
    for (Index f : core.forced) column_of[f] = columns++;
    set.forced = static_cast<std::uint32_t>(core.forced.size());
    factor_count_ = 0;
    flat::Origin origin = model_.origins[model_.equations[equations[core.rows[0]]].origin];
    origin.made_by = "choice of states";
    origin_ = static_cast<std::uint32_t>(model_.origins.size());
    model_.origins.push_back(origin);
    set.origin = std::move(origin);
    for (auto [row, candidate] : core.eliminated) {
      column_of[candidate] = columns++;
      set.eliminated.push_back(RowOf(rows[row], column_of, number));
    }
    for (Index row : core.rows) set.constraints.push_back(RowOf(rows[row], column_of, number));
    MakePlaces(set, number);
    context_.blocks.state_sets.push_back(std::move(set));
  }
  return taken;
}

// Terms of candidates without a column (wanted more or less than those that change places, and not dummies) are states
// all the time: left out.
StateSet::Row StateSets::RowOf(const Constraint& row, const std::vector<Index>& column_of, std::uint32_t number) {
  StateSet::Row made;
  ExprPool& exprs = store_.exprs;
  for (const ConstraintTerm& term : row.terms) {
    Index column = column_of[term.candidate];
    if (column == graph::kNone) continue;
    StateSet::Term entry;
    entry.column = static_cast<std::uint32_t>(column);
    if (auto literal = exprs.number(term.factor)) {
      entry.number = *literal;
    } else if (exprs.op(term.factor) == Op::kScalar) {
      entry.factor = exprs.scalar(term.factor);
    } else {
      entry.factor = AddScalar(fmt::format("$set{}.factor[{}]", number, ++factor_count_), ScalarKind::kAlgebraic);
      AddEquation(model_.Ref(entry.factor, store_), term.factor);
    }
    made.terms.push_back(entry);
  }
  return made;
}

void StateSets::MakePlaces(StateSet& set, std::uint32_t number) {
  symbolic::Algebra algebra(store_);
  std::size_t count = set.variables.size();
  // A variable's place to begin with is its own: states and dummies stand in the order of the variables.
  std::vector<ScalarId> derivatives(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Scalar& variable = model_.scalars[set.variables[i]];
    Expr nominal = variable.nominal;
    bool is_state = set.starts_as_state[i];
    ScalarId place = AddScalar(fmt::format("$set{}.{}[{}]", number, is_state ? "state" : "dummy",
                                           (is_state ? set.states.size() : i - set.states.size()) + 1),
                               ScalarKind::kAlgebraic);
    model_.scalars[place].nominal = nominal;
    model_.facts[place].is_set_dummy = !is_state;
    set.places.push_back(place);
    if (!is_state) continue;
    set.states.push_back(place);
    derivatives[i] = model_.DerivativeOf(place, store_);
    model_.scalars[derivatives[i]].is_hidden = true;
    model_.facts[derivatives[i]].is_auxiliary = true;
  }
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t i = 0; i < count; ++i) {
      if (set.wish[i] != set.wish[j]) {
        set.choice.push_back({});
        continue;
      }
      ScalarId entry = AddScalar(fmt::format("$set{}.choice[{},{}]", number, j + 1, i + 1), ScalarKind::kInput);
      model_.scalars[entry].start = store_.exprs.Real(i == j ? 1 : 0);
      set.choice.push_back(entry);
    }
  for (std::size_t j = 0; j < count; ++j) {
    Expr sum = store_.exprs.Real(0);
    for (std::size_t i = 0; i < count; ++i)
      if (ScalarId entry = set.choice[j * count + i])
        sum = algebra.Add(sum, algebra.Mul(model_.Ref(entry, store_), model_.Ref(set.places[i], store_)));
    AddEquation(model_.Ref(set.variables[j], store_), sum, true);
    model_.facts[set.variables[j]].in_state_set = true;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!derivatives[i]) continue;
    Expr sum = store_.exprs.Real(0);
    for (std::size_t j = 0; j < count; ++j)
      if (ScalarId entry = set.choice[j * count + i])
        sum = algebra.Add(sum, algebra.Mul(model_.Ref(entry, store_), model_.Ref(set.derivatives[j], store_)));
    AddEquation(model_.Ref(derivatives[i], store_), sum);
  }
}

ScalarId StateSets::AddScalar(std::string name, ScalarKind kind) {
  Scalar scalar;
  scalar.name = std::move(name);
  scalar.type = store_.types.real();
  scalar.kind = kind;
  scalar.is_hidden = true;
  ScalarFacts facts;
  facts.is_auxiliary = true;
  if (kind == ScalarKind::kInput) facts.variability = flat::Variability::kDiscrete;
  return model_.Add(std::move(scalar), facts);
}

void StateSets::AddEquation(Expr left, Expr right, bool is_choice) {
  ScalarEquation equation;
  equation.left = equation.written_left = left;
  equation.right = equation.written_right = right;
  equation.origin = origin_;
  equation.is_choice = is_choice;
  model_.equations.Add(equation);
}

}  // namespace mica::structure
