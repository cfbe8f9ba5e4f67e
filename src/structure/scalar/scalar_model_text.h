// The scalar model as text, for --dump after a pass: scalars that are unknown, then equations with their origins.
#pragma once

#include <string>

#include "structure/scalar/scalar_model.h"

namespace mica::structure {

std::string ScalarModelText(const ScalarModel& model, const Store& store, const SourceMap& sources);

}  // namespace mica::structure
