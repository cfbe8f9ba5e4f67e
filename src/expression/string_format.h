// String(…) of numbers: the specification, 3.7.1 (conversion to String).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mica {

struct StringOptions {
  std::int64_t minimum_length = 0;
  bool left_justified = true;
  std::int64_t significant_digits = 6;
};

std::string FormatReal(double value, const StringOptions& options);
std::string FormatInteger(std::int64_t value, const StringOptions& options);
// Text of a Boolean or enumeration literal, padded.
std::string FormatText(std::string_view text, const StringOptions& options);

// By a C conversion specification without its leading '%'. Empty if `format` is not one that Modelica allows for the
// type.
std::optional<std::string> FormatRealAs(double value, std::string_view format);
std::optional<std::string> FormatIntegerAs(std::int64_t value, std::string_view format);

}  // namespace mica
