// Names of variables, and of their elements, from the path.
#include <fmt/format.h>

#include "flat/model.h"

namespace mica::flat {

std::string PathText(const Path& path, const NameTable& names) {
  std::string text;
  for (const PathPart& part : path) {
    if (!text.empty()) text += '.';
    text += names.text(part.name);
  }
  return text;
}

std::string ElementName(const Variable& variable, std::span<const std::int32_t> element, const NameTable& names) {
  std::string text;
  std::size_t at = 0;
  for (const PathPart& part : variable.path) {
    if (!text.empty()) text += '.';
    text += names.text(part.name);
    for (std::uint32_t i = 0; i < part.rank && at < element.size(); ++i, ++at)
      text += fmt::format("{}{}", i == 0 ? "[" : ",", element[at]);
    if (part.rank > 0) text += ']';
  }
  return text;
}

}  // namespace mica::flat
