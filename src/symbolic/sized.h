// An array whose size its function decides, used where a size is expected: y[3] = f(x) with `output Real y[:]`. The
// call is given the type that is expected of it, and so is what stands between: conditions, signs, fields and items.
// Compiled code compares the sizes when the function has returned.
#pragma once

#include "expression/store.h"

namespace mica::symbolic {

// `e` with these sizes in the place of unknown ones; `e` itself where its sizes are known, have another rank, or come
// from nothing that is checked.
Expr Sized(Store& store, Expr e, std::span<const std::int32_t> sizes);

}  // namespace mica::symbolic
