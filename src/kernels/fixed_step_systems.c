/* Kernels: simultaneous systems of a model with a fixed step: bounded_solver.h, and modes of mixed systems by fixed-point iteration, then by search over relations,
 * nearest to the first mode first (run/mixed_system.h). */
#include <string.h>

#include "kernels/fixed_step_internal.h"

void mica_step_start_systems(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->code->system_count; ++i) {
    const MicaStepSystem* y = &s->model->systems[i];
    if (!y->integers) continue;
    mica_solver_place(&s->solvers[i], &y->shape, &s->instance, &s->model->code->systems[i], s->model->code->real_count, y->doubles, y->integers);
    s->solvers[i].most_iterations = s->model->max_newton;
    s->solvers[i].tolerance = s->model->newton_tolerance;
    mica_solver_take_attributes(&s->solvers[i], y->starts);
  }
}

/* At fixed values of relations and discrete unknowns. */
static int SolveContinuous(MicaStepper* s, uint32_t which) {
  int solved = mica_solver_solve(&s->solvers[which]);
  if (s->solvers[which].is_cut_short) ++s->newton_reached;
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

static int SolveHeld(MicaStepper* s, uint32_t which) {
  int solved;
  ++s->tries;
  ++s->instance.solving_held;
  solved = SolveContinuous(s, which);
  --s->instance.solving_held;
  return solved;
}

/* Relations and discrete unknowns from the solution. */
static int Recompute(MicaStepper* s, const MicaStepSystem* y, uint32_t which) {
  const MicaSystemCode* code = &s->model->code->systems[which];
  double none;
  if (code->discrete && code->discrete(&s->instance) != MICA_OK) return 0;
  return code->residual(&s->instance, y->shape.matrix.size > 0 ? s->solvers[which].r : &none) == MICA_OK;
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
  return SolveHeld(s, which) && Recompute(s, y, which) && IsMode(s, y, expected);
}

static int SolveMixed(MicaStepper* s, const MicaStepSystem* y, uint32_t which) {
  enum { LARGEST = 12 };
  uint32_t width = y->held_count + y->discrete_count, visited = 0, i, order[LARGEST], count = 0, distance, mask;
  double *modes = y->modes, *mode = modes + (size_t)width * MICA_STEP_MODES, *expected = mode + width, *next = expected + width;
  int most = s->model->max_modes;
  s->tries = 0;
  ReadMode(s, y, mode);
  if (y->held_count > 0 && !FollowRelations(s, which)) WriteMode(s, y, mode);
  while (s->tries < most && visited < MICA_STEP_MODES) {
    double* present = modes + (size_t)width * visited;
    ReadMode(s, y, present);
    ++visited;
    if (!SolveHeld(s, which) || !Recompute(s, y, which)) break;
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
        return SolveHeld(s, which);
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
  int solved = m->event != 0 && y->held_count + y->discrete_count > 0 ? SolveMixed(s, y, which) : SolveContinuous(s, which);
  return solved ? MICA_OK : MICA_FAILED;
}

void mica_step_note_event(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->code->system_count; ++i)
    if (s->model->systems[i].integers) mica_solver_note_event(&s->solvers[i]);
}
