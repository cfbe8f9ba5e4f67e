/* Kernels: simultaneous systems of a model with a fixed step. Elimination with row exchanges on the matrix scaled by nominal values and by its rows; Newton's
 * iteration with the natural monotonicity test (run/newton.h has the formulas); modes of mixed systems by fixed-point iteration, then by search over
 * relations, nearest to the first mode first (run/mixed_system.h). O(n^3) for each factorisation. */
#include "kernels/fixed_step_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { CONVERGED, NOT_EVALUABLE, SINGULAR, NO_DESCENT, TOO_MANY };
#define ACCEPTABLE 1e-7
/* run/newton.h */
#define ROUNDED_STEP 1e-4
#define ROUNDINGS 4
/* run/newton.cpp */
#define FAR_STEP 1e-2

/* Parts of the work array, in this order. */
typedef struct Parts {
  double *x, *r, *d, *bar, *x_trial, *r_trial, *scale, *before, *known0, *known1, *start, *row_scale, *column_scale, *lu, *entries, *modes;
} Parts;

static Parts PartsOf(const MicaStepSystem* y) {
  double* at = y->work;
  size_t n = y->size;
  Parts p;
  double** each[13];
  int i;
  each[0] = &p.x; each[1] = &p.r; each[2] = &p.d; each[3] = &p.bar; each[4] = &p.x_trial; each[5] = &p.r_trial; each[6] = &p.scale;
  each[7] = &p.before; each[8] = &p.known0; each[9] = &p.known1; each[10] = &p.start; each[11] = &p.row_scale; each[12] = &p.column_scale;
  for (i = 0; i < 13; ++i) {
    *each[i] = at;
    at += n;
  }
  p.lu = at;
  p.entries = p.lu + n * n;
  p.modes = p.entries + y->entries;
  return p;
}

static double PowerOfTwo(double magnitude) {
  int exponent;
  if (!(magnitude > 0) || !isfinite(magnitude)) return 1;
  frexp(magnitude, &exponent);
  return ldexp(1.0, exponent > 500 ? 500 : exponent < -500 ? -500 : exponent);
}

static int IsFinite(const double* v, uint32_t n) {
  uint32_t i;
  for (i = 0; i < n; ++i)
    if (!isfinite(v[i])) return 0;
  return 1;
}

static int Residual(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const double* x, double* r) {
  size_t mark = s->scratch_used;
  uint32_t i;
  int status;
  for (i = 0; i < y->size; ++i) s->instance.reals[y->unknowns[i]] = x[i];
  status = s->model->code->systems[which].residual(&s->instance, r);
  s->scratch_used = mark;
  return status == MICA_OK && IsFinite(r, y->size);
}

/* The Jacobian at the point of the last residual, into lu by columns, not scaled. */
static int Jacobian(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const Parts* p) {
  uint32_t n = y->size, i, j, k;
  memset(p->lu, 0, sizeof(double) * n * n);
  if (y->entries > 0) {
    size_t mark = s->scratch_used;
    int status = s->model->code->systems[which].jacobian(&s->instance, p->entries);
    s->scratch_used = mark;
    if (status != MICA_OK || !IsFinite(p->entries, y->entries)) return 0;
    for (k = 0; k < y->entries; ++k) p->lu[y->columns[k] * n + y->rows[k]] += p->entries[k];
    return 1;
  }
  /* by differences, a column at a time */
  for (i = 0; i < n; ++i) p->x_trial[i] = s->instance.reals[y->unknowns[i]];
  if (!Residual(s, y, which, p->x_trial, p->r_trial)) return 0;
  for (j = 0; j < n; ++j) {
    double here = p->x_trial[j], size = fabs(here), nominal = 0.01 * fabs(s->instance.nominal[y->unknowns[j]]);
    double shift = sqrt(DBL_EPSILON) * (size > nominal ? size : nominal);
    p->x_trial[j] = here + shift;
    if (!Residual(s, y, which, p->x_trial, p->bar)) return 0;
    for (i = 0; i < n; ++i) p->lu[j * n + i] = (p->bar[i] - p->r_trial[i]) / (p->x_trial[j] - here);
    p->x_trial[j] = here;
  }
  return Residual(s, y, which, p->x_trial, p->r_trial);
}

static double NominalOf(const MicaStepper* s, const MicaStepSystem* y, uint32_t i) {
  double nominal = fabs(s->instance.nominal[y->unknowns[i]]);
  return nominal > 0 && isfinite(nominal) ? nominal : 1;
}

static int Factor(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const Parts* p) {
  uint32_t n = y->size, i, j, k;
  double least = DBL_MAX, most = 0;
  if (!Jacobian(s, y, which, p)) return 0;
  for (j = 0; j < n; ++j) p->column_scale[j] = PowerOfTwo(NominalOf(s, y, j));
  for (i = 0; i < n; ++i) p->row_scale[i] = 0;
  for (j = 0; j < n; ++j)
    for (i = 0; i < n; ++i) {
      double size = fabs(p->lu[j * n + i]) * p->column_scale[j];
      if (size > p->row_scale[i]) p->row_scale[i] = size;
    }
  for (i = 0; i < n; ++i) p->row_scale[i] = 1 / PowerOfTwo(p->row_scale[i]);
  for (j = 0; j < n; ++j)
    for (i = 0; i < n; ++i) p->lu[j * n + i] *= p->row_scale[i] * p->column_scale[j];
  for (k = 0; k < n; ++k) {
    double *column = p->lu + k * n, pivot_size;
    uint32_t pivot = k;
    for (i = k + 1; i < n; ++i)
      if (fabs(column[i]) > fabs(column[pivot])) pivot = i;
    y->pivots[k] = (int32_t)pivot;
    pivot_size = fabs(column[pivot]);
    if (pivot_size < least) least = pivot_size;
    if (pivot_size > most) most = pivot_size;
    if (pivot_size == 0) return 0;
    if (pivot != k)
      for (j = 0; j < n; ++j) {
        double kept = p->lu[j * n + k];
        p->lu[j * n + k] = p->lu[j * n + pivot];
        p->lu[j * n + pivot] = kept;
      }
    for (i = k + 1; i < n; ++i) column[i] /= column[k];
    for (j = k + 1; j < n; ++j) {
      double factor = p->lu[j * n + k];
      if (factor == 0) continue;
      for (i = k + 1; i < n; ++i) p->lu[j * n + i] -= column[i] * factor;
    }
  }
  return least > 1e-15 * most;
}

/* b becomes minus the solution for it: a step of Newton's iteration. */
static void StepOf(const MicaStepSystem* y, const Parts* p, const double* r, double* b) {
  uint32_t n = y->size, i, k;
  for (i = 0; i < n; ++i) b[i] = -r[i] * p->row_scale[i];
  for (k = 0; k < n; ++k) {
    uint32_t pivot = (uint32_t)y->pivots[k];
    double kept = b[k];
    b[k] = b[pivot];
    b[pivot] = kept;
  }
  for (k = 0; k < n; ++k)
    for (i = k + 1; i < n; ++i) b[i] -= p->lu[k * n + i] * b[k];
  for (k = n; k-- > 0;) {
    b[k] /= p->lu[k * n + k];
    for (i = 0; i < k; ++i) b[i] -= p->lu[k * n + i] * b[k];
  }
  for (i = 0; i < n; ++i) b[i] *= p->column_scale[i];
}

static double Norm(const double* d, const double* scale, uint32_t n) {
  double norm = 0;
  uint32_t i;
  for (i = 0; i < n; ++i) {
    double part = fabs(d[i]) / scale[i];
    if (!(part <= norm)) norm = part;
  }
  return norm;
}

static double Clamped(const MicaStepper* s, uint32_t slot, double x) {
  double low = s->instance.min[slot], high = s->instance.max[slot];
  if (!(low <= high)) return x;
  return x < low ? low : x > high ? high : x;
}

/* Every number of the instance away from zero by 1 to 8 units in the last place, or back (run/system_solver.cpp). */
static void MoveByRounding(MicaStepper* s, int back) {
  uint32_t i;
  for (i = 0; i < s->model->code->real_count; ++i) {
    double* value = &s->instance.reals[i];
    uint64_t bits, units = 1 + (((uint64_t)i * 0x9E3779B97F4A7C15u) >> 61);
    if (!(fabs(*value) > 0 && fabs(*value) < 1e300)) continue;
    memcpy(&bits, value, sizeof bits);
    bits = back ? bits - units : bits + units;
    memcpy(value, &bits, sizeof bits);
  }
}

/* Whether the residuals at x, with a step of size `norm`, are no larger than rounding of what they are computed from makes them
 * (run/newton.h). Leaves x_trial, r_trial and bar behind. */
static int IsRounding(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const Parts* p, double norm) {
  size_t mark = s->scratch_used;
  uint32_t n = y->size, i;
  int status;
  if (!(norm <= ROUNDED_STEP)) return 0;
  for (i = 0; i < n; ++i) s->instance.reals[y->unknowns[i]] = p->x[i];
  MoveByRounding(s, 0);
  status = s->model->code->systems[which].residual(&s->instance, p->r_trial);
  s->scratch_used = mark;
  MoveByRounding(s, 1);
  if (status != MICA_OK || !IsFinite(p->r_trial, n)) return 0;
  for (i = 0; i < n; ++i) p->r_trial[i] -= p->r[i];
  StepOf(y, p, p->r_trial, p->bar);
  return norm <= ROUNDINGS * Norm(p->bar, p->scale, n);
}

/* From p->x, where it ends too. `reuse`: the factors at hand may serve at first. */
static int Newton(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const Parts* p, int most, int damped, int reuse, int* used) {
  uint32_t n = y->size, i;
  int is_fresh = 0, k = 0;
  MicaStepSystemState* state = &s->system_states[which];
  for (i = 0; i < n; ++i) p->x[i] = Clamped(s, y->unknowns[i], p->x[i]);
  if (!Residual(s, y, which, p->x, p->r)) return NOT_EVALUABLE;
  if (!reuse || !state->is_factored) {
    if (!(state->is_factored = Factor(s, y, which, p))) return SINGULAR;
    is_fresh = 1;
  }
  for (;;) {
    double norm, bar_norm = 0, lambda = 1, contraction;
    int accepted = 0, was_tried = 0, is_near;
    if (k == most) return TOO_MANY;
    *used = ++k;
    for (i = 0; i < n; ++i) {
      double size = fabs(p->x[i]), nominal = 1e-4 * NominalOf(s, y, i);
      p->scale[i] = size > nominal ? size : nominal;
    }
    StepOf(y, p, p->r, p->d);
    norm = Norm(p->d, p->scale, n);
    if (!isfinite(norm)) {
      if (is_fresh) return SINGULAR;
      if (!(state->is_factored = Factor(s, y, which, p))) return SINGULAR;
      is_fresh = 1;
      continue;
    }
    if (norm <= s->model->newton_tolerance) return CONVERGED;
    for (; lambda >= 1e-9; lambda /= 2) {
      for (i = 0; i < n; ++i) p->x_trial[i] = Clamped(s, y->unknowns[i], p->x[i] + lambda * p->d[i]);
      if (!Residual(s, y, which, p->x_trial, p->r_trial)) {
        if (!is_fresh) break;
        continue;
      }
      StepOf(y, p, p->r_trial, p->bar);
      bar_norm = Norm(p->bar, p->scale, n);
      if (bar_norm <= (1 - lambda / 4) * norm || (is_fresh && bar_norm <= ACCEPTABLE && norm <= ACCEPTABLE)) {
        accepted = 1;
        break;
      }
      if (!is_fresh) break;
      if (norm <= ROUNDED_STEP && !was_tried) {
        was_tried = 1;
        if (IsRounding(s, y, which, p, norm)) return Residual(s, y, which, p->x, p->r) ? CONVERGED : NO_DESCENT;
        lambda *= 2; /* the trial point of before, once more */
        continue;
      }
      if (!damped && isfinite(bar_norm)) {
        accepted = 1;
        break;
      }
    }
    if (!accepted) {
      if (is_fresh) return norm <= ACCEPTABLE && Residual(s, y, which, p->x, p->r) ? CONVERGED : NO_DESCENT;
      if (!Residual(s, y, which, p->x, p->r) || !(state->is_factored = Factor(s, y, which, p))) return SINGULAR;
      is_fresh = 1;
      continue;
    }
    memcpy(p->x, p->x_trial, sizeof(double) * n);
    memcpy(p->r, p->r_trial, sizeof(double) * n);
    contraction = bar_norm / norm;
    is_near = lambda == 1 && norm <= FAR_STEP;
    if (is_near && bar_norm <= s->model->newton_tolerance) return CONVERGED;
    if (is_near && is_fresh && bar_norm <= ACCEPTABLE && norm <= ACCEPTABLE && contraction > 0.5) return CONVERGED;
    if (is_near && contraction < 0.5 && log(s->model->newton_tolerance / bar_norm) >= 3 * log(contraction)) {
      is_fresh = 0;
      continue;
    }
    if (!(state->is_factored = Factor(s, y, which, p))) return SINGULAR;
    is_fresh = 1;
  }
}

static int SolveNonlinear(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const Parts* p) {
  enum { FEW = 12 };
  MicaStepSystemState* state = &s->system_states[which];
  uint32_t n = y->size, i;
  int left = s->model->max_newton, attempt, end = NO_DESCENT, at_event = s->instance.event != 0;
  int reuse = state->is_factored && !at_event;
  double time = s->instance.time, share = 0;
  int has_line = state->known == 2 && state->known_time[0] != time;
  if (has_line) {
    share = (time - state->known_time[0]) / (state->known_time[0] - state->known_time[1]);
    has_line = fabs(share) < 3;
  }
  for (i = 0; i < n; ++i) p->start[i] = isfinite(p->before[i]) ? p->before[i] : 0;
  for (attempt = has_line ? 0 : 1; attempt < 3 && left > 0; ++attempt) {
    int most = attempt < 2 && left > FEW ? FEW : left, used = 0;
    for (i = 0; i < n; ++i) p->x[i] = attempt == 0 ? p->known0[i] + share * (p->known0[i] - p->known1[i]) : p->start[i];
    end = Newton(s, y, which, p, most, attempt == 2, reuse, &used);
    left -= used;
    reuse = 0;
    if (end == CONVERGED) break;
    state->is_factored = 0;
  }
  if (end != CONVERGED) {
    if (left > 0 || end != TOO_MANY) return 0;
    ++s->newton_reached;
    if (!Residual(s, y, which, p->x, p->r)) return 0;
  }
  if (at_event) return 1;
  if (state->known > 0 && state->known_time[0] != time) {
    memcpy(p->known1, p->known0, sizeof(double) * n);
    state->known_time[1] = state->known_time[0];
    state->known = 2;
  } else if (state->known == 0) {
    state->known = 1;
  }
  state->known_time[0] = time;
  for (i = 0; i < n; ++i) p->known0[i] = s->instance.reals[y->unknowns[i]];
  return 1;
}

static int SolveLinear(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const Parts* p) {
  MicaStepSystemState* state = &s->system_states[which];
  uint32_t n = y->size, i;
  int keeps = y->keeps == 2 || (y->keeps == 1 && s->instance.event == 0), attempt;
  for (attempt = 0; attempt < 2; ++attempt) {
    int is_fresh = attempt > 0 || !(keeps && state->is_factored), step;
    for (i = 0; i < n; ++i) p->x[i] = isfinite(p->before[i]) ? p->before[i] : 0;
    if (!Residual(s, y, which, p->x, p->r)) return 0;
    if (is_fresh && !(state->is_factored = Factor(s, y, which, p))) return 0;
    for (step = 0; step < 3; ++step) {
      double size = 0, error = 0;
      StepOf(y, p, p->r, p->d);
      for (i = 0; i < n; ++i) {
        double part;
        p->x[i] += p->d[i];
        part = fabs(p->x[i]) / NominalOf(s, y, i);
        if (!(part <= size)) size = part;
      }
      if (!isfinite(size) || !Residual(s, y, which, p->x, p->r)) break;
      for (i = 0; i < n; ++i) {
        double part = fabs(p->r[i]) * p->row_scale[i];
        if (!(part <= error)) error = part;
      }
      if (error <= 4 * DBL_EPSILON * (size > DBL_MIN ? size : DBL_MIN)) return 1;
      if (step >= 1 && error <= 1e-9 * (size > 1e-6 ? size : 1e-6)) return 1;
    }
    if (is_fresh) return 0;
  }
  return 0;
}

/* At fixed values of relations and discrete unknowns. */
static int SolveContinuous(MicaStepper* s, const MicaStepSystem* y, uint32_t which) {
  Parts p = PartsOf(y);
  uint32_t i;
  int solved;
  double none;
  if (y->size == 0) return s->model->code->systems[which].residual(&s->instance, &none) == MICA_OK;
  for (i = 0; i < y->size; ++i) p.before[i] = s->instance.reals[y->unknowns[i]];
  solved = y->is_linear ? SolveLinear(s, y, which, &p) : SolveNonlinear(s, y, which, &p);
  if (!solved)
    for (i = 0; i < y->size; ++i) s->instance.reals[y->unknowns[i]] = p.before[i];
  return solved;
}

static void ReadMode(const MicaStepper* s, const MicaStepSystem* y, double* mode) {
  uint32_t i;
  for (i = 0; i < y->held_count; ++i) mode[i] = s->instance.held[y->held[i]];
  for (i = 0; i < y->discrete_count; ++i) mode[y->held_count + i] = s->instance.reals[y->discrete[i]];
}

static void WriteMode(MicaStepper* s, const MicaStepSystem* y, const double* mode) {
  uint32_t i;
  for (i = 0; i < y->held_count; ++i) s->instance.held[y->held[i]] = mode[i];
  for (i = 0; i < y->discrete_count; ++i) s->instance.reals[y->discrete[i]] = mode[y->held_count + i];
}

static int IsMode(const MicaStepper* s, const MicaStepSystem* y, const double* mode) {
  uint32_t i;
  for (i = 0; i < y->held_count; ++i)
    if (s->instance.held[y->held[i]] != mode[i]) return 0;
  for (i = 0; i < y->discrete_count; ++i)
    if (s->instance.reals[y->discrete[i]] != mode[y->held_count + i]) return 0;
  return 1;
}

static int SolveHeld(MicaStepper* s, const MicaStepSystem* y, uint32_t which) {
  int solved;
  ++s->tries;
  ++s->instance.solving_held;
  solved = SolveContinuous(s, y, which);
  --s->instance.solving_held;
  return solved;
}

/* Relations and discrete unknowns from the solution. */
static int Recompute(MicaStepper* s, const MicaStepSystem* y, uint32_t which) {
  const MicaSystemCode* code = &s->model->code->systems[which];
  Parts p = PartsOf(y);
  double none;
  if (code->discrete && code->discrete(&s->instance) != MICA_OK) return 0;
  return code->residual(&s->instance, y->size > 0 ? p.r : &none) == MICA_OK;
}

/* Discrete unknowns that follow from the relations as they stand. */
static int FollowRelations(MicaStepper* s, uint32_t which) {
  const MicaSystemCode* code = &s->model->code->systems[which];
  int good;
  if (!code->discrete) return 1;
  ++s->instance.solving_held;
  good = code->discrete(&s->instance) == MICA_OK;
  --s->instance.solving_held;
  return good;
}

static int Reproduces(MicaStepper* s, const MicaStepSystem* y, uint32_t which, const double* mode, double* expected) {
  WriteMode(s, y, mode);
  if (y->held_count > 0 && !FollowRelations(s, which)) return 0;
  ReadMode(s, y, expected);
  return SolveHeld(s, y, which) && Recompute(s, y, which) && IsMode(s, y, expected);
}

static int SolveMixed(MicaStepper* s, const MicaStepSystem* y, uint32_t which) {
  enum { LARGEST = 12 };
  Parts p = PartsOf(y);
  uint32_t width = y->held_count + y->discrete_count, visited = 0, i, order[LARGEST], count = 0, distance, mask;
  double *modes = p.modes, *mode = modes + (size_t)width * MICA_STEP_MODES, *expected = mode + width, *next = expected + width;
  int most = s->model->max_modes;
  s->tries = 0;
  ReadMode(s, y, mode);
  if (y->held_count > 0 && !FollowRelations(s, which)) WriteMode(s, y, mode);
  while (s->tries < most && visited < MICA_STEP_MODES) {
    double* present = modes + (size_t)width * visited;
    ReadMode(s, y, present);
    ++visited;
    if (!SolveHeld(s, y, which) || !Recompute(s, y, which)) break;
    if (IsMode(s, y, present)) return 1;
    for (i = 0; i + 1 < visited; ++i)
      if (memcmp(modes + (size_t)width * i, present, sizeof(double) * width) == 0) break;
    if (i + 1 < visited) break; /* it cycles */
  }
  /* Search: relations that changed first, then the others. */
  for (mask = 0; mask < 2; ++mask)
    for (i = 0; i < y->held_count && count < LARGEST; ++i) {
      uint32_t v;
      int changes = 0;
      for (v = 1; v < visited; ++v)
        if (modes[(size_t)width * v + i] != modes[i]) changes = 1;
      if (changes == (mask == 0) && (modes[i] == 0 || modes[i] == 1)) order[count++] = i;
    }
  for (distance = 0; distance <= count; ++distance)
    for (mask = 0; mask < (uint32_t)1 << count; ++mask) {
      uint32_t bits = 0;
      for (i = 0; i < count; ++i) bits += mask >> i & 1;
      if (bits != distance) continue;
      if (s->tries >= most) {
        ++s->modes_reached;
        return SolveHeld(s, y, which);
      }
      memcpy(mode, modes, sizeof(double) * width);
      for (i = 0; i < count; ++i)
        if (mask >> i & 1) mode[order[i]] = 1 - mode[order[i]];
      if (Reproduces(s, y, which, mode, expected)) return 1;
      ReadMode(s, y, next);
      if (memcmp(next, mode, sizeof(double) * width) != 0 && Reproduces(s, y, which, next, expected)) return 1;
    }
  WriteMode(s, y, modes);
  return 0;
}

int mica_step_solve(MicaInstance* m, uint32_t which) {
  MicaStepper* s = (MicaStepper*)m->host_data;
  const MicaStepSystem* y = &s->model->systems[which];
  int solved = m->event != 0 && y->held_count + y->discrete_count > 0 ? SolveMixed(s, y, which) : SolveContinuous(s, y, which);
  return solved ? MICA_OK : MICA_FAILED;
}

void mica_step_note_event(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->code->system_count; ++i) {
    if (s->model->systems[i].keeps != 2) s->system_states[i].is_factored = 0;
    s->system_states[i].known = 0;
  }
}
