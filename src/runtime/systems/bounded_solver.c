#include "runtime/systems/bounded_solver.h"

#include <math.h>
#include <string.h>

#include "runtime/systems/bounded_solver_internal.h"
#include "runtime/systems/move_by_rounding.h"

static size_t SwitchCount(const MicaSolverShape* s) { return (size_t)s->switch_held_count + s->switch_slot_count; }

static int HasDifferences(const MicaSolverShape* s) { return s->matrix.extended == 0; }

size_t mica_solver_doubles(const MicaSolverShape* s) {
  size_t n = s->matrix.size, sum = mica_linear_doubles(&s->matrix) + MICA_NEWTON_DOUBLES(n) + MICA_HISTORY_DOUBLES(n) +
                                   MICA_DIFFERENCE_DOUBLES(n) + 14 * n;
  if (SwitchCount(s) > 0) sum += 3 * n + 2 * s->matrix.entries;
  return sum;
}

size_t mica_solver_integers(const MicaSolverShape* s) {
  return mica_linear_integers(&s->matrix) + (HasDifferences(s) ? s->matrix.size + 1 + (size_t)s->matrix.entries : 0);
}

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

/* Entries by column. */
static void PlaceDifferences(MicaSolver* s, uint32_t* integers) {
  const MicaLinearShape* m = &s->shape->matrix;
  uint32_t *begin = integers, *entry = integers + m->size + 1, j, k;
  memset(begin, 0, sizeof(uint32_t) * ((size_t)m->size + 1));
  for (k = 0; k < m->entries; ++k) ++begin[m->columns[k]];
  for (j = 1; j <= m->size; ++j) begin[j] += begin[j - 1];
  for (k = m->entries; k-- > 0;) entry[--begin[m->columns[k]]] = k;
  s->differences.size = m->size;
  s->differences.entries = m->entries;
  s->differences.colors = s->shape->colors;
  s->differences.rows = m->rows;
  s->differences.columns = m->columns;
  s->differences.color_begin = s->shape->color_begin;
  s->differences.color_column = s->shape->color_column;
  s->differences.entry_begin = begin;
  s->differences.entry = entry;
}

void mica_solver_place(MicaSolver* s, const MicaSolverShape* shape, MicaInstance* instance, const MicaSystemCode* code,
                       uint32_t real_count, double* doubles, uint32_t* integers) {
  size_t n = shape->matrix.size, entries = shape->matrix.entries;
  memset(s, 0, sizeof *s);
  s->shape = shape;
  s->instance = instance;
  s->code = code;
  s->real_count = real_count;
  mica_linear_place(&s->matrix, &shape->matrix, doubles, integers);
  doubles += mica_linear_doubles(&shape->matrix);
  if (HasDifferences(shape)) PlaceDifferences(s, integers + mica_linear_integers(&shape->matrix));
  mica_newton_place(&s->newton, shape->matrix.size, Take(&doubles, MICA_NEWTON_DOUBLES(n)));
  mica_history_place(&s->history, shape->matrix.size, Take(&doubles, MICA_HISTORY_DOUBLES(n)));
  s->difference_work = Take(&doubles, MICA_DIFFERENCE_DOUBLES(n));
  s->starts = Take(&doubles, n);
  s->nominal = Take(&doubles, n);
  s->lower = Take(&doubles, n);
  s->upper = Take(&doubles, n);
  s->x = Take(&doubles, n);
  s->r = Take(&doubles, n);
  s->d = Take(&doubles, n);
  s->before = Take(&doubles, n);
  s->point = Take(&doubles, n);
  s->row_magnitudes = Take(&doubles, n);
  s->difference_x = Take(&doubles, n);
  s->difference_r = Take(&doubles, n);
  s->failure_x = Take(&doubles, n);
  s->failure_r = Take(&doubles, n);
  if (SwitchCount(shape) > 0) {
    s->leak = Take(&doubles, n);
    s->toggled = Take(&doubles, n);
    s->escape = Take(&doubles, n);
    s->leak_entries = Take(&doubles, entries);
    s->toggled_entries = Take(&doubles, entries);
  }
}

void mica_solver_take_attributes(MicaSolver* s, const double* starts) {
  uint32_t i;
  for (i = 0; i < s->shape->matrix.size; ++i) {
    uint32_t slot = s->shape->unknowns[i];
    double nominal = fabs(s->instance->nominal[slot]);
    s->starts[i] = starts[i];
    s->nominal[i] = nominal > 0 && isfinite(nominal) ? nominal : 1;
    s->lower[i] = s->instance->min[slot];
    s->upper[i] = s->instance->max[slot];
  }
}

void mica_solver_note_event(MicaSolver* s) {
  if (s->shape->changes != MICA_SOLVER_CHANGES_NEVER) s->has_factors = 0;
  mica_history_forget(&s->history);
}

int mica_solver_are_finite(const double* values, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i)
    if (!isfinite(values[i])) return 0;
  return 1;
}

/* With what functions take of scratch memory given back. */
static int Call(MicaSolver* s, int (*function)(MicaInstance*, double*), double* values) {
  MicaInstance* m = s->instance;
  size_t mark = m->host->scratch_mark ? m->host->scratch_mark(m) : 0;
  int status = function(m, values);
  if (m->host->scratch_mark) m->host->scratch_release(m, mark);
  return status == MICA_OK;
}

static void SetUnknowns(MicaSolver* s, const double* x) {
  uint32_t i;
  for (i = 0; i < s->shape->matrix.size; ++i) s->instance->reals[s->shape->unknowns[i]] = x[i];
}

int mica_solver_residual(void* self, const double* x, double* r) {
  MicaSolver* s = (MicaSolver*)self;
  SetUnknowns(s, x);
  return Call(s, s->code->residual, r);
}

/* What the evaluation computes itself is not what it was after moving back, but the next one computes it again. */
static int Rounded(void* self, const double* x, double* r) {
  MicaSolver* s = (MicaSolver*)self;
  int good;
  SetUnknowns(s, x);
  mica_move_by_rounding(s->instance->reals, s->real_count, 0, 0);
  good = Call(s, s->code->residual, r);
  mica_move_by_rounding(s->instance->reals, s->real_count, 1, 0);
  return good;
}

static int JacobianByDifferences(MicaSolver* s, double* entries) {
  uint32_t i;
  if (!HasDifferences(s->shape)) return 0; /* the pattern is not that of differences */
  for (i = 0; i < s->shape->matrix.size; ++i) s->difference_x[i] = s->instance->reals[s->shape->unknowns[i]];
  ++s->residuals;
  return mica_solver_residual(s, s->difference_x, s->difference_r) &&
         mica_difference_jacobian(&s->differences, s->difference_x, s->difference_r, s->nominal, s->lower, s->upper,
                                  mica_solver_residual, s, entries, s->difference_work, &s->residuals);
}

int mica_solver_jacobian(MicaSolver* s, double* entries) {
  if (s->shape->is_analytic && Call(s, s->code->jacobian, entries) &&
      mica_solver_are_finite(entries, s->shape->matrix.entries))
    return 1;
  return JacobianByDifferences(s, entries);
}

static int Factor(void* self) {
  MicaSolver* s = (MicaSolver*)self;
  memset(s->matrix.entries, 0, sizeof(double) * s->shape->matrix.entries);
  if (!mica_solver_jacobian(s, s->matrix.entries) ||
      !mica_solver_are_finite(s->matrix.entries, s->shape->matrix.entries))
    return MICA_NEWTON_NO_MATRIX;
  return mica_linear_factor(&s->matrix, s->nominal) ? MICA_NEWTON_REGULAR : MICA_NEWTON_SINGULAR;
}

static void SolveStep(void* self, double* b) { mica_linear_solve(&((MicaSolver*)self)->matrix, b); }

double mica_solver_row_error(const MicaSolver* s, const double* r) {
  double error = 0;
  uint32_t i;
  for (i = 0; i < s->shape->matrix.size; ++i) {
    double part = fabs(r[i]) / s->row_magnitudes[i];
    if (!(part <= error)) error = part;
  }
  return error;
}

/* Of several attempts the one that came nearest is kept; of those that could not even be evaluated, the first. */
void mica_solver_keep_failure(MicaSolver* s, MicaSolverEnd end, const double* x, const double* r) {
  size_t bytes = sizeof(double) * s->shape->matrix.size;
  double error = end == MICA_SOLVER_NOT_EVALUABLE ? INFINITY : mica_solver_row_error(s, r);
  if (s->end != MICA_SOLVER_SOLVED && !(error < s->failure_error)) return;
  s->end = end;
  s->failure_error = error;
  s->failure_open_count = 0;
  memcpy(s->failure_x, x, bytes);
  memcpy(s->failure_r, r, bytes);
}

/* A slope is known as well as the state that it leads to: to a share of |x|/gain, however small it is itself. */
static void ScaleSlopes(MicaSolver* s) {
  const MicaSolverShape* shape = s->shape;
  uint32_t k;
  for (k = 0; k < shape->slope_count; ++k) {
    uint32_t slot = shape->slopes[2 * k + 1];
    double nominal = fabs(s->instance->nominal[slot]),
           state = fabs(s->instance->reals[slot]) / MICA_NEWTON_NOMINAL_SHARE;
    s->nominal[shape->slopes[2 * k]] = (nominal < state ? state : nominal) / s->instance->reals[shape->gain_slot];
  }
}

static MicaSolverEnd EndOf(MicaNewtonEnd end) {
  switch (end) {
    case MICA_NEWTON_CONVERGED:
      return MICA_SOLVER_SOLVED;
    case MICA_NEWTON_NOT_EVALUABLE:
      return MICA_SOLVER_NOT_EVALUABLE;
    case MICA_NEWTON_IS_SINGULAR:
      return MICA_SOLVER_SINGULAR;
    case MICA_NEWTON_TOO_MANY:
      return MICA_SOLVER_TOO_MANY;
    default:
      return MICA_SOLVER_NO_DESCENT;
  }
}

/* What attempts of one solution share. */
typedef struct Attempts {
  MicaNewtonProblem problem;
  int left, may_reuse;
  MicaNewtonEnd last;
} Attempts;

static int Attempt(MicaSolver* s, Attempts* a, const double* from, int damped) {
  MicaNewtonSettings settings;
  int used;
  if (a->left <= 0) return 0;
  settings.tolerance = s->tolerance;
  settings.max_iterations = damped || a->left < MICA_SOLVER_FEW_STEPS ? a->left : MICA_SOLVER_FEW_STEPS;
  settings.has_factors = a->may_reuse && s->matrix.is_factored;
  settings.damped = damped;
  settings.least_squares = 0;
  settings.use_bounds = 1;
  a->may_reuse = 0;
  memcpy(s->point, from, sizeof(double) * s->shape->matrix.size);
  a->last = mica_newton(&s->newton, &a->problem, s->point, s->nominal, s->lower, s->upper, &settings);
  used = (int)s->newton.iterations < settings.max_iterations ? (int)s->newton.iterations : settings.max_iterations;
  a->left -= used;
  s->all_iterations += s->newton.iterations;
  s->residuals += s->newton.residuals;
  s->jacobians += s->newton.jacobians;
  s->has_factors = a->last == MICA_NEWTON_CONVERGED && s->matrix.is_factored;
  if (a->last == MICA_NEWTON_CONVERGED) return 1;
  mica_linear_row_magnitudes(&s->matrix, s->row_magnitudes);
  mica_solver_keep_failure(s, EndOf(a->last), s->point, s->newton.r);
  return 0;
}

static int AttemptAll(MicaSolver* s, const double* previous) {
  Attempts a;
  const double* expected;
  int solved;
  memset(&a, 0, sizeof a);
  a.problem.self = s;
  a.problem.size = s->shape->matrix.size;
  a.problem.residual = mica_solver_residual;
  a.problem.rounded = Rounded;
  a.problem.factor = Factor;
  a.problem.solve = SolveStep;
  a.left = s->most_iterations;
  a.may_reuse = s->has_factors && s->instance->event == 0;
  a.last = MICA_NEWTON_NO_DESCENT;
  expected = mica_history_predict(&s->history, s->instance->time, 1);
  solved = (expected && Attempt(s, &a, expected, 0)) || Attempt(s, &a, previous, 0) || Attempt(s, &a, previous, 1) ||
           Attempt(s, &a, s->starts, 1);
  s->iterations = s->most_iterations - a.left;
  if (solved) return 1;
  if (a.last == MICA_NEWTON_IS_SINGULAR)
    s->failure_open_count = mica_linear_open_unknowns(&s->matrix, MICA_SOLVER_LISTED, s->failure_open);
  if (a.left > 0 || a.last != MICA_NEWTON_TOO_MANY || !isfinite(s->newton.last_step)) return 0;
  s->is_cut_short = 1;
  return mica_solver_residual(s, s->point, s->r) && mica_solver_are_finite(s->r, s->shape->matrix.size);
}

static int SolveNonlinear(MicaSolver* s) {
  uint32_t n = s->shape->matrix.size;
  const double* previous = s->before;
  ScaleSlopes(s);
  if (!mica_solver_are_finite(s->before, n)) previous = s->history.count > 0 ? s->history.point[0] : s->starts;
  if (!AttemptAll(s, previous)) return 0;
  if (s->instance->event == 0 && s->instance->initial == 0) mica_history_add(&s->history, s->instance->time, s->point);
  return 1;
}

int mica_solver_solve(MicaSolver* s) {
  uint32_t n = s->shape->matrix.size, i;
  double none;
  ++s->solutions;
  s->is_cut_short = s->was_singular = s->has_escape = s->iterations = 0;
  s->end = MICA_SOLVER_SOLVED;
  if (n == 0) {
    if (Call(s, s->code->residual, &none)) return 1;
    s->end = MICA_SOLVER_NOT_EVALUABLE;
    return 0;
  }
  for (i = 0; i < n; ++i) s->before[i] = s->instance->reals[s->shape->unknowns[i]];
  if (s->shape->is_linear ? mica_solver_solve_linear(s) : SolveNonlinear(s)) return 1;
  SetUnknowns(s, s->before);
  return 0;
}

int mica_solver_take_escape(MicaSolver* s) {
  if (!s->has_escape || !mica_solver_are_finite(s->escape, s->shape->matrix.size)) return 0;
  return mica_solver_residual(s, s->escape, s->r);
}
