#include "run/systems/state_selection.h"

namespace mica::run {

SelectionShape::SelectionShape(const MicaModelTable& t, const MicaStateSet& set)
    : forced(set.forced), eliminated(set.eliminated.count), constraints(set.constraints.count), row_begin{0} {
  for (std::uint32_t variable : List(t, set.variables)) {
    slots.push_back(t.scalars[variable].slot);
    signs.push_back(t.scalars[variable].sign);
  }
  for (std::uint32_t wish : List(t, set.wish)) kind.push_back(static_cast<std::int32_t>(wish));
  kind.insert(kind.end(), set.forced, MICA_COLUMN_FIXED);
  for (std::uint32_t starts : List(t, set.starts_as_state)) starts_as_state.push_back(starts != 0 ? 1 : 0);
  for (std::uint32_t place : List(t, set.places)) places.push_back(t.scalars[place].slot);
  for (std::uint32_t entry : List(t, set.choice))
    choice.push_back(entry != MICA_NONE ? t.scalars[entry].slot : MICA_SELECTION_NONE);
  for (MicaRange rows : {set.eliminated, set.constraints})
    for (const MicaRange& row : std::span(t.set_rows + rows.first, rows.count)) {
      for (const MicaTerm& term : std::span(t.terms + row.first, row.count)) {
        bool is_number = term.factor == MICA_NONE;
        terms.push_back({is_number ? term.number : t.scalars[term.factor].sign, term.column,
                         is_number ? MICA_SELECTION_NONE : t.scalars[term.factor].slot});
      }
      row_begin.push_back(static_cast<std::uint32_t>(terms.size()));
    }
}

MicaSelectionSet SelectionShape::raw() const {
  return {static_cast<std::uint32_t>(slots.size()),
          forced,
          eliminated,
          constraints,
          slots.data(),
          signs.data(),
          kind.data(),
          starts_as_state.data(),
          places.data(),
          choice.data(),
          row_begin.data(),
          terms.data()};
}

StateSelection::StateSelection(Instance& instance) : instance_(instance) {
  const MicaModelTable& t = instance.table();
  for (const MicaStateSet& set : std::span(t.state_sets, t.state_sets_count))
    sets_.push_back(shapes_.emplace_back(t, set).raw());
  auto count = static_cast<std::uint32_t>(sets_.size());
  doubles_.resize(mica_selection_doubles(sets_.data(), count));
  integers_.resize(mica_selection_integers(sets_.data(), count));
  bytes_.resize(mica_selection_bytes(sets_.data(), count));
  mica_selection_place(&selection_, sets_.data(), count, doubles_.data(), integers_.data(), bytes_.data());
}

}  // namespace mica::run
