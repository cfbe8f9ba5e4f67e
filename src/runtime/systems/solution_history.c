#include "runtime/systems/solution_history.h"

#include <float.h>
#include <math.h>
#include <string.h>

void mica_history_place(MicaHistory* h, uint32_t size, double* memory) {
  int k;
  memset(h, 0, sizeof *h);
  h->size = size;
  for (k = 0; k < 3; ++k) h->point[k] = memory + (size_t)k * size;
  for (k = 0; k < 2; ++k) h->guess[k] = memory + (size_t)(3 + k) * size;
}

void mica_history_forget(MicaHistory* h) { h->count = 0; }

/* Which of the guesses was better, now that the solution is known. */
static void Judge(MicaHistory* h, const double* solution) {
  double far[2] = {0, 0};
  uint32_t i;
  int k;
  for (k = 0; k < 2; ++k)
    for (i = 0; i < h->size; ++i) {
      double size = fabs(solution[i]), part;
      if (size < DBL_MIN) size = DBL_MIN; /* not zero */
      part = fabs(h->guess[k][i] - solution[i]) / size;
      if (far[k] < part) far[k] = part;
    }
  h->prefers_parabola = far[1] < far[0];
  h->has_guesses = 0;
}

void mica_history_add(MicaHistory* h, double time, const double* solution) {
  if (h->has_guesses) Judge(h, solution);
  if (h->count > 0 && h->time[0] != time) {
    double* oldest = h->point[2];
    h->point[2] = h->point[1];
    h->point[1] = h->point[0];
    h->point[0] = oldest;
    h->time[2] = h->time[1];
    h->time[1] = h->time[0];
    if (h->count < 3) ++h->count;
  } else if (h->count == 0) {
    h->count = 1;
  }
  h->time[0] = time;
  memcpy(h->point[0], solution, sizeof(double) * h->size);
}

const double* mica_history_predict(MicaHistory* h, double time, int is_regular) {
  const double *a = h->point[0], *b = h->point[1], *c = h->point[2];
  double t0 = h->time[0], t1 = h->time[1], t2 = h->time[2], share, bend, first, second;
  uint32_t i;
  h->has_guesses = h->uses_parabola = 0;
  if (h->count < 2 || t0 == time) return 0;
  share = (time - t0) / (t0 - t1);
  if (!(fabs(share) < MICA_HISTORY_FARTHEST)) return 0;
  for (i = 0; i < h->size; ++i) h->guess[0][i] = a[i] + share * (a[i] - b[i]);
  if (!is_regular || h->count < 3 || t2 == t0 || t2 == t1) return h->guess[0];
  /* Newton's form: the second difference on top of the line. */
  bend = (time - t0) * (time - t1) / (t0 - t2);
  first = 1 / (t0 - t1);
  second = 1 / (t1 - t2);
  for (i = 0; i < h->size; ++i)
    h->guess[1][i] = h->guess[0][i] + bend * ((a[i] - b[i]) * first - (b[i] - c[i]) * second);
  h->has_guesses = 1;
  h->uses_parabola = h->prefers_parabola;
  return h->guess[h->uses_parabola];
}
