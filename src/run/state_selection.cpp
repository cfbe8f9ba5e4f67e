#include "run/state_selection.h"

#include <algorithm>
#include <cmath>

#include "run/column_choice.h"

namespace mica::run {

StateSelection::StateSelection(Instance& instance) : instance_(instance) {
  const MicaModelTable& t = instance.table();
  for (const MicaStateSet& set : std::span(t.state_sets, t.state_sets_count)) {
    Set made{&set, {}, {}, {}};
    for (std::uint32_t wish : List(t, set.wish)) made.kind.push_back(static_cast<int>(wish));
    for (std::size_t i = 0; i < set.variables.count; ++i) {
      made.place_of.push_back(i);
      made.is_state_place.push_back(List(t, set.starts_as_state)[i] != 0);
    }
    made.kind.insert(made.kind.end(), set.forced, kFixedColumn);
    sets_.push_back(std::move(made));
  }
}

// Rows are the constraints, columns the variables and the forced ones; row-major.
std::vector<double> StateSelection::Jacobian(const Set& chosen) {
  const MicaModelTable& t = instance_.table();
  const MicaStateSet& set = *chosen.set;
  std::size_t width = chosen.kind.size(), first_eliminated = width;
  gradient_.assign(set.eliminated.count * width, 0.0);
  auto value = [&](const MicaTerm& term) { return term.factor != MICA_NONE ? instance_.value(term.factor) : term.number; };
  auto add = [&](std::uint32_t row, std::size_t but, double* into) {
    double pivot = 0;
    for (const MicaTerm& term : std::span(t.terms + t.set_rows[row].first, t.set_rows[row].count)) {
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
  for (std::uint32_t k = 0; k < set.eliminated.count; ++k) {
    double* into = &gradient_[k * width];
    double pivot = add(set.eliminated.first + k, first_eliminated + k, into);
    for (std::size_t c = 0; c < width; ++c) into[c] /= -pivot;
  }
  std::vector<double> jacobian(set.constraints.count * width, 0.0);
  for (std::uint32_t r = 0; r < set.constraints.count; ++r) (void)add(set.constraints.first + r, SIZE_MAX, &jacobian[r * width]);
  for (std::size_t j = 0; j < set.variables.count; ++j) {
    double nominal = std::abs(instance_.nominal()[t.scalars[List(t, set.variables)[j]].slot]);
    if (nominal > 0 && std::isfinite(nominal))
      for (std::size_t r = 0; r < set.constraints.count; ++r) jacobian[r * width + j] *= nominal;
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
  const MicaModelTable& t = instance_.table();
  std::span<const std::uint32_t> variables = List(t, chosen.set->variables), choice = List(t, chosen.set->choice), places = List(t, chosen.set->places);
  std::size_t count = variables.size();
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i < count; ++i)
      if (std::uint32_t entry = choice[j * count + i]; entry != MICA_NONE) real(entry) = chosen.place_of[j] == i ? 1 : 0;
    real(places[chosen.place_of[j]]) = instance_.value(variables[j]);
  }
}

}  // namespace mica::run
