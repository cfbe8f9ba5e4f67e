#include "runtime/systems/difference_jacobian.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct Call {
  const MicaDifferences* d;
  MicaResidual residual;
  void* self;
  double *shifted, *shift, *moved;
  size_t* evaluations;
} Call;

static int Evaluate(const Call* c) {
  uint32_t i;
  ++*c->evaluations;
  if (!c->residual(c->self, c->shifted, c->moved)) return 0;
  for (i = 0; i < c->d->size; ++i)
    if (!isfinite(c->moved[i])) return 0;
  return 1;
}

static void Move(const Call* c, uint32_t color, const double* x, double sign) {
  uint32_t k;
  for (k = c->d->color_begin[color]; k < c->d->color_begin[color + 1]; ++k) {
    uint32_t j = c->d->color_column[k];
    c->shifted[j] = x[j] + sign * c->shift[j];
  }
}

int mica_difference_jacobian(const MicaDifferences* d, const double* x, const double* r, const double* nominal,
                             const double* lower, const double* upper, MicaResidual residual, void* self,
                             double* values, double* memory, size_t* evaluations) {
  const double root = sqrt(DBL_EPSILON);
  uint32_t j, k, e, color;
  Call c;
  c.d = d;
  c.residual = residual;
  c.self = self;
  c.shifted = memory;
  c.shift = memory + d->size;
  c.moved = memory + 2 * (size_t)d->size;
  c.evaluations = evaluations;
  memcpy(c.shifted, x, sizeof(double) * d->size);
  for (j = 0; j < d->size; ++j) {
    double size = fabs(x[j]), least = MICA_DIFFERENCE_NOMINAL * nominal[j];
    c.shift[j] = root * (size < least ? least : size);
    if (x[j] + c.shift[j] > upper[j] && x[j] - c.shift[j] >= lower[j]) c.shift[j] = -c.shift[j];
  }
  for (color = 0; color < d->colors; ++color) {
    Move(&c, color, x, 1);
    if (!Evaluate(&c)) {
      Move(&c, color, x, -1);
      if (!Evaluate(&c)) return 0;
    }
    for (k = d->color_begin[color]; k < d->color_begin[color + 1]; ++k) {
      j = d->color_column[k];
      for (e = d->entry_begin[j]; e < d->entry_begin[j + 1]; ++e) {
        uint32_t row = d->rows[d->entry[e]];
        values[d->entry[e]] = (c.moved[row] - r[row]) / (c.shifted[j] - x[j]);
      }
      c.shifted[j] = x[j];
    }
  }
  return Evaluate(&c);
}
