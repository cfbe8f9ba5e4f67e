#include "expression/string_format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace mica {

namespace {

constexpr std::int64_t kWidest = 10000;  // of fields and precision: a mistake must not exhaust the memory

std::string Print(const char* format, auto... args) {
  int length = std::snprintf(nullptr, 0, format, args...);
  if (length < 0) return {};
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format, args...);
  text.resize(static_cast<std::size_t>(length));
  return text;
}

// flags [width] [.precision] specifier; the specifier is returned, 0 if the form is wrong.
char SpecifierOf(std::string_view format, std::string& head) {
  std::size_t at = 0;
  auto digits = [&] {
    std::int64_t number = 0;
    for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at)
      number = std::min(number * 10 + (format[at] - '0'), kWidest + 1);
    return number <= kWidest;
  };
  while (at < format.size() && std::string_view("-+ #0").find(format[at]) != std::string_view::npos) ++at;
  if (!digits()) return 0;
  if (at < format.size() && format[at] == '.') {
    ++at;
    if (!digits()) return 0;
  }
  if (at + 1 != format.size()) return 0;
  head = "%";
  head += format.substr(0, at);
  return format[at];
}

bool IsRealSpecifier(char c) { return std::string_view("feEgG").find(c) != std::string_view::npos; }
bool IsIntegerSpecifier(char c) { return std::string_view("dioxXuc").find(c) != std::string_view::npos; }

}  // namespace

std::string FormatReal(double value, const StringOptions& options) {
  int width = static_cast<int>(std::clamp<std::int64_t>(options.minimum_length, 0, kWidest));
  int digits = static_cast<int>(std::clamp<std::int64_t>(options.significant_digits, 0, kWidest));
  return Print(options.left_justified ? "%-*.*g" : "%*.*g", width, digits, value);
}

std::string FormatInteger(std::int64_t value, const StringOptions& options) {
  return FormatText(std::to_string(value), options);
}

std::string FormatText(std::string_view text, const StringOptions& options) {
  auto width = static_cast<std::size_t>(std::clamp<std::int64_t>(options.minimum_length, 0, kWidest));
  std::string padding(width > text.size() ? width - text.size() : 0, ' ');
  return options.left_justified ? std::string(text) + padding : padding + std::string(text);
}

std::optional<std::string> FormatRealAs(double value, std::string_view format) {
  std::string head;
  char specifier = SpecifierOf(format, head);
  if (specifier != 0 && IsIntegerSpecifier(specifier) && std::abs(value) < 9e18)
    return FormatIntegerAs(std::llround(value), format);
  if (specifier == 0 || !IsRealSpecifier(specifier)) return std::nullopt;
  return Print((head + specifier).c_str(), value);
}

std::optional<std::string> FormatIntegerAs(std::int64_t value, std::string_view format) {
  std::string head;
  char specifier = SpecifierOf(format, head);
  if (specifier == 0) return std::nullopt;
  if (IsRealSpecifier(specifier)) return FormatRealAs(static_cast<double>(value), format);
  if (!IsIntegerSpecifier(specifier)) return std::nullopt;
  if (specifier == 'c') return Print((head + 'c').c_str(), static_cast<int>(value));
  return Print((head + "ll" + specifier).c_str(), static_cast<long long>(value));
}

}  // namespace mica
