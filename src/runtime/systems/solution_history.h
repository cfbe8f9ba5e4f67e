/* Runtime: the latest solutions of a nonlinear system between events, and where the next one is to be expected: on the
 * straight line or the parabola through the last two or three of different times, whichever would have come nearer the
 * last time. */
#ifndef MICA_SOLUTION_HISTORY_H
#define MICA_SOLUTION_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How far ahead a prediction may look, in units of the distance of the last two solutions: a line is worth no more. */
#define MICA_HISTORY_FARTHEST 3

typedef struct MicaHistory {
  uint32_t size;
  int32_t count;             /* solutions that are known: 0 to 3 */
  double time[3], *point[3]; /* [0] the latest */
  double* guess[2];          /* by line and by parabola */
  int32_t has_guesses, uses_parabola, prefers_parabola;
} MicaHistory;
#define MICA_HISTORY_DOUBLES(n) (5 * (n))

void mica_history_place(MicaHistory* h, uint32_t size, double* memory);
void mica_history_forget(MicaHistory* h);
/* Keeps the solution; one of the same time as the latest takes its place. */
void mica_history_add(MicaHistory* h, double time, const double* solution);
/* What is expected at `time`; null: too few are known, or it is too far away. Of solutions at irregular times, as
 * step-size control makes them, the line is taken whatever came nearer. */
const double* mica_history_predict(MicaHistory* h, double time, int is_regular);

#ifdef __cplusplus
}
#endif
#endif
