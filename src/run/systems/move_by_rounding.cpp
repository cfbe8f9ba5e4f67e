#include "run/systems/move_by_rounding.h"

#include "runtime/systems/move_by_rounding.h"

namespace mica::run {

void MoveByRounding(std::span<double> values, bool back, unsigned which) {
  mica_move_by_rounding(values.data(), values.size(), back, which);
}

}  // namespace mica::run
