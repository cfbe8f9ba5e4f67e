#include "export/c_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "code/print_c.h"

namespace mica {

void CLists::Numbers(const std::string& type, const std::string& name, std::size_t count,
                     const std::function<std::string(std::size_t)>& item) {
  text += fmt::format("static {} {}[] = {{", type, name);
  for (std::size_t i = 0; i < count; ++i) {
    text += i % 8 == 0 ? "\n  " : " ";
    text += item(i) + ",";
  }
  text += count == 0 ? "0};\n" : "\n};\n";
}

void CLists::Reals(const std::string& name, std::span<const double> values) {
  Numbers("const double", name, values.size(), [&](std::size_t i) { return code::CReal(values[i]); });
}

void CLists::Slots(const std::string& name, std::span<const std::uint32_t> slots) {
  Numbers("const uint32_t", name, slots.size(), [&](std::size_t i) { return std::to_string(slots[i]) + "u"; });
}

void CLists::Items(const std::string& type, const std::string& name, const std::vector<std::string>& items,
                   const std::string& empty) {
  Numbers(type, name, std::max<std::size_t>(items.size(), 1),
          [&](std::size_t i) { return items.empty() ? empty : items[i]; });
}

std::string Braces(std::initializer_list<std::string> items) { return fmt::format("{{{}}}", fmt::join(items, ", ")); }

}  // namespace mica
