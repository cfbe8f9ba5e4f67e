#include "instance/lookup/chosen_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mica::instance {

std::string ChosenText(const std::vector<std::vector<std::int32_t>>& chosen, const std::string* subscript) {
  constexpr std::size_t kMostShown = 10;
  if (chosen.size() == 1) return fmt::format("[{}]", fmt::join(chosen[0], ","));
  bool is_number = subscript && !subscript->empty() && subscript->size() < 9 &&
                   subscript->find_first_not_of("0123456789") == subscript->npos;
  if (is_number)
    if (auto place = static_cast<std::size_t>(std::stoi(*subscript)); place >= 1 && place <= chosen.size())
      return fmt::format("[{}]", chosen[place - 1][0]);
  std::string places;
  for (std::size_t i = 0; i < chosen.size() && i < kMostShown; ++i)
    places += fmt::format("{}{}", i ? ", " : "", chosen[i][0]);
  if (chosen.size() > kMostShown) places += ", …";
  return subscript && *subscript != ":" ? fmt::format("[{{{}}}[{}]]", places, *subscript)
                                        : fmt::format("[{{{}}}]", places);
}

}  // namespace mica::instance
