#include "runtime/systems/move_by_rounding.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

void mica_move_by_rounding(double* values, size_t count, int back, unsigned which) {
  size_t i;
  for (i = 0; i < count; ++i) {
    uint64_t bits, units = 1 + ((((uint64_t)i + which) * UINT64_C(0x9E3779B97F4A7C15)) >> 61);
    if (!(fabs(values[i]) > 0 && fabs(values[i]) < 1e300)) continue;
    memcpy(&bits, &values[i], sizeof bits);
    bits = back ? bits - units : bits + units;
    memcpy(&values[i], &bits, sizeof bits);
  }
}
