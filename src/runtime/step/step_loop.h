/* Runtime: the loop around steps: choice of states, the next event, one step, what follows from it. Every run goes
 * through it: in process, in an exported program and in an FMU that steps by itself; they differ in what they are
 * called for.
 *
 * One advance is
 *   states are chosen again, if a step or an event lies behind -> next event -> step to it, to the target, or less
 *   -> all variables at its end -> the event, if there is one -> the method goes on, or begins anew.
 * Two events that only rounding keeps apart are handled one after the other without a step between them; a crossing
 * that only rounding keeps apart from the next event of the calendar is one event with it, at its time. What an event
 * left open, where its passes are bounded, is an event again at the end of the next step. */
#ifndef MICA_STEP_LOOP_H
#define MICA_STEP_LOOP_H

#include "runtime/events/event_handler.h"
#include "runtime/step/bounded_step.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  MICA_LOOP_AT_START,    /* something ticks at the start */
  MICA_LOOP_IN_STEPS,    /* where a step ended */
  MICA_LOOP_FROM_OUTSIDE /* something is changed between two steps */
} MicaLoopCause;

typedef struct MicaLoopEvent {
  MicaLoopCause cause;
  int32_t is_time_event; /* of the calendar */
  int32_t is_crossing;   /* the step ended at a crossing; the event may be one of time all the same */
  int32_t is_state_event;
  void (*change)(void* data); /* from outside; else null */
  void* data;
} MicaLoopEvent;

/* How a step went. */
typedef struct MicaLoopStep {
  double begin, reached;
  MicaStepEnd end;
} MicaLoopStep;

struct MicaLoop;

/* Each returns a status, but for those with another type. What is not MICA_OK ends the advance, and is its status. */
typedef struct MicaLoopCalls {
  void* self;
  double (*next_event)(void* self, double now); /* infinite: none */
  /* Before anything else, and no step further than this; each may be null. */
  void (*begin)(void* self);
  double (*limit)(void* self, double now, double limit);
  int (*step)(void* self, double limit, MicaLoopStep* step); /* says in stands_at_end whether all is computed there */
  double (*method_time)(void* self);
  /* All variables at `time`, which is where the method stands up to rounding, and where an event follows. */
  int (*arrive)(void* self, double time);
  /* All variables at the end of a step, and what is recorded there; `is_event` of the loop says whether an event
   * follows. It is cleared here by who goes back into the step. */
  int (*pass)(void* self, const MicaLoopStep* step);
  int (*event)(void* self, const MicaLoopEvent* event);
  /* An event left states and derivatives as they were. `sides_changed`: but functions are watched from other sides; 0:
   * the method begins anew. Null: it always does. `go_on`: it goes on; may be null. */
  int (*sides_changed)(void* self);
  void (*go_on)(void* self);
  /* Whether other variables are states from here on: then all variables are computed. */
  int (*select)(void* self, int* has_changed);
  void (*restart)(void* self); /* the method begins at the present point */
} MicaLoopCalls;

typedef struct MicaLoop {
  MicaLoopCalls calls;
  const MicaInstance* instance;
  const MicaHandler* handler;
  double start, step;     /* grid of steps; step 0: there is none */
  double horizon;         /* nothing begins anew there; infinite: nowhere */
  double target;          /* no step goes further; infinite: at the grid alone */
  int32_t asks_each_step; /* for the next event: steps change it, too */
  int32_t selects_states; /* there is a choice */
  int32_t is_over;        /* the model has ended the run */
  uint64_t index;         /* points of the grid that are behind */
  double next_event;
  int32_t has_next_event, is_event_due, must_select;
  int32_t stands_at_end; /* the variables belong to the end of the last step */
  int32_t is_event;      /* during `pass` */
} MicaLoop;

/* To the beginning, at the present point; calls, instance, handler, grid and bounds are set. */
void mica_loop_place(MicaLoop* l);
/* Before the first step. `has_event`: something happens at the start itself. */
int mica_loop_start(MicaLoop* l, int has_event);
/* For who has handled what happens at the start: the method begins at the present point. */
void mica_loop_begin(MicaLoop* l);
/* One step, or less, with the events at its end. */
int mica_loop_advance(MicaLoop* l);
/* As many as take it to `time`. No step is shortened for it, unless it is the target. */
int mica_loop_to(MicaLoop* l, double time);
/* To the next point of the grid, or the target. */
int mica_loop_step(MicaLoop* l);
/* What `change` does happens at the present time, as an event. */
int mica_loop_change(MicaLoop* l, void (*change)(void* data), void* data);
/* The index of a grid that begins at `start` and has come to the present time. */
void mica_loop_count(MicaLoop* l);

#ifdef __cplusplus
}
#endif
#endif
