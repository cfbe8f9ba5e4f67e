// Expressions of the form a·time + b with a and b that do not change between events: what time events are found from.
#pragma once

#include <optional>

#include "structure/scalar/scalar_model.h"

namespace mica::structure {

struct LinearInTime {
  Expr slope, offset;  // slope invalid: zero
};

// Empty if e depends on time in another way, or on anything else that changes between events.
std::optional<LinearInTime> FindLinearInTime(Expr e, const ScalarModel& model, Store& store);

}  // namespace mica::structure
