/* Runtime: which columns of a wide matrix A (M x N, M <= N) make a well-conditioned square one. Pure numbers.
 *
 * With B the chosen columns and C the others, an entry of B^-1 C is the factor by which |det B| changes when its column
 * takes the place of the one of its row. A choice in which no such factor exceeds `worth` is kept; else columns change
 * places, the greatest factor first, until none does. The determinant grows by `worth` at least each time, so that
 * comes to an end (Gu & Eisenstat, SIAM J. Sci. Comput. 17, 1996). Columns change places only within a kind. A choice
 * that is singular is made anew by elimination with pivots, which keeps the number of chosen columns of each kind.
 * Cost: M^2 N, and as much for each change. */
#ifndef MICA_COLUMN_CHOICE_H
#define MICA_COLUMN_CHOICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind of a chosen column that stays. */
#define MICA_COLUMN_FIXED (-1)
/* A pivot beside the largest number in its column before elimination: below, the columns are singular. Rounding of some
 * thousand operations. */
#define MICA_COLUMN_SINGULAR 1e-10

typedef enum { MICA_COLUMNS_KEPT, MICA_COLUMNS_CHANGED, MICA_COLUMNS_SINGULAR /* whatever is chosen */ } MicaColumnEnd;

#define MICA_COLUMN_DOUBLES(m, n) ((size_t)(m) * (n))
#define MICA_COLUMN_INTEGERS(m, n) ((size_t)(m) + 2 * (size_t)(n))
/* `a` is row-major, and is scaled by rows; `is_chosen` by column, `rows` of them 1, is the choice of before and after;
 * `kind` by column, equal for columns that may change places. After MICA_COLUMNS_SINGULAR the choice means nothing. */
MicaColumnEnd mica_choose_columns(uint32_t rows, uint32_t columns, double* a, uint8_t* is_chosen, const int32_t* kind,
                                  double worth, double* doubles, uint32_t* integers);

#ifdef __cplusplus
}
#endif
#endif
