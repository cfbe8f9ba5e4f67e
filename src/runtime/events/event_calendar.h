/* Runtime: the events whose time is known before: ticks of sample(start, interval) and of clocks, and relations of time
 * and discrete variables alone.
 *
 * The k-th tick of a sampler is start + k * interval, computed so, and never by adding up; that of a clock start +
 * interval * a fraction in lowest terms, so that equal ticks of different clocks are the same number. Ticks of several
 * samplers that differ by rounding only are one event. O(samplers + relations) for each event. */
#ifndef MICA_EVENT_CALENDAR_H
#define MICA_EVENT_CALENDAR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two times are the same: in units of the rounding of the larger one. A few operations lead to a time. */
#define MICA_SAME_TIME_ROUNDINGS 8

/* Two times that differ by rounding only. */
int mica_same_time(double a, double b);

typedef struct MicaTicker {
  double start, interval;
  int64_t first, step, denominator; /* ticks at start + interval*(first + tick*step)/denominator */
  int64_t tick;                     /* the next one */
  uint32_t slot;                    /* of its flag */
  int32_t is_flagged;
} MicaTicker;

double mica_ticker_time(const MicaTicker* t);
/* The first tick that is not before `time`. */
void mica_ticker_start(MicaTicker* t, double time);

typedef struct MicaCalendar {
  MicaTicker* tickers;
  uint32_t ticker_count, held_count;
  double* times; /* by relation: its next event, as the code gives it; infinite: none */
} MicaCalendar;

/* The next event after `time`, infinity if there is none. */
double mica_calendar_next(const MicaCalendar* c, double time);
/* Samplers tick at `time` itself. */
int mica_calendar_ticks_at(const MicaCalendar* c, double time);
/* Sets the flags of the samplers that tick at `time`, and moves these on. Whether there were any. */
int mica_calendar_set_flags(MicaCalendar* c, double time, double* reals);
/* Clears all flags that were set. Whether any was. */
int mica_calendar_clear_flags(MicaCalendar* c, double* reals);
int mica_calendar_has_flags(const MicaCalendar* c);
/* A relation is due at `time`. */
int mica_calendar_is_due(const MicaCalendar* c, uint32_t held, double time);

#ifdef __cplusplus
}
#endif
#endif
