// Names of variables, and of their elements, from the path.
#include <fmt/format.h>

#include "flat/model.h"
#include "instance/lookup/chosen_text.h"

namespace mica::flat {

std::string PathText(const Path& path, const NameTable& names) {
  std::string text;
  for (const PathPart& part : path) {
    if (!text.empty()) text += '.';
    text += names.text(part.name);
    if (part.chosen) text += instance::ChosenText(*part.chosen);
  }
  return text;
}

std::string ElementName(const Variable& variable, std::span<const std::int32_t> element, const NameTable& names) {
  std::string text;
  std::size_t at = 0;
  for (const PathPart& part : variable.path) {
    if (!text.empty()) text += '.';
    text += names.text(part.name);
    if (part.chosen) {
      std::size_t place = part.rank > 0 && at < element.size() ? static_cast<std::size_t>(element[at++] - 1) : 0;
      text += instance::ChosenText({(*part.chosen)[place]});
      continue;
    }
    for (std::uint32_t i = 0; i < part.rank && at < element.size(); ++i, ++at)
      text += fmt::format("{}{}", i == 0 ? "[" : ",", element[at]);
    if (part.rank > 0) text += ']';
  }
  return text;
}

}  // namespace mica::flat
