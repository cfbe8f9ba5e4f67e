// A copy of a store with equal handles: names, types, expressions and functions of the copy have the ids that they have
// in the original. What is made in the copy afterwards is not seen by the original, so that one thread may go on
// reading the one while another adds to the other.
//
// The original must not be changed while it is copied. Cost: linear in its size.
#pragma once

#include <memory>
#include <span>

#include "expression/store.h"

namespace mica {

struct StoreCopy {
  NameTable names;
  Store store{names};
};

// `used`: types that may occur in no expression of the store and are wanted all the same.
std::unique_ptr<StoreCopy> CopyStore(const Store& from, std::span<const TypeId> used);

}  // namespace mica
