/* Runtime: from the values that an importer has set to a consistent point at the start time, as run/initialize.h does
 * in process:
 *
 *   literals and what was set -> parameters() -> attributes() -> initial() -> choice of states -> event iteration.
 *
 * initial() is attempted from the solution that was found when the model was exported, which is the solution that its
 * author saw, or near it where parameters have changed; then, as in process, by continuation of homotopy(), from the
 * start values, and from the solution of the dynamics with all states at their start values. A start value that the
 * importer has set goes before the exported solution. */
#include <math.h>
#include <string.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/fixed_step_internal.h"

/* Steps in lambda, from 0 to 1: the first, the shortest, and their number. */
#define FIRST_STEP 0.1
#define SMALLEST_STEP 1e-4
#define MOST_STEPS 500

static int Run(MicaFmu* f, int (*section)(MicaInstance*)) {
  f->stepper.scratch_used = 0;
  return section ? section(&f->stepper.instance) : MICA_OK;
}
static int Succeeded(int status) { return status == MICA_OK || status == MICA_TERMINATED; }

static void InvalidateAll(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  uint32_t i;
  for (i = 0; i < s->model->code->system_count; ++i) {
    if (!s->model->systems[i].is_used) continue;
    s->solvers[i].has_factors = 0;
    mica_history_forget(&s->solvers[i].history);
  }
}

static int TryInitial(MicaFmu* f, double lambda) {
  f->stepper.instance.lambda = lambda;
  f->stepper.failure_text = 0;
  InvalidateAll(f);
  return Run(f, f->model->step->code->initial);
}

/* Start values with which initial() begins: f->left keeps them. */
static void Restore(MicaFmu* f, const double* reals) {
  size_t bytes = sizeof(double) * f->model->step->places.real_count;
  memcpy(f->stepper.instance.reals, reals, bytes);
  memcpy(f->stepper.instance.pre, f->left, bytes);
}

static int IsSet(const MicaFmu* f, uint32_t slot) {
  const MicaModelTable* t = f->model->table;
  uint32_t i;
  for (i = 0; i < t->scalars_count; ++i)
    if (f->is_set[i] && t->scalars[i].slot == slot && t->scalars[i].type != MICA_TYPE_STRING) return 1;
  return 0;
}

static void TakeExported(MicaFmu* f) {
  const MicaModelTable* t = f->model->table;
  uint32_t k;
  for (k = 0; k < t->initial_unknowns.count; ++k) {
    uint32_t slot = t->indices[t->initial_unknowns.first + k];
    if (!IsSet(f, slot)) f->stepper.instance.reals[slot] = f->model->step->reals[slot];
  }
}

static int Continue(MicaFmu* f) {
  double lambda = 0, step = FIRST_STEP;
  size_t bytes = sizeof(double) * f->model->step->places.real_count;
  int steps = 0, solved = Succeeded(TryInitial(f, 0));
  while (solved && lambda < 1 && steps++ < MOST_STEPS) {
    double next = lambda + step < 1 ? lambda + step : 1;
    memcpy(f->point, f->stepper.instance.reals, bytes);
    if (Succeeded(TryInitial(f, next))) {
      lambda = next;
      step *= 2;
      continue;
    }
    Restore(f, f->point);
    step /= 2;
    solved = step >= SMALLEST_STEP;
  }
  f->stepper.instance.lambda = 1;
  return solved && lambda == 1;
}

/* From the solution of the dynamics with all states at their start values. */
static int TryNeighbour(MicaFmu* f) {
  const MicaModelTable* t = f->model->table;
  MicaInstance* x = &f->stepper.instance;
  uint32_t k;
  int status;
  if (t->initial_unknowns.count == 0 || t->states.count == 0) return 0;
  x->initial = 0;
  InvalidateAll(f);
  status = Run(f, f->model->step->code->event);
  x->initial = 1;
  memcpy(f->point, f->left, sizeof(double) * f->model->step->places.real_count);
  for (k = 0; k < t->initial_unknowns.count && status == MICA_OK; ++k) {
    uint32_t slot = t->indices[t->initial_unknowns.first + k];
    if (isfinite(x->reals[slot])) f->point[slot] = x->reals[slot];
  }
  Restore(f, f->point);
  return status == MICA_OK && Succeeded(TryInitial(f, 1));
}

static int SolveInitial(MicaFmu* f) {
  uint32_t homotopy = f->model->table->homotopy;
  size_t bytes = sizeof(double) * f->model->step->places.real_count;
  int status;
  memcpy(f->left, f->stepper.instance.reals, bytes);
  TakeExported(f);
  status = TryInitial(f, 1);
  if (Succeeded(status)) return MICA_OK;
  Restore(f, f->left);
  if (homotopy != MICA_HOMOTOPY_NONE && Continue(f)) return MICA_OK;
  Restore(f, f->left);
  if (TryNeighbour(f)) return MICA_OK;
  Restore(f, f->left);
  return TryInitial(f, 1); /* whose failure is what the importer reads */
}

/* The nominal value of a derivative is no less than what takes its state by the nominal value of that within the run.
 */
static void ScaleDerivatives(MicaFmu* f) {
  const MicaPlaces* p = &f->model->step->places;
  MicaInstance* x = &f->stepper.instance;
  double span = f->stop - f->start;
  uint32_t i;
  for (i = 0; i < p->state_count && span > 0; ++i) {
    double *nominal = &x->nominal[p->derivatives[i]], least = fabs(x->nominal[p->states[i]]) / span;
    *nominal = fabs(*nominal) < least ? least : fabs(*nominal);
  }
}

static void TakeAttributes(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  uint32_t i, k;
  for (i = 0; i < s->model->code->system_count; ++i) {
    if (!s->model->systems[i].is_used) continue;
    for (k = 0; k < s->solvers[i].shape->matrix.size; ++k)
      f->work[k] = s->instance.reals[s->solvers[i].shape->unknowns[k]];
    mica_solver_take_attributes(&s->solvers[i], f->work);
  }
}

/* A relation of time that is strict, and whose time is the start: it changes right after. */
static int HasEventAtStart(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  const MicaModelTable* t = f->model->table;
  double start = s->instance.time;
  uint32_t i;
  int status;
  s->instance.time = nextafter(start, -INFINITY);
  status = s->handler.calls.time_events(s->handler.calls.self, s->calendar.times);
  s->instance.time = start;
  for (i = 0; i < t->relations_count && status == MICA_OK; ++i)
    if (s->calendar.times[i] == start && (t->relations[i].flags & MICA_RELATION_OTHER_AT_START) != 0) return 1;
  return 0;
}

static int StartHistories(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  const MicaCode* code = s->model->code;
  const double* at = s->distribution_values;
  uint32_t i;
  s->scratch_used = 0;
  if (code->distribution_count > 0 && !Succeeded(code->distributions(&s->instance, s->distribution_values))) return 0;
  for (i = 0; i < code->distribution_count; ++i) {
    uint32_t count = s->model->distribution_points[i];
    MicaDistribution* d = &s->distributions[i];
    d->count = 0;
    if (!mica_distribution_start(d, count, at + 4, at + 4 + count, at[2]) ||
        !mica_distribution_advance(d, at[0], at[1], at[2], at[3] != 0))
      return 0;
    at += 4 + 2 * (size_t)count;
  }
  for (i = 0; i < code->delay_count; ++i) mica_delay_start(&s->delays.delays[i]);
  s->delays.restart_time = -INFINITY;
  if (code->delay_count == 0) return 1;
  s->scratch_used = 0;
  return Succeeded(code->delays(&s->instance, s->delay_values)) &&
         mica_delays_record(&s->delays, s->instance.time, s->delay_values, 0);
}

static int StartCalendar(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  const MicaCode* code = s->model->code;
  uint32_t i;
  s->scratch_used = 0;
  if (code->sampler_count == 0) return 1;
  if (!Succeeded(code->samplers(&s->instance, f->sampler_values))) return 0;
  for (i = 0; i < code->sampler_count; ++i) {
    s->calendar.tickers[i] = s->model->samplers[i];
    s->calendar.tickers[i].start = f->sampler_values[2 * i];
    s->calendar.tickers[i].interval = f->sampler_values[2 * i + 1];
    if (!(f->sampler_values[2 * i + 1] > 0)) {
      s->failure_text = "the interval of a sample() or a clock is not positive";
      return 0;
    }
    mica_ticker_start(&s->calendar.tickers[i], f->start);
  }
  return 1;
}

static int Settle(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  uint32_t i;
  for (i = 0; i < s->model->code->crossing_count; ++i) s->watch.crossings[i].true_side = s->model->true_sides[i];
  mica_watch_start(&s->watch);
  s->handler.has_noise = 0;
  for (i = 0; i < s->model->code->crossing_count; ++i) s->handler.side_sizes[i] = NAN;
  return mica_settle_modes(&s->handler) && mica_step_record(s, 0) && mica_handler_refresh(&s->handler, 0);
}

static int Initialize(MicaFmu* f) {
  const MicaStepModel* model = f->model->step;
  const MicaCode* code = model->code;
  MicaStepper* s = &f->stepper;
  MicaInstance* x = &s->instance;
  size_t doubles = sizeof(double) * model->places.real_count;
  uint32_t i;
  int status;
  mica_stepper_place(s, model, &f->memory);
  s->connect_more = mica_fmu_connect;
  s->owner = f;
  mica_step_prepare(s);
  memcpy(x->reals, f->model->reals, doubles);
  memcpy(x->pre, f->model->pre, doubles);
  memcpy(x->nominal, model->nominal, doubles);
  memcpy(x->min, model->min, doubles);
  memcpy(x->max, model->max, doubles);
  memset(x->held, 0, sizeof(double) * code->held_count);
  memset(x->reinit_pending, 0, code->state_count);
  for (i = 0; i < code->string_count; ++i) x->strings[i] = x->pre_strings[i] = mica_fmu_file(f, model->strings[i]);
  x->time = f->start;
  x->lambda = 1;
  x->initial = x->event = 1;
  mica_fmu_apply(f, 0);
  f->has_objects = code->object_count > 0;
  status = Run(f, code->parameters);
  if (Succeeded(status)) status = Run(f, code->attributes);
  if (!Succeeded(status)) return status;
  ScaleDerivatives(f);
  mica_fmu_apply(f, 1);
  memcpy(x->pre, x->reals, doubles);
  TakeAttributes(f);
  status = SolveInitial(f);
  if (!Succeeded(status)) return status;
  (void)mica_apply_reinits(x, &model->places);
  x->initial = 0;
  mica_selection_read(&s->selection, x);
  (void)mica_select_states(&s->selection, x);
  f->has_event_at_start = HasEventAtStart(f);
  x->initial = f->has_event_at_start ? -1 : 0;
  InvalidateAll(f);
  if (!StartHistories(f)) return MICA_FAILED;
  status = mica_iterate_event(&s->iteration, 0, 0, 0) ? MICA_OK : MICA_FAILED;
  x->initial = 0;
  if (status != MICA_OK || !StartCalendar(f) || !Settle(f)) return MICA_FAILED;
  return MICA_OK;
}

int mica_fmu_initialize(MicaFmu* f) {
  int status;
  f->stepper.failure_text = 0;
  if (setjmp(f->stepper.escape) != 0) return MICA_FATAL;
  status = Initialize(f);
  mica_fmu_touch(f);
  f->stepper.instance.event = 0;
  f->is_initialized = status == MICA_OK;
  return status;
}
