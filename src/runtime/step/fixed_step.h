/* Runtime: a model that is run with a fixed step by itself, on a target or anywhere else: C99, no memory but what the
 * model brings along, nothing but libm. `mica export` writes the tables that are declared here, beside the model code;
 * docs/export.md describes how to use them.
 *
 * It makes the same evaluations in the same order as the run stage does for inlined methods when it writes a row at the
 * end of each step, with the same solvers (bounded_solver.h), mode search (mixed_system.h), methods (bounded_step.h)
 * and events (event_handler.h), in the same loop (step_loop.h): the results are the same bits, which
 * tests/export/bits_test.py checks. The model starts from the values that initialization found when it was exported. A
 * stepper with its memory is one instance; there may be several. */
#ifndef MICA_FIXED_STEP_H
#define MICA_FIXED_STEP_H

#include <setjmp.h>

#include "runtime/events/event_handler.h"
#include "runtime/events/state_selection.h"
#include "runtime/history/delay_history.h"
#include "runtime/history/spatial_distribution.h"
#include "runtime/model_code.h"
#include "runtime/model_table.h"
#include "runtime/step/bounded_step.h"
#include "runtime/step/rosenbrock.h"
#include "runtime/step/step_loop.h"
#include "runtime/systems/bounded_solver.h"
#include "runtime/systems/mixed_system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One simultaneous system. */
typedef struct MicaStepSystem {
  int32_t is_used;
  MicaSolverShape shape;
  MicaMixedShape mixed; /* its mode; without relations and discrete unknowns it has none */
  const double* starts; /* of its unknowns */
} MicaStepSystem;

typedef struct MicaStepVariable {
  const char* name;
  uint32_t slot;
  double sign;
} MicaStepVariable;

/* What does not change. */
typedef struct MicaStepModel {
  const char* name;
  const MicaCode* code;
  MicaPlaces places;
  MicaStepMethod method;
  int32_t stages;                        /* of the tableau */
  const uint8_t* is_explicit;            /* by state, of the mixed method; else null */
  const MicaRosenbrockShape* rosenbrock; /* of such a method; else null */
  const uint32_t* slope_slots;           /* of its linearised equations, by state; else null */
  double start, stop, step;              /* seconds */
  double look_ahead;                     /* how far events look ahead in time */
  int32_t max_newton, max_passes, max_modes;
  double newton_tolerance;                                /* of the last step of an iteration, relative */
  const double *reals, *pre, *held, *nominal, *min, *max; /* at the start */
  const char* const* strings;
  int32_t has_event_at_start;    /* a relation of time is strict, and its time is the start: it changes right after */
  const MicaStepSystem* systems; /* as many as code->system_count */
  const MicaTicker* samplers;
  const uint32_t* crossing_held;   /* by crossing: its relation */
  const uint8_t* crossing_is_side; /* it is the only one of its relation */
  const int32_t* true_sides;       /* where the relation holds: 1 above zero, -1 below, 0 not known */
  const uint32_t* side_nodes;      /* by relation: its left and right side among the formulas, or MICA_NONE */
  const uint32_t* scale_nodes; /* by relation: how large the terms are that its sides are computed from, or MICA_NONE */
  const MicaModelTable* formulas; /* of which the nodes are read */
  /* What is remembered, at the start: without its points, which follow, those of all of them one after another. */
  const MicaDelay* delays; /* from place 0 on */
  const MicaDelayPoint* delay_points;
  const double* delay_jumps;
  double delay_restart_time;
  const MicaDistribution* distributions;
  const double* distribution_values;   /* of each its places, then its values */
  const uint32_t* distribution_points; /* initial ones */
  uint32_t set_count;
  const MicaSelectionSet* sets; /* states that are chosen while it runs */
  uint32_t variable_count, input_count;
  const MicaStepVariable *variables, *inputs; /* outputs and states; inputs */
  const char* const* sites;                   /* texts of places that report */
  uint32_t site_count;
  int32_t makes_objects; /* code->parameters makes external objects from the values at the start, and nothing else;
                            code->destroy destroys them */
} MicaStepModel;

/* Memory of one instance. */
typedef struct MicaStepMemory {
  double* doubles;     /* mica_stepper_doubles */
  uint32_t* integers;  /* mica_stepper_integers */
  uint8_t* bytes;      /* mica_stepper_bytes */
  MicaSolver* solvers; /* by system */
  MicaMixed* mixed;    /* likewise */
  MicaTicker* tickers; /* by sampler */
  MicaCrossing* crossings;
  MicaDelay* delays;
  MicaDelayPoint* delay_points; /* mica_step_delay_points */
  MicaDistribution* distributions;
  const char** strings; /* twice as many as the code has */
  void** objects;
  char* texts; /* MICA_STEP_TEXTS(strings of the code) of MICA_STEP_TEXT bytes each, for Strings that change; null: none
                  does */
  char* scratch; /* of functions */
  size_t scratch_size;
} MicaStepMemory;

/* Strings that change: how long one may be, with the zero at its end, and how many there are at once: those of now and
 * of before, and a few on the way. */
#define MICA_STEP_TEXT 256
#define MICA_STEP_TEXTS(strings) (2 * (strings) + 8)

/* What changes. */
typedef struct MicaStepper {
  const MicaStepModel* model;
  MicaStepMemory memory;
  MicaInstance instance;
  MicaHost host;
  uint64_t events, newton_reached, passes_reached, modes_reached; /* events; how often a bound was reached */
  double failure_time;
  uint32_t failure_site;
  const char* failure_text; /* of the last report of an error; the name of a variable that is not finite; or null */
  MicaSolver* solvers;
  MicaMixed* mixed;
  uint32_t* mixed_integers;
  double* mixed_doubles;
  MicaIteration iteration;
  MicaCalendar calendar;
  MicaWatch watch;
  MicaHandler handler;
  char *texts, *scratch;
  uint32_t next_text;
  size_t scratch_size, scratch_used;
  jmp_buf escape; /* from model code, when scratch memory is used up */
  MicaDelays delays;
  MicaDistribution* distributions;
  double *delay_values, *distribution_values;
  MicaSelection selection;
  MicaLoop loop;
  MicaBoundedStep step;
  MicaRosenbrock rosenbrock;
  double *method_doubles, *rosenbrock_doubles;
  uint32_t* method_integers;
  double *point, *state_nominal; /* of a Rosenbrock method: all variables where it was linearised; by state */
  double point_time;
  /* Who has other offers for the code than fixed_step_host.c: called after those are in place. May be null. */
  void (*connect_more)(struct MicaStepper* s);
  void* owner;
  int32_t has_open_mode, is_later_pass;
  int32_t has_objects;
} MicaStepper;

size_t mica_stepper_doubles(const MicaStepModel* model);
size_t mica_stepper_integers(const MicaStepModel* model);
size_t mica_stepper_bytes(const MicaStepModel* model);
size_t mica_step_delay_points(const MicaStepModel* model);
void mica_stepper_place(MicaStepper* s, const MicaStepModel* model, const MicaStepMemory* memory);
/* To the start: the values of the export. External objects that there were are destroyed, and made anew. */
int mica_stepper_start(MicaStepper* s);
/* Destroys the external objects of the instance, if it has any: after the last step, and before it is placed again. */
void mica_stepper_end(MicaStepper* s);
/* One step, with its events: time is start + loop.index*step afterwards, all variables belong to it. Returns MICA_OK,
 * MICA_TERMINATED when the model ended the run, or a failure: then the step was not made to its end. */
int mica_stepper_step(MicaStepper* s);
/* For who has initialized the instance: the method begins at the present point. */
void mica_stepper_begin(MicaStepper* s);
/* Steps and events up to `target`, on the grid or not. */
int mica_stepper_advance(MicaStepper* s, double target);
double mica_stepper_get(const MicaStepper* s, uint32_t variable);
/* An input, from the next step on. A discrete one that changes makes an event at once; Reals change relations at the
 * end of the step. */
int mica_stepper_set(MicaStepper* s, uint32_t input, double value, int is_discrete);

/* Between two steps, everything that changes is one block of bytes, without pointers: it may be moved, stored and sent,
 * and restored into this instance or another one of the same model on a machine of the same kind, which has been
 * placed. From there it goes on with the same bits. Scratch memory, constant data and what external objects keep for
 * themselves are not part of it. */
size_t mica_stepper_state_size(const MicaStepper* s);
/* 0: `size` is too small, or a String is longer than one that is restored may be. */
int mica_stepper_save(const MicaStepper* s, void* bytes, size_t size);
/* 0: the bytes are not a state of this model, and the instance must be started anew. */
int mica_stepper_restore(MicaStepper* s, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
