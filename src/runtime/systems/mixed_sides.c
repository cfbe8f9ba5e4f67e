/* Runtime: how far the sides of the relations of a mixed system are apart, and how much of that may be rounding. See
 * mixed_system.h. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/systems/mixed_internal.h"
#include "runtime/systems/move_by_rounding.h"

/* At the present solution. Noise is then that of the largest side. */
static void Measure(MicaMixed* x) {
  double largest = 0, left, right;
  uint32_t i;
  for (i = 0; i < x->shape->held_count; ++i) {
    int is_known = x->calls.sides(x->calls.self, x->shape->held[i], &left, &right);
    x->distances[i] = is_known ? left - right : NAN;
    if (is_known && fabs(left) > largest) largest = fabs(left);
    if (is_known && fabs(right) > largest) largest = fabs(right);
  }
  for (i = 0; i < x->shape->held_count; ++i) x->noise[i] = MICA_MIXED_ROUNDING * largest;
}

/* The unknowns stay: the solution begins there. */
static void Disturb(MicaMixed* x, unsigned which, int has_computed_states) {
  double* reals = x->instance->reals;
  double sign = which == 0 ? 1 : -1;
  uint32_t i;
  mica_move_by_rounding(reals, x->real_count, 0, which);
  for (i = 0; i < x->shape->unknown_count; ++i) reals[x->shape->unknowns[i]] = x->reals_here[x->shape->unknowns[i]];
  for (i = 0; i < x->shape->inlined_count && has_computed_states; ++i) {
    reals[x->shape->inlined[2 * i + 1]] += sign * DBL_EPSILON * fabs(x->instance->nominal[x->shape->inlined[2 * i]]);
    sign = -sign;
  }
}

/* The present values are a solution, with their relations and discrete variables. Everything is put back. */
static void MeasureNoise(MicaMixed* x, int has_computed_states) {
  size_t bytes = sizeof(double) * x->real_count;
  unsigned which;
  uint32_t i;
  memcpy(x->reals_here, x->instance->reals, bytes);
  for (which = 0; which < 2; ++which) {
    int solved;
    Disturb(x, which, has_computed_states);
    ++x->instance->solving_held;
    solved = x->calls.solve(x->calls.self);
    --x->instance->solving_held;
    for (i = 0; i < x->shape->held_count && solved; ++i) {
      double left, right, change = 0;
      if (x->calls.sides(x->calls.self, x->shape->held[i], &left, &right))
        change = fabs(left - right - x->distances[i]);
      if (isfinite(change) && MICA_MIXED_OF_DISTURBANCE * change > x->noise[i])
        x->noise[i] = MICA_MIXED_OF_DISTURBANCE * change;
    }
    memcpy(x->instance->reals, x->reals_here, bytes);
  }
}

int mica_mixed_find_contradictions(MicaMixed* x, const double* mode, int is_solution, int has_computed_states) {
  Measure(x);
  if (!mica_mixed_recompute(x)) return 0;
  mica_mixed_read(x, x->next);
  if (mica_mixed_are_equal(x->next, mode, x->shape->held_count) || !is_solution) return 1;
  /* Values as they are in the mode: formulas have taken others with the relations. */
  mica_mixed_write(x, mode);
  if (mica_mixed_solve_continuous(x)) MeasureNoise(x, has_computed_states);
  return 1;
}

int mica_mixed_contradicts(const MicaMixed* x, uint32_t i, const double* mode) {
  return x->next[i] != mode[i] && !(fabs(x->distances[i]) <= x->noise[i]);
}

int mica_mixed_is_on_edge(const MicaMixed* x, uint32_t i) {
  double left, right, larger;
  if (!x->calls.sides(x->calls.self, x->shape->held[i], &left, &right)) return 0;
  larger = fabs(left) < fabs(right) ? fabs(right) : fabs(left);
  return fabs(left - right) <= MICA_MIXED_ON_EDGE * larger;
}
