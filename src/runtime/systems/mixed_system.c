#include "runtime/systems/mixed_system.h"

#include <math.h>
#include <string.h>

#include "runtime/systems/mixed_internal.h"

static uint32_t Rows(int32_t most_modes) {
  return (uint32_t)(most_modes < MICA_MIXED_MOST_ITERATIONS ? most_modes : MICA_MIXED_MOST_ITERATIONS) + 1;
}

/* Values of one mode variable that are seen: of all modes that are remembered, the present one and the opposite. */
static size_t SeenRoom(uint32_t rows) { return (size_t)rows + 3; }

size_t mica_mixed_doubles(const MicaMixedShape* s, uint32_t real_count, int32_t most_modes) {
  size_t width = (size_t)s->held_count + s->discrete_count, rows = Rows(most_modes);
  return rows * (width + s->solution_count) + width * (5 + SeenRoom(Rows(most_modes))) + 2 * (size_t)s->solution_count +
         s->unknown_count + s->discrete_count + 2 * (size_t)s->held_count + real_count + 1;
}

/* The last ones are bytes. */
size_t mica_mixed_integers(const MicaMixedShape* s) {
  return 3 * ((size_t)s->held_count + s->discrete_count) + s->held_count / sizeof(uint32_t) + 1;
}

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_mixed_place(MicaMixed* x, const MicaMixedShape* shape, const MicaMixedCalls* calls, MicaInstance* instance,
                      const MicaSystemCode* code, uint32_t real_count, int32_t most_modes, double* doubles,
                      uint32_t* integers) {
  size_t width = (size_t)shape->held_count + shape->discrete_count, rows = Rows(most_modes);
  MicaMixedCalls kept = *calls; /* which may be its own */
  memset(x, 0, sizeof *x);
  x->shape = shape;
  x->calls = kept;
  x->instance = instance;
  x->code = code;
  x->real_count = real_count;
  x->most_modes = most_modes;
  x->width = (uint32_t)width;
  x->rows = (uint32_t)rows;
  x->start = Take(&doubles, width);
  x->present = Take(&doubles, width);
  x->candidate = Take(&doubles, width);
  x->expected = Take(&doubles, width);
  x->next = Take(&doubles, width);
  x->point = Take(&doubles, shape->solution_count);
  x->residuals = Take(&doubles, (size_t)shape->unknown_count + 1);
  x->pre = Take(&doubles, shape->discrete_count);
  x->distances = Take(&doubles, shape->held_count);
  x->noise = Take(&doubles, shape->held_count);
  x->reals_here = Take(&doubles, real_count);
  x->seen = Take(&doubles, width * SeenRoom((uint32_t)rows));
  x->visited = Take(&doubles, rows * width);
  x->solutions = Take(&doubles, (rows + 1) * shape->solution_count); /* the last row is Entry */
  x->seen_count = integers;
  x->varying = integers + width;
  x->digits = integers + 2 * width;
  x->on_edge = (uint8_t*)(integers + 3 * width);
}

void mica_mixed_read(const MicaMixed* x, double* mode) {
  uint32_t i, held = x->shape->held_count;
  for (i = 0; i < held; ++i) mode[i] = x->instance->held[x->shape->held[i]];
  for (i = 0; i < x->shape->discrete_count; ++i) mode[held + i] = x->instance->reals[x->shape->discrete[i]];
}

void mica_mixed_write(MicaMixed* x, const double* mode) {
  uint32_t i, held = x->shape->held_count;
  for (i = 0; i < held; ++i) x->instance->held[x->shape->held[i]] = mode[i];
  for (i = 0; i < x->shape->discrete_count; ++i) x->instance->reals[x->shape->discrete[i]] = mode[held + i];
}

int mica_mixed_is_mode(const MicaMixed* x, const double* mode) {
  uint32_t i, held = x->shape->held_count;
  for (i = 0; i < held; ++i)
    if (!(x->instance->held[x->shape->held[i]] == mode[i])) return 0;
  for (i = 0; i < x->shape->discrete_count; ++i)
    if (!(x->instance->reals[x->shape->discrete[i]] == mode[held + i])) return 0;
  return 1;
}

int mica_mixed_are_equal(const double* a, const double* b, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; ++i)
    if (!(a[i] == b[i])) return 0;
  return 1;
}

int mica_mixed_may_try(const MicaMixed* x) { return x->tried < x->most_modes; }

/* The solution where the search began. What the equations of a mode leave open (a = if stuck then 0 else s - tau0 at a
 * given a: the torque s of what is stuck) stays as it was there: every mode of a linear system is solved from it, so
 * that its solution is its own, whatever modes were tried before. */
static double* Entry(const MicaMixed* x) { return x->solutions + (size_t)x->rows * x->shape->solution_count; }

int mica_mixed_solve_continuous(MicaMixed* x) {
  int solved;
  uint32_t i;
  ++x->tried;
  for (i = 0; i < x->shape->solution_count && x->shape->is_linear; ++i)
    x->instance->reals[x->shape->solution[i]] = Entry(x)[i];
  ++x->instance->solving_held;
  solved = x->calls.solve(x->calls.self);
  --x->instance->solving_held;
  if (!solved) ++x->failures;
  return solved;
}

static size_t Mark(const MicaMixed* x) {
  return x->instance->host->scratch_mark ? x->instance->host->scratch_mark(x->instance) : 0;
}
static void Release(const MicaMixed* x, size_t mark) {
  if (x->instance->host->scratch_mark) x->instance->host->scratch_release(x->instance, mark);
}

int mica_mixed_recompute_discrete(MicaMixed* x) {
  size_t mark = Mark(x);
  int good = !x->code->discrete || x->code->discrete(x->instance) == MICA_OK;
  Release(x, mark);
  return good;
}

int mica_mixed_recompute(MicaMixed* x) {
  size_t mark;
  int good;
  if (!mica_mixed_recompute_discrete(x)) return 0;
  /* Relations in the continuous equations: evaluating these outside the iteration stores them. */
  mark = Mark(x);
  good = x->code->residual(x->instance, x->residuals) == MICA_OK;
  Release(x, mark);
  return good;
}

/* The relations are the mode: discrete unknowns follow from them, read as they stand. */
int mica_mixed_follow_relations(MicaMixed* x) {
  int good;
  ++x->instance->solving_held;
  good = mica_mixed_recompute_discrete(x);
  --x->instance->solving_held;
  return good;
}

static double* Visited(const MicaMixed* x, uint32_t row) { return x->visited + (size_t)row * x->width; }

static void Remember(MicaMixed* x, const double* mode) {
  if (x->visited_count < x->rows) memcpy(Visited(x, x->visited_count++), mode, sizeof(double) * x->width);
}

/* All solutions from the first of the cycle on are the present one: rounding alone picks the mode. Where there are only
 * discrete unknowns, no rounding does: they contradict each other. */
static int IsSameSolution(const MicaMixed* x, uint32_t first) {
  uint32_t v, i, n = x->shape->solution_count;
  if (n == 0) return 0;
  for (v = first; v < x->solution_rows; ++v)
    for (i = 0; i < n; ++i) {
      double other = x->solutions[(size_t)v * n + i], size = fabs(x->point[i]),
             nominal = x->instance->nominal[x->shape->solution[i]];
      if (size < fabs(other)) size = fabs(other);
      if (size < nominal) size = nominal;
      if (fabs(x->point[i] - other) > MICA_MIXED_SAME * size) return 0;
    }
  return 1;
}

/* The modes from `first` on lead to each other and have one solution. Chosen is the mode of before, if it is one of
 * them and its relations hold up to rounding: the next pass of the event iteration must not find another. Else the one
 * that its relations contradict least: what led to the event is beyond its edge by the band of event location, a
 * hundred times rounding, and would not be noticed again. Friction that sticks at 1 + 1e-10 of what it can hold
 * contradicts itself, sliding with a velocity that rounding hides does not. */
static int TakeLeastContradiction(MicaMixed* x, uint32_t first) {
  uint32_t last = x->visited_count, best = last, v, i;
  double least = 0;
  for (v = first; v < last; ++v) {
    const double* mode = Visited(x, v);
    double contradiction = 0;
    mica_mixed_write(x, mode);
    if (!mica_mixed_solve_continuous(x) || !mica_mixed_find_contradictions(x, mode, 1, 0)) continue;
    for (i = 0; i < x->shape->held_count; ++i)
      if (mica_mixed_contradicts(x, i, mode) && isfinite(x->distances[i]) && fabs(x->distances[i]) > contradiction)
        contradiction = fabs(x->distances[i]);
    if (contradiction == 0 && mica_mixed_are_equal(mode, x->start, x->width)) {
      best = v;
      break;
    }
    if (best == last || contradiction < least) {
      best = v;
      least = contradiction;
    }
  }
  if (best == last) return 0;
  if (least > 0 && mica_mixed_latch(x)) return 1;
  mica_mixed_write(x, Visited(x, best));
  return mica_mixed_solve_continuous(x);
}

static int Iterate(MicaMixed* x, int* solver_failed) {
  uint32_t k, i, again, n = x->shape->solution_count;
  *solver_failed = 0;
  x->solution_rows = 0;
  for (k = 0; k < MICA_MIXED_MOST_ITERATIONS && mica_mixed_may_try(x); ++k) {
    mica_mixed_read(x, x->present);
    if (!mica_mixed_solve_continuous(x) || !mica_mixed_recompute(x)) {
      *solver_failed = 1;
      Remember(x, x->present);
      return 0;
    }
    if (mica_mixed_is_mode(x, x->present)) return 1;
    for (i = 0; i < n; ++i) x->point[i] = x->instance->reals[x->shape->solution[i]];
    for (again = 0; again < x->visited_count && !mica_mixed_are_equal(Visited(x, again), x->present, x->width);)
      ++again;
    if (again < x->visited_count) return IsSameSolution(x, again) && TakeLeastContradiction(x, again);
    Remember(x, x->present);
    memcpy(x->solutions + (size_t)x->solution_rows++ * n, x->point, sizeof(double) * n);
  }
  return 0;
}

/* In a later pass of an event the mode is that of the one before, unless a relation contradicts it beyond rounding:
 * switches that rest on their edge must not change from pass to pass. */
static int KeepsMode(MicaMixed* x) {
  uint32_t i;
  if (x->shape->held_count == 0 || !mica_mixed_follow_relations(x)) return 0;
  mica_mixed_read(x, x->present);
  if (!mica_mixed_solve_continuous(x) || !mica_mixed_find_contradictions(x, x->present, 1, 1)) return 0;
  if (mica_mixed_are_equal(x->next, x->present, x->width)) return 1;
  for (i = 0; i < x->shape->held_count; ++i)
    if (mica_mixed_contradicts(x, i, x->present)) return 0;
  mica_mixed_write(x, x->present);
  return mica_mixed_follow_relations(x) && mica_mixed_is_mode(x, x->present) && mica_mixed_solve_continuous(x);
}

MicaMixedEnd mica_mixed_solve(MicaMixed* x, int is_later_pass, int switches_fix_states) {
  int solver_failed, solved, is_ideal;
  uint32_t i;
  mica_mixed_read(x, x->start);
  for (i = 0; i < x->shape->solution_count; ++i) Entry(x)[i] = x->instance->reals[x->shape->solution[i]];
  x->tried = 0;
  if (is_later_pass && KeepsMode(x)) return MICA_MIXED_SOLVED;
  mica_mixed_write(x, x->start);
  /* At initialization nothing is held yet: the mode of the start values is the first guess. Where they cannot be
   * evaluated, none is. Later what lies outside the system has changed, pre() for one: discrete unknowns that
   * contradict it would be a mode that never is. So they follow from the values before the event, relations included:
   * what a relation was when it was last evaluated may be long past. */
  if (x->instance->initial != 0 ? !mica_mixed_recompute(x)
                                : x->shape->held_count > 0 && !mica_mixed_recompute_discrete(x))
    mica_mixed_write(x, x->start);
  x->visited_count = 0;
  solved = Iterate(x, &solver_failed);
  if (!solved) {
    if (solver_failed && x->calls.keep_failure) x->calls.keep_failure(x->calls.self);
    /* Pivoting is for switches that are ideal: a mode without a solution, or a state that they fix. Friction that locks
     * and slides has modes that are next to each other, and the nearest counts. */
    is_ideal = solver_failed || switches_fix_states;
    solved = (is_ideal && mica_mixed_pivot(x)) || mica_mixed_search(x) || mica_mixed_rests_on_edge(x) ||
             (!is_ideal && mica_mixed_pivot(x)) || mica_mixed_latch(x) ||
             (!solver_failed && mica_mixed_nearby(x, is_later_pass));
  }
  if (solved) return MICA_MIXED_SOLVED;
  /* The bound is reached: the present mode, whatever its relations say. */
  if (!mica_mixed_may_try(x) && mica_mixed_solve_continuous(x)) return MICA_MIXED_CUT_SHORT;
  mica_mixed_write(x, x->start);
  return solver_failed ? MICA_MIXED_SOLVER_FAILED : MICA_MIXED_NO_MODE;
}
