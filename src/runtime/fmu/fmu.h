/* Runtime: one instance of an exported model behind the Functional Mock-up Interface, whatever its version: fmi2.c and
 * fmi3.c put the names of the standard on top of it.
 *
 * In: the data of a model (MicaFmuModel, which the exporter writes as one object beside the code). It is initialized
 * here, by the same code and solvers as in process (fmu_initialize.c); between events the importer integrates
 * (Model Exchange), or a method inside does (Co-Simulation: fmu_step.c, fmu_cvode.c). Values are computed when they are
 * asked for, and kept until something that they depend on is set.
 *
 * Value references are numbers of scalars in the model table; then come the event indicators, then time. Memory is
 * taken when an instance is made, while it grows (scratch memory, Strings, histories), and given back with it. There
 * are no globals: any number of instances may live side by side, each used by one thread at a time.
 *
 * References: FMI 2.0.5, sections 2 to 4; FMI 3.0.2, sections 2 to 4. */
#ifndef MICA_FMU_H
#define MICA_FMU_H

#include "runtime/step/fixed_step.h"

/* What setting a variable means. */
enum {
  MICA_SET_NEVER,    /* the equations give its value */
  MICA_SET_CONSTANT, /* the translation has used its value: what is set must be equal to it */
  MICA_SET_FIXED,    /* a parameter, before initialization */
  MICA_SET_TUNABLE,  /* a parameter, at events too */
  MICA_SET_INPUT,    /* at any time */
  MICA_SET_DISCRETE, /* an input that changes at events */
  MICA_SET_START     /* a start value, before initialization */
};

/* What must have run for a value to be valid. */
enum { MICA_NEEDS_NOTHING, MICA_NEEDS_DERIVATIVES, MICA_NEEDS_OUTPUTS };

enum { MICA_FMU_CVODE, MICA_FMU_FIXED_STEP };

/* What does not change. */
typedef struct MicaFmuModel {
  const char* token;           /* that the importer must give back */
  const MicaStepModel* step;   /* code, places, systems; its values are those that initialization found at the export */
  const MicaModelTable* table; /* scalars with their names and slots; lists */
  const double *reals, *pre;   /* before initialization: parameters and start values */
  const uint8_t *setting, *needs;    /* by scalar */
  const MicaRosenbrockShape* newton; /* pattern of the Jacobian for CVODE, and of its matrix; null: no states */
  double tolerance;
  int32_t method;
  int32_t has_outputs_section; /* whether anything is left out by the section of derivatives */
  int32_t has_foreign_state;   /* external objects or impure functions of foreign code, whose state nobody can copy */
} MicaFmuModel;

/* In the object of the model. */
extern const MicaFmuModel mica_fmu_model;

typedef enum {
  MICA_FMU_INSTANTIATED,
  MICA_FMU_INITIALIZING,
  MICA_FMU_EVENT,
  MICA_FMU_CONTINUOUS,
  MICA_FMU_STEP, /* of Co-Simulation, between two steps */
  MICA_FMU_TERMINATED,
  MICA_FMU_FAILED
} MicaFmuPhase;

/* As the standards number them. */
typedef enum { MICA_FMU_OK, MICA_FMU_WARNING, MICA_FMU_DISCARD, MICA_FMU_ERROR, MICA_FMU_FATAL } MicaFmuStatus;

enum { MICA_LOG_ERRORS = 1, MICA_LOG_WARNINGS = 2, MICA_LOG_EVENTS = 4, MICA_LOG_MESSAGES = 8, MICA_LOG_ALL = 15 };
extern const char* const mica_fmu_categories[4];

struct MicaFmuCvode;
struct MicaFmuBlock;
struct MicaFmuText;

typedef struct MicaFmu {
  const MicaFmuModel* model;
  MicaStepper stepper;
  MicaStepMemory memory;
  /* The importer: its log takes a status and a category by name. */
  void (*log)(struct MicaFmu* f, int status, const char* category, const char* message);
  void* environment;
  void (*logger)(void); /* of the importer, as its version declares it */
  char* name;
  char* resources;
  uint32_t logged; /* categories */
  int32_t is_cosimulation, uses_event_mode, may_return_early;
  MicaFmuPhase phase;
  MicaFmuStatus worst; /* since the call began */
  /* The experiment. */
  double start, stop, tolerance;
  int32_t has_stop;
  /* What the importer has set, by scalar. */
  double* set_values;
  char** set_strings;
  uint8_t *is_set, *is_pending;
  int32_t has_pending, has_new_inputs, needs_begin;
  int32_t is_initialized, has_objects;
  int32_t has_derivatives, has_outputs; /* they belong to the present point */
  int32_t has_event_at_start, is_first_event, selects_states;
  double* left; /* all values before an event */
  double left_time;
  double *work, *indicators, *states;
  double *point, *sampler_values; /* of initialization */
  struct MicaFmuBlock* scratch;
  size_t scratch_at;
  struct MicaFmuText* texts; /* Strings that the code has made */
  uint32_t text_count;
  /* Histories of delays that have grown; null: they are where they were placed. */
  MicaDelayPoint** own_points;
  double** own_jumps;
  struct MicaFmuCvode* cvode;
  char message[512], failure[512];
} MicaFmu;

typedef struct MicaFmuStepEnd {
  double time;
  int32_t has_event, terminates, is_early;
} MicaFmuStepEnd;

/* fmu_instance.c. Null: there is no memory, or the token is another. */
MicaFmu* mica_fmu_new(const MicaFmuModel* model, const char* name, const char* token, const char* resources,
                      void (*log)(MicaFmu*, int, const char*, const char*), void (*logger)(void), void* environment);
void mica_fmu_free(MicaFmu* f);
/* As it was when it was made. */
void mica_fmu_reset(MicaFmu* f);
/* A message of a category, if it is asked for. Raises the status of the call that is under way. */
void mica_fmu_say(MicaFmu* f, MicaFmuStatus status, uint32_t category, const char* format, ...);
/* The status of a call that ends: what was said in it, and what the runtime returned. */
MicaFmuStatus mica_fmu_end(MicaFmu* f, int runtime_status);

/* fmu_values.c: values by reference. */
MicaFmuStatus mica_fmu_get(MicaFmu* f, uint32_t reference, double* value);
MicaFmuStatus mica_fmu_set(MicaFmu* f, uint32_t reference, double value);
MicaFmuStatus mica_fmu_get_string(MicaFmu* f, uint32_t reference, const char** value);
MicaFmuStatus mica_fmu_set_string(MicaFmu* f, uint32_t reference, const char* value);
/* Values that were set, into their places. `with_starts`: those of inputs and start values too. */
void mica_fmu_apply(MicaFmu* f, int with_starts);
/* Statuses of the runtime. */
int mica_fmu_need_derivatives(MicaFmu* f);
int mica_fmu_need_outputs(MicaFmu* f);
void mica_fmu_touch(MicaFmu* f); /* nothing that was computed holds any more */

/* fmu_calls.c: what both versions of the standard have in common. */
enum { MICA_FMU_STATES, MICA_FMU_DERIVATIVES, MICA_FMU_NOMINALS };
void mica_fmu_experiment(MicaFmu* f, int has_tolerance, double tolerance, double start, int has_stop, double stop);
MicaFmuStatus mica_fmu_exit_initialization(MicaFmu* f);
void mica_fmu_set_time(MicaFmu* f, double time);
MicaFmuStatus mica_fmu_set_states(MicaFmu* f, const double* states, size_t count);
MicaFmuStatus mica_fmu_get_states(MicaFmu* f, double* values, size_t count, int which);
MicaFmuStatus mica_fmu_do_step(MicaFmu* f, double now, double step, MicaFmuStepEnd* end);
MicaFmuStatus mica_fmu_not_offered(MicaFmu* f, const char* what);
/* States are a size and its bytes, from malloc. */
MicaFmuStatus mica_fmu_get_state(MicaFmu* f, void** state);
MicaFmuStatus mica_fmu_set_state(MicaFmu* f, const void* state);

/* fmu_host.c: what the code asks for, in place of what fixed_step_host.c offers. */
void mica_fmu_connect(MicaStepper* s);
MicaFmu* mica_fmu_of(const MicaStepper* s);
void mica_fmu_free_scratch(MicaFmu* f);
const char* mica_fmu_keep(MicaFmu* f, const char* text); /* a copy; null: there is no memory */
const char* mica_fmu_file(MicaFmu* f, const char* text); /* modelica://x is resources/x; else the text itself */
void mica_fmu_free_texts(MicaFmu* f, int all);           /* else those that nothing refers to */
/* More room for the history of a delay, `least` at least, or that of its jumps. 0: there is no memory. */
int mica_fmu_grow(MicaFmu* f, uint32_t which, int of_jumps, uint32_t least);

/* fmu_initialize.c. Statuses of the runtime. */
int mica_fmu_initialize(MicaFmu* f);

/* fmu_events.c. */
typedef struct MicaFmuEvent {
  int32_t terminates, states_changed, has_next;
  double next;
} MicaFmuEvent;
void mica_fmu_enter_event(MicaFmu* f);
int mica_fmu_handle_event(MicaFmu* f, MicaFmuEvent* event);
void mica_fmu_next_event(MicaFmu* f, MicaFmuEvent* event);
/* `accepted`: at the end of a step. */
int mica_fmu_indicators(MicaFmu* f, double* values, int accepted);
/* A step of the importer, or of the solver inside, has ended at the present point. */
int mica_fmu_step_completed(MicaFmu* f, int* wants_event);

/* fmu_step.c: one communication step. */
int mica_fmu_step(MicaFmu* f, double target, MicaFmuStepEnd* end);
/* Between two steps something has changed from outside. */
void mica_fmu_restart(MicaFmu* f);

/* fmu_cvode.c; without SUNDIALS there is none, and fmu_no_cvode.c says so. */
int mica_cvode_is_there(void);
/* From the present point to `limit` at most; `may_pass`: the solver may look beyond it. Gives MICA_STEP_AT_LIMIT where
 * the limit is reached, MICA_STEP_CROSSED at a crossing, else MICA_STEP_DONE. All values of the instance are to be
 * computed anew. */
int mica_cvode_step(MicaFmu* f, double limit, double stop, MicaStepEnd* end);
void mica_cvode_restart(MicaFmu* f);
double mica_cvode_reached(const MicaFmu* f); /* how far the solver has gone */
void mica_cvode_free(MicaFmu* f);

/* fmu_state.c: everything that changes, as bytes. */
size_t mica_fmu_state_size(MicaFmu* f);
int mica_fmu_save(MicaFmu* f, void* bytes, size_t size);
int mica_fmu_restore(MicaFmu* f, const void* bytes, size_t size);

#endif
