/* Runtime: the Jacobian of a simultaneous system by differences, where there are no derivatives, or these cannot be
 * evaluated at a point (a root at zero).
 *
 * One shifted evaluation of the residuals for each colour of the pattern: columns of a colour have no row in common.
 * The shift is sqrt(eps) * max(|x|, MICA_DIFFERENCE_NOMINAL * nominal), away from a bound that it would pass; where the
 * residuals cannot be evaluated on one side, the other is tried. */
#ifndef MICA_DIFFERENCE_JACOBIAN_H
#define MICA_DIFFERENCE_JACOBIAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unknown is moved as if it were no smaller than this share of its nominal value: at zero there is nothing else to
 * go by. */
#define MICA_DIFFERENCE_NOMINAL 0.01

typedef struct MicaDifferences {
  uint32_t size, entries, colors;
  const uint32_t *rows, *columns;             /* of the entries */
  const uint32_t *color_begin, *color_column; /* columns by colour */
  const uint32_t *entry_begin, *entry;        /* entries by column */
} MicaDifferences;
#define MICA_DIFFERENCE_DOUBLES(n) (3 * (n))

typedef int (*MicaResidual)(void* self, const double* x, double* r); /* 0: cannot be evaluated */

/* values[k] of entry k at x, where the residuals are r. The last evaluation is at x. 0: somewhere neither side could be
 * evaluated. Adds to *evaluations. */
int mica_difference_jacobian(const MicaDifferences* d, const double* x, const double* r, const double* nominal,
                             const double* lower, const double* upper, MicaResidual residual, void* self,
                             double* values, double* memory, size_t* evaluations);

#ifdef __cplusplus
}
#endif
#endif
