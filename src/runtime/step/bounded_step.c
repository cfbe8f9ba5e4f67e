#include "runtime/step/bounded_step.h"

#include <math.h>
#include <string.h>

#include "runtime/model_code.h"
#include "runtime/step/rosenbrock.h"

size_t mica_bounded_step_doubles(uint32_t states, uint32_t watched) {
  return (4 + MICA_MOST_STAGES) * (size_t)states + 2 * (size_t)watched;
}

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_bounded_step_place(MicaBoundedStep* b, double* doubles) {
  size_t n = b->state_count;
  b->begin_states = Take(&doubles, n);
  b->states = Take(&doubles, n);
  b->base = Take(&doubles, n);
  b->slope = Take(&doubles, n);
  b->slopes = Take(&doubles, MICA_MOST_STAGES * n);
  b->watched = Take(&doubles, b->watched_count);
  b->watched_end = Take(&doubles, b->watched_count);
  b->time = b->begin = b->failure_time = 0;
  b->has_slope = b->has_watched = 0;
  b->steps = b->evaluations = b->jacobians = b->watches = 0;
}

void mica_bounded_step_restart(MicaBoundedStep* b, double time, const double* states) {
  size_t bytes = sizeof(double) * b->state_count;
  b->time = b->begin = time;
  if (states != b->states && bytes > 0) memcpy(b->states, states, bytes);
  if (bytes > 0) memcpy(b->begin_states, b->states, bytes);
  b->has_watched = b->has_slope = 0;
}

int mica_bounded_step_find_slope(MicaBoundedStep* b) {
  int has = b->has_slope;
  b->has_slope = 0;
  if (has) return MICA_OK;
  ++b->evaluations;
  return b->calls.slope(b->calls.self, b->begin, b->begin_states, b->slope);
}

static int Explicit(MicaBoundedStep* b, double h) {
  uint32_t i;
  int status = mica_bounded_step_find_slope(b);
  if (status != MICA_OK) return status;
  for (i = 0; i < b->state_count; ++i) b->states[i] = b->begin_states[i] + h * b->slope[i];
  if (b->watched_count == 0) return MICA_OK;
  ++b->evaluations;
  status = b->calls.slope_and_watch(b->calls.self, b->begin + h, b->states, b->slope, b->watched_end);
  b->has_slope = status == MICA_OK;
  return status;
}

static int Mixed(MicaBoundedStep* b, double h) {
  uint32_t i;
  int status = mica_bounded_step_find_slope(b);
  if (status != MICA_OK) return status;
  for (i = 0; i < b->state_count; ++i)
    b->base[i] = b->states[i] = b->is_explicit[i] ? b->begin_states[i] + h * b->slope[i] : b->begin_states[i];
  ++b->evaluations;
  status = b->calls.stage(b->calls.self, b->begin + h, b->base, h, b->states, b->slope);
  if (status == MICA_OK && b->watched_count > 0) status = b->calls.watch(b->calls.self, b->watched_end);
  b->has_slope = status == MICA_OK;
  return status;
}

static int Implicit(MicaBoundedStep* b, double h) {
  const MicaTableau* tableau = mica_tableau(b->stages);
  const double* row = tableau->below;
  uint32_t i, n = b->state_count;
  int stage, before;
  for (stage = 0; stage < tableau->stages; ++stage) {
    double time = stage + 1 == tableau->stages ? b->begin + h : b->begin + tableau->nodes[stage] * h;
    int status;
    for (i = 0; i < n; ++i) b->base[i] = b->begin_states[i];
    for (before = 0; before < stage; ++before, ++row)
      for (i = 0; i < n; ++i) b->base[i] += h * *row * b->slopes[(size_t)before * n + i];
    ++b->evaluations;
    status = b->calls.stage(b->calls.self, time, b->base, tableau->gamma * h, b->states, b->slopes + (size_t)stage * n);
    if (status != MICA_OK) return status;
  }
  return b->watched_count > 0 ? b->calls.watch(b->calls.self, b->watched_end) : MICA_OK;
}

static int Advance(MicaBoundedStep* b, double h) {
  switch (b->method) {
    case MICA_STEP_EXPLICIT:
      return Explicit(b, h);
    case MICA_STEP_MIXED:
      return Mixed(b, h);
    case MICA_STEP_IMPLICIT:
      return Implicit(b, h);
    case MICA_STEP_ROSENBROCK:
      return mica_rosenbrock_step(b, h);
  }
  return MICA_FATAL;
}

/* The watched functions at the begin of a step, where its end before it, or an event, has not left them. */
static int WatchBegin(MicaBoundedStep* b) {
  int starts_from_slope = b->method != MICA_STEP_IMPLICIT, status;
  if (b->has_watched || b->watched_count == 0) return MICA_OK;
  ++b->watches;
  if (starts_from_slope)
    status = b->calls.slope_and_watch(b->calls.self, b->time, b->states, b->slope, b->watched);
  else
    status = b->calls.watch_at(b->calls.self, b->time, b->states, b->watched);
  if (status != MICA_OK) return status;
  if (starts_from_slope) ++b->evaluations;
  b->has_slope = starts_from_slope;
  return MICA_OK;
}

int mica_bounded_step_crossed(const MicaBoundedStep* b, uint32_t i) {
  return (b->watched[i] > 0 && b->watched_end[i] <= 0) || (b->watched[i] < 0 && b->watched_end[i] >= 0);
}

int mica_bounded_step_stands_at_end(const MicaBoundedStep* b) {
  return b->method == MICA_STEP_IMPLICIT || b->method == MICA_STEP_MIXED || b->has_slope;
}

int mica_bounded_step(MicaBoundedStep* b, double limit, MicaStepEnd* end) {
  uint32_t i;
  int at_limit, crossed = 0, status;
  double target, to;
  b->failure_time = b->time;
  status = WatchBegin(b);
  if (status != MICA_OK) return status;
  b->has_watched = 1;
  b->begin = b->time;
  if (b->state_count > 0) memcpy(b->begin_states, b->states, sizeof(double) * b->state_count);
  /* The next point of the grid that is not the present one, up to rounding. */
  target = b->start + (floor((b->time - b->start) / b->step + MICA_STEP_SAME_POINT) + 1) * b->step;
  at_limit = target >= limit - MICA_STEP_SAME_LIMIT * b->step;
  to = at_limit ? limit : target;
  b->failure_time = to;
  status = Advance(b, to - b->begin);
  if (status != MICA_OK) return status;
  b->time = to;
  ++b->steps;
  for (i = 0; i < b->watched_count && !crossed; ++i) crossed = mica_bounded_step_crossed(b, i);
  if (crossed) {
    b->has_watched = 0;
  } else {
    double* kept = b->watched;
    b->watched = b->watched_end;
    b->watched_end = kept;
  }
  *end = crossed ? MICA_STEP_CROSSED : at_limit ? MICA_STEP_AT_LIMIT : MICA_STEP_DONE;
  return MICA_OK;
}
