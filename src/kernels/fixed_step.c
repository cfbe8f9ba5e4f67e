#include "kernels/fixed_step.h"

#include <math.h>
#include <string.h>

#include "kernels/fixed_step_internal.h"

/* Of a step: how near to the next point of the grid a time is that point; how near a limit is. */
#define SAME_POINT 1e-6
#define SAME_LIMIT 1e-9

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

/* The watched functions at the point that was computed last. */
static int Watch(MicaStepper* s, double* values) {
  int status;
  if (s->watch.count == 0) return MICA_OK;
  status = mica_step_crossings(s, values);
  if (status == MICA_OK) mica_watch_transform(&s->watch, values, 1, s->instance.time);
  return status;
}

static int Stage(MicaStepper* s, double time, double gain, double* slope) {
  const MicaPlaces* p = &s->model->places;
  double* reals = s->instance.reals;
  uint32_t i, n = p->state_count;
  int status;
  SetPoint(s, time, s->states);
  if (p->gain_slot != MICA_NO_SLOT) reals[p->gain_slot] = gain;
  for (i = 0; i < n && p->bases; ++i) reals[p->bases[i]] = s->base[i];
  if (s->model->code->stage) {
    s->scratch_used = 0;
    status = s->model->code->stage(&s->instance);
  } else {
    status = mica_step_derivatives(s);
  }
  if (status != MICA_OK) return status;
  for (i = 0; i < n; ++i) {
    s->states[i] = reals[p->states[i]];
    slope[i] = reals[p->derivatives[i]];
  }
  return AreFinite(s->states, n) ? MICA_OK : MICA_FAILED;
}

/* slope at the begin of the step; has_slope is 0 after it. */
static int FindSlope(MicaStepper* s) {
  int has = s->has_slope;
  s->has_slope = 0;
  return has ? MICA_OK : Slope(s, s->begin, s->begin_states, s->slope);
}

static int ExplicitStep(MicaStepper* s, double h) {
  uint32_t i;
  int status = FindSlope(s);
  if (status != MICA_OK) return status;
  for (i = 0; i < s->model->places.state_count; ++i) s->states[i] = s->begin_states[i] + h * s->slope[i];
  if (s->watch.count == 0) return MICA_OK;
  status = Slope(s, s->begin + h, s->states, s->slope);
  if (status == MICA_OK) status = Watch(s, s->watched_end);
  s->has_slope = status == MICA_OK;
  return status;
}

static int MixedStep(MicaStepper* s, double h) {
  const MicaPlaces* p = &s->model->places;
  uint32_t i;
  int status = FindSlope(s);
  if (status != MICA_OK) return status;
  for (i = 0; i < p->state_count; ++i) s->base[i] = s->states[i] = p->bases[i] == p->states[i] ? s->begin_states[i] + h * s->slope[i] : s->begin_states[i];
  status = Stage(s, s->begin + h, h, s->slope);
  if (status == MICA_OK) status = Watch(s, s->watched_end);
  s->has_slope = status == MICA_OK;
  return status;
}

static int ImplicitStep(MicaStepper* s, double h) {
  const MicaTableau* tableau = mica_tableau(s->model->stages);
  const double* row = tableau->below;
  uint32_t i, n = s->model->places.state_count;
  int stage, before;
  for (stage = 0; stage < tableau->stages; ++stage) {
    double time = stage + 1 == tableau->stages ? s->begin + h : s->begin + tableau->nodes[stage] * h;
    int status;
    memcpy(s->base, s->begin_states, sizeof(double) * n);
    for (before = 0; before < stage; ++before, ++row)
      for (i = 0; i < n; ++i) s->base[i] += h * *row * s->slopes[(size_t)before * n + i];
    status = Stage(s, time, tableau->gamma * h, s->slopes + (size_t)stage * n);
    if (status != MICA_OK) return status;
  }
  return Watch(s, s->watched_end);
}

enum { STEP_DONE, STEP_CROSSED, STEP_AT_LIMIT };

/* One step of the method, to the next point of the grid, or to `limit`. */
static int MakeStep(MicaStepper* s, double limit, int* end) {
  const MicaStepModel* model = s->model;
  uint32_t i, n = model->places.state_count;
  int starts_from_slope = model->method != MICA_STEP_IMPLICIT, at_limit, crossed = 0, status = MICA_OK;
  double target, to;
  if (!s->has_watched && s->watch.count > 0) {
    if (starts_from_slope) {
      status = Slope(s, s->time, s->states, s->slope);
    } else {
      SetPoint(s, s->time, s->states);
      status = mica_step_derivatives(s);
    }
    if (status == MICA_OK) status = Watch(s, s->watched);
    if (status != MICA_OK) return status;
    s->has_slope = starts_from_slope;
  }
  s->has_watched = 1;
  s->begin = s->time;
  memcpy(s->begin_states, s->states, sizeof(double) * n);
  target = model->start + (floor((s->time - model->start) / model->step + SAME_POINT) + 1) * model->step;
  at_limit = target >= limit - SAME_LIMIT * model->step;
  to = at_limit ? limit : target;
  status = model->method == MICA_STEP_EXPLICIT ? ExplicitStep(s, to - s->begin) : model->method == MICA_STEP_MIXED ? MixedStep(s, to - s->begin) : ImplicitStep(s, to - s->begin);
  if (status != MICA_OK) return status;
  s->time = to;
  for (i = 0; i < s->watch.count; ++i) crossed |= (s->watched[i] > 0 && s->watched_end[i] <= 0) || (s->watched[i] < 0 && s->watched_end[i] >= 0);
  if (crossed) {
    s->has_watched = 0;
  } else {
    double* kept = s->watched;
    s->watched = s->watched_end;
    s->watched_end = kept;
  }
  *end = crossed ? STEP_CROSSED : at_limit ? STEP_AT_LIMIT : STEP_DONE;
  return MICA_OK;
}

/* All variables at an accepted point between events. */
static int EvaluateAt(MicaStepper* s, double time) {
  int status = MICA_OK, stands = s->stands_at_end && time == s->time;
  SetPoint(s, time, s->states);
  s->stands_at_end = stands;
  if (!stands) status = mica_step_derivatives(s);
  return status == MICA_OK ? mica_step_outputs(s) : status;
}

static void Restart(MicaStepper* s) {
  uint32_t i;
  s->time = s->begin = s->instance.time;
  for (i = 0; i < s->model->places.state_count; ++i) s->states[i] = s->begin_states[i] = s->instance.reals[s->model->places.states[i]];
  s->has_watched = s->has_slope = 0;
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

/* A step, or a part of one, and what follows from it. */
static int Advance(MicaStepper* s) {
  double now = s->instance.time, limit;
  int end = STEP_AT_LIMIT, is_time_event, is_event, status;
  if (!s->has_next_event) s->next_event = mica_calendar_next(&s->calendar, now);
  s->has_next_event = 1;
  limit = s->next_event;
  if (isfinite(limit) && mica_same_time(now, limit)) {
    /* Two events that rounding keeps apart, or a step that ended at the event up to rounding: nothing happens in between. */
    is_time_event = 1;
    status = EvaluateAt(s, limit);
    if (status != MICA_OK) return status;
  } else {
    double reached;
    status = MakeStep(s, limit, &end);
    if (status != MICA_OK) return status;
    s->stands_at_end = (s->model->method != MICA_STEP_EXPLICIT || s->has_slope) && !s->is_event_due;
    reached = s->time;
    is_time_event = end == STEP_AT_LIMIT;
    if (end == STEP_CROSSED && isfinite(limit) && mica_same_time(reached, limit)) {
      reached = limit;
      is_time_event = 1;
    }
    is_event = is_time_event || end == STEP_CROSSED || s->is_event_due;
    status = EvaluateAt(s, reached);
    if (status != MICA_OK || !is_event) return status;
  }
  status = HandleEvent(s, (end == STEP_CROSSED || s->is_event_due) && !is_time_event, 0, 0);
  if (status != MICA_OK) return status;
  /* Where the event was none for the integrator it goes on; otherwise, or where its functions are watched from other sides, it begins anew. */
  if (!s->handler.continues || s->handler.sides_changed || s->time != s->instance.time) Restart(s);
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
  while (status == MICA_OK && !s->is_terminated && s->instance.time < target && !mica_same_time(s->instance.time, target));
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
  mica_step_connect(s);
  mica_step_place_systems(s);
  s->index = s->events = s->newton_reached = s->passes_reached = s->modes_reached = 0;
  s->is_terminated = s->has_slope = s->has_watched = s->has_next_event = s->is_event_due = s->stands_at_end = s->has_open_mode = s->is_later_pass = 0;
  s->failure_text = 0;
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
    s->has_slope = s->stands_at_end = 0;
    return MICA_OK;
  }
  change.stepper = s;
  change.slot = v->slot;
  change.value = v->sign * value;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  status = HandleEvent(s, 1, TakeInput, &change);
  if (status == MICA_OK) Restart(s);
  return status;
}
