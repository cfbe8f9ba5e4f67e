// The lowered program as C99, for FMUs, real-time targets and `mica show c`. The text needs the headers of src/kernels (on the
// include path as "kernels/kernels.h") and is linked with its sources; it defines `const MicaCode mica_model_code`.
#pragma once

#include <string>

#include "code/program.h"

namespace mica::code {

std::string PrintC(const Program& program);

}  // namespace mica::code
