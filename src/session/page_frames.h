// The frames of the pages that Mica writes, put into the program when it is built (web/), and how they are filled.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mica {

extern const std::string_view kTestReportFrame;
extern const std::string_view kIncidenceFrame;

struct FramePart {
  std::string_view place;  // as it stands in the frame, `<!--TITLE-->`
  std::string text;
};

// The frame with its places filled, which stand in the order of the parts. What is put in is not looked at again.
std::string FillFrame(std::string_view frame, std::span<const FramePart> parts);

}  // namespace mica
