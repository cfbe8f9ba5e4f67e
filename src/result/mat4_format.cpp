#include "result/mat4_format.h"

#include <fmt/format.h>
#include <bit>
#include <cstring>

#include "base/check.h"

namespace mica {

namespace {

// Dymola pads every description to the length of the longest, so that one novel would cost its length for each signal.
constexpr std::size_t kLongestDescription = 300;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string EncodeMat4Header(const Mat4Header& header) {
  std::int32_t type = (std::endian::native == std::endian::big ? 1000 : 0) + 10 * static_cast<int>(header.number) +
                      (header.text ? 1 : 0);
  std::int32_t fields[5] = {type, static_cast<std::int32_t>(header.rows), static_cast<std::int32_t>(header.columns), 0,
                            static_cast<std::int32_t>(header.name.size() + 1)};
  static_assert(sizeof fields == kMat4HeaderBytes);
  std::string bytes(reinterpret_cast<const char*>(fields), sizeof fields);
  bytes.append(header.name.c_str(), header.name.size() + 1);
  return bytes;
}

std::string EncodeMat4Description(const Mat4Description& description) {
  std::string text = description.text;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  if (text.size() > kLongestDescription) {
    std::size_t end = kLongestDescription;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not within a character
    text.resize(end);
    text += "...";
  }
  std::string tag = description.unit;
  if (!description.display_unit.empty() && description.display_unit != description.unit)
    tag += "|" + description.display_unit;
  if (!description.type.empty()) tag += ":#(type=" + description.type + ")";
  if (!tag.empty()) tag = fmt::format("[{}]", tag);
  if (!text.empty() && !tag.empty()) text += ' ';
  return text + tag;
}

Mat4Description DecodeMat4Description(std::string_view text) {
  Mat4Description result;
  text = Trim(text);
  std::size_t open = text.ends_with(']') ? text.rfind('[') : std::string_view::npos;
  if (open == std::string_view::npos) {
    result.text = text;
    return result;
  }
  std::string_view tag = text.substr(open + 1, text.size() - open - 2);
  result.text = Trim(text.substr(0, open));
  std::size_t colon = tag.find(":#(");
  if (colon != std::string_view::npos) {
    constexpr std::string_view kType = "type=";
    std::string_view attributes = tag.substr(colon + 3);
    std::size_t at = attributes.find(kType);
    if (at != std::string_view::npos) {
      attributes.remove_prefix(at + kType.size());
      result.type = attributes.substr(0, attributes.find_first_of(",)"));
    }
    tag = tag.substr(0, colon);
  }
  std::size_t bar = tag.find('|');
  result.unit = tag.substr(0, bar);
  if (bar != std::string_view::npos && tag.substr(bar + 1) != result.unit) result.display_unit = tag.substr(bar + 1);
  return result;
}

}  // namespace mica
