// Table stage: crossing functions as formulas of time and states, to bound them over a span of time
// (run/events/crossing_ranges.h).
//
// A crossing function that follows from time, states and what stays between events by assignments alone is a formula.
// Of a function that comes out of a simultaneous system, an algorithm, a function call or a delay, what goes into these
// are formulas again, its inputs. A chain of assignments is shared by the functions that need it. Formulas of more than
// kMostNodes count as unknown: to bound them would cost as much as to evaluate the model.
#pragma once

#include "table/table_maker.h"

namespace mica::table {

inline constexpr std::size_t kMostNodes = 400;          // of one crossing function
inline constexpr std::size_t kMostInputNodes = 20'000;  // of all inputs: beyond, the states stand for them
inline constexpr std::size_t kMostNodesInAll = 200'000;

// Fills the crossing formulas and the inputs of the table.
void AddCrossingFormulas(TableMaker& maker);

}  // namespace mica::table
