#include "runtime/events/event_handler.h"

#include <math.h>
#include <string.h>

size_t mica_handler_doubles(const MicaPlaces* p, uint32_t crossings) {
  return 5 * (size_t)crossings + 2 * (size_t)p->held_count + 6 * (size_t)p->state_count + 3 * (size_t)p->real_count;
}
size_t mica_handler_bytes(const MicaPlaces* p) { return p->held_count; }

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_handler_place(MicaHandler* h, double* doubles, uint8_t* bytes) {
  const MicaPlaces* p = h->places;
  uint32_t crossings = h->watch->count, i;
  h->g = Take(&doubles, crossings);
  h->relations = Take(&doubles, crossings);
  h->side_sizes = Take(&doubles, crossings);
  h->noise = Take(&doubles, crossings);
  h->noisy_g = Take(&doubles, crossings);
  h->held_before = Take(&doubles, p->held_count);
  h->held_here = Take(&doubles, p->held_count);
  h->before = Take(&doubles, 2 * (size_t)p->state_count);
  h->after = Take(&doubles, 2 * (size_t)p->state_count);
  h->states_here = Take(&doubles, p->state_count);
  h->states_ahead = Take(&doubles, p->state_count);
  h->reals_before = Take(&doubles, p->real_count);
  h->reals_here = Take(&doubles, p->real_count);
  h->reals_kept = Take(&doubles, p->real_count);
  h->is_due = bytes;
  for (i = 0; i < crossings; ++i) h->side_sizes[i] = NAN;
  h->due_count = 0;
  h->has_noise = h->continues = h->sides_changed = h->changed_nothing = 0;
}

static void ReadContinuous(const MicaHandler* h, double* values) {
  uint32_t i, n = h->places->state_count;
  for (i = 0; i < n; ++i) {
    values[i] = h->instance->reals[h->places->states[i]];
    values[n + i] = h->instance->reals[h->places->derivatives[i]];
  }
}

static void SetStates(MicaHandler* h, const double* states) {
  uint32_t i;
  for (i = 0; i < h->places->state_count; ++i) h->instance->reals[h->places->states[i]] = states[i];
}

static int Record(MicaHandler* h, int at_event) { return !h->calls.record || h->calls.record(h->calls.self, at_event); }
static int Row(MicaHandler* h, MicaRow row) { return !h->calls.row || h->calls.row(h->calls.self, row); }

/* At the start, and where a function is near its edge that was never so large that its band is far above what noise
 * there may be. */
static int WantsNoise(const MicaHandler* h) {
  uint32_t i;
  if (h->places->inlined_count > 0 || !h->has_noise) return 1;
  for (i = 0; i < h->watch->count; ++i) {
    const MicaCrossing* c = &h->watch->crossings[i];
    double magnitude = c->magnitude < c->largest ? c->largest : c->magnitude;
    if (magnitude <= c->side_size && fabs(h->g[i]) <= MICA_HANDLER_NEAR * c->side_size) return 1;
  }
  return 0;
}

/* Between -1 and -1/2 or 1/2 and 1, the same in every run: no two states are moved alike, lest what depends on their
 * difference stays what it was. */
static double DisturbanceOf(uint32_t state) {
  uint64_t hash = ((uint64_t)state + 1) * UINT64_C(0x9E3779B97F4A7C15);
  double size = 0.5 + 0.5 * (double)((hash >> 32) & 0xFFFF) / 0xFFFF;
  return (hash >> 63) != 0 ? size : -size;
}

/* What the crossing functions make of errors that their sides do not show (u > eps, where u is a difference of large
 * terms that ought to be zero), found by trying: the states are moved by as much as the systems behind them are solved
 * to. With integrators in the dynamics slopes are differences of states over the moment that these look ahead, and
 * rounding of a state is divided by it. There they are moved by rounding and no more: what a crossing leaves of a
 * current or a velocity must be so small that a switch stops it within the moment. */
static void MeasureNoise(MicaHandler* h) {
  size_t bytes = sizeof(double) * h->places->real_count;
  uint32_t i;
  int is_measured;
  if (!WantsNoise(h)) return;
  /* With inlined integrators each evaluation takes states a moment further: everything is put back. */
  memcpy(h->reals_here, h->instance->reals, bytes);
  for (i = 0; i < h->places->state_count; ++i) {
    double* state = &h->instance->reals[h->places->states[i]];
    if (h->places->inlined_count > 0)
      *state = nextafter(*state, i % 2 == 0 ? 2 * *state : 0.0);
    else
      *state *= 1 + MICA_WATCH_SIDE * DisturbanceOf(i);
  }
  is_measured =
      h->calls.derivatives(h->calls.self) == MICA_OK && h->calls.crossings(h->calls.self, h->noisy_g) == MICA_OK;
  for (i = 0; i < h->watch->count; ++i) {
    double change = is_measured ? h->noisy_g[i] - h->g[i] : 0;
    h->noise[i] = isfinite(change) ? MICA_HANDLER_OF_ROUNDING * fabs(change) : 0;
  }
  if (!is_measured && h->calls.clear_failure) h->calls.clear_failure(h->calls.self);
  h->has_noise = 1;
  memcpy(h->instance->reals, h->reals_here, bytes);
}

static void MeasureSides(MicaHandler* h, uint32_t crossing) {
  double size = h->calls.scale(h->calls.self, h->crossing_held[crossing]);
  h->side_sizes[crossing] = h->watch->crossings[crossing].side_size = isfinite(size) ? size : 0;
}

/* Watches the crossing functions from where they are now. 0: they cannot be computed. */
static int WatchFromHere(MicaHandler* h, int may_continue) {
  uint32_t i, count = h->watch->count, k;
  if (h->calls.derivatives(h->calls.self) != MICA_OK || h->calls.crossings(h->calls.self, h->g) != MICA_OK) return 0;
  /* A relation that the event changed is watched from its new side, also where nothing of the states has changed. */
  if (may_continue) {
    int is_same = 1;
    for (k = 0; k < h->places->held_count; ++k)
      if (!(h->held_before[k] == h->instance->held[k])) is_same = 0;
    if (is_same && mica_watch_keeps(h->watch, h->g)) return 1;
  }
  h->sides_changed = 1;
  MeasureNoise(h);
  for (i = 0; i < count; ++i) {
    h->relations[i] = h->instance->held[h->crossing_held[i]];
    if (h->crossing_is_side[i]) MeasureSides(h, i);
    if (h->has_noise) {
      double size = isfinite(h->side_sizes[i]) ? h->side_sizes[i] : 0, noise = h->noise[i] / MICA_WATCH_SIDE;
      h->watch->crossings[i].side_size = size < noise ? noise : size;
    }
  }
  mica_watch_restart(h->watch, h->g, h->relations, h->instance->time);
  return 1;
}

int mica_handler_refresh(MicaHandler* h, int may_continue) {
  size_t bytes = sizeof(double) * h->places->real_count;
  /* With inlined integrators each evaluation takes states a moment further; a look changes nothing. */
  int moves = h->places->inlined_count > 0, is_done;
  h->continues = may_continue;
  h->sides_changed = 0;
  if (h->calls.time_events(h->calls.self, h->calendar->times) != MICA_OK) return 0;
  if (h->watch->count == 0) return 1;
  if (moves) memcpy(h->reals_kept, h->instance->reals, bytes);
  is_done = WatchFromHere(h, may_continue);
  if (moves) memcpy(h->instance->reals, h->reals_kept, bytes);
  return is_done;
}

/* Relations that have changed are no longer due. */
static void ForgetChanged(MicaHandler* h) {
  uint32_t i;
  for (i = 0; i < h->places->held_count && h->due_count > 0; ++i)
    if (h->is_due[i] && h->instance->held[i] != h->held_before[i]) {
      h->is_due[i] = 0;
      --h->due_count;
    }
}

static int AfterPass(void* self) {
  ForgetChanged((MicaHandler*)self);
  return 0;
}

/* With the flags of samplers up in the first pass, whose row is kept. */
static int AfterTick(void* self) {
  MicaHandler* h = (MicaHandler*)self;
  ForgetChanged(h);
  if (!mica_calendar_has_flags(h->calendar)) return 0;
  (void)Row(h, MICA_ROW_KEEP_FLAGS);
  return mica_calendar_clear_flags(h->calendar, h->instance->reals);
}

/* Relations that were due and have not changed may be strict: once more, just after. Time moves only if one of them
 * changes then. */
static int LookAgain(MicaHandler* h) {
  double time = h->instance->time;
  uint32_t i, before;
  if (h->calls.time_events(h->calls.self, h->calendar->times) != MICA_OK) return 0;
  for (i = 0; i < h->places->held_count; ++i)
    if (h->is_due[i] && isfinite(h->calendar->times[i]) && h->calendar->times[i] > time) {
      h->is_due[i] = 0;
      --h->due_count;
    }
  if (h->due_count == 0) return 1;
  before = h->due_count;
  h->instance->time = nextafter(time, INFINITY);
  if (!mica_iterate_event(h->iteration, 0, AfterPass, h)) return 0;
  if (h->due_count == before) h->instance->time = time;
  return 1;
}

static int KeepsContinuous(const MicaHandler* h) {
  uint32_t i, n = h->places->state_count;
  for (i = 0; i < n; ++i) {
    double jump = fabs(h->after[n + i] - h->before[n + i]);
    if (h->before[i] != h->after[i] || !(jump <= (h->negligible_slopes ? h->negligible_slopes[i] : 0))) return 0;
  }
  return 1;
}

/* Discrete variables exactly, others up to rounding: what a system gives when it is solved again. */
static int KeepsAll(const MicaHandler* h) {
  const double *now = h->instance->reals, *before = h->reals_before;
  uint32_t i;
  for (i = 0; i < h->places->discrete_count; ++i)
    if (now[h->places->discrete[i]] != before[h->places->discrete[i]]) return 0;
  for (i = 0; i < h->places->real_count; ++i) {
    double jump = fabs(now[i] - before[i]);
    if (!(jump <= MICA_HANDLER_SAME * fabs(now[i]) + MICA_HANDLER_NOTHING * fabs(h->instance->nominal[i])) &&
        !(isnan(now[i]) && isnan(before[i])))
      return 0;
  }
  return 1;
}

static int IsInlined(const MicaPlaces* p, uint32_t state) {
  uint32_t k;
  for (k = 0; k < p->inlined_count; ++k)
    if (p->inlined[k] == state) return 1;
  return 0;
}

int mica_settle_modes(MicaHandler* h) {
  MicaInstance* m = h->instance;
  double time = m->time, ahead = time + h->look_ahead;
  uint32_t i, n = h->places->state_count;
  if (!h->iteration->has_open_mode || !(ahead > time)) return 1;
  ReadContinuous(h, h->after);
  for (i = 0; i < n; ++i) {
    h->states_here[i] = h->states_ahead[i] = h->after[i];
    if (isfinite(h->after[n + i]) && !IsInlined(h->places, i)) h->states_ahead[i] += h->look_ahead * h->after[n + i];
  }
  memcpy(h->held_here, m->held, sizeof(double) * h->places->held_count);
  m->time = ahead;
  SetStates(h, h->states_ahead);
  if (!mica_iterate_event(h->iteration, 0, AfterPass, h)) return 0;
  for (i = 0; i < h->places->held_count; ++i)
    if (!(h->held_here[i] == m->held[i])) return 1;
  m->time = time;
  SetStates(h, h->states_here);
  /* What depends on time alone was computed for the moment ahead, and counts as computed. */
  if (h->places->steps_time_slot != MICA_NO_SLOT) m->reals[h->places->steps_time_slot] = NAN;
  return 1;
}

/* What was before the event is kept, and which relations of time are due. */
static void Begin(MicaHandler* h, int is_state_event) {
  MicaInstance* m = h->instance;
  uint32_t i;
  if (is_state_event) memcpy(h->reals_before, m->reals, sizeof(double) * h->places->real_count);
  if (h->calls.restart_history) h->calls.restart_history(h->calls.self, m->time);
  ReadContinuous(h, h->before);
  memcpy(h->held_before, m->held, sizeof(double) * h->places->held_count);
  h->due_count = 0;
  for (i = 0; i < h->places->held_count; ++i) {
    h->is_due[i] = (uint8_t)mica_calendar_is_due(h->calendar, i, m->time);
    h->due_count += h->is_due[i];
  }
  (void)mica_update_pre(m, h->places);
}

MicaEventEnd mica_handle_event(MicaHandler* h, int is_state_event, void (*change)(void* self), void* self) {
  MicaInstance* m = h->instance;
  double time = m->time;
  int ticks, may_be_nothing, is_left_written = 0, same;
  if (!Record(h, 0)) return MICA_EVENT_FAILED;
  (void)Row(h, MICA_ROW_KEEP_LEFT);
  Begin(h, is_state_event);
  if (change) change(self);
  ticks = mica_calendar_set_flags(h->calendar, time, m->reals);
  /* The row of before is written once it is known that there is an event, and before time moves on. */
  may_be_nothing = is_state_event && !ticks && !change && h->due_count == 0;
  if (!may_be_nothing && !(is_left_written = Row(h, MICA_ROW_WRITE_LEFT))) return MICA_EVENT_NOT_WRITTEN;
  if (!mica_iterate_event(h->iteration, 1, ticks ? AfterTick : AfterPass, h))
    return is_left_written || Row(h, MICA_ROW_WRITE_LEFT) ? MICA_EVENT_FAILED : MICA_EVENT_NOT_WRITTEN;
  if (ticks && !Row(h, MICA_ROW_WRITE_FLAGS)) return MICA_EVENT_NOT_WRITTEN;
  if (h->due_count > 0 && !LookAgain(h)) return MICA_EVENT_FAILED;
  if (h->iteration->has_open_mode && !is_left_written && !(is_left_written = Row(h, MICA_ROW_WRITE_LEFT)))
    return MICA_EVENT_NOT_WRITTEN;
  if (!mica_settle_modes(h)) return MICA_EVENT_FAILED;
  h->changed_nothing = may_be_nothing && !h->iteration->was_reinitialized && KeepsAll(h);
  if (!h->changed_nothing && ((!is_left_written && !Row(h, MICA_ROW_WRITE_LEFT)) || !Row(h, MICA_ROW_WRITE_RIGHT)))
    return MICA_EVENT_NOT_WRITTEN;
  ReadContinuous(h, h->after);
  /* After a state event the step in hand goes beyond it: unless nothing has changed, it is of another mode. */
  same = m->time == time && !change && !h->iteration->was_reinitialized && KeepsContinuous(h) &&
         (!is_state_event || h->changed_nothing);
  /* A step found a crossing that the event does not see: with integrators in the dynamics, by what MeasureNoise finds
   * here, beyond the band of before. */
  same = same && (!is_state_event || h->places->inlined_count == 0);
  if (!Record(h, !same) || !mica_handler_refresh(h, same)) return MICA_EVENT_FAILED;
  return MICA_EVENT_DONE;
}
