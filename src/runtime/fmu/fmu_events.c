/* Runtime: events of an FMU, from the values before them to those after. See fmu.h. */
#include <math.h>
#include <string.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/fixed_step_internal.h"

void mica_fmu_enter_event(MicaFmu* f) {
  if (f->phase == MICA_FMU_INITIALIZING) return;
  (void)mica_fmu_need_outputs(f); /* values of before; where they cannot be computed, the event says so */
  memcpy(f->left, f->stepper.instance.reals, sizeof(double) * f->model->step->places.real_count);
  f->left_time = f->stepper.instance.time;
}

/* What the importer has set since the event began: pre() has the values before it. */
static void TakePending(void* self) {
  MicaFmu* f = (MicaFmu*)self;
  const MicaModelTable* t = f->model->table;
  uint32_t i;
  int tuned = 0;
  for (i = 0; i < t->scalars_count; ++i) {
    if (!f->is_pending[i]) continue;
    f->stepper.instance.reals[t->scalars[i].slot] = f->work[t->scalars[i].slot];
    tuned |= f->model->setting[i] == MICA_SET_TUNABLE;
    f->is_pending[i] = 0;
  }
  f->stepper.scratch_used = 0;
  if (tuned) (void)f->model->step->code->parameters(&f->stepper.instance);
}

static int HasPending(const MicaFmu* f) {
  uint32_t i;
  for (i = 0; i < f->model->table->scalars_count; ++i)
    if (f->is_pending[i]) return 1;
  return 0;
}

void mica_fmu_next_event(MicaFmu* f, MicaFmuEvent* event) {
  MicaStepper* s = &f->stepper;
  double now = s->instance.time, jump = mica_delays_next(&s->delays, now);
  event->next = mica_calendar_next(&s->calendar, now);
  if (jump < event->next) event->next = jump;
  event->has_next = isfinite(event->next);
}

static void ReadStates(const MicaFmu* f, double* states) {
  const MicaPlaces* p = &f->model->step->places;
  uint32_t i;
  for (i = 0; i < p->state_count; ++i) states[i] = f->stepper.instance.reals[p->states[i]];
}

/* A time event is due, or a sampler ticks. */
static int IsTimeEvent(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  uint32_t i;
  if (mica_calendar_ticks_at(&s->calendar, s->instance.time)) return 1;
  for (i = 0; i < s->calendar.held_count; ++i)
    if (mica_calendar_is_due(&s->calendar, i, s->instance.time)) return 1;
  return 0;
}

static int Handle(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  size_t bytes = sizeof(double) * f->model->step->places.real_count;
  int pending = HasPending(f), is_time;
  if (pending) {
    memcpy(f->work, s->instance.reals, bytes);
    memcpy(s->instance.reals, f->left, bytes);
  }
  mica_fmu_touch(f);
  if (f->selects_states) {
    f->selects_states = 0;
    if (mica_select_states(&s->selection, &s->instance)) mica_step_note_event(s);
  }
  is_time = IsTimeEvent(f);
  ++s->events;
  s->loop.has_next_event = s->loop.stands_at_end = 0;
  if (mica_handle_event(&s->handler, !is_time, pending ? TakePending : 0, f) != MICA_EVENT_DONE) return MICA_FAILED;
  return MICA_OK;
}

int mica_fmu_handle_event(MicaFmu* f, MicaFmuEvent* event) {
  MicaStepper* s = &f->stepper;
  const MicaPlaces* p = &f->model->step->places;
  uint32_t i;
  int status = MICA_OK, is_first = f->phase == MICA_FMU_EVENT && f->is_first_event;
  memset(event, 0, sizeof *event);
  ReadStates(f, f->states);
  s->failure_text = 0;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  /* After initialization something happens only where it is due at the start. */
  if (!is_first || HasPending(f) || f->has_event_at_start || mica_calendar_ticks_at(&s->calendar, s->instance.time))
    status = Handle(f);
  f->is_first_event = f->has_event_at_start = f->has_pending = f->has_new_inputs = 0;
  mica_fmu_free_texts(f, 0);
  mica_fmu_touch(f);
  if (status != MICA_OK) return status;
  ReadStates(f, f->states + p->state_count);
  for (i = 0; i < p->state_count; ++i) event->states_changed |= f->states[i] != f->states[p->state_count + i];
  event->terminates = s->loop.is_over;
  mica_fmu_next_event(f, event);
  memcpy(f->left, s->instance.reals, sizeof(double) * p->real_count);
  return MICA_OK;
}

int mica_fmu_indicators(MicaFmu* f, double* values, int accepted) {
  MicaStepper* s = &f->stepper;
  int status = mica_fmu_need_derivatives(f);
  if (status != MICA_OK || s->watch.count == 0) return status;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  status = mica_step_crossings(s, values);
  if (status == MICA_OK) mica_watch_transform(&s->watch, values, accepted, s->instance.time);
  return status;
}

/* Whether other variables would be better states: these change at the event that follows. */
static int WouldSelect(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  size_t bytes = sizeof(double) * f->model->step->places.real_count;
  uint32_t changes = s->selection.changes;
  int changed;
  memcpy(f->point, s->instance.reals, bytes);
  changed = mica_select_states(&s->selection, &s->instance);
  memcpy(s->instance.reals, f->point, bytes);
  mica_selection_read(&s->selection, &s->instance);
  s->selection.changes = changes;
  return changed;
}

int mica_fmu_step_completed(MicaFmu* f, int* wants_event) {
  MicaStepper* s = &f->stepper;
  int status = mica_fmu_need_outputs(f);
  *wants_event = 0;
  if (!(status == MICA_OK || status == MICA_TERMINATED)) return status;
  if (s->watch.count > 0) status = mica_fmu_indicators(f, f->indicators, 1);
  if (status != MICA_OK) return status;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  if (!mica_step_record(s, 0)) return MICA_FAILED;
  if (s->selection.set_count > 0) *wants_event = f->selects_states = WouldSelect(f);
  return MICA_OK;
}
