/* Runtime: the history of delayed expressions, delay(e, T) (the specification, 3.7.4.1).
 *
 * A history holds points (time, value) of accepted steps, oldest first, in a ring. Times never decrease; two points of
 * equal time are the two sides of a discontinuity. A point at an event is a break: the value may have a kink there. The
 * value at t - T is interpolated: through the two points around, and one further on either side where no break lies
 * between, a cubic (error of order h^4); before the first point it is the first value, as the specification asks (time
 * < time.start + T); after the last recorded point, in the step in hand, the present value at the present time is the
 * next point. Points older than the maximal delay are dropped, but for the two that a cubic still needs.
 *
 * Memory is that of the caller. Where a ring is full, `grow` gives it more; without it, recording fails. */
#ifndef MICA_DELAY_HISTORY_H
#define MICA_DELAY_HISTORY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of the interval around the point that is asked for: a neighbour much closer than the interval is long would turn
 * noise into slope. */
#define MICA_DELAY_CLOSEST 0.05
/* Of the largest value so far: what two solutions of one system differ by is not a jump. */
#define MICA_DELAY_NO_JUMP 1e-10
/* In units of the rounding of time: how far to the side that is meant a delayed time is moved, since time - T need not
 * give back the exact time of a recorded point; how long a jump that has come out is remembered. A few operations lead
 * to a time. */
#define MICA_DELAY_ROUNDINGS 4
#define MICA_DELAY_KEPT_ROUNDINGS 16
/* Slope of a delay from which on a line does not say when a jump comes out: at 1 it never does. */
#define MICA_DELAY_STEEPEST 0.9

typedef struct MicaDelayPoint {
  double time, value;
  int64_t is_break;
} MicaDelayPoint;

typedef struct MicaDelay {
  MicaDelayPoint* points; /* `count` of `room`, from `first` on, around the end */
  double* jumps;          /* likewise: times of discontinuities that have not come out yet */
  uint32_t first, count, room;
  uint32_t jump_first, jump_count, jump_room;
  double scale;                          /* the largest value ever recorded */
  double delay, delay_slope, delay_time; /* the delay when last recorded */
} MicaDelay;

typedef struct MicaDelays {
  MicaDelay* delays;
  uint32_t count;
  double restart_time; /* evaluations at this time, up to rounding, see the right side of a discontinuity that comes out
                        * there; all others the left side, so that the step of an integrator that ends at a
                        * discontinuity does not see beyond it */
  /* The ring of points, or that of jumps, of a delay is full. Gives it more room, the oldest first at place 0. 0: no
   * room. May be null. */
  int (*grow)(void* self, uint32_t which, int of_jumps);
  void* self;
} MicaDelays;

/* A delay without points, in the memory that it has. */
void mica_delay_start(MicaDelay* d);
/* What the expression had for a value at time - delay_time. A delay time below 0 or not finite is taken as 0. */
double mica_delay_value(const MicaDelays* d, uint32_t which, double time, double present, double delay_time,
                        double delay_max);
/* Records the values at an accepted point, three numbers for each delay as MicaCode.delays gives them. Where the value
 * of the same time differs from the one before it, a discontinuity is remembered; each is due as an event when it comes
 * out again. `at_event`: what follows need not continue what came before smoothly. 0: there is no room. */
int mica_delays_record(MicaDelays* d, double time, const double* value_time_max, int at_event);
/* The same for a point of one delay that comes from elsewhere: its value was computed, and its history recorded, by
 * another part of a distributed run. `now`: the time of the reader, before which it asks for nothing but what its delay
 * reaches. The delay itself is noted by mica_delays_record, where the value of this delay is not a number. */
int mica_delay_take(MicaDelays* d, uint32_t which, double time, double value, int at_event, double now);
/* Forgets what was recorded after `time`: the step that it was of is made again. */
void mica_delays_forget(MicaDelays* d, double time);
/* The earliest time after `time` at which a discontinuity comes out of a delay; infinity if there is none. Of a delay
 * that varies, by its slope at the last two points: near it, the time is known ever better. */
double mica_delays_next(const MicaDelays* d, double time);

#ifdef __cplusplus
}
#endif
#endif
