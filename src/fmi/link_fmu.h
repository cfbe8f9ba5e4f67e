// FMI: the shared object of an FMU, from object files and the archives beside the program, by the linker alone. It
// depends on libc and libm, and on what external functions of the model need.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "code/foreign/static_externals.h"

namespace mica::fmi {

// The bytes of the shared object. E9102: there is no linker, no archive, or the linker failed, with what it said.
// Libraries in `parts` that lie beside are looked for in the directory of the shared object.
std::optional<std::string> LinkFmu(const std::vector<std::string>& objects, const code::ForeignParts& parts,
                                   int version, DiagnosticSink& sink);

}  // namespace mica::fmi
