// The block model as text, for `mica show blocks` and golden tests: sections of steps, each with the component and
// source line it came from; systems with their size before and after tearing, iteration variables, torn-out steps and
// residuals.
#pragma once

#include <string>
#include <string_view>

#include "structure/block_model.h"

namespace mica::structure {

std::string BlockModelText(const BlockModel& model, const Store& store, const SourceMap& sources);

std::string_view ScalarKindText(ScalarKind kind);
// One step, without a line end at the end; `systems` may be empty when no step is a kSolve.
std::string StepText(const Step& step, const IdVector<ScalarId, Scalar>& scalars,
                     const IdVector<SystemId, System>& systems, const Store& store, const SourceMap& sources,
                     int indent = 0);

}  // namespace mica::structure
