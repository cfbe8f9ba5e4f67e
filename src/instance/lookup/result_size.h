// The size of a part of what a function returns, where the function gives it whatever its arguments are.
#pragma once

#include <cstdint>
#include <optional>

#include "expression/store.h"

namespace mica::instance {

// Of `value`, a field of a call (or a field of a field, …) whose type leaves the size open: the size in a dimension, if
// the output starts with it and every assignment keeps it. Then the call need not be evaluated for it, and what its
// arguments depend on may depend on the size.
std::optional<std::int32_t> SizeOfResult(const Store& store, Expr value, std::size_t dimension);

}  // namespace mica::instance
