#include "runtime/history/delay_history.h"

#include <float.h>
#include <math.h>

static MicaDelayPoint* PointAt(const MicaDelay* d, uint32_t i) { return &d->points[(d->first + i) % d->room]; }
static double* JumpAt(const MicaDelay* d, uint32_t i) { return &d->jumps[(d->jump_first + i) % d->jump_room]; }

typedef struct Sample {
  double time, value;
} Sample;

static Sample SampleOf(const MicaDelay* d, uint32_t i) {
  const MicaDelayPoint* point = PointAt(d, i);
  Sample sample;
  sample.time = point->time;
  sample.value = point->value;
  return sample;
}

/* Newton's form from the first point on: equal values give no differences, however uneven the points. */
static double ThroughPoints(const Sample* used, uint32_t count, double at) {
  double differences[4], sum;
  uint32_t order, i;
  for (i = 0; i < count; ++i) differences[i] = used[i].value;
  for (order = 1; order < count; ++order)
    for (i = count - 1; i >= order; --i)
      differences[i] = (differences[i] - differences[i - 1]) / (used[i].time - used[i - order].time);
  sum = differences[count - 1];
  for (i = count - 1; i-- > 0;) sum = differences[i] + (at - used[i].time) * sum;
  return sum;
}

/* The polynomial through up to four points around `at`. A side that ends at a break gives no further point. */
static double Interpolate(const MicaDelay* d, double at) {
  uint32_t low = 0, high = d->count, left, right, count = 2;
  double closest;
  Sample used[4];
  /* The first point later than `at`: of a discontinuity exactly there, both sides are before it and the right side
   * counts. */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (at < PointAt(d, middle)->time)
      high = middle;
    else
      low = middle + 1;
  }
  if (low == 0) return PointAt(d, 0)->value;
  right = low;
  left = right - 1;
  if (right == d->count) return PointAt(d, left)->value;
  closest = MICA_DELAY_CLOSEST * (PointAt(d, right)->time - PointAt(d, left)->time);
  used[0] = SampleOf(d, left);
  used[1] = SampleOf(d, right);
  if (left > 0 && !PointAt(d, left)->is_break && PointAt(d, left)->time - PointAt(d, left - 1)->time > closest)
    used[count++] = SampleOf(d, left - 1);
  if (right + 1 < d->count && !PointAt(d, right)->is_break &&
      PointAt(d, right + 1)->time - PointAt(d, right)->time > closest)
    used[count++] = SampleOf(d, right + 1);
  return ThroughPoints(used, count, at);
}

void mica_delay_start(MicaDelay* d) {
  d->first = d->count = d->jump_first = d->jump_count = 0;
  d->scale = d->delay = d->delay_slope = 0;
  d->delay_time = -INFINITY;
}

double mica_delay_value(const MicaDelays* all, uint32_t which, double time, double present, double delay_time,
                        double delay_max) {
  const MicaDelay* d = &all->delays[which];
  const MicaDelayPoint* last;
  double rounding, at, closest, size = fabs(time);
  Sample used[4];
  uint32_t count = 2, i;
  if (!(delay_time > 0) || d->count == 0) return present;
  if (delay_max > 0 && delay_time > delay_max) delay_time = delay_max;
  rounding = MICA_DELAY_ROUNDINGS * DBL_EPSILON * (size < delay_time ? delay_time : size);
  at =
      time - delay_time +
      (time >= all->restart_time && time - all->restart_time <= MICA_DELAY_ROUNDINGS * rounding ? rounding : -rounding);
  last = PointAt(d, d->count - 1);
  if (at < last->time) return Interpolate(d, at);
  if (time <= last->time) return last->value;
  used[0] = SampleOf(d, d->count - 1);
  used[1].time = time;
  used[1].value = present;
  closest = MICA_DELAY_CLOSEST * (time - last->time);
  for (i = d->count - 1; i > 0 && count < 4; --i) {
    if (PointAt(d, i)->is_break || PointAt(d, i)->time - PointAt(d, i - 1)->time <= closest) break;
    used[count++] = SampleOf(d, i - 1);
  }
  return ThroughPoints(used, count, at);
}

void mica_delays_forget(MicaDelays* all, double time) {
  uint32_t i;
  for (i = 0; i < all->count; ++i) {
    MicaDelay* d = &all->delays[i];
    while (d->count > 0 && PointAt(d, d->count - 1)->time > time) --d->count;
    while (d->jump_count > 0 && *JumpAt(d, d->jump_count - 1) > time) --d->jump_count;
  }
}

static int PushPoint(MicaDelays* all, uint32_t which, double time, double value, int is_break) {
  MicaDelay* d = &all->delays[which];
  MicaDelayPoint* point;
  if (d->count == d->room && !(all->grow && all->grow(all->self, which, 0))) return 0;
  point = PointAt(d, d->count++);
  point->time = time;
  point->value = value;
  point->is_break = is_break;
  return 1;
}

static int PushJump(MicaDelays* all, uint32_t which, double time) {
  MicaDelay* d = &all->delays[which];
  if (d->jump_count > 0 && !(*JumpAt(d, d->jump_count - 1) < time)) return 1;
  if (d->jump_count == d->jump_room && !(all->grow && all->grow(all->self, which, 1))) return 0;
  *JumpAt(d, d->jump_count++) = time;
  return 1;
}

static void NoteDelay(MicaDelay* d, double time, double delay, int at_event) {
  if (!isfinite(delay)) return;
  if (time > d->delay_time) d->delay_slope = (delay - d->delay) / (time - d->delay_time);
  if (at_event || !isfinite(d->delay_time)) d->delay_slope = 0;
  d->delay = delay;
  d->delay_time = time;
}

/* What nobody will ask for any more. */
static void Drop(MicaDelay* d, double time, double longest) {
  double horizon = time - longest, rounding = MICA_DELAY_KEPT_ROUNDINGS * DBL_EPSILON * fabs(time);
  while (d->count > 3 && PointAt(d, 2)->time < horizon) {
    d->first = (d->first + 1) % d->room;
    --d->count;
  }
  while (d->jump_count > 0 && *JumpAt(d, 0) < time - d->delay - rounding) {
    d->jump_first = (d->jump_first + 1) % d->jump_room;
    --d->jump_count;
  }
}

/* The value of a time that has one already. */
static int RecordAgain(MicaDelays* all, uint32_t which, double time, double value, int at_event) {
  MicaDelay* d = &all->delays[which];
  MicaDelayPoint* last = PointAt(d, d->count - 1);
  last->is_break = last->is_break || at_event;
  if (fabs(last->value - value) <= MICA_DELAY_NO_JUMP * d->scale) return 1;
  last->is_break = 1;
  /* Only the outermost two of several points of one time matter. */
  if (d->count > 1 && PointAt(d, d->count - 2)->time == time)
    last->value = value;
  else if (!PushPoint(all, which, time, value, 1))
    return 0;
  return PushJump(all, which, time);
}

int mica_delays_record(MicaDelays* all, double time, const double* value_time_max, int at_event) {
  uint32_t i;
  for (i = 0; i < all->count; ++i) {
    MicaDelay* d = &all->delays[i];
    double value = value_time_max[3 * i], delay = value_time_max[3 * i + 1], longest = value_time_max[3 * i + 2],
           most = delay;
    NoteDelay(d, time, delay, at_event);
    if (!isfinite(value)) continue;
    if (d->scale < fabs(value)) d->scale = fabs(value);
    if (d->count > 0 && PointAt(d, d->count - 1)->time == time) {
      if (!RecordAgain(all, i, time, value, at_event)) return 0;
    } else if (!PushPoint(all, i, time, value, at_event)) {
      return 0;
    }
    if (most < longest) most = longest;
    if (most < 0) most = 0;
    Drop(d, time, most);
  }
  return 1;
}

int mica_delay_take(MicaDelays* all, uint32_t which, double time, double value, int at_event, double now) {
  MicaDelay* d = &all->delays[which];
  if (d->scale < fabs(value)) d->scale = fabs(value);
  if (d->count > 0 && PointAt(d, d->count - 1)->time == time) {
    if (!RecordAgain(all, which, time, value, at_event)) return 0;
  } else if (!PushPoint(all, which, time, value, at_event)) {
    return 0;
  }
  Drop(d, now, d->delay);
  return 1;
}

/* Where t - T(t) is the time of the jump, T a line. */
static double DueTime(const MicaDelay* d, double jump) {
  double slope = d->delay_slope;
  if (!(d->delay > 0)) return INFINITY;
  if (slope == 0 || fabs(slope) > MICA_DELAY_STEEPEST) return jump + d->delay;
  return (jump + d->delay - slope * d->delay_time) / (1 - slope);
}

double mica_delays_next(const MicaDelays* all, double time) {
  double next = INFINITY;
  uint32_t i, k;
  for (i = 0; i < all->count; ++i) {
    const MicaDelay* d = &all->delays[i];
    for (k = 0; k < d->jump_count; ++k) {
      double due = DueTime(d, *JumpAt(d, k));
      if (!(due > time)) continue;
      if (due < next) next = due;
      break;
    }
  }
  return next;
}
