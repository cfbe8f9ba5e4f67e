#include "library/version.h"

#include <cctype>
#include <charconv>

namespace mica::library {

Version ParseVersion(std::string_view text) {
  Version version;
  while (!text.empty() && std::isdigit(static_cast<unsigned char>(text[0]))) {
    int number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) break;
    version.numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty() || text[0] != '.') break;
    text.remove_prefix(1);
  }
  version.pre_release = text;
  return version;
}

std::strong_ordering operator<=>(const Version& a, const Version& b) {
  for (std::size_t i = 0; i < a.numbers.size() || i < b.numbers.size(); ++i) {
    int left = i < a.numbers.size() ? a.numbers[i] : 0, right = i < b.numbers.size() ? b.numbers[i] : 0;
    if (left != right) return left <=> right;
  }
  if (a.pre_release.empty() != b.pre_release.empty()) return a.pre_release.empty() <=> b.pre_release.empty();
  return a.pre_release.compare(b.pre_release) <=> 0;
}

}  // namespace mica::library
