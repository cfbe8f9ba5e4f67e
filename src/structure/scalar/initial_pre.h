// Which scalars have a value before the first event of their own: initial equation pre(u) = false, or Boolean u(start =
// false, fixed = true).
//
// At initialization pre(u) is an unknown beside u (the specification, 8.6), so that u = y does not say pre(u) = pre(y),
// and u = true not pre(u) = true. Afterwards pre(u) is u. Passes that put another scalar or a value in the place of u
// therefore leave such a scalar as it is, unless nothing else determines pre() of the other. Reads: initial equations
// and algorithms, start values. Linear in their size.
#pragma once

#include <vector>

#include "structure/scalar/scalar_model.h"

namespace mica::structure {

// By the index of the scalar.
std::vector<bool> ScalarsWithInitialPre(const ScalarModel& model, const Store& store);

}  // namespace mica::structure
