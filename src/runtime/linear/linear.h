/* Runtime: solution of A x = b for one square matrix of fixed pattern, factored many times, in memory that the caller
 * gives.
 *
 * Factored is R A C: C holds a magnitude for each unknown (its nominal value), R the inverse of the largest scaled
 * entry of each row, both rounded to powers of two so that scaling loses nothing. Dense matrices by elimination with
 * exchange of rows, O(n^3); sparse ones as sparse_lu.h says, in the order of columns that the shape gives. Singular to
 * working precision is a matrix whose least pivot is MICA_LINEAR_SINGULAR of its largest; what slips through shows in
 * the residual of the solution. Such a matrix can be solved in the least-squares sense (least_norm.h), up to
 * MICA_LINEAR_SINGULAR_LIMIT unknowns.
 *
 * A shape may have `extended` rows and columns, numbered on from `size`: equations with the right side 0, and their
 * unknowns, that nobody sees. Their rows come first in the pattern and give these variables from the unknowns and each
 * other in this order, with -1 in their own column (structure/systems/system_jacobian.h). A dense matrix is then that
 * of total derivatives, a sparse one has all rows, and its solution is refined once: long chains of substitutions lose
 * digits. */
#ifndef MICA_LINEAR_H
#define MICA_LINEAR_H

#include "runtime/linear/least_norm.h"
#include "runtime/linear/sparse_lu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Least pivot of the scaled matrix, of the largest: below, its solution has no correct digit. A few times the rounding
 * of one operation. */
#define MICA_LINEAR_SINGULAR 1e-15
/* Of the first diagonal entry of the orthogonal decomposition: smaller ones count as zero. Some thousand times
 * rounding, since the entries of singular matrices come with errors of several operations. */
#define MICA_LINEAR_RANK 1e-11
/* The same where a disturbance picks the solution: above rounding, and below what the short step of an integrator in
 * the equations leaves of a state that a switch fixes. */
#define MICA_LINEAR_VANISHES 1e-14
/* Scaled residual, of the largest row of terms, up to which the equations of a singular matrix agree. */
#define MICA_LINEAR_CONSISTENT 1e-9
/* Of the terms of a row: what is left below is rounding. */
#define MICA_LINEAR_ROUNDING 1e-13
/* Share of an unknown in the null space (a number from 0 to 1) from which on it is not determined. */
#define MICA_LINEAR_OPEN 1e-3
/* Unknowns up to which singular matrices are solved: 6 n^2 numbers, 12 megabytes. */
#define MICA_LINEAR_SINGULAR_LIMIT 500
/* When a matrix is dense: up to so many unknowns, or if a fourth of its entries is there; with extended rows up to so
 * many unknowns and multiplications. */
#define MICA_LINEAR_DENSE 50
#define MICA_LINEAR_FULL 4
#define MICA_LINEAR_DENSE_EXTENDED 100
#define MICA_LINEAR_DENSE_PRODUCTS 1000000

typedef struct MicaLinearShape {
  uint32_t size, extended, entries;
  const uint32_t *rows, *columns; /* of the entries; those of equal place are added */
  /* Of a sparse matrix: its columns in the order of elimination, and the room that L and U may need. Null: dense. */
  const uint32_t* order;
  uint32_t lower_room, upper_room;
  int32_t may_be_singular; /* memory for mica_linear_least_norm and its kin */
} MicaLinearShape;

typedef struct MicaLinear {
  const MicaLinearShape* shape;
  int32_t is_factored;
  double *entries, *row_scale, *column_scale;
  double *lu, *gradients, *work; /* dense; of extended rows */
  uint32_t *pivots, *place;
  MicaSparseLu sparse;
  MicaOrthogonal orthogonal, small; /* of singular matrices */
  double *original, *disturbance, *right_null, *left_null, *y, *scaled_b, *weight, *small_b;
} MicaLinear;

/* Whether a matrix should be dense. */
int mica_linear_is_dense(uint32_t size, uint32_t extended, uint32_t entries, const uint32_t* rows);
size_t mica_linear_doubles(const MicaLinearShape* shape);
size_t mica_linear_integers(const MicaLinearShape* shape);
void mica_linear_place(MicaLinear* a, const MicaLinearShape* shape, double* doubles, uint32_t* integers);

/* Takes a->entries, which the caller has written, and factors them; `magnitude` of each unknown. 0: singular to working
 * precision, or an entry is not finite. */
int mica_linear_factor(MicaLinear* a, const double* magnitude);
/* b becomes the solution, after a factorisation that succeeded. */
void mica_linear_solve(const MicaLinear* a, double* b);
/* For each row of the matrix last taken, the size of its largest term at the magnitudes of the unknowns; 1 for a row of
 * zeros. */
void mica_linear_row_magnitudes(const MicaLinear* a, double* magnitudes);

/* What came out of a singular matrix: the scaled residual that remains, of the largest row of terms (negative: no
 * solution was found), and the rank. */
typedef struct MicaLeastNorm {
  double residual;
  uint32_t rank;
} MicaLeastNorm;
/* b becomes the least-squares solution of least scaled norm of the matrix last taken. `point` (or null): b is the
 * residual there, and known no better than rounding of its terms. */
MicaLeastNorm mica_linear_least_norm(MicaLinear* a, double* b, const double* point);
/* The same where a disturbance of the equations, e*(q + K x), says which of all solutions is meant: the limit of the
 * solution for e -> 0. K has the pattern of the matrix. Where A x = b has no solution, b becomes the direction in which
 * the solution for a small e grows beyond all bounds, to be multiplied by 1/e. */
MicaLeastNorm mica_linear_limit(MicaLinear* a, double* b, const double* q, const double* k, const double* point);
/* Unknowns that the matrix last taken leaves open, at most `limit`, increasing. Returns their number. */
uint32_t mica_linear_open_unknowns(MicaLinear* a, uint32_t limit, uint32_t* unknowns);

#ifdef __cplusplus
}
#endif
#endif
