// Run stage: the value of a Real expression of scalars at the present point of an instance, without memory: what stands on the sides of a relation is mostly a
// sum or a product. Functions of the model, arrays and what events hold are the interpreter's (expression/evaluate.h).
#pragma once

#include <optional>

#include "run/instance.h"

namespace mica::run {

// Empty: the expression has something that is not looked at here. O(nodes of the expression as a tree), at most kMostNodes of them.
std::optional<double> ScalarValue(Expr e, const Instance& instance);

}  // namespace mica::run
