// Run stage: why an external object, such as a table, could not be made, in terms of the component that it belongs to:
// where its parameters stand in the user's text, and in which directory a file was looked for.
#pragma once

#include "run/instance.h"

namespace mica::run {

// After parameters() failed. E6301 at the modifier that the message is about; false: it was not an external object that
// failed.
bool ReportObjectFailure(Instance& instance, DiagnosticSink& sink);

}  // namespace mica::run
