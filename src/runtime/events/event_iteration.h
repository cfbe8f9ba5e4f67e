/* Runtime: event iteration (the specification, appendix B): all equations are evaluated with relations free to change,
 * pre() takes the values just found, and again, until no discrete variable changes and no state is reinitialized; in a
 * model whose switches fix states, which start from another base then, until no relation changes either. */
#ifndef MICA_EVENT_ITERATION_H
#define MICA_EVENT_ITERATION_H

#include "runtime/events/dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Passes after which an event does not come to an end: beyond any cascade that a model means. */
#define MICA_EVENT_MOST_PASSES 2000

typedef struct MicaIterationCalls {
  void* self;
  int (*event)(void* self);  /* one pass of all equations: status */
  void (*begin)(void* self); /* the iteration begins, and ends; may be null */
  void (*end)(void* self);
  void (*note_event)(void* self);                   /* what systems know of earlier points no longer holds */
  void (*set_later_pass)(void* self, int is_later); /* pass of the same iteration */
  int (*take_open_mode)(void* self);    /* whether a system left something open in its mode since the last call */
  void (*fail)(void* self, int status); /* a pass failed; may be null */
  void (*endless)(void* self);          /* MICA_EVENT_MOST_PASSES were not enough; may be null */
} MicaIterationCalls;

typedef struct MicaIteration {
  MicaInstance* instance;
  const MicaPlaces* places;
  MicaIterationCalls calls;
  int32_t most_passes; /* a bound on the work; no bound where it is MICA_EVENT_MOST_PASSES or more */
  double* held;        /* by relation: before a pass */
  /* Of the last iteration. */
  int32_t passes, is_unfinished /* it stopped at its bound: discrete variables may still change */, was_reinitialized,
      has_open_mode;
} MicaIteration;

/* At the present time, from the values just before it. `pre_is_set`: pre holds what it should already. `after_pass`
 * (may be null) is called after every pass; 1: it has changed something, and another pass must follow. 0: failed, or no
 * end in sight. */
int mica_iterate_event(MicaIteration* e, int pre_is_set, int (*after_pass)(void* self), void* self);

#ifdef __cplusplus
}
#endif
#endif
