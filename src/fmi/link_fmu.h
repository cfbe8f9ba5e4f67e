// FMI: the shared object of an FMU, from object files and the archives beside the program, by the linker alone. It
// depends on libc and libm.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace mica::fmi {

// The bytes of the shared object. E9102: there is no linker, no archive, or the linker failed, with what it said.
std::optional<std::string> LinkFmu(const std::vector<std::string>& objects, int version, DiagnosticSink& sink);

}  // namespace mica::fmi
