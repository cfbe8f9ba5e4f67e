// Arrays of an exported model as C: `static const double NAME[] = {…};`.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace mica {

class CLists {
 public:
  // An empty array has one 0.
  void Numbers(const std::string& type, const std::string& name, std::size_t count,
               const std::function<std::string(std::size_t)>& item);
  void Reals(const std::string& name, std::span<const double> values);
  void Slots(const std::string& name, std::span<const std::uint32_t> slots);
  // `empty`: what stands in a list without items.
  void Items(const std::string& type, const std::string& name, const std::vector<std::string>& items,
             const std::string& empty);

  std::string text;
};

// Braces and commas around numbers and names.
std::string Braces(std::initializer_list<std::string> items);

}  // namespace mica
