// The scalars of what a function returns, in the order of Step::kCall: outputs in order, arrays row-major, a record
// field by field (an array of records is a record of arrays).
#pragma once

#include <vector>

#include "expression/store.h"
#include "structure/block_model.h"

namespace mica::structure {

// Every scalar of `e`, whatever its type: kIndex with literal subscripts over kField over kTupleItem over e.
std::vector<Expr> ScalarItems(Expr e, Store& store);

// The item of the call that `target` takes; invalid if it is no target of the step.
Expr CallOutput(const Step& call, ScalarId target, Store& store);

}  // namespace mica::structure
