/* Kernels: a model that is run with a fixed step by itself, on a target or anywhere else: C99, no memory but what the model brings along, nothing but
 * libm. `mica export` writes the tables that are declared here, beside the model code; docs/export.md tells how to use them.
 *
 * It does what the run stage does for the inlined methods (src/run): stages of the method, systems by Newton's iteration or elimination, relations that
 * change in a step as events at its end, time events in between, modes of mixed systems by iteration and search; with the same bounds of work.
 * The model starts from the values that initialization found when it was exported. */
#ifndef MICA_FIXED_STEP_H
#define MICA_FIXED_STEP_H

#include <setjmp.h>

#include "kernels/bounded_solver.h"
#include "kernels/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One simultaneous system. */
typedef struct MicaStepSystem {
  MicaSolverShape shape;
  const double* starts;          /* of its unknowns */
  uint32_t held_count, discrete_count;
  const uint32_t *held, *discrete; /* its mode: relations; slots of discrete unknowns */
  double* doubles;               /* mica_solver_doubles(&shape) */
  uint32_t* integers;            /* mica_solver_integers(&shape) */
  double* modes;                 /* MICA_STEP_MODES_WORK(held_count + discrete_count) */
} MicaStepSystem;

#define MICA_STEP_MODES 64 /* modes of one system that are remembered at one event */
#define MICA_STEP_MODES_WORK(m) ((m) * (MICA_STEP_MODES + 3) + 1)

typedef struct MicaStepSampler {
  double start, interval;
  int64_t first, step, denominator;
  uint32_t flag;                 /* slot */
} MicaStepSampler;

typedef struct MicaStepCrossing {
  uint32_t held;                 /* the relation that it belongs to */
  int32_t true_side;             /* the relation holds where the function is: 1 above zero, -1 below, 0 not known */
} MicaStepCrossing;

typedef struct MicaStepVariable {
  const char* name;
  uint32_t slot;
  double sign;
} MicaStepVariable;

enum { MICA_STEP_EULER, MICA_STEP_IMPLICIT_EULER, MICA_STEP_RK2, MICA_STEP_RK3, MICA_STEP_RK4, MICA_STEP_MIXED };

/* What does not change. */
typedef struct MicaStepModel {
  const char* name;
  const MicaCode* code;
  int32_t method;
  double start, stop, step;      /* seconds */
  int32_t max_newton, max_passes, max_modes;
  double newton_tolerance;       /* of the last step of an iteration, relative */
  const double *reals, *pre, *held, *nominal, *min, *max; /* at the start */
  const char* const* strings;
  const uint32_t *states, *derivatives, *bases; /* slots; bases of implicit methods only: that of an explicit state is itself */
  uint32_t gain;                 /* slot */
  uint32_t discrete_count;
  const uint32_t* discrete;      /* slots of what changes at events only */
  const MicaStepSystem* systems; /* as many as code->system_count; with no integers: not used */
  const MicaStepSampler* samplers;
  const MicaStepCrossing* crossings;
  uint32_t variable_count, input_count;
  const MicaStepVariable *variables, *inputs; /* outputs and states; inputs */
  const char* const* sites;      /* texts of places that report */
  uint32_t site_count;
} MicaStepModel;

/* What changes. The arrays are the model's. */
typedef struct MicaStepper {
  const MicaStepModel* model;
  MicaInstance instance;
  MicaHost host;
  uint64_t index;                /* steps made */
  uint64_t events, newton_reached, passes_reached, modes_reached; /* events; how often a bound was reached */
  int32_t is_terminated;
  double failure_time;
  uint32_t failure_site;
  const char* failure_text;      /* of the last report of an error, or null */
  /* arrays */
  double *g, *watched, *watched_end, *bands, *magnitudes, *largest; /* by crossing */
  int32_t* sides;
  double *times, *held_before;   /* by relation */
  uint8_t* due;
  double *begin, *base, *slopes; /* by state; slopes by stage and state */
  int64_t* ticks;                /* by sampler */
  MicaSolver* solvers;           /* by system */
  char* scratch;                 /* of functions */
  size_t scratch_size, scratch_used;
  jmp_buf escape;                /* from model code, when scratch memory is used up */
  /* the step at hand */
  double next_event;
  int32_t has_slope, has_watched, event_due, stands_at_end, tries, pass_unfinished;
} MicaStepper;

/* To the start: the values of the export. */
int mica_stepper_start(MicaStepper* s);
/* One step, with its events: time is start + index*step afterwards, all variables belong to it. Returns MICA_OK, MICA_TERMINATED when the model ended the
 * run, or a failure: then the step was not made to its end. */
int mica_stepper_step(MicaStepper* s);
double mica_stepper_get(const MicaStepper* s, uint32_t variable);
/* An input, from the next step on. A discrete one that changes makes an event at once; Reals change relations at the end of the step. */
int mica_stepper_set(MicaStepper* s, uint32_t input, double value, int is_discrete);

#ifdef __cplusplus
}
#endif
#endif
