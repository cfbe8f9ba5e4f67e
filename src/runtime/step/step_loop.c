#include "runtime/step/step_loop.h"

#include <math.h>

void mica_loop_place(MicaLoop* l) {
  l->index = 0;
  l->next_event = INFINITY;
  l->is_over = 0;
  l->has_next_event = l->is_event_due = l->must_select = l->stands_at_end = l->is_event = 0;
}

static void Restart(MicaLoop* l) {
  if (l->instance->time < l->horizon) l->calls.restart(l->calls.self);
}

static int HandleEvent(MicaLoop* l, const MicaLoopEvent* event) {
  int status;
  l->stands_at_end = l->has_next_event = 0;
  status = l->calls.event(l->calls.self, event);
  if (status == MICA_OK) l->is_event_due = l->handler->iteration->is_unfinished;
  return status;
}

/* Looks whether other variables were better states, where all are computed: before the next step. */
static int Select(MicaLoop* l) {
  int has_changed = 0, status;
  if (!l->must_select) return MICA_OK;
  l->must_select = 0;
  status = l->calls.select(l->calls.self, &has_changed);
  if (status == MICA_OK && has_changed) Restart(l);
  return status;
}

static int GoesOn(MicaLoop* l) {
  const MicaLoopCalls* c = &l->calls;
  if (!l->handler->continues || c->method_time(c->self) != l->instance->time) return 0;
  return !l->handler->sides_changed || (c->sides_changed && c->sides_changed(c->self));
}

static int FollowEvent(MicaLoop* l, int is_time_event, MicaStepEnd end) {
  MicaLoopEvent event = {MICA_LOOP_IN_STEPS, 0, 0, 0, 0, 0};
  int status;
  event.is_time_event = is_time_event;
  event.is_crossing = end == MICA_STEP_CROSSED;
  event.is_state_event = (event.is_crossing || l->is_event_due) && !is_time_event;
  status = HandleEvent(l, &event);
  if (status != MICA_OK) return status;
  if (!GoesOn(l))
    Restart(l);
  else if (l->calls.go_on)
    l->calls.go_on(l->calls.self);
  return MICA_OK;
}

static int Step(MicaLoop* l, double now, double limit) {
  const MicaLoopCalls* c = &l->calls;
  MicaLoopStep step = {0, 0, MICA_STEP_AT_LIMIT};
  int is_time_event, status;
  step.begin = step.reached = now;
  if (c->limit) limit = c->limit(c->self, now, limit);
  status = c->step(c->self, limit, &step);
  if (status != MICA_OK) return status;
  if (l->is_event_due) l->stands_at_end = 0;
  is_time_event = step.end == MICA_STEP_AT_LIMIT && limit == l->next_event;
  if (step.end == MICA_STEP_CROSSED && l->next_event <= l->horizon && isfinite(l->next_event) &&
      mica_same_time(step.reached, l->next_event)) {
    step.reached = l->next_event;
    is_time_event = 1;
  }
  l->is_event = is_time_event || step.end == MICA_STEP_CROSSED || l->is_event_due;
  status = c->pass(c->self, &step);
  return status == MICA_OK && l->is_event ? FollowEvent(l, is_time_event, step.end) : status;
}

int mica_loop_advance(MicaLoop* l) {
  const MicaLoopCalls* c = &l->calls;
  double now, limit;
  int status = Select(l);
  if (status != MICA_OK) return status;
  l->must_select = l->selects_states;
  if (c->begin) c->begin(c->self);
  now = l->instance->time;
  if (!l->has_next_event || l->asks_each_step) l->next_event = c->next_event(c->self, now);
  l->has_next_event = 1;
  limit = l->next_event < l->target ? l->next_event : l->target;
  if (!isfinite(limit) || !mica_same_time(now, limit)) return Step(l, now, limit);
  /* Two events that rounding keeps apart, or a step that ended at the event up to rounding. */
  status = c->arrive(c->self, limit);
  return status == MICA_OK ? FollowEvent(l, limit == l->next_event, MICA_STEP_AT_LIMIT) : status;
}

int mica_loop_start(MicaLoop* l, int has_event) {
  MicaLoopEvent event = {MICA_LOOP_AT_START, 1, 0, 0, 0, 0};
  int status = has_event ? HandleEvent(l, &event) : MICA_OK;
  if (status == MICA_OK) Restart(l);
  return status;
}

void mica_loop_begin(MicaLoop* l) {
  l->index = 0;
  l->has_next_event = l->is_event_due = l->stands_at_end = l->must_select = 0;
  Restart(l);
}

static int IsAt(const MicaLoop* l, double time) {
  return l->is_over || !(l->instance->time < time) || mica_same_time(l->instance->time, time);
}

int mica_loop_to(MicaLoop* l, double time) {
  int status = MICA_OK;
  while (status == MICA_OK && !IsAt(l, time)) status = mica_loop_advance(l);
  return status;
}

static double Point(const MicaLoop* l, uint64_t index) { return l->start + (double)index * l->step; }

void mica_loop_count(MicaLoop* l) {
  while (Point(l, l->index + 1) <= l->instance->time + MICA_STEP_SAME_LIMIT * l->step) ++l->index;
}

int mica_loop_step(MicaLoop* l) {
  double target = Point(l, l->index + 1);
  int status;
  if (l->target < target) target = l->target;
  do status = mica_loop_advance(l);
  while (status == MICA_OK && !IsAt(l, target));
  mica_loop_count(l);
  return status;
}

int mica_loop_change(MicaLoop* l, void (*change)(void* data), void* data) {
  MicaLoopEvent event = {MICA_LOOP_FROM_OUTSIDE, 0, 0, 1, 0, 0};
  int status;
  event.change = change;
  event.data = data;
  status = HandleEvent(l, &event);
  l->must_select = l->selects_states;
  if (status == MICA_OK) Restart(l);
  return status;
}
