// The integration method that a request names. No name is taken for another: an unknown one is an error that lists
// those there are.
#pragma once

#include <string_view>

#include "base/diagnostic.h"
#include "run/method.h"

namespace mica {

// E6001 for a name that is not among them; the hint has the nearest spelling, or the counterpart of a method of another
// tool.
const run::Method* FindMethod(std::string_view name, DiagnosticSink& sink);

}  // namespace mica
