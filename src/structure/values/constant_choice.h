// A choice of dummies that is regular whatever the varying factors are, where variables that are wanted alike leave one
// (select-states).
//
// psi = L i + e, e = limit(x), with i wanted as a state: of psi and x one follows. x would have to be found from e,
// which a limiter at its limit does not tell; psi has the factor 1 at all times. The limiter stands between x and the
// rest, so the factor of x itself says nothing.
//
// In: the constraints of one stage and a choice that is regular at a generic point (constraint_core.h). In each part of
// the constraints that share no chosen candidate with others, a chosen candidate and one that is not change places,
// both wanted alike, as long as fewer candidates are behind factors that vary. A part takes what came of it if none is
// left. Else it stays as it was, and its states are chosen while running (state_sets.h): these need all candidates that
// may change places. Ties: what is declared first becomes a state. Cost of a part: its terms for each pair that may
// change places, and bounded.
#pragma once

#include "structure/reduce/constraint_core.h"

namespace mica::structure {

// `wish` by candidate: only candidates with the same wish change places; negative: none.
void ChooseByConstants(const std::vector<Constraint>& rows, const std::vector<int>& wish, std::vector<bool>& is_chosen);

}  // namespace mica::structure
