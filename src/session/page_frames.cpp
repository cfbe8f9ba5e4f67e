#include "session/page_frames.h"

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

}  // namespace mica
