/* Runtime: one event, from the values just before it to those just after: event iteration with the flags of samplers,
 * and everything made ready for what follows (calendar, crossings, histories).
 *
 * A sampler's flag is true in the first pass of the event iteration and false in all others (specification 3.7.5): what
 * fires while it is up (b = sample(0, 1), a transition of a state graph on b) fires once. Where a discrete variable has
 * a value in this pass alone, a third row has it. A relation of time that is due but has not changed may be strict
 * (time > e): it is looked at once more, one unit of rounding later. Where a mixed system leaves something open in its
 * mode, several modes may fit at this very instant and only one of them afterwards: two diodes at a source that just
 * passes zero both conduct nothing. The mode of a moment later counts (mica_settle_modes). An event that leaves all
 * states as they were, and derivatives up to what is negligible over the whole run, is not an event for the integrator,
 * which then goes on without a restart. A state event that changes nothing at all (a relation beside a condition that
 * is false) is not one for the result either. */
#ifndef MICA_EVENT_HANDLER_H
#define MICA_EVENT_HANDLER_H

#include "runtime/events/crossing_watch.h"
#include "runtime/events/event_calendar.h"
#include "runtime/events/event_iteration.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How near a crossing function is to its edge for the size of its sides to matter: of that size. */
#define MICA_HANDLER_NEAR 1e-6
/* In units of what a disturbance changed of a crossing function: one may leave it nearly as it was. */
#define MICA_HANDLER_OF_ROUNDING 8
/* An event changed nothing: of a value, and of its nominal value. What a system gives when it is solved again. */
#define MICA_HANDLER_SAME 1e-9
#define MICA_HANDLER_NOTHING 1e-12

/* How far events look ahead, of the length of the run: short beside all steps, long beside what rounding makes of a
 * difference of states. */
#define MICA_HANDLER_LOOK_AHEAD 1e-10

/* Rows of the result that belong to an event: that of before is kept, then written once it is known that there is an
 * event. */
typedef enum {
  MICA_ROW_KEEP_LEFT,
  MICA_ROW_WRITE_LEFT,
  MICA_ROW_KEEP_FLAGS,
  MICA_ROW_WRITE_FLAGS /* if a variable differs there alone */,
  MICA_ROW_WRITE_RIGHT
} MicaRow;

typedef struct MicaHandlerCalls {
  void* self;
  int (*derivatives)(void* self);                /* status */
  int (*crossings)(void* self, double* g);       /* after these: status */
  int (*time_events)(void* self, double* times); /* status */
  double (*scale)(
      void* self,
      uint32_t held); /* of a relation: how large the terms are that its sides are computed from; 0: not known */
  int (*record)(void* self, int at_event); /* histories of delays and the like; 0: failed. May be null */
  void (*restart_history)(
      void* self,
      double time); /* evaluations at this time see what comes out of a delay on its right side; may be null */
  int (*row)(void* self, MicaRow row); /* 0: not written. May be null */
  void (*clear_failure)(void* self);   /* of a disturbance that could not be evaluated; may be null */
} MicaHandlerCalls;

typedef enum { MICA_EVENT_DONE, MICA_EVENT_FAILED, MICA_EVENT_NOT_WRITTEN } MicaEventEnd;

typedef struct MicaHandler {
  MicaInstance* instance;
  const MicaPlaces* places;
  MicaHandlerCalls calls;
  MicaIteration* iteration;
  MicaCalendar* calendar;
  MicaWatch* watch;
  const uint32_t* crossing_held;   /* by crossing: its relation */
  const uint8_t* crossing_is_side; /* it is the only one of a relation whose sides can be compared */
  double look_ahead;               /* in time: short beside all steps, long beside rounding */
  const double* negligible_slopes; /* by state: a smaller jump of a derivative is not a jump; null: each counts */
  double *g, *relations, *side_sizes, *noise, *noisy_g; /* by crossing */
  double *held_before, *held_here;                      /* by relation */
  uint8_t* is_due;                                      /* relations of time that have not changed yet */
  uint32_t due_count;
  double *before, *after; /* states and derivatives */
  double *states_here, *states_ahead;
  double *reals_before, *reals_here, *reals_kept;
  int32_t has_noise, continues, sides_changed, changed_nothing;
} MicaHandler;

size_t mica_handler_doubles(const MicaPlaces* places, uint32_t crossings);
size_t mica_handler_bytes(const MicaPlaces* places);
/* instance, places, calls, iteration, calendar, watch, crossing_held, crossing_is_side and look_ahead are set. */
void mica_handler_place(MicaHandler* h, double* doubles, uint8_t* bytes);

/* The instance holds the values just before the event, evaluated. Its time may have moved on by rounding afterwards.
 * `change` (may be null) is what happens at the event from outside: pre() has the values before it. */
MicaEventEnd mica_handle_event(MicaHandler* h, int is_state_event, void (*change)(void* self), void* self);
/* After initialization, and at the end of every event. `may_continue`: states and derivatives are as they were. 0:
 * failed. */
int mica_handler_refresh(MicaHandler* h, int may_continue);
/* Looks at the modes a moment ahead, where the states are by a step of Euler's method (those that a switch fixes by the
 * implicit one, in the equations). If they are others there, the event ends there: the moment is short beside every
 * step. 0: failed. */
int mica_settle_modes(MicaHandler* h);

#ifdef __cplusplus
}
#endif
#endif
