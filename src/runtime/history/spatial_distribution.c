#include "runtime/history/spatial_distribution.h"

#include <math.h>
#include <string.h>

void mica_distribution_move(MicaDistribution* d, double* at, double* value, uint32_t room) {
  uint32_t first = (room - d->count) / 2;
  if (d->count > 0) {
    memmove(at + first, d->at + d->first, d->count * sizeof *at);
    memmove(value + first, d->value + d->first, d->count * sizeof *value);
  }
  d->at = at;
  d->value = value;
  d->first = first;
  d->room = room;
}

/* Room for one more point at either end: the points are put into the middle where one of them has reached an end. */
static void MakeRoom(MicaDistribution* d) {
  if (d->first == 0 || d->first + d->count == d->room) mica_distribution_move(d, d->at, d->value, d->room);
}

static void PushFront(MicaDistribution* d, double at, double value) {
  MakeRoom(d);
  --d->first;
  ++d->count;
  d->at[d->first] = at;
  d->value[d->first] = value;
}

static void PushBack(MicaDistribution* d, double at, double value) {
  MakeRoom(d);
  d->at[d->first + d->count] = at;
  d->value[d->first + d->count] = value;
  ++d->count;
}

static double Between(double at, double a, double z_a, double b, double z_b) {
  return b > a ? z_a + (z_b - z_a) * ((at - a) / (b - a)) : z_a;
}

/* The value at a place; beyond the ends that of the end. Binary search: O(log count). */
static double ValueAt(const MicaDistribution* d, double at) {
  const double *places = d->at + d->first, *values = d->value + d->first;
  if (at <= places[0]) return values[0];
  if (at >= places[d->count - 1]) return values[d->count - 1];
  uint32_t low = 0, high = d->count - 1; /* places[low] <= at < places[high] */
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (places[middle] <= at)
      low = middle;
    else
      high = middle;
  }
  return Between(at, places[low], values[low], places[high], values[high]);
}

int mica_distribution_start(MicaDistribution* d, uint32_t count, const double* points, const double* values, double x) {
  uint32_t i;
  if (count + 2 > d->room) return 0;
  d->first = d->room / 2;
  d->count = 0;
  for (i = 0; i < count; ++i) PushBack(d, points[i] - x, values[i]);
  d->x = x;
  return 1;
}

double mica_distribution_value(const MicaDistribution* d, int output, double in0, double in1, double x,
                               int positive_velocity) {
  uint32_t first = d->first, last = d->first + d->count - 1;
  double at = (output ? 1 : 0) - x;
  if (output == (positive_velocity ? 0 : 1))
    return d->value[output ? last : first]; /* where it comes in: as it was, so that there is no loop */
  /* What has come in since the last step may be out already. */
  if (output && at < d->at[first] && isfinite(in0)) return Between(at, -x, in0, d->at[first], d->value[first]);
  if (!output && at > d->at[last] && isfinite(in1)) return Between(at, d->at[last], d->value[last], 1 - x, in1);
  return ValueAt(d, at);
}

int mica_distribution_advance(MicaDistribution* d, double in0, double in1, double x, int positive_velocity) {
  double *at, *value;
  if (!isfinite(x) || !isfinite(in0) || !isfinite(in1)) return 1;
  /* One at either end, and a place free beside each. */
  if (d->count + MICA_DISTRIBUTION_STEP + 2 > d->room) return 0;
  if (x > d->x) {
    double end = 1 - x,
           out = end < d->at[d->first] ? Between(end, -x, in0, d->at[d->first], d->value[d->first]) : ValueAt(d, end);
    while (d->count > 0 && d->at[d->first + d->count - 1] >= end) --d->count;
    d->x = x;
    PushBack(d, end, out);
    PushFront(d, -x, in0);
    return 1;
  }
  if (x < d->x) {
    uint32_t last = d->first + d->count - 1;
    double end = -x, out = end > d->at[last] ? Between(end, d->at[last], d->value[last], 1 - x, in1) : ValueAt(d, end);
    while (d->count > 0 && d->at[d->first] <= end) ++d->first, --d->count;
    d->x = x;
    PushFront(d, end, out);
    PushBack(d, 1 - x, in1);
    return 1;
  }
  /* Nothing moved: at an event what comes in may jump. Of several values at one place the outermost two count. */
  at = d->at + d->first;
  value = d->value + d->first;
  if (positive_velocity) {
    if (value[0] == in0) return 1;
    if (d->count > 1 && at[0] == at[1])
      value[0] = in0;
    else
      PushFront(d, at[0], in0);
  } else {
    uint32_t last = d->count - 1;
    if (value[last] == in1) return 1;
    if (d->count > 1 && at[last] == at[last - 1])
      value[last] = in1;
    else
      PushBack(d, at[last], in1);
  }
  return 1;
}
