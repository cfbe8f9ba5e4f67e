/* Runtime: the least-squares solution of least norm of a dense square matrix that may be singular, and bases of what it
 * leaves open.
 *
 * A P = Q [R11 R12; 0 0] by Householder reflections with exchange of columns, the one with the largest remainder first;
 * its diagonal tells the rank. Then [R11 R12] = [T 0] Z by reflections from the right: the complete orthogonal
 * decomposition (G. Golub & C. Van Loan, Matrix Computations, 5.4 and 5.5). The work is the same whatever the values
 * are, about 3 n^3 multiplications. Matrices are stored by columns. */
#ifndef MICA_LEAST_NORM_H
#define MICA_LEAST_NORM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicaOrthogonal {
  uint32_t size, rank;
  double* a;                /* size^2: the matrix, then its decomposition */
  double *left, *right, *y; /* size each: factors of reflections from either side; work */
  uint32_t* column;         /* size: columns in their order */
} MicaOrthogonal;

/* Of a->a. Diagonal entries below `tolerance` of the first count as zero. */
void mica_orthogonal_factor(MicaOrthogonal* a, double tolerance);
/* b becomes the solution. */
void mica_orthogonal_solve(const MicaOrthogonal* a, double* b);
/* Unit vectors x with A x = 0, or A'x = 0, for k < size - rank; orthogonal to each other. */
void mica_orthogonal_right_null(const MicaOrthogonal* a, uint32_t k, double* x);
void mica_orthogonal_left_null(const MicaOrthogonal* a, uint32_t k, double* x);

#ifdef __cplusplus
}
#endif
#endif
