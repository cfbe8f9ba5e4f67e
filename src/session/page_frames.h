// The frames of the pages that Mica writes, put into the program when it is built (web/).
#pragma once

#include <string_view>

namespace mica {

extern const std::string_view kTestReportFrame;
extern const std::string_view kIncidenceFrame;

}  // namespace mica
