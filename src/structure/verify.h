// Checks on the block model that the pipeline hands out: a violation is a fault of ours (InternalError).
#pragma once

#include "expression/store.h"
#include "structure/block_model.h"

namespace mica::structure {

// - expressions hold no node that the block model forbids (block_model.h), and no alias;
// - each section computes every scalar at most once, and reads an unknown of it only after it was computed;
// - a system has as many residuals as unknowns, and Jacobian entries within it.
void VerifyBlocks(const BlockModel& model, const Store& store);

}  // namespace mica::structure
