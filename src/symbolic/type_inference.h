// Sizes of expressions from those of their arguments. Inside functions types have unknown sizes; when arguments with
// known sizes are put in (inlining, derivatives of calls), what is built on them can be typed more precisely.
#pragma once

#include <span>

#include "expression/store.h"

namespace mica::symbolic {

// `type`, with sizes that were unknown filled in where the arguments tell them; `type` itself when no size is unknown.
// And/Or/Not, relations and other scalars are returned as they are.
TypeId InferType(Op op, TypeId type, std::span<const Expr> args, std::uint64_t payload, Store& store);

}  // namespace mica::symbolic
