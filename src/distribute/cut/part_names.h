// Distribute stage: what parts are called: the component that has most of a part's unknowns among those that lie in the
// part as a whole. Where no component at the top does, those inside are asked; equal names are numbered.
#pragma once

#include "distribute/cut/cut_model.h"

namespace mica::distribute {

void NameParts(const structure::ScalarModel& model, CutModel& cut);

}  // namespace mica::distribute
