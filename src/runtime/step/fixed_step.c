#include "runtime/step/fixed_step.h"

#include <math.h>
#include <string.h>

#include "runtime/step/fixed_step_internal.h"

static void SetPoint(MicaStepper* s, double time, const double* states) {
  uint32_t i;
  s->instance.time = time;
  s->instance.event = 0;
  for (i = 0; i < s->model->places.state_count; ++i) s->instance.reals[s->model->places.states[i]] = states[i];
}

static int AreFinite(const double* values, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; ++i)
    if (!isfinite(values[i])) return 0;
  return 1;
}

static int Slope(MicaStepper* s, double time, const double* states, double* slope) {
  uint32_t i, n = s->model->places.state_count;
  int status;
  SetPoint(s, time, states);
  status = mica_step_derivatives(s);
  if (status != MICA_OK) return status;
  for (i = 0; i < n; ++i) slope[i] = s->instance.reals[s->model->places.derivatives[i]];
  return AreFinite(slope, n) ? MICA_OK : MICA_FAILED;
}

/* What the methods ask of the model. */

static int OnSlope(void* self, double time, const double* states, double* slopes) {
  return Slope((MicaStepper*)self, time, states, slopes);
}

/* The watched functions at the point that was computed last. */
static int OnWatch(void* self, double* values) {
  MicaStepper* s = (MicaStepper*)self;
  int status = mica_step_crossings(s, values);
  if (status == MICA_OK) mica_watch_transform(&s->watch, values, 1, s->instance.time);
  return status;
}

static int OnSlopeAndWatch(void* self, double time, const double* states, double* slopes, double* values) {
  int status = OnSlope(self, time, states, slopes);
  return status == MICA_OK ? OnWatch(self, values) : status;
}

static int OnWatchAt(void* self, double time, const double* states, double* values) {
  MicaStepper* s = (MicaStepper*)self;
  int status;
  SetPoint(s, time, states);
  status = mica_step_derivatives(s);
  return status == MICA_OK ? OnWatch(self, values) : status;
}

static int OnStage(void* self, double time, const double* base, double gain, double* states, double* slopes) {
  MicaStepper* s = (MicaStepper*)self;
  const MicaPlaces* p = &s->model->places;
  double* reals = s->instance.reals;
  uint32_t i, n = p->state_count;
  int status;
  SetPoint(s, time, states);
  if (p->gain_slot != MICA_NO_SLOT) reals[p->gain_slot] = gain;
  for (i = 0; i < n && p->bases; ++i) reals[p->bases[i]] = base[i];
  status = s->model->code->stage ? mica_step_stage(s) : mica_step_derivatives(s);
  if (status != MICA_OK) return status;
  for (i = 0; i < n; ++i) {
    states[i] = reals[p->states[i]];
    slopes[i] = reals[p->derivatives[i]];
  }
  return AreFinite(states, n) ? MICA_OK : MICA_FAILED;
}

static void OnKeepPoint(void* self) {
  MicaStepper* s = (MicaStepper*)self;
  memcpy(s->point, s->instance.reals, sizeof(double) * s->model->places.real_count);
  s->point_time = s->instance.time;
}

static int OnTangent(void* self, double gain, const double* direction, double* slopes) {
  MicaStepper* s = (MicaStepper*)self;
  const MicaPlaces* p = &s->model->places;
  double* reals = s->instance.reals;
  uint32_t i;
  int status;
  memcpy(reals, s->point, sizeof(double) * p->real_count);
  s->instance.time = s->point_time;
  s->instance.event = 0;
  reals[p->gain_slot] = gain;
  for (i = 0; i < p->state_count; ++i) reals[p->bases[i]] = direction[i];
  status = mica_step_stage(s);
  for (i = 0; i < p->state_count; ++i) slopes[i] = reals[s->model->slope_slots[i]];
  return status;
}

/* The method, at its first step. */
static void PlaceStep(MicaStepper* s) {
  const MicaStepCalls calls = {s, OnSlope, OnSlopeAndWatch, OnWatchAt, OnStage, OnWatch, OnKeepPoint, OnTangent};
  const MicaStepModel* model = s->model;
  s->step.calls = calls;
  s->step.method = model->method;
  s->step.stages = model->stages;
  s->step.is_explicit = model->is_explicit;
  s->step.start = model->start;
  s->step.step = model->step;
  s->step.rosenbrock = model->rosenbrock ? &s->rosenbrock : 0;
  mica_step_place_method(s);
}

/* All variables at an accepted point between events. */
static int EvaluateAt(MicaStepper* s, double time) {
  int status = MICA_OK, stands = s->loop.stands_at_end && time == s->step.time;
  SetPoint(s, time, s->step.states);
  s->loop.stands_at_end = stands;
  if (!stands) status = mica_step_derivatives(s);
  return status == MICA_OK ? mica_step_outputs(s) : status;
}

static void ReadStates(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->places.state_count; ++i) s->step.states[i] = s->instance.reals[s->model->places.states[i]];
}

/* What the loop asks of the model. */

static double OnNextEvent(void* self, double now) {
  MicaStepper* s = (MicaStepper*)self;
  double jump = mica_delays_next(&s->delays, now), next = mica_calendar_next(&s->calendar, now);
  return jump < next ? jump : next;
}

static int OnStep(void* self, double limit, MicaLoopStep* step) {
  MicaStepper* s = (MicaStepper*)self;
  int status = mica_bounded_step(&s->step, limit, &step->end);
  step->reached = s->step.time;
  s->loop.stands_at_end = mica_bounded_step_stands_at_end(&s->step);
  return status;
}

static double OnMethodTime(void* self) { return ((MicaStepper*)self)->step.time; }
static int OnArrive(void* self, double time) { return EvaluateAt((MicaStepper*)self, time); }

static int OnPass(void* self, const MicaLoopStep* step) {
  MicaStepper* s = (MicaStepper*)self;
  int status = EvaluateAt(s, step->reached);
  return status == MICA_OK && !s->loop.is_event && !mica_step_record(s, 0) ? MICA_FAILED : status;
}

static int OnEvent(void* self, const MicaLoopEvent* event) {
  MicaStepper* s = (MicaStepper*)self;
  ++s->events;
  if (mica_handle_event(&s->handler, event->is_state_event, event->change, event->data) != MICA_EVENT_DONE)
    return MICA_FAILED;
  if (s->iteration.is_unfinished) ++s->passes_reached;
  return MICA_OK;
}

static int OnSelect(void* self, int* has_changed) {
  MicaStepper* s = (MicaStepper*)self;
  *has_changed = mica_select_states(&s->selection, &s->instance);
  if (!*has_changed) return MICA_OK;
  mica_step_note_event(s);
  ReadStates(s);
  return EvaluateAt(s, s->instance.time);
}

static void OnRestart(void* self) {
  MicaStepper* s = (MicaStepper*)self;
  ReadStates(s);
  mica_bounded_step_restart(&s->step, s->instance.time, s->step.states);
}

static void PlaceLoop(MicaStepper* s) {
  MicaLoop* l = &s->loop;
  MicaLoopCalls* c = &l->calls;
  memset(l, 0, sizeof *l);
  c->self = s;
  c->next_event = OnNextEvent;
  c->step = OnStep;
  c->method_time = OnMethodTime;
  c->arrive = OnArrive;
  c->pass = OnPass;
  c->event = OnEvent;
  c->select = OnSelect;
  c->restart = OnRestart;
  l->instance = &s->instance;
  l->handler = &s->handler;
  l->start = s->model->start;
  l->step = s->model->step;
  l->horizon = l->target = INFINITY;
  l->asks_each_step = s->delays.count > 0;
  l->selects_states = s->selection.set_count > 0;
  mica_loop_place(l);
}

void mica_step_prepare(MicaStepper* s) {
  mica_step_connect(s);
  mica_step_place_systems(s);
  PlaceStep(s);
  PlaceLoop(s);
}

/* Values that nobody should use: what the program offers is finite. */
static int AreVariablesFinite(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->variable_count; ++i)
    if (!isfinite(s->instance.reals[s->model->variables[i].slot])) {
      s->failure_text = s->model->variables[i].name;
      s->failure_time = s->instance.time;
      return 0;
    }
  return 1;
}

static int Step(MicaStepper* s) {
  int status;
  s->failure_text = 0;
  status = mica_loop_step(&s->loop);
  if (status != MICA_OK) return status;
  if (!AreVariablesFinite(s)) return MICA_FAILED;
  return s->loop.is_over ? MICA_TERMINATED : MICA_OK;
}

void mica_step_load(MicaStepper* s) {
  const MicaStepModel* model = s->model;
  const MicaCode* code = model->code;
  size_t doubles = sizeof(double) * model->places.real_count;
  uint32_t i;
  memcpy(s->instance.reals, model->reals, doubles);
  memcpy(s->instance.pre, model->pre, doubles);
  memcpy(s->instance.nominal, model->nominal, doubles);
  memcpy(s->instance.min, model->min, doubles);
  memcpy(s->instance.max, model->max, doubles);
  memcpy(s->instance.held, model->held, sizeof(double) * code->held_count);
  for (i = 0; i < code->string_count; ++i) s->instance.strings[i] = s->instance.pre_strings[i] = model->strings[i];
  memset(s->instance.reinit_pending, 0, code->state_count);
  s->instance.time = model->start;
  s->instance.lambda = 1;
  s->instance.initial = s->instance.terminal = s->instance.event = s->instance.solving_held = 0;
}

static void DestroyObjects(MicaStepper* s) {
  if (!s->has_objects) return;
  s->has_objects = 0;
  s->scratch_used = 0;
  (void)s->model->code->destroy(&s->instance);
}

int mica_step_make_objects(MicaStepper* s) {
  if (!s->model->makes_objects) return MICA_OK;
  DestroyObjects(s);
  s->scratch_used = 0;
  s->has_objects = 1; /* also those that were made before one failed */
  return s->model->code->parameters(&s->instance);
}

void mica_stepper_end(MicaStepper* s) {
  if (setjmp(s->escape) == 0) DestroyObjects(s);
}

static int Start(MicaStepper* s) {
  const MicaStepModel* model = s->model;
  const MicaCode* code = model->code;
  size_t doubles = sizeof(double) * model->places.real_count;
  uint32_t i;
  int status;
  mica_step_load(s);
  mica_step_prepare(s);
  status = mica_step_make_objects(s);
  if (status != MICA_OK) return status;
  s->events = s->newton_reached = s->passes_reached = s->modes_reached = 0;
  s->has_open_mode = s->is_later_pass = 0;
  s->failure_text = 0;
  mica_step_start_history(s);
  for (i = 0; i < code->sampler_count; ++i) {
    s->calendar.tickers[i] = model->samplers[i];
    mica_ticker_start(&s->calendar.tickers[i], model->start);
  }
  for (i = 0; i < code->crossing_count; ++i) s->watch.crossings[i].true_side = model->true_sides[i];
  mica_watch_start(&s->watch);
  s->handler.has_noise = 0;
  for (i = 0; i < code->crossing_count; ++i) s->handler.side_sizes[i] = NAN;
  if (!mica_handler_refresh(&s->handler, 0)) return MICA_FAILED;
  /* As initialization left it: solving again what is solved already changes the last digits. */
  memcpy(s->instance.reals, model->reals, doubles);
  mica_step_place_systems(s);
  status = mica_loop_start(&s->loop, model->has_event_at_start || mica_calendar_ticks_at(&s->calendar, model->start));
  if (status != MICA_OK) return status;
  return s->loop.is_over ? MICA_TERMINATED : MICA_OK;
}

int mica_stepper_start(MicaStepper* s) {
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return Start(s);
}

int mica_stepper_step(MicaStepper* s) {
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return Step(s);
}

void mica_stepper_begin(MicaStepper* s) { mica_loop_begin(&s->loop); }

int mica_stepper_advance(MicaStepper* s, double target) {
  int status;
  s->failure_text = 0;
  s->loop.target = target;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  status = mica_loop_to(&s->loop, target);
  s->loop.target = INFINITY;
  return status == MICA_OK && !AreVariablesFinite(s) ? MICA_FAILED : status;
}

double mica_stepper_get(const MicaStepper* s, uint32_t variable) {
  const MicaStepVariable* v = &s->model->variables[variable];
  return v->sign * s->instance.reals[v->slot];
}

/* An input that changes at an event. */
typedef struct Change {
  MicaStepper* stepper;
  uint32_t slot;
  double value;
} Change;

static void TakeInput(void* self) {
  const Change* change = (const Change*)self;
  change->stepper->instance.reals[change->slot] = change->value;
}

int mica_stepper_set(MicaStepper* s, uint32_t input, double value, int is_discrete) {
  const MicaStepVariable* v = &s->model->inputs[input];
  Change change;
  if (v->sign * s->instance.reals[v->slot] == value) return MICA_OK;
  if (!is_discrete) {
    s->instance.reals[v->slot] = v->sign * value;
    s->step.has_slope = s->loop.stands_at_end = 0;
    return MICA_OK;
  }
  change.stepper = s;
  change.slot = v->slot;
  change.value = v->sign * value;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return mica_loop_change(&s->loop, TakeInput, &change);
}
