/* Runtime: the memory of a model with a fixed step. See fixed_step.h. */
#include <string.h>

#include "kernels/fixed_step_internal.h"

static int HasMode(const MicaStepSystem* y) { return y->mixed.held_count + y->mixed.discrete_count > 0; }

static size_t OwnDoubles(const MicaStepModel* m) {
  const MicaCode* code = m->code;
  size_t n = code->state_count, crossings = code->crossing_count;
  return 5 * (size_t)m->places.real_count + 3 * (size_t)code->held_count + (5 + MICA_MOST_STAGES) * n + 2 * crossings + mica_handler_doubles(&m->places, code->crossing_count);
}

size_t mica_stepper_doubles(const MicaStepModel* m) {
  size_t sum = OwnDoubles(m);
  uint32_t i;
  for (i = 0; i < m->code->system_count; ++i) {
    const MicaStepSystem* y = &m->systems[i];
    if (!y->is_used) continue;
    sum += mica_solver_doubles(&y->shape);
    if (HasMode(y)) sum += mica_mixed_doubles(&y->mixed, m->places.real_count, m->max_modes);
  }
  return sum + 1;
}

size_t mica_stepper_integers(const MicaStepModel* m) {
  size_t sum = 1;
  uint32_t i;
  for (i = 0; i < m->code->system_count; ++i) {
    const MicaStepSystem* y = &m->systems[i];
    if (!y->is_used) continue;
    sum += mica_solver_integers(&y->shape);
    if (HasMode(y)) sum += mica_mixed_integers(&y->mixed);
  }
  return sum;
}

size_t mica_stepper_bytes(const MicaStepModel* m) { return m->code->state_count + mica_handler_bytes(&m->places) + 1; }

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_step_place_systems(MicaStepper* s) {
  const MicaStepModel* m = s->model;
  double* doubles = s->mixed_doubles;
  uint32_t *integers = s->mixed_integers, i;
  for (i = 0; i < m->code->system_count; ++i) {
    const MicaStepSystem* y = &m->systems[i];
    if (!y->is_used) continue;
    mica_solver_place(&s->solvers[i], &y->shape, &s->instance, &m->code->systems[i], m->places.real_count, doubles, integers);
    s->solvers[i].most_iterations = m->max_newton;
    s->solvers[i].tolerance = m->newton_tolerance;
    mica_solver_take_attributes(&s->solvers[i], y->starts);
    doubles += mica_solver_doubles(&y->shape);
    integers += mica_solver_integers(&y->shape);
    if (!HasMode(y)) continue;
    mica_mixed_place(&s->mixed[i], &y->mixed, &s->mixed[i].calls, &s->instance, &m->code->systems[i], m->places.real_count, m->max_modes, doubles, integers);
    doubles += mica_mixed_doubles(&y->mixed, m->places.real_count, m->max_modes);
    integers += mica_mixed_integers(&y->mixed);
  }
}

void mica_stepper_place(MicaStepper* s, const MicaStepModel* m, const MicaStepMemory* memory) {
  const MicaCode* code = m->code;
  const MicaPlaces* p = &m->places;
  double* doubles = memory->doubles;
  MicaInstance* x = &s->instance;
  size_t n = code->state_count;
  memset(s, 0, sizeof *s);
  s->model = m;
  x->reals = Take(&doubles, p->real_count);
  x->pre = Take(&doubles, p->real_count);
  x->nominal = Take(&doubles, p->real_count);
  x->min = Take(&doubles, p->real_count);
  x->max = Take(&doubles, p->real_count);
  x->held = Take(&doubles, code->held_count);
  x->reinit = Take(&doubles, n);
  x->reinit_pending = memory->bytes;
  x->strings = memory->strings;
  x->pre_strings = memory->strings + code->string_count;
  x->objects = memory->objects;
  s->calendar.times = Take(&doubles, code->held_count);
  s->calendar.held_count = code->held_count;
  s->calendar.tickers = memory->tickers;
  s->calendar.ticker_count = code->sampler_count;
  s->watch.crossings = memory->crossings;
  s->watch.count = code->crossing_count;
  s->iteration.instance = x;
  s->iteration.places = p;
  s->iteration.most_passes = m->max_passes;
  s->iteration.held = Take(&doubles, code->held_count);
  s->begin_states = Take(&doubles, n);
  s->states = Take(&doubles, n);
  s->base = Take(&doubles, n);
  s->slope = Take(&doubles, n);
  s->slopes = Take(&doubles, MICA_MOST_STAGES * n);
  s->watched = Take(&doubles, code->crossing_count);
  s->watched_end = Take(&doubles, code->crossing_count);
  s->handler.instance = x;
  s->handler.places = p;
  s->handler.iteration = &s->iteration;
  s->handler.calendar = &s->calendar;
  s->handler.watch = &s->watch;
  s->handler.crossing_held = m->crossing_held;
  s->handler.crossing_is_side = m->crossing_is_side;
  s->handler.look_ahead = m->look_ahead;
  mica_handler_place(&s->handler, doubles, memory->bytes + n);
  s->mixed_doubles = memory->doubles + OwnDoubles(m);
  s->mixed_integers = memory->integers;
  s->solvers = memory->solvers;
  s->mixed = memory->mixed;
  s->texts = memory->texts;
  s->scratch = memory->scratch;
  s->scratch_size = memory->scratch_size;
}
