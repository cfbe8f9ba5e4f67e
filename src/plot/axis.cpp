#include "plot/axis.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace mica {

namespace {

void Extend(AxisRange& range, bool& any, std::span<const double> values) {
  for (double value : values) {
    if (!std::isfinite(value)) continue;
    range.low = any ? std::min(range.low, value) : value;
    range.high = any ? std::max(range.high, value) : value;
    any = true;
  }
}

AxisRange MakeRoom(AxisRange range, bool any) {
  // Half of the largest double: differences must stay finite.
  constexpr double kLargest = 8e307;
  // Of the magnitude: values that differ by rounding alone are one value. Below the smallest, shares underflow.
  constexpr double kSameValue = 1e-13, kSmallest = 1e-300;
  if (!any) return {0, 1};
  range.low = std::max(range.low, -kLargest);
  range.high = std::min(range.high, kLargest);
  double magnitude = std::max(std::abs(range.low), std::abs(range.high));
  if (range.width() > kSameValue * magnitude && range.width() > kSmallest) return range;
  double room = magnitude > kSmallest ? 0.1 * magnitude : 1;
  return {range.low - room, range.high + room};
}

}  // namespace

AxisRange RangeOf(std::span<const double> values) {
  AxisRange range;
  bool any = false;
  Extend(range, any, values);
  return MakeRoom(range, any);
}

AxisRange RangeOf(const Diagram& diagram, int axis) {
  AxisRange range;
  bool any = false;
  for (const Curve& curve : diagram.curves)
    if (curve.axis == axis) Extend(range, any, curve.values);
  return MakeRoom(range, any);
}

AxisRange Widen(AxisRange range, double share) {
  double room = share * range.width();
  return {range.low - room, range.high + room};
}

std::vector<Tick> MakeTicks(AxisRange range, int most) {
  // Of a step, and of a logarithm: rounding must not lose the tick at an end, or a digit of its label.
  constexpr double kSlack = 1e-6, kDigitSlack = 1e-9;
  std::vector<Tick> ticks;
  double rough = range.width() / std::max(1, most);
  if (!(rough > 0) || !std::isfinite(rough)) return ticks;
  double power = std::pow(10, std::floor(std::log10(rough)));
  if (!(power > 0) || !std::isfinite(power)) return ticks;
  double step = power;
  for (double nice : {1.0, 2.0, 5.0, 10.0}) {
    step = nice * power;
    if (step >= rough * (1 - kSlack)) break;
  }
  double first = std::ceil(range.low / step - kSlack), last = std::floor(range.high / step + kSlack);
  double magnitude = std::max(std::abs(first), std::abs(last)) * step;
  int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + kDigitSlack)));
  bool scientific = magnitude >= 1e6 || decimals > 5;
  int digits = scientific && magnitude > 0
                   ? std::clamp(static_cast<int>(std::floor(std::log10(magnitude) + kDigitSlack)) -
                                    static_cast<int>(std::floor(std::log10(step) + kDigitSlack)),
                                0, 15)
                   : 0;
  for (double k = first; k <= last && ticks.size() < 100; ++k) {
    double value = k * step;
    std::string label;
    if (k == 0)
      label = "0";
    else if (!scientific)
      label = fmt::format("{:.{}f}", value, decimals);
    else {
      label = fmt::format("{:.{}e}", value, digits);
      // 1.5e+06 is 1.5e6
      std::size_t e = label.find('e');
      std::string mantissa = label.substr(0, e);
      int exponent = std::stoi(label.substr(e + 1));
      label = fmt::format("{}e{}", mantissa, exponent);
    }
    ticks.push_back({value, std::move(label)});
  }
  return ticks;
}

}  // namespace mica
