// The frame of the report of `mica test`: web/test_report.html, put into the program when it is built.
#pragma once

#include <string_view>

namespace mica {

extern const std::string_view kTestReportPage;

}  // namespace mica
