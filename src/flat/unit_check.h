// Units of a flat model: deduced where they are not declared, and checked where both sides of an equation, sum or
// comparison have one (specification chapter 19 leaves the rules to tools; these are ours).
//
// - Both sides of =, :=, +, -, comparisons, min, max and the branches of an if have one unit. * / ^ sqrt combine units;
// der divides by s.
// - The argument of an exponential, logarithm or trigonometric function is a number.
// - A literal that is added or compared takes the unit of the other side. As a factor it is a number if it looks like
// one (an integer, a
//   simple fraction, a multiple of pi); else it may convert between units, and nothing is concluded.
// - A variable without a unit takes one from an equation in which everything else is known.
// - `time` is not held to seconds: sin(time) and x = 2*time are how people write test signals.
// What is not known is never reported. A clash is a warning, one for each equation.
#pragma once

#include <unordered_map>

#include "base/diagnostic.h"
#include "base/unit.h"
#include "flat/model.h"

namespace mica::flat {

// Warns of clashes. Gives the units of variables that declare none.
std::unordered_map<VarId, Unit> CheckUnits(const Model& model, const Store& store, DiagnosticSink& sink);

}  // namespace mica::flat
