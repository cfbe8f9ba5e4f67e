#include "runtime/events/event_calendar.h"

#include <float.h>
#include <math.h>

int mica_same_time(double a, double b) {
  double x = fabs(a), y = fabs(b);
  return fabs(a - b) <= MICA_SAME_TIME_ROUNDINGS * DBL_EPSILON * (x < y ? y : x);
}

double mica_ticker_time(const MicaTicker* t) {
  int64_t count, a, b;
  /* A count beyond 63 bits is beyond the resolution of time, and a fraction in lowest terms is no better. */
  if (t->step != 0 && (t->tick > (INT64_MAX - (t->first > 0 ? t->first : 0)) / t->step))
    return t->start + t->interval * (((double)t->tick * (double)t->step + (double)t->first) / (double)t->denominator);
  count = t->tick * t->step + t->first;
  if (t->denominator == 1) return t->start + (double)count * t->interval;
  a = count;
  b = t->denominator;
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return t->start + t->interval * (double)(count / a) / (double)(t->denominator / a);
}

void mica_ticker_start(MicaTicker* t, double time) {
  double period = t->interval * (double)t->step / (double)t->denominator;
  double behind = ceil((time - t->start) / period - (double)t->first / (double)t->step);
  if (behind > 9e15) behind = 9e15; /* what a double counts exactly */
  t->tick = behind > 1 ? (int64_t)behind - 1 : 0;
  t->is_flagged = 0;
  while (mica_ticker_time(t) < time && !mica_same_time(mica_ticker_time(t), time)) ++t->tick;
}

double mica_calendar_next(const MicaCalendar* c, double time) {
  double next = INFINITY;
  uint32_t i;
  for (i = 0; i < c->ticker_count; ++i) {
    double tick = mica_ticker_time(&c->tickers[i]);
    if (tick > time && tick < next) next = tick;
  }
  for (i = 0; i < c->held_count; ++i)
    if (c->times[i] > time && c->times[i] < next) next = c->times[i];
  return next;
}

static int TicksAt(const MicaTicker* t, double time) {
  double tick = mica_ticker_time(t);
  return tick <= time || mica_same_time(tick, time);
}

int mica_calendar_ticks_at(const MicaCalendar* c, double time) {
  uint32_t i;
  for (i = 0; i < c->ticker_count; ++i)
    if (TicksAt(&c->tickers[i], time)) return 1;
  return 0;
}

int mica_calendar_set_flags(MicaCalendar* c, double time, double* reals) {
  uint32_t i;
  int any = 0;
  for (i = 0; i < c->ticker_count; ++i) {
    MicaTicker* t = &c->tickers[i];
    if (!TicksAt(t, time)) continue;
    t->is_flagged = any = 1;
    reals[t->slot] = 1;
    while (TicksAt(t, time)) ++t->tick;
  }
  return any;
}

int mica_calendar_clear_flags(MicaCalendar* c, double* reals) {
  uint32_t i;
  int any = 0;
  for (i = 0; i < c->ticker_count; ++i) {
    if (!c->tickers[i].is_flagged) continue;
    c->tickers[i].is_flagged = 0;
    any = 1;
    reals[c->tickers[i].slot] = 0;
  }
  return any;
}

int mica_calendar_has_flags(const MicaCalendar* c) {
  uint32_t i;
  for (i = 0; i < c->ticker_count; ++i)
    if (c->tickers[i].is_flagged) return 1;
  return 0;
}

int mica_calendar_is_due(const MicaCalendar* c, uint32_t held, double time) {
  return c->times[held] <= time || (isfinite(c->times[held]) && mica_same_time(c->times[held], time));
}
