// Checks on the block model that the pipeline hands out: a violation is a fault of ours (InternalError).
#pragma once

#include "expression/store.h"
#include "structure/block_model.h"

namespace mica::structure {

// - expressions hold no node that the block model forbids (block_model.h), and no alias;
// - each section computes every scalar at most once, and reads an unknown of it only after it was computed; so do the
//   inner steps, residuals, slopes, entries of the Jacobian and discrete steps of its systems, where the unknowns are
//   there from the start and what a loop of discrete steps reads before it is computed is lagged (lagged_reads.h);
// - a system is a step with the targets that it computes;
// - a system has as many residuals as unknowns, and Jacobian entries within it.
void VerifyBlocks(const BlockModel& model, const Store& store);
// The same of what Specialize makes: between events, where held relations keep their values.
void VerifyMode(const BlockModel& model, const Store& store);

}  // namespace mica::structure
