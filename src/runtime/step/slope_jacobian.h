/* Runtime: the Jacobian of the derivatives of states by the states, by differences: one evaluation for each colour of
 * the columns, which have no row in common, with the increments sqrt(eps) * max(|x|, nominal). Beside a bound (the end
 * of a table) the model may be evaluable on one side only: the other is tried. */
#ifndef MICA_SLOPE_JACOBIAN_H
#define MICA_SLOPE_JACOBIAN_H

#include "runtime/systems/difference_jacobian.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MICA_SLOPE_JACOBIAN_DOUBLES(n) (2 * (n))

typedef int (*MicaSlopes)(void* self, double time, const double* states, double* slopes); /* status */

/* values[k] of entry k at (time, states), where the derivatives are `slopes`. 0: the model cannot be evaluated nearby.
 */
int mica_slope_jacobian(const MicaDifferences* d, double time, const double* states, const double* slopes,
                        const double* nominal, MicaSlopes evaluate, void* self, double* values, double* memory);

#ifdef __cplusplus
}
#endif
#endif
