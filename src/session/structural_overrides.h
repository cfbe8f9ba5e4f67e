// Values of `--set` that must be known when the model is translated: of parameters that decide about its structure (sizes, conditions), and of those
// whose own value follows from others. They become modifiers of the model, as if the user had written `extends Model(name = value)`. All others
// are set when the simulation starts (run/overrides.h), which also tells what is wrong with them.
#pragma once

#include <string>
#include <vector>

#include "flat/model.h"
#include "run/overrides.h"
#include "structure/block_model.h"

namespace mica {

// Those among `overrides`: of scalar parameters, not final, given a number or a Boolean. `model` was translated with the values `built_in`.
std::vector<run::Override> FindStructuralOverrides(const std::vector<run::Override>& overrides, const flat::Model& model, const Store& store,
                                                   const std::vector<run::Override>& built_in);

// Those among `overrides` that decide about the structure of `blocks` and are not among `values` yet: added there, if the structure may be another one. That
// is so where one of the conditions that translation relied on, which it leaves behind as assertions, does not hold with the new values, and where a divisor
// or an entry of a matrix has a parameter that was zero, or becomes zero.
// Whether there were any.
bool AddDecidingOverrides(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks, const Store& store, std::vector<run::Override>& values);

// The text of a class that is `model` with these modifiers.
std::string ModifiedModelText(const std::string& model, const std::vector<run::Override>& overrides);

}  // namespace mica
