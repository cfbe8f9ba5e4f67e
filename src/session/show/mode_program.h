// Code of its own for a mode of a model: the mode put into the block model (structure/modes/specialize.h), and what
// that leaves compiled, with its table.
#pragma once

#include "run/runnable.h"
#include "structure/block_model.h"

namespace mica {

// What a run hands modes to; model and store must outlive it. It works in a copy of the store, made when the first mode
// comes, so that others may go on reading the original. One call at a time.
run::ModeCompiler MakeModeCompiler(const structure::BlockModel& model, const Store& store);

}  // namespace mica
