// Solves a Real equation for one scalar in a formula, where that is safe: see symbolic/solve.h for the forms.
#pragma once

#include "structure/pass.h"

namespace mica::structure {

// The value of `unknown` by left = right; invalid if there is no formula, or if it would divide by a literal zero.
Expr SolveEquation(Expr left, Expr right, ScalarId unknown, PassContext& context);

}  // namespace mica::structure
