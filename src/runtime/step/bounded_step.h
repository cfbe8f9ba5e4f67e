/* Runtime: one step of a method for real time: a fixed step on a grid, bounded work in each, and events at the ends of
 * steps.
 *
 * A relation that changes within a step is an event at its end: nothing is located, no step is repeated. A step that
 * ends at a limit, which a time event is, is shorter. explicit   Euler: x + h f(x). Derivatives and watched functions
 * are evaluated together at the end of a step, where the next one begins. implicit   diagonally implicit Runge-Kutta
 * methods (tableaux.h): each stage solves x = base + gamma h der(x), which stands among the equations of the model; the
 * last stage is the new point. mixed      implicit Euler for some states and explicit Euler for the others: a step
 * first takes the explicit states to its end, by the derivatives at its begin, and then solves for the implicit ones
 * there, which gives the derivatives for the next step: one stage a step. Rosenbrock rosenbrock.h: linear systems in
 * place of iteration. What steps knows the model by its calls alone. No memory is taken. */
#ifndef MICA_BOUNDED_STEP_H
#define MICA_BOUNDED_STEP_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/step/tableaux.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a step: how near to a point of the grid a time is that point; how near the end of a step is to a limit to be the
 * limit. Both far above what rounding of start + k*step makes of a step, and far below what matters of one. */
#define MICA_STEP_SAME_POINT 1e-6
#define MICA_STEP_SAME_LIMIT 1e-9

typedef enum { MICA_STEP_EXPLICIT, MICA_STEP_IMPLICIT, MICA_STEP_MIXED, MICA_STEP_ROSENBROCK } MicaStepMethod;

/* Each returns a status. Watched functions are those of crossing_watch.h. */
typedef struct MicaStepCalls {
  void* self;
  int (*slope)(void* self, double time, const double* states, double* slopes);
  int (*slope_and_watch)(void* self, double time, const double* states, double* slopes, double* watched);
  int (*watch_at)(void* self, double time, const double* states, double* watched);
  int (*stage)(void* self, double time, const double* base, double gain, double* states,
               double* slopes);              /* states = base + gain*slopes; those given are a guess */
  int (*watch)(void* self, double* watched); /* at the point that the last stage computed */
  /* Of a model with its linearised equations: (I - gain J)^-1 J direction, with the Jacobian J at the point that was
   * kept last, right after an evaluation. */
  void (*keep_point)(void* self);
  int (*tangent)(void* self, double gain, const double* direction, double* slopes);
} MicaStepCalls;

struct MicaRosenbrock;

typedef struct MicaBoundedStep {
  MicaStepCalls calls;
  MicaStepMethod method;
  int32_t stages; /* of the tableau */
  uint32_t state_count, watched_count;
  const uint8_t* is_explicit;        /* by state, of the mixed method */
  struct MicaRosenbrock* rosenbrock; /* of such a method */
  double start, step;                /* the grid */
  double time, begin;                /* the last step was from begin to time */
  double *begin_states, *states, *base;
  double *slope, *slopes; /* at `time`, where has_slope; by stage */
  double *watched, *watched_end;
  int32_t has_slope, has_watched; /* slope, watched belong to `time` */
  double failure_time;
  uint64_t steps, evaluations, jacobians, watches;
} MicaBoundedStep;

typedef enum { MICA_STEP_DONE, MICA_STEP_CROSSED, MICA_STEP_AT_LIMIT } MicaStepEnd;

size_t mica_bounded_step_doubles(uint32_t states, uint32_t watched);
/* calls, method, stages, counts, is_explicit, rosenbrock, start and step are set. */
void mica_bounded_step_place(MicaBoundedStep* b, double* doubles);
/* From here on; `states` may be b->states. */
void mica_bounded_step_restart(MicaBoundedStep* b, double time, const double* states);
/* To the next point of the grid, or to `limit`. A status other than MICA_OK: a point could not be evaluated, at or
 * before failure_time. */
int mica_bounded_step(MicaBoundedStep* b, double limit, MicaStepEnd* end);
/* A watched function has changed sign in the last step. One that was 0 has not. After a step that did not cross,
 * `watched` and `watched_end` have changed places. */
int mica_bounded_step_crossed(const MicaBoundedStep* b, uint32_t watched);
/* After a step, all that derivatives depend on has been computed at `time` last. */
int mica_bounded_step_stands_at_end(const MicaBoundedStep* b);
/* The slope at the begin of the step; has_slope is 0 after it. For methods. */
int mica_bounded_step_find_slope(MicaBoundedStep* b);

#ifdef __cplusplus
}
#endif
#endif
