// The frame of the page that reports on the tests of a library, put into the program when it is built (web/).
#pragma once

#include <string_view>

namespace mica {

extern const std::string_view kTestReportFrame;

}  // namespace mica
