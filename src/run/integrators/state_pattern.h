// Run stage: which derivative depends on which state, as the table has it.
#pragma once

#include <optional>

#include "graph/compressed_rows.h"
#include "runtime/model_table.h"

namespace mica::run {

// Row i: the states that the derivative of state i depends on, increasing. Nothing: it is not known, or so full that a
// dense Jacobian is as good.
std::optional<graph::CompressedRows> OdePattern(const MicaModelTable& table);

}  // namespace mica::run
