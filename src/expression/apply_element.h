// Element-by-element ops of one and two arguments; see apply.h.
#pragma once

#include "expression/value.h"

namespace mica {

std::optional<Value> ApplyUnary(Op op, const Value& x, TypeId type, Types& types, std::string& message);
std::optional<Value> ApplyBinary(Op op, const Value& a, const Value& b, TypeId type, Types& types,
                                 std::string& message);

}  // namespace mica
