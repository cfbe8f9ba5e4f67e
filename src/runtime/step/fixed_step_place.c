/* Runtime: the memory of a model with a fixed step. See fixed_step.h. */
#include <math.h>
#include <string.h>

#include "runtime/step/fixed_step_internal.h"

int mica_step_has_mode(const MicaStepSystem* y) { return y->mixed.held_count + y->mixed.discrete_count > 0; }

static size_t OwnDoubles(const MicaStepModel* m) {
  const MicaCode* code = m->code;
  size_t n = code->state_count;
  size_t sum = 5 * (size_t)m->places.real_count + 3 * (size_t)code->held_count + n +
               mica_bounded_step_doubles(code->state_count, code->crossing_count);
  if (m->rosenbrock)
    sum += n + mica_rosenbrock_doubles(m->rosenbrock) + (m->rosenbrock->has_tangent ? m->places.real_count : 0);
  return sum + mica_step_history_doubles(m) + mica_handler_doubles(&m->places, code->crossing_count);
}

/* Before those of the systems. */
static size_t OwnIntegers(const MicaStepModel* m) {
  return (m->rosenbrock ? mica_rosenbrock_integers(m->rosenbrock) : 0) + mica_selection_integers(m->sets, m->set_count);
}

size_t mica_stepper_doubles(const MicaStepModel* m) {
  size_t sum = OwnDoubles(m);
  uint32_t i;
  for (i = 0; i < m->code->system_count; ++i) {
    const MicaStepSystem* y = &m->systems[i];
    if (!y->is_used) continue;
    sum += mica_solver_doubles(&y->shape);
    if (mica_step_has_mode(y)) sum += mica_mixed_doubles(&y->mixed, m->places.real_count, m->max_modes);
  }
  return sum + 1;
}

size_t mica_stepper_integers(const MicaStepModel* m) {
  size_t sum = 1 + OwnIntegers(m);
  uint32_t i;
  for (i = 0; i < m->code->system_count; ++i) {
    const MicaStepSystem* y = &m->systems[i];
    if (!y->is_used) continue;
    sum += mica_solver_integers(&y->shape);
    if (mica_step_has_mode(y)) sum += mica_mixed_integers(&y->mixed);
  }
  return sum;
}

size_t mica_stepper_bytes(const MicaStepModel* m) {
  return m->code->state_count + mica_handler_bytes(&m->places) + mica_selection_bytes(m->sets, m->set_count) + 1;
}

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
    mica_solver_place(&s->solvers[i], &y->shape, &s->instance, &m->code->systems[i], m->places.real_count, doubles,
                      integers);
    s->solvers[i].most_iterations = m->max_newton;
    s->solvers[i].tolerance = m->newton_tolerance;
    mica_solver_take_attributes(&s->solvers[i], y->starts);
    doubles += mica_solver_doubles(&y->shape);
    integers += mica_solver_integers(&y->shape);
    if (!mica_step_has_mode(y)) continue;
    mica_mixed_place(&s->mixed[i], &y->mixed, &s->mixed[i].calls, &s->instance, &m->code->systems[i],
                     m->places.real_count, m->max_modes, doubles, integers);
    doubles += mica_mixed_doubles(&y->mixed, m->places.real_count, m->max_modes);
    integers += mica_mixed_integers(&y->mixed);
  }
}

void mica_step_place_method(MicaStepper* s) {
  const MicaStepModel* m = s->model;
  uint32_t i;
  mica_bounded_step_place(&s->step, s->method_doubles);
  if (!m->rosenbrock) return;
  for (i = 0; i < m->places.state_count; ++i) {
    double nominal = fabs(m->nominal[m->places.states[i]]);
    s->state_nominal[i] = nominal > 0 && isfinite(nominal) ? nominal : 1;
  }
  mica_rosenbrock_place(&s->rosenbrock, m->rosenbrock, s->state_nominal, s->rosenbrock_doubles, s->method_integers);
}

void mica_stepper_place(MicaStepper* s, const MicaStepModel* m, const MicaStepMemory* memory) {
  const MicaCode* code = m->code;
  const MicaPlaces* p = &m->places;
  double* doubles = memory->doubles;
  MicaInstance* x = &s->instance;
  size_t n = code->state_count;
  memset(s, 0, sizeof *s);
  s->model = m;
  s->memory = *memory;
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
  s->step.state_count = code->state_count;
  s->step.watched_count = code->crossing_count;
  s->method_doubles = Take(&doubles, mica_bounded_step_doubles(code->state_count, code->crossing_count));
  s->method_integers = memory->integers;
  if (m->rosenbrock) {
    s->state_nominal = Take(&doubles, n);
    s->rosenbrock_doubles = Take(&doubles, mica_rosenbrock_doubles(m->rosenbrock));
    s->point = m->rosenbrock->has_tangent ? Take(&doubles, p->real_count) : 0;
  }
  mica_step_place_history(s, Take(&doubles, mica_step_history_doubles(m)),
                          memory->integers + (m->rosenbrock ? mica_rosenbrock_integers(m->rosenbrock) : 0),
                          memory->bytes + n + mica_handler_bytes(p), memory);
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
  s->mixed_integers = memory->integers + OwnIntegers(m);
  s->solvers = memory->solvers;
  s->mixed = memory->mixed;
  s->texts = memory->texts;
  s->scratch = memory->scratch;
  s->scratch_size = memory->scratch_size;
}
