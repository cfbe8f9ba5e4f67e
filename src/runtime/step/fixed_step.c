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

void mica_step_prepare(MicaStepper* s) {
  mica_step_connect(s);
  mica_step_place_systems(s);
  PlaceStep(s);
}

/* All variables at an accepted point between events. */
static int EvaluateAt(MicaStepper* s, double time) {
  int status = MICA_OK, stands = s->stands_at_end && time == s->step.time;
  SetPoint(s, time, s->step.states);
  s->stands_at_end = stands;
  if (!stands) status = mica_step_derivatives(s);
  return status == MICA_OK ? mica_step_outputs(s) : status;
}

static void ReadStates(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->places.state_count; ++i) s->step.states[i] = s->instance.reals[s->model->places.states[i]];
}

static void Restart(MicaStepper* s) {
  ReadStates(s);
  mica_bounded_step_restart(&s->step, s->instance.time, s->step.states);
}

static int HandleEvent(MicaStepper* s, int is_state_event, void (*change)(void*), void* self) {
  s->stands_at_end = 0;
  s->has_next_event = 0;
  ++s->events;
  if (mica_handle_event(&s->handler, is_state_event, change, self) != MICA_EVENT_DONE) return MICA_FAILED;
  if (s->iteration.is_unfinished) ++s->passes_reached;
  s->is_event_due = s->iteration.is_unfinished;
  return MICA_OK;
}

/* Looks whether other variables were better states, at the end of a step, where all are computed: before the next one.
 */
static int SelectStates(MicaStepper* s) {
  int status;
  s->must_select = 0;
  if (!mica_select_states(&s->selection, &s->instance)) return MICA_OK;
  mica_step_note_event(s);
  ReadStates(s);
  status = EvaluateAt(s, s->instance.time);
  Restart(s);
  return status;
}

/* A step, or a part of one, and what follows from it. */
static int Advance(MicaStepper* s) {
  double now = s->instance.time, limit;
  MicaStepEnd end = MICA_STEP_AT_LIMIT;
  int is_time_event, is_event, status;
  if (s->must_select) {
    status = SelectStates(s);
    if (status != MICA_OK) return status;
  }
  s->must_select = s->selection.set_count > 0;
  /* Only events change the calendar, and what is recorded of delays. */
  if (!s->has_next_event || s->delays.count > 0) {
    double jump = mica_delays_next(&s->delays, now);
    s->next_event = mica_calendar_next(&s->calendar, now);
    if (jump < s->next_event) s->next_event = jump;
  }
  s->has_next_event = 1;
  limit = s->next_event < s->target ? s->next_event : s->target;
  if (limit == s->next_event && isfinite(limit) && mica_same_time(now, limit)) {
    /* Two events that rounding keeps apart, or a step that ended at the event up to rounding: nothing happens in
     * between. */
    is_time_event = 1;
    status = EvaluateAt(s, limit);
    if (status != MICA_OK) return status;
  } else {
    double reached;
    status = mica_bounded_step(&s->step, limit, &end);
    if (status != MICA_OK) return status;
    s->stands_at_end = mica_bounded_step_stands_at_end(&s->step) && !s->is_event_due;
    reached = s->step.time;
    is_time_event = end == MICA_STEP_AT_LIMIT && limit == s->next_event;
    if (end == MICA_STEP_CROSSED && isfinite(s->next_event) && mica_same_time(reached, s->next_event)) {
      reached = s->next_event;
      is_time_event = 1;
    }
    is_event = is_time_event || end == MICA_STEP_CROSSED || s->is_event_due;
    status = EvaluateAt(s, reached);
    if (status != MICA_OK) return status;
    if (!is_event) return mica_step_record(s, 0) ? MICA_OK : MICA_FAILED;
  }
  status = HandleEvent(s, (end == MICA_STEP_CROSSED || s->is_event_due) && !is_time_event, 0, 0);
  if (status != MICA_OK) return status;
  /* Where the event was none for the integrator it goes on; otherwise, or where its functions are watched from other
   * sides, it begins anew. */
  if (!s->handler.continues || s->handler.sides_changed || s->step.time != s->instance.time) Restart(s);
  return MICA_OK;
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
  const MicaStepModel* model = s->model;
  double target = model->start + (double)(s->index + 1) * model->step;
  int status;
  s->failure_text = 0;
  do status = Advance(s);
  while (status == MICA_OK && !s->is_terminated && s->instance.time < target &&
         !mica_same_time(s->instance.time, target));
  if (status != MICA_OK) return status;
  if (!AreVariablesFinite(s)) return MICA_FAILED;
  ++s->index;
  return s->is_terminated ? MICA_TERMINATED : MICA_OK;
}

static int Start(MicaStepper* s) {
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
  mica_step_prepare(s);
  s->index = s->events = s->newton_reached = s->passes_reached = s->modes_reached = 0;
  s->is_terminated = s->has_next_event = s->is_event_due = s->stands_at_end = s->has_open_mode = s->is_later_pass =
      s->must_select = 0;
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
  if (model->has_event_at_start || mica_calendar_ticks_at(&s->calendar, model->start)) {
    int status = HandleEvent(s, 0, 0, 0);
    if (status != MICA_OK) return status;
  }
  Restart(s);
  return s->is_terminated ? MICA_TERMINATED : MICA_OK;
}

int mica_stepper_start(MicaStepper* s) {
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return Start(s);
}

int mica_stepper_step(MicaStepper* s) {
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return Step(s);
}

void mica_stepper_begin(MicaStepper* s) {
  s->index = 0;
  s->has_next_event = s->is_event_due = s->stands_at_end = s->must_select = 0;
  Restart(s);
}

static int AdvanceTo(MicaStepper* s, double target) {
  int status = MICA_OK;
  while (status == MICA_OK && !s->is_terminated && s->instance.time < target &&
         !mica_same_time(s->instance.time, target))
    status = Advance(s);
  return status == MICA_OK && !AreVariablesFinite(s) ? MICA_FAILED : status;
}

int mica_stepper_advance(MicaStepper* s, double target) {
  int status;
  s->failure_text = 0;
  s->target = target;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  status = AdvanceTo(s, target);
  s->target = INFINITY;
  return status;
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
  int status;
  if (v->sign * s->instance.reals[v->slot] == value) return MICA_OK;
  if (!is_discrete) {
    s->instance.reals[v->slot] = v->sign * value;
    s->step.has_slope = s->stands_at_end = 0;
    return MICA_OK;
  }
  change.stepper = s;
  change.slot = v->slot;
  change.value = v->sign * value;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  status = HandleEvent(s, 1, TakeInput, &change);
  s->must_select = s->selection.set_count > 0;
  if (status == MICA_OK) Restart(s);
  return status;
}
