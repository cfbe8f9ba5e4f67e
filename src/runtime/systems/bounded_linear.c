/* Runtime: linear systems of bounded_solver.h. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/systems/bounded_solver_internal.h"

static int SolveSingular(MicaSolver* s);

static int HasSwitches(const MicaSolver* s) { return s->shape->switch_held_count + s->shape->switch_slot_count > 0; }

/* x := the present point. 0: the residuals cannot be evaluated there. */
static int Begin(MicaSolver* s) {
  uint32_t i, n = s->shape->matrix.size;
  for (i = 0; i < n; ++i) s->x[i] = isfinite(s->before[i]) ? s->before[i] : s->starts[i];
  ++s->residuals;
  if (mica_solver_residual(s, s->x, s->r) && mica_solver_are_finite(s->r, n)) return 1;
  for (i = 0; i < n; ++i) s->row_magnitudes[i] = 1;
  mica_solver_keep_failure(s, MICA_SOLVER_NOT_EVALUABLE, s->x, s->r);
  return 0;
}

/* New factors at x: MICA_NEWTON_REGULAR, MICA_NEWTON_SINGULAR, MICA_NEWTON_NO_MATRIX. */
static int Factor(MicaSolver* s) {
  uint32_t i, n = s->shape->matrix.size;
  int regular;
  ++s->jacobians;
  s->has_factors = 0;
  if (!mica_solver_jacobian(s, s->matrix.entries)) return MICA_NEWTON_NO_MATRIX;
  regular = mica_linear_factor(&s->matrix, s->nominal);
  mica_linear_row_magnitudes(&s->matrix, s->row_magnitudes);
  if (regular && HasSwitches(s)) {
    memcpy(s->d, s->row_magnitudes, sizeof(double) * n);
    mica_linear_solve(&s->matrix, s->d);
    for (i = 0; i < n; ++i)
      if (!(fabs(s->d[i]) <= MICA_SOLVER_BEYOND_MEASURE * s->nominal[i])) regular = 0;
  }
  s->has_factors = regular;
  return regular ? MICA_NEWTON_REGULAR : MICA_NEWTON_SINGULAR;
}

/* x := x - J^-1 r(x), then again with the residual that rounding left. 0: the factors are not good. */
static int TakeSteps(MicaSolver* s) {
  uint32_t i, n = s->shape->matrix.size;
  int step;
  for (step = 0; step < MICA_SOLVER_LINEAR_STEPS; ++step) {
    double size = 0, correction = 0, error;
    for (i = 0; i < n; ++i) s->d[i] = -s->r[i];
    mica_linear_solve(&s->matrix, s->d);
    for (i = 0; i < n; ++i) {
      double part, change = fabs(s->d[i]) / s->nominal[i];
      s->x[i] += s->d[i];
      part = fabs(s->x[i]) / s->nominal[i];
      if (!(part <= size)) size = part;
      if (!(change <= correction)) correction = change;
    }
    ++s->residuals;
    if (!isfinite(size + correction) || !mica_solver_residual(s, s->x, s->r)) return 0;
    if (s->shape->matrix.extended > 0 && s->shape->matrix.order) {
      if (step >= 1 &&
          correction <= MICA_SOLVER_UNCHANGED * (size < MICA_SOLVER_LINEAR_NOTHING ? MICA_SOLVER_LINEAR_NOTHING : size))
        return 1;
      continue;
    }
    error = mica_solver_row_error(s, s->r);
    if (error <= MICA_SOLVER_LINEAR_ROUNDING * (size < DBL_MIN ? DBL_MIN : size)) return 1;
    /* After a refinement nothing better can be had from these factors. */
    if (step >= 1 &&
        error <= MICA_SOLVER_LINEAR_GOOD * (size < MICA_SOLVER_LINEAR_NOTHING ? MICA_SOLVER_LINEAR_NOTHING : size))
      return 1;
  }
  return 0;
}

int mica_solver_solve_linear(MicaSolver* s) {
  int matrix, keeps = s->shape->changes == MICA_SOLVER_CHANGES_NEVER ||
                      (s->shape->changes == MICA_SOLVER_CHANGES_AT_EVENTS && s->instance->event == 0);
  if (!Begin(s)) return 0;
  if (keeps && s->has_factors) {
    if (TakeSteps(s)) return 1;
    /* Kept factors that do not fit: the equations have changed with something that the analysis did not see. */
    if (!Begin(s)) return 0;
  }
  matrix = Factor(s);
  if (matrix == MICA_NEWTON_NO_MATRIX) {
    mica_solver_keep_failure(s, MICA_SOLVER_NOT_EVALUABLE, s->x, s->r);
    return 0;
  }
  return (matrix == MICA_NEWTON_REGULAR && TakeSteps(s)) || SolveSingular(s);
}

static void Toggle(MicaSolver* s, uint32_t which) {
  const MicaSolverShape* shape = s->shape;
  double* value = which < shape->switch_held_count
                      ? &s->instance->held[shape->switch_held[which]]
                      : &s->instance->reals[shape->switch_slots[which - shape->switch_held_count]];
  *value = *value != 0 ? 0 : 1;
}

/* Adds up what the switches would add to residuals and Jacobian at x, where r and the matrix belong to. */
static void CollectLeaks(MicaSolver* s) {
  uint32_t i, e, which, n = s->shape->matrix.size, count = s->shape->switch_held_count + s->shape->switch_slot_count;
  memset(s->leak, 0, sizeof(double) * n);
  memset(s->leak_entries, 0, sizeof(double) * s->shape->matrix.entries);
  for (which = 0; which < count; ++which) {
    int good;
    Toggle(s, which);
    /* A branch that cannot be evaluated here says nothing. */
    good = mica_solver_residual(s, s->x, s->toggled) && mica_solver_are_finite(s->toggled, n) &&
           mica_solver_jacobian(s, s->toggled_entries);
    Toggle(s, which);
    if (!good) continue;
    for (i = 0; i < n; ++i) s->leak[i] += s->toggled[i] - s->r[i];
    for (e = 0; e < s->shape->matrix.entries; ++e) s->leak_entries[e] += s->toggled_entries[e] - s->matrix.entries[e];
  }
}

/* However little the equations disagree by: the limit is infinite. */
static void KeepEscape(MicaSolver* s) {
  uint32_t i, n = s->shape->matrix.size;
  double size = 0, leak = MICA_SOLVER_LEAK;
  for (i = 0; i < n; ++i)
    if (fabs(s->d[i]) / s->nominal[i] > size) size = fabs(s->d[i]) / s->nominal[i];
  if (size < 1) leak *= size < DBL_MIN ? DBL_MIN : size;
  s->has_escape = 1;
  for (i = 0; i < n; ++i) s->escape[i] = s->failure_x[i] + s->d[i] / leak;
}

static int SolveSingular(MicaSolver* s) {
  MicaLeastNorm found = {-1, 0};
  uint32_t i, n = s->shape->matrix.size;
  int leaks = HasSwitches(s);
  s->has_factors = 0;
  if (!Begin(s)) return 0;
  memcpy(s->failure_x, s->x, sizeof(double) * n);
  memcpy(s->failure_r, s->r, sizeof(double) * n);
  for (i = 0; i < n; ++i) s->d[i] = -s->r[i];
  if (leaks) {
    CollectLeaks(s);
    found = mica_linear_limit(&s->matrix, s->d, s->leak, s->leak_entries, s->failure_x);
    leaks = found.residual >= 0;
  }
  if (!leaks) found = mica_linear_least_norm(&s->matrix, s->d, s->failure_x);
  if (found.residual >= 0 && found.residual <= MICA_LINEAR_CONSISTENT) {
    for (i = 0; i < n; ++i) s->x[i] += s->d[i];
    if (mica_solver_residual(s, s->x, s->r)) {
      s->was_singular = 1;
      if (s->open_count == 0 && found.rank < n)
        s->open_count = mica_linear_open_unknowns(&s->matrix, MICA_SOLVER_LISTED, s->open);
      return 1;
    }
  } else if (leaks) {
    KeepEscape(s);
  }
  s->end = found.residual > MICA_LINEAR_CONSISTENT ? MICA_SOLVER_INCONSISTENT : MICA_SOLVER_SINGULAR;
  s->failure_error = mica_solver_row_error(s, s->failure_r);
  s->failure_open_count = mica_linear_open_unknowns(&s->matrix, MICA_SOLVER_LISTED, s->failure_open);
  return 0;
}
