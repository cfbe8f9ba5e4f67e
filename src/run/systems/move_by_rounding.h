// Run stage: numbers disturbed by what rounding may be in them.
#pragma once

#include <span>

namespace mica::run {

// Every number away from zero by 1 to 8 units in the last place, or back; Integers, which are rounded down when they
// are read, stay what they are. `which` chooses among several ways to do so.
void MoveByRounding(std::span<double> values, bool back, unsigned which = 0);

}  // namespace mica::run
