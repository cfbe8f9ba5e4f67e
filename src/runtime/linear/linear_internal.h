/* Runtime: what the parts of linear.h share: linear.c has regular matrices, linear_singular.c the others. */
#ifndef MICA_LINEAR_INTERNAL_H
#define MICA_LINEAR_INTERNAL_H

#include "runtime/linear/linear.h"

/* Of the largest row of terms: what a solution of a singular matrix that was computed leaves in any row. */
#define MICA_LINEAR_SOLVED 1e-12

/* The next power of two above a magnitude, within 2^-500 and 2^500; 1 for what is not one. */
double mica_power_of_two(double magnitude);
/* The dense scaled matrix, by columns: of `entries`, or, with extended rows, of total derivatives of the matrix last
 * taken. */
void mica_linear_scaled(const MicaLinear* a, const double* entries, double* matrix);

#endif
