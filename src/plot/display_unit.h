// From the unit that a model computes in to the one that it asks to show: 'K' to 'degC', 'rad/s' to 'rev/min', 'Pa' to
// 'bar'.
//
// Units as base/unit.h reads them. Temperatures with an offset convert only where they stand alone.
#pragma once

#include <optional>
#include <string_view>

namespace mica {

struct UnitConversion {
  double scale = 1;
  double offset = 0;
  double Apply(double value) const { return scale * value + offset; }
};

// Nothing if a unit is unknown or they measure different things.
std::optional<UnitConversion> ConvertUnit(std::string_view from, std::string_view to);

}  // namespace mica
