// Entries of an equation graph that the present values of parameters make vanish: N.im*i with N.im = 0 does not
// determine i.
#pragma once

#include <span>

#include "structure/pass.h"
#include "structure/sort/equation_graph.h"

namespace mica::structure {

// graph.solvable without them. Only equations that hold a parameter whose value is 0 (or false) are looked at closely.
graph::CompressedRows WithoutVanishing(PassContext& context, std::span<const ScalarEquation* const> equations,
                                       const std::vector<ScalarId>& unknowns, const EquationGraph& graph);

}  // namespace mica::structure
