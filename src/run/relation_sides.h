// Run stage: both sides of a held relation at the present point, from their expressions.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "run/instance.h"

namespace mica::run {

// Of a relation of Reals; nothing where it is not one, or cannot be evaluated.
std::optional<std::pair<double, double>> SidesOf(std::uint32_t held, const Instance& instance);

}  // namespace mica::run
