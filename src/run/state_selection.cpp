#include "run/state_selection.h"

#include <algorithm>
#include <cmath>

#include "run/column_choice.h"

namespace mica::run {

StateSelection::StateSelection(Instance& instance) : instance_(instance) {
  for (const structure::StateSet& set : instance.model().state_sets) {
    Set made{&set, {}, {}, set.wish};
    for (std::size_t i = 0; i < set.variables.size(); ++i) {
      made.place_of.push_back(i);
      made.is_state_place.push_back(set.starts_as_state[i]);
    }
    made.kind.insert(made.kind.end(), set.forced, kFixedColumn);
    sets_.push_back(std::move(made));
  }
}

// Rows are the constraints, columns the variables and the forced ones; row-major.
std::vector<double> StateSelection::Jacobian(const Set& chosen) {
  const structure::StateSet& set = *chosen.set;
  std::size_t width = chosen.kind.size(), first_eliminated = width;
  gradient_.assign(set.eliminated.size() * width, 0.0);
  auto value = [&](const structure::StateSet::Term& term) { return term.factor.valid() ? instance_.value(term.factor) : term.number; };
  auto add = [&](const structure::StateSet::Row& row, std::size_t but, double* into) {
    double pivot = 0;
    for (const structure::StateSet::Term& term : row.terms) {
      double factor = value(term);
      if (term.column == but) {
        pivot = factor;
      } else if (term.column < width) {
        into[term.column] += factor;
      } else {
        const double* of = &gradient_[(term.column - first_eliminated) * width];
        for (std::size_t c = 0; c < width; ++c) into[c] += factor * of[c];
      }
    }
    return pivot;
  };
  for (std::size_t k = 0; k < set.eliminated.size(); ++k) {
    double* into = &gradient_[k * width];
    double pivot = add(set.eliminated[k], first_eliminated + k, into);
    for (std::size_t c = 0; c < width; ++c) into[c] /= -pivot;
  }
  std::vector<double> jacobian(set.constraints.size() * width, 0.0);
  for (std::size_t r = 0; r < set.constraints.size(); ++r) (void)add(set.constraints[r], SIZE_MAX, &jacobian[r * width]);
  for (std::size_t j = 0; j < set.variables.size(); ++j) {
    double nominal = std::abs(instance_.nominal()[instance_.model().scalars[set.variables[j]].slot]);
    if (nominal > 0 && std::isfinite(nominal))
      for (std::size_t r = 0; r < set.constraints.size(); ++r) jacobian[r * width + j] *= nominal;
  }
  return jacobian;
}

bool StateSelection::Update() {
  bool any_changed = false;
  for (Set& set : sets_) {
    std::vector<double> jacobian = Jacobian(set);
    if (!std::ranges::all_of(jacobian, [](double x) { return std::isfinite(x); })) continue;
    std::vector<bool> is_dummy;
    for (std::size_t place : set.place_of) is_dummy.push_back(!set.is_state_place[place]);
    is_dummy.insert(is_dummy.end(), set.set->forced, true);
    ColumnChoice choice = ChooseColumns(jacobian, std::move(is_dummy), set.kind, kWorthAChange);
    if (choice.is_singular || !choice.changed) continue;  // nothing better: the solver tells if it is too bad
    if (Change(set, choice.is_chosen)) any_changed = true;
  }
  return any_changed;
}

// Variables that become dummies change places with ones of their kind that become states; the others stay where they are.
bool StateSelection::Change(Set& set, const std::vector<bool>& is_dummy) {
  bool changed = false;
  for (std::size_t j = 0; j < set.place_of.size(); ++j) {
    if (!is_dummy[j] || !set.is_state_place[set.place_of[j]]) continue;
    for (std::size_t k = 0; k < set.place_of.size(); ++k) {
      if (is_dummy[k] || set.is_state_place[set.place_of[k]] || set.kind[k] != set.kind[j]) continue;
      std::swap(set.place_of[j], set.place_of[k]);
      changed = true;
      ++changes_;
      break;
    }
  }
  if (changed) Write(set);
  return changed;
}

void StateSelection::Write(const Set& chosen) {
  const structure::StateSet& set = *chosen.set;
  std::size_t count = set.variables.size();
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < count; ++i)
      if (ScalarId entry = set.choice[j * count + i]) real(entry) = chosen.place_of[j] == i ? 1 : 0;
    real(set.places[chosen.place_of[j]]) = instance_.value(set.variables[j]);
  }
}

}  // namespace mica::run
