/* Runtime: numbers disturbed by what rounding may be in them. */
#ifndef MICA_MOVE_BY_ROUNDING_H
#define MICA_MOVE_BY_ROUNDING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every number away from zero by 1 to 8 units in the last place, or back; Integers, which are rounded down when they
 * are read, stay what they are. Zeros, and numbers near the largest, stay. `which` chooses among several ways to do so.
 */
void mica_move_by_rounding(double* values, size_t count, int back, unsigned which);

#ifdef __cplusplus
}
#endif
#endif
