#include "plot/display_unit.h"

#include "base/unit.h"

namespace mica {

std::optional<UnitConversion> ConvertUnit(std::string_view from, std::string_view to) {
  if (from == to) return UnitConversion{};
  std::optional<Unit> source = ParseUnit(from), target = ParseUnit(to);
  if (!source || !target || !source->same_dimension(*target) || target->factor == 0) return std::nullopt;
  return UnitConversion{source->factor / target->factor, (source->offset - target->offset) / target->factor};
}

}  // namespace mica
