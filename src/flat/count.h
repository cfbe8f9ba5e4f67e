// Counts of scalar equations.
#pragma once

#include "flat/model.h"

namespace mica::flat {

// Scalars that these equations determine: a when-equation counts the variables it sets, assertions and calls count
// nothing.
std::int64_t CountEquations(const std::vector<Equation>& equations, const Store& store);

}  // namespace mica::flat
