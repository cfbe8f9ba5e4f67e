#include "runtime/events/event_iteration.h"

#include <string.h>

/* Whether a relation changed in the last pass, of a model whose switches fix states. */
static int RelationsChanged(MicaIteration* e) {
  size_t count = e->places->held_count, i;
  int changed = 0;
  if (e->places->inlined_count == 0) return 0;
  for (i = 0; i < count; ++i)
    if (!(e->held[i] == e->instance->held[i])) changed = 1;
  if (changed) memcpy(e->held, e->instance->held, sizeof(double) * count);
  return changed;
}

int mica_iterate_event(MicaIteration* e, int pre_is_set, int (*after_pass)(void* self), void* self) {
  const MicaIterationCalls* calls = &e->calls;
  int limit, pass, done = 0, failed = 0;
  if (calls->begin) calls->begin(calls->self);
  limit = e->most_passes < MICA_EVENT_MOST_PASSES ? e->most_passes : MICA_EVENT_MOST_PASSES;
  if (!pre_is_set) (void)mica_update_pre(e->instance, e->places);
  calls->note_event(calls->self);
  e->instance->event = 1;
  e->is_unfinished = e->was_reinitialized = 0;
  if (e->places->inlined_count > 0) memcpy(e->held, e->instance->held, sizeof(double) * e->places->held_count);
  for (pass = 0; pass < limit && !done && !failed; ++pass) {
    int status, must_go_on, reinitialized, changed;
    (void)calls->take_open_mode(calls->self);
    calls->set_later_pass(calls->self, pass > 0);
    status = calls->event(calls->self);
    e->has_open_mode = calls->take_open_mode(calls->self);
    must_go_on = after_pass && after_pass(self);
    if (status != MICA_OK && status != MICA_TERMINATED) {
      if (calls->fail) calls->fail(calls->self, status);
      failed = 1;
      break;
    }
    reinitialized = mica_apply_reinits(e->instance, e->places);
    if (reinitialized) e->was_reinitialized = 1;
    if (pass + 1 == MICA_EVENT_MOST_PASSES && calls->endless) calls->endless(calls->self);
    changed = mica_update_pre(e->instance, e->places);
    if (changed || must_go_on) calls->note_event(calls->self);
    done = !changed && !reinitialized && !must_go_on && !RelationsChanged(e);
  }
  e->instance->event = 0;
  calls->set_later_pass(calls->self, 0);
  calls->note_event(calls->self);
  e->passes = pass;
  if (!done && !failed && limit < MICA_EVENT_MOST_PASSES) done = e->is_unfinished = 1;
  if (calls->end) calls->end(calls->self);
  return done;
}
