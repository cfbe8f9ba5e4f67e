// Values of `--set` that change nothing: what the user believes to have set and has not.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "run/overrides.h"
#include "structure/block_model.h"

namespace mica {

// W6048. Of a start value: the variable is neither fixed nor open, and no iteration starts from it. Of a parameter: no
// equation, start value or other parameter depends on it. Those `built_in` became part of the model, whose equations no
// longer name them.
void ReportWithoutEffect(const std::vector<run::Override>& overrides, const structure::BlockModel& blocks,
                         const Store& store, const std::vector<run::Override>& built_in, DiagnosticSink& sink);

}  // namespace mica
