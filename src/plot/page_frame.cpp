#include "plot/page_frame.h"

#include "base/check.h"

namespace mica {

std::string FillFrame(std::string_view frame, std::span<const FramePart> parts) {
  std::string out;
  for (const FramePart& part : parts) {
    std::size_t at = frame.find(part.place);
    Check(at != std::string_view::npos, "a page has no place for one of its parts");
    out += frame.substr(0, at);
    out += part.text;
    frame.remove_prefix(at + part.place.size());
  }
  return out.append(frame);
}

std::string WithinScript(std::string_view json) {
  std::string out;
  for (char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace mica
