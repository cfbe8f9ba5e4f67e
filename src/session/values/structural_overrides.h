// Values of `--set` that must be known when the model is translated: of parameters that decide about its structure
// (sizes, conditions), of those whose own value follows from others, start values and other attributes (`x.start=2`),
// whole arrays and records, and all that is an expression. They become modifiers of the model, as if the user had
// written `extends Model(name = value)`. All others are set when the simulation starts (run/overrides.h), which also
// tells what is wrong with them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flat/model.h"
#include "run/overrides.h"
#include "structure/block_model.h"

namespace mica {

// Those among `overrides`. `model` was translated with the values `built_in`. Nothing, and E6005, when a value does not
// have the type of its parameter; E6068 when an element of an array is to have a start value of its own.
std::optional<std::vector<run::Override>> FindStructuralOverrides(const std::vector<run::Override>& overrides,
                                                                  const flat::Model& model, const Store& store,
                                                                  const std::vector<run::Override>& built_in,
                                                                  DiagnosticSink& sink);

// Those among `overrides` that decide about the structure of `blocks` and are not among `values` yet: added there, if
// the structure may be another one. That is so where one of the conditions that translation relied on, which it leaves
// behind as assertions, does not hold with the new values, and where a divisor or an entry of a matrix has a parameter
// that was zero, or becomes zero. Whether there were any.
bool AddDecidingOverrides(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks,
                          const Store& store, std::vector<run::Override>& values);

}  // namespace mica
