// Table stage: which derivatives depend on which states, found from the steps of the block model in their order: what a
// step computes depends on all states that its references depend on; all unknowns of a simultaneous system depend on
// all that any part of it refers to. Conservative: an entry may turn out zero, none is missing. O(references * states
// of each); gives up (empty) when the sets get so full that a dense Jacobian is as good.
#pragma once

#include <optional>

#include "graph/compressed_rows.h"
#include "structure/block_model.h"

namespace mica::table {

// Row i: the states that the derivative of state i depends on, increasing.
std::optional<graph::CompressedRows> OdePattern(const structure::BlockModel& model, const Store& store);

}  // namespace mica::table
