// Operators and built-in functions on values: the arithmetic of the interpreter and of constant folding. Arguments are
// values already; what decides which arguments are evaluated at all (if, and, or, size, reductions, calls) is in
// evaluate.h.
//
// Semantics: the specification, 3.7.1 to 3.7.3 (div, mod, rem truncate and floor as described there) and 10.3 to 10.6
// (arrays). Element by element with a scalar side broadcast. Failures are messages: division by zero, arguments outside
// the domain, sizes that do not fit, an Integer result that does not fit 64 bits. A Real that overflows becomes
// infinite, as in IEEE arithmetic.
#pragma once

#include <span>

#include "expression/value.h"

namespace mica {

// The op on these arguments; empty, with `message` set, if it fails. `type` is the type of the expression: its kind
// decides between Real and Integer, its sizes may be unknown. `payload` as in the node.
std::optional<Value> Apply(Op op, std::span<const Value> args, TypeId type, std::uint64_t payload, Types& types,
                           const NameTable& names, std::string& message);

// Of the ops that Apply knows: operators, relations, functions, conversions, arrays other than size.
bool CanApply(Op op);

// Of the count of steps: rounding must not lose the last element of a range of Reals, 0:0.1:0.3 has four.
inline constexpr double kRangeSlack = 1e-10;
// How many elements start:step:stop has (the specification, 10.4.3). Empty if step is 0 or the count does not fit.
std::optional<std::int64_t> RangeCount(std::int64_t start, std::int64_t step, std::int64_t stop);
std::optional<std::int64_t> RangeCount(double start, double step, double stop);

// The values, all of one element type and of equal sizes, with new dimensions `leading` in front (their product is
// items.size()). `type` gives the element type, and the inner sizes when there are no items. Empty when the sizes
// differ.
std::optional<Value> StackValues(std::span<const Value> items, std::vector<std::int32_t> leading, TypeId type,
                                 Types& types);

}  // namespace mica
