#include "run/move_by_rounding.h"

#include "kernels/move_by_rounding.h"

namespace mica::run {

void MoveByRounding(std::span<double> values, bool back, unsigned which) { mica_move_by_rounding(values.data(), values.size(), back, which); }

}  // namespace mica::run
