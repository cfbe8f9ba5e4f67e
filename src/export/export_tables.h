// External objects of an exported model. Tables (runtime/tables/table.h) become constant data; others are made by the
// program itself, with the C that comes along (export_foreign.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/instance.h"
#include "structure/block_model.h"

namespace mica {

// Those of `slots` whose external objects are not tables.
std::vector<std::uint32_t> ForeignObjects(const structure::BlockModel& model, const Store& store,
                                          const std::vector<std::uint32_t>& slots);
// C that defines the tables at `slots` and `objects_at_start`, an array with the place of each, for
// `instance.code().object_count` objects.
std::string TablesText(run::Instance& instance, const std::vector<std::uint32_t>& slots);

}  // namespace mica
