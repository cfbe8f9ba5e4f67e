// Names of variables, and of their elements, from the path.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flat/model.h"

namespace mica::flat {

namespace {

std::string ChosenText(const std::vector<std::vector<std::int32_t>>& chosen) {
  if (chosen.size() == 1) return fmt::format("[{}]", fmt::join(chosen[0], ","));
  std::string text;
  for (std::size_t i = 0; i < chosen.size() && i < 10; ++i) text += fmt::format("{}{}", i ? "," : "", chosen[i][0]);
  return "[{" + text + (chosen.size() > 10 ? ",…" : "") + "}]";
}

}  // namespace

std::string PathText(const Path& path, const NameTable& names) {
  std::string text;
  for (const PathPart& part : path) {
    if (!text.empty()) text += '.';
    text += names.text(part.name);
    if (part.chosen) text += ChosenText(*part.chosen);
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
      text += fmt::format("[{}]", fmt::join((*part.chosen)[place], ","));
      continue;
    }
    for (std::uint32_t i = 0; i < part.rank && at < element.size(); ++i, ++at)
      text += fmt::format("{}{}", i == 0 ? "[" : ",", element[at]);
    if (part.rank > 0) text += ']';
  }
  return text;
}

}  // namespace mica::flat
