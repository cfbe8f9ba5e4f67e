// FMI: names of the structured naming convention (FMI 2.0.5, 2.2.9; FMI 3.0.2, 2.4.7.5.1): identifiers with subscripts,
// der() around.
#pragma once

#include <string_view>

namespace mica::fmi {

bool IsStructuredName(std::string_view name);

}  // namespace mica::fmi
