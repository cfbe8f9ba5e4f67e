// Graph stage: local search for a cheaper set of tearing variables.
//
// In: a set T whose closure is complete. Out: another one that costs no more.
//   leave out    t with closure(T - t) complete is dropped, the costliest first
//   two for one  closure(T - s - t + v) complete, for any v that is unknown without s and t
//   wander       closure(T - t + v) complete for v that costs no more: a step on the plateau, after which others may be
//   left out cheaper      the same with v cheaper than t: preferences are honoured where the size stays the same
// Invariant: the closure of T is complete after every step, so it can stop at any time: when `work` entries have been
// visited, or the lower bound is met, or nothing helps. All sets T - t are visited in O(entries * log |T|) together,
// not O(entries * |T|), by halving: with the second half known, visit the first, and the other way round; the closure
// undoes what it has done. Each trial of a v then costs what follows from v. Ties: by position in T and by number of
// variable; the first improvement found is taken. The wandering is pseudo-random with a fixed seed.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/tearing_block.h"

namespace mica::graph {

// Takes from `work` what it uses.
void ImproveTearing(const TearingBlock& block, std::vector<Index>& tearing_variables, Index lower_bound,
                    std::int64_t& work);

}  // namespace mica::graph
