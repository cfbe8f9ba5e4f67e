// Distribute stage: what is worth knowing of a cut, in terms of the model: that there is one part only, and lines that
// separate nothing, with a chain of equations that joins their ends.
#pragma once

#include "base/diagnostic.h"
#include "distribute/cut/cut_model.h"
#include "flat/model.h"

namespace mica::distribute {

// W9701 one part, N9702 a component with delays of which none separates parts.
void ExplainCut(const structure::ScalarModel& model, const CutModel& cut, const flat::Model& flat, const Store& store,
                DiagnosticSink& sink);

}  // namespace mica::distribute
