#include "run/move_by_rounding.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace mica::run {

void MoveByRounding(std::span<double> values, bool back, unsigned which) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(std::abs(values[i]) > 0 && std::abs(values[i]) < 1e300)) continue;
    auto bits = std::bit_cast<std::uint64_t>(values[i]);
    std::uint64_t units = 1 + (((i + which) * std::uint64_t{0x9E3779B97F4A7C15}) >> 61);
    values[i] = std::bit_cast<double>(back ? bits - units : bits + units);
  }
}

}  // namespace mica::run
