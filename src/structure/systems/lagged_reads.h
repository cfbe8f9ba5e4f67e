// What the discrete steps of a mixed system read before it is computed, on purpose.
//
// The steps of one round stand in an order in which each reads what was computed before it. Where they depend on each
// other in a circle (W5402), there is no such order: some value is that of the round before, and the rounds are
// repeated until nothing changes. Such a value is lagged. It may be one of the same circle alone: a step that reads a
// later one outside of a circle stands in the wrong place, which the verifier finds.
#pragma once

#include <vector>

#include "expression/store.h"
#include "structure/block_model.h"

namespace mica::structure {

// By step: the scalars that it reads from the round before, each once. An algorithm that reads its own outputs has
// assigned them itself. Cost: linear in the nodes of the steps.
std::vector<std::vector<ScalarId>> LaggedReads(const std::vector<Step>& steps, const Store& store);

}  // namespace mica::structure
