/* The model code: the small C interface between compiled model code and whoever runs it (the runtime in process, an
 * FMU, a real-time target).
 *
 * All scalars of primitive type but String live in one array of doubles, `reals`: Integers, Booleans (0, 1) and
 * enumerations (from 1) too. `pre` has the same layout. A function returns MICA_OK or the first failure; on failure the
 * host has been informed through report().
 */
#ifndef MICA_MODEL_CODE_H
#define MICA_MODEL_CODE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MICA_MODEL_CODE_VERSION 2

enum {
  MICA_OK = 0,
  MICA_FAILED = 1 /* recoverable: the integrator may try a shorter step */,
  MICA_FATAL = 2,
  MICA_TERMINATED = 3
};

typedef enum {
  MICA_REPORT_WARNING = 1,
  MICA_REPORT_ERROR = 2,
  MICA_REPORT_TERMINATE = 3,
  MICA_REPORT_DIVISION = 4,
  MICA_REPORT_OPEN = 5
} MicaReportKind;

typedef struct MicaInstance MicaInstance;

/* What the host offers to model code. */
typedef struct MicaHost {
  /* An assertion failed, terminate() was called, a division by zero happened, or an equation left its variable open
   * (`message` names it). `site` numbers the place in the model: an index into the table of sites that comes with the
   * code. Returns the status that the caller passes on (MICA_OK for a warning and for what is left open). */
  int (*report)(MicaInstance* m, MicaReportKind kind, uint32_t site, const char* message);
  /* Solves simultaneous system `system` from the values of its unknowns in `reals`, by its functions in
   * MicaCode.systems. */
  int (*solve)(MicaInstance* m, uint32_t system);
  double (*delay)(MicaInstance* m, uint32_t buffer, double value, double delay_time, double delay_max);
  /* Scratch memory of functions: given back all at once when the outermost call of a section returns. Never null. */
  void* (*scratch)(MicaInstance* m, size_t bytes);
  /* A string that lives as long as the instance. */
  const char* (*keep_string)(MicaInstance* m, const char* text);
  /* What ModelicaMessage and its kin say. Null: standard output. */
  void (*message)(MicaInstance* m, const char* text);
  /* Scratch memory as a stack: what scratch() gave since the mark is free again after release. Both null: not offered
   * (a loop that makes arrays then holds on to them until the section returns). */
  size_t (*scratch_mark)(MicaInstance* m);
  void (*scratch_release)(MicaInstance* m, size_t mark);
  /* The absolute name of the file that `modelica://Library/path` names, kept as keep_string does; null: there is none.
   * May be null itself: addresses then stay as they are. */
  const char* (*resource_file)(MicaInstance* m, const char* uri);
  /* What spatialDistribution() gives: `output` is twice its number, or one more for out1. */
  double (*distribution)(MicaInstance* m, uint32_t output, double in0, double in1, double x, int positive_velocity);
} MicaHost;

struct MicaInstance {
  double time;
  double lambda;    /* of homotopy(): 0 simplified, 1 actual */
  int32_t initial;  /* 1: initial(); -1: the event iteration at the start, where relations are still what they say */
  int32_t terminal; /* terminal() */
  int32_t event;    /* 1: at an event, held values are computed and stored; 0: between events, they are read */
  int32_t
      solving_held; /* >0: inside an iteration of a mixed system, held values of systems are read though `event` is 1 */
  double *reals, *pre, *held;
  double *nominal, *min, *max; /* by slot of reals; filled by attributes() */
  const char **strings, **pre_strings;
  void** objects;
  double* reinit;          /* by place in the list of states */
  uint8_t* reinit_pending; /* likewise: 1 when reinit holds a new value */
  const MicaHost* host;
  void* host_data;
};

typedef struct MicaSystemCode {
  int (*residual)(MicaInstance* m, double* r);       /* runs the inner steps, then the residuals,
 at the unknowns in `reals` */
  int (*jacobian)(MicaInstance* m, double* entries); /* in the order of the system's JacobianEntry list;
 the inner steps have run */
  int (*discrete)(MicaInstance* m);                  /* of a mixed system: recomputes discrete unknowns and held values;
 else null */
} MicaSystemCode;

typedef struct MicaCode {
  uint32_t version;
  uint32_t real_count, string_count, object_count, state_count, held_count, crossing_count, system_count, delay_count,
      sampler_count, distribution_count;
  int (*parameters)(MicaInstance* m);  /* dependent parameters and constants; constructs external objects */
  int (*attributes)(MicaInstance* m);  /* start values into reals and pre, nominal, min, max */
  int (*initial)(MicaInstance* m);     /* one pass of the initialization problem */
  int (*derivatives)(MicaInstance* m); /* steps for the derivatives */
  int (*stage)(MicaInstance* m);   /* of a model for an implicit inlined method: states and derivatives from bases and
                                      gain, and what derivatives() computes */
  int (*outputs)(MicaInstance* m); /* every continuous step that derivatives() leaves out; assertions too */
  int (*event)(MicaInstance* m);   /* one pass of all steps, with event = 1 */
  int (*crossings)(MicaInstance* m,
                   double* g); /* after derivatives() and the steps for crossings, which it runs itself */
  int (*time_events)(MicaInstance* m,
                     double* times); /* held_count entries: next time of each held time event, or +inf */
  int (*samplers)(MicaInstance* m, double* start_and_interval);
  int (*delays)(MicaInstance* m,
                double* value_time_max); /* three per buffer: the value to record now, the delay, its maximum */
  /* for each spatialDistribution(): in0, in1, x and positiveVelocity now, then its initial points and as many values */
  int (*distributions)(MicaInstance* m, double* values);
  int (*destroy)(MicaInstance* m); /* destructs external objects */
  const MicaSystemCode* systems;
} MicaCode;

#ifdef __cplusplus
}
#endif
#endif
