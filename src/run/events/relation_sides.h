// Run stage: both sides of a held relation at the present point, from their formulas.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "run/instance.h"

namespace mica::run {

// Of a relation of Reals; nothing where it is not one, or a side is not a formula.
std::optional<std::pair<double, double>> SidesOf(std::uint32_t held, Instance& instance);

}  // namespace mica::run
