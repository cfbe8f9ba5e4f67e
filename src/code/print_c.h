// The lowered program as C99, for FMUs, real-time targets and `mica show c`. The text needs the headers of src/runtime
// (on the include path as "runtime/kernels.h") and is linked with its sources; it defines `const MicaCode
// mica_model_code`.
#pragma once

#include <string>

#include "code/program.h"
#include "code/reachable.h"

namespace mica::code {

std::string PrintC(const Program& program);
// Only what is reachable, as `static const MicaCode CODE_NAME`, with the entry points of a run with a fixed step alone:
// derivatives, stage, outputs, event, crossings, time_events. There are no warnings in it.
std::string PrintFixedStepC(const Program& program, const Reachable& reachable, const std::string& code_name);

// Text and numbers as they stand in C.
std::string CString(const std::string& text);
std::string CReal(double x);

}  // namespace mica::code
