// Array functions, matrix products and reductions on values; see apply.h.
#pragma once

#include <span>

#include "expression/value.h"

namespace mica {

std::optional<Value> ApplyArray(Op op, std::span<const Value> args, TypeId type, Types& types, std::string& message);
std::optional<Value> MatMulValues(const Value& a, const Value& b, Types& types, std::string& message);

// A reduction (kSumFor, kSumOf, …) of elements of `type` starts from this, also its value over nothing (10.3.4), and
// goes on with the op.
Value ReductionStart(Op op, TypeId type, Types& types);
Op ReductionStep(Op op);

}  // namespace mica
