// The formula of a stage of an implicit method, as an equation: x = base + gain*der(x), with the gain and the base as
// hidden inputs (sort_stage.cpp).
#pragma once

#include "structure/pass.h"

namespace mica::structure {

// The input $base(x), made when it is asked for the first time; so is the gain.
ScalarId StageBase(PassContext& context, ScalarId x);
// Where the formulas come from, for texts.
std::uint32_t StepFormulaOrigin(PassContext& context);
ScalarEquation StepFormula(PassContext& context, ScalarId x, Expr base, std::uint32_t origin);

}  // namespace mica::structure
