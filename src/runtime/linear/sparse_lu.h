/* Runtime: P A Q = L U of a sparse square matrix of fixed pattern, factored many times.
 *
 * Columns are eliminated in an order that is given (graph/column_order.h finds one), rows are chosen: left-looking
 * elimination, in which the pattern of each column follows from a depth-first search in the graph of L, so that the
 * work is proportional to the multiplications (J. Gilbert & T. Peierls, Sparse partial pivoting in time proportional to
 * arithmetic operations, SIAM J. Sci. Stat. Comput. 9, 1988). Of the rows whose entry is at least MICA_SPARSE_PIVOT of
 * the largest in the column the one with the fewest entries is taken, then the one with the largest, then the first.
 * While the pivots of before stay large beside their columns (MICA_SPARSE_KEPT_PIVOT), another matrix is factored with
 * them, without any search. Whatever rows are chosen, L and U fit the room that static analysis gives (A. George & E.
 * Ng, Symbolic factorization for sparse Gaussian elimination with partial pivoting, SIAM J. Sci. Stat. Comput. 8,
 * 1987): all memory is given at the start. Equal entries give equal bits, but pivots that were kept may differ from
 * those that would be chosen. */
#ifndef MICA_SPARSE_LU_H
#define MICA_SPARSE_LU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of the largest entry of a column: Duff, Erisman & Reid, Direct Methods for Sparse Matrices, 5.4, advise 0.1. */
#define MICA_SPARSE_PIVOT 0.1
/* Likewise, for a pivot that was chosen for an earlier matrix: two digits may be lost for the sake of a quick
 * factorisation. */
#define MICA_SPARSE_KEPT_PIVOT 1e-3

typedef struct MicaSparseLu {
  uint32_t size, lower_room, upper_room;
  const uint32_t* order;        /* columns in the order of their elimination */
  uint32_t *column_begin, *row; /* the matrix, by columns */
  uint32_t *l_begin, *l_row;    /* L without its diagonal of ones, by step; rows of the matrix */
  uint32_t *u_begin, *u_step;   /* U without its diagonal, by step, in an order in which they can be computed */
  uint32_t *step_of_row, *row_of_step, *row_size, *mark, *reach, *stack, *position;
  double *values, *l, *u, *pivot, *x, *y;
  double least_pivot, largest_pivot; /* of the last factorisation */
  int32_t has_pivots;
} MicaSparseLu;

/* Memory, for a matrix with `entries` places. */
size_t mica_sparse_doubles(uint32_t size, uint32_t entries, uint32_t lower_room, uint32_t upper_room);
size_t mica_sparse_integers(uint32_t size, uint32_t entries, uint32_t lower_room, uint32_t upper_room);
/* From entries that may have equal places: `place` of each of them among the values, which are added up there. */
void mica_sparse_place(MicaSparseLu* lu, uint32_t size, uint32_t entries, const uint32_t* rows, const uint32_t* columns,
                       const uint32_t* order, uint32_t lower_room, uint32_t upper_room, double* doubles,
                       uint32_t* integers, uint32_t* place);
/* Of lu->values. 0: a column has no pivot. */
int mica_sparse_factor(MicaSparseLu* lu);
/* b becomes the solution. */
void mica_sparse_solve(const MicaSparseLu* lu, double* b);

#ifdef __cplusplus
}
#endif
#endif
