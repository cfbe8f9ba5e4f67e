// Session: external objects of an exported model. Tables (runtime/tables/table.h) become constant data; others cannot
// be exported.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/instance.h"
#include "structure/block_model.h"

namespace mica {

// The external object at a slot that is no table, as 'name, a Class'; empty: all of `slots` are tables.
std::string FindForeignObject(const structure::BlockModel& model, const Store& store,
                              const std::vector<std::uint32_t>& slots);
// C that defines the tables at `slots` and `objects_now`, an array with the place of each, for
// `instance.code().object_count` objects.
std::string TablesText(run::Instance& instance, const std::vector<std::uint32_t>& slots);

}  // namespace mica
