// Pages that are a frame with places in it, filled once.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mica {

struct FramePart {
  std::string_view place;  // as it stands in the frame, `<!--TITLE-->`
  std::string text;
};

// The frame with its places filled, which stand in the order of the parts. What is put in is not looked at again.
std::string FillFrame(std::string_view frame, std::span<const FramePart> parts);

// JSON as it may stand within <script>: nothing in it looks like its end.
std::string WithinScript(std::string_view json);

}  // namespace mica
