/* Runtime: when a crossing function of a held relation makes an event.
 *
 * A relation changes where its crossing function g passes zero. Watched is not g itself: after an event g is zero up to
 * rounding, and the same root would be found again, or missed. Around zero lies a band of half-width b, small beside
 * the size that g had so far. By the side of the band on which g was after the last event, watched is the function F,
 * which is not zero there: above:   F = g + b, the event is at g = -b        below: F = g - b, the event is at g = +b
 *   inside:  as above or below, by the present value of the relation, where it is known which side belongs to it
 * (MICA_WATCH_INSIDE_OF_RELATION of b on either side of zero: there rounding may contradict the relation, which then
 * must not lose its event); else (MICA_WATCH_INSIDE of b) F = |g| - b, the event is where g leaves the band So at an
 * event the relation has changed beyond rounding, and a g that rests at zero makes no event. b is fixed between events.
 */
#ifndef MICA_CROSSING_WATCH_H
#define MICA_CROSSING_WATCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The band, of the largest |g| ever: far above rounding of g itself, far below what matters of it. */
#define MICA_WATCH_BAND 1e-10
/* The band of a function that was never anything but zero, of terms of about one: rounding of a switch that carries
 * nothing must not make events. Absolute: of values below 1e-12 events come late by this band. */
#define MICA_WATCH_SMALLEST_BAND 1e-16
/* Of the larger side of a relation x > y: what is left of x - y where both are equal but for the rounding of systems
 * that they come from. */
#define MICA_WATCH_SIDE 1e-12
/* Of the band: how near to zero a function is inside it. */
#define MICA_WATCH_INSIDE 0.1
#define MICA_WATCH_INSIDE_OF_RELATION 0.9
/* A function that made events without end gets a band that is wider by this. One that was larger before, by
 * MICA_WATCH_NEVER_LARGER, switches back and forth along its edge: it is followed there, no further off than
 * MICA_WATCH_WIDEST of the largest |g| ever. One that was not is rounding, of any unit. */
#define MICA_WATCH_WIDER 100
#define MICA_WATCH_NEVER_LARGER 1000
#define MICA_WATCH_WIDEST 1e-4
/* Of the rounding that was seen of a function: the band that lies beyond it. */
#define MICA_WATCH_BEYOND_ROUNDING 2
/* In bands: how far a function may be from the side of its relation, which the event evaluated, for that to be
 * rounding. */
#define MICA_WATCH_CONTRADICTION 10

typedef struct MicaCrossing {
  double magnitude; /* largest |g| ever */
  double largest;   /* since the restart */
  double band;
  double noise;       /* a band that is not to be smaller than this */
  double side_size;   /* the size of what the function is computed from, the larger side of a relation at least: counts
                         from the next restart on */
  int32_t is_on_edge; /* at the restart */
  int32_t side;       /* 1 above the band, -1 below, 0 inside */
  int32_t true_side;  /* where the relation holds: 1 above zero, -1 below, 0 not known */
  int32_t spare;
} MicaCrossing;

typedef struct MicaWatch {
  MicaCrossing* crossings;
  uint32_t count;
  double restart_time;
} MicaWatch;

/* Everything but the true sides. */
void mica_watch_start(MicaWatch* w);
/* After an event at `time`: chooses sides and bands. `relations`: the value of each crossing's relation. */
void mica_watch_restart(MicaWatch* w, const double* g, const double* relations, double time);
/* A function within these bounds makes no event. */
int mica_watch_stays(const MicaWatch* w, uint32_t i, double low, double high);
/* Every crossing function is on the side where it was, or still inside: watching can go on as it is. */
int mica_watch_keeps(const MicaWatch* w, const double* g);
/* Crossing functions at `time` to watched ones, in place. `accepted`: the largest |g| since the restart, on its side,
 * is kept. A function that is beyond its band at the very time of the restart shows rounding of what it comes from,
 * which its own size does not tell where it is zero: the band becomes wider than that, so that its next change is seen.
 */
void mica_watch_transform(MicaWatch* w, double* g, int accepted, double time);
/* Of a crossing that made events without end: gives it a wider band, from the next restart on. 0: it cannot become
 * wider. */
int mica_watch_widen(MicaWatch* w, uint32_t i);

#ifdef __cplusplus
}
#endif
#endif
