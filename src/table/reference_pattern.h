// Table stage: the unknowns that each residual of a system depends on, found from the references of its steps; for
// systems without analytic derivatives. An entry may turn out zero, none is missing. All of them where nothing is
// known.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "structure/block_model.h"

namespace mica::table {

// Pairs of row and column, row by row.
std::vector<std::pair<std::uint32_t, std::uint32_t>> ReferencePattern(const structure::System& system,
                                                                      const structure::BlockModel& model,
                                                                      const Store& store);

}  // namespace mica::table
