// FMI: what an FMU is, as text for people.
#pragma once

#include <string>

#include "fmi/import/open_fmu.h"

namespace mica::fmi {

// `all`: parameters and local variables too.
std::string FmuInfo(const OpenFmu& fmu, bool all);

}  // namespace mica::fmi
