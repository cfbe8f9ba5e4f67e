// The frame of the page that shows an incidence matrix, put into the program when it is built (web/).
#pragma once

#include <string_view>

namespace mica {

extern const std::string_view kIncidenceFrame;

}  // namespace mica
