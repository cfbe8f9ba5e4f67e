#include "runtime/step/slope_jacobian.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/model_code.h"

/* The columns of one colour to one side. */
static void Move(const MicaDifferences* d, uint32_t color, const double* states, const double* nominal, double sign,
                 double* shifted) {
  const double root = sqrt(DBL_EPSILON);
  uint32_t k;
  for (k = d->color_begin[color]; k < d->color_begin[color + 1]; ++k) {
    uint32_t j = d->color_column[k];
    double size = fabs(states[j]);
    shifted[j] = states[j] + sign * root * (size < nominal[j] ? nominal[j] : size);
  }
}

int mica_slope_jacobian(const MicaDifferences* d, double time, const double* states, const double* slopes,
                        const double* nominal, MicaSlopes evaluate, void* self, double* values, double* memory) {
  double *shifted = memory, *moved = memory + d->size;
  uint32_t color, k, e;
  memcpy(shifted, states, sizeof(double) * d->size);
  for (color = 0; color < d->colors; ++color) {
    Move(d, color, states, nominal, 1, shifted);
    if (evaluate(self, time, shifted, moved) != MICA_OK) {
      Move(d, color, states, nominal, -1, shifted);
      if (evaluate(self, time, shifted, moved) != MICA_OK) return 0;
    }
    for (k = d->color_begin[color]; k < d->color_begin[color + 1]; ++k) {
      uint32_t j = d->color_column[k];
      double distance = shifted[j] - states[j];
      shifted[j] = states[j];
      for (e = d->entry_begin[j]; e < d->entry_begin[j + 1]; ++e) {
        uint32_t row = d->rows[d->entry[e]];
        double value = (moved[row] - slopes[row]) / distance;
        if (!isfinite(value)) return 0;
        values[d->entry[e]] = value;
      }
    }
  }
  return 1;
}
