/* An FMU of another tool, loaded from its shared object: FMI 2.0 and 3.0 behind one set of functions, Model Exchange and
 * Co-Simulation. Numbers of all types are doubles here. It needs nothing but libc: what the description says is given by
 * the caller. `mica simulate X.fmu` and the models that `mica fmu import` writes use it alike.
 *
 * Every function gives a status of the standard. The functions must be called as the state machines of the standards
 * have it; this is not checked here. References: FMI 2.0.5, chapters 2 to 4; FMI 3.0.2, chapters 2 to 4. */
#ifndef MICA_FOREIGN_FMU_H
#define MICA_FOREIGN_FMU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { MICA_FMI_OK, MICA_FMI_WARNING, MICA_FMI_DISCARD, MICA_FMI_ERROR, MICA_FMI_FATAL, MICA_FMI_PENDING };

/* Of FMI 2: Real is FLOAT64, Integer and Enumeration are INT32. Of FMI 3, Enumeration is INT64. */
typedef enum MicaFmiType {
  MICA_FMI_FLOAT64,
  MICA_FMI_FLOAT32,
  MICA_FMI_INT8,
  MICA_FMI_UINT8,
  MICA_FMI_INT16,
  MICA_FMI_UINT16,
  MICA_FMI_INT32,
  MICA_FMI_UINT32,
  MICA_FMI_INT64,
  MICA_FMI_UINT64,
  MICA_FMI_BOOLEAN
} MicaFmiType;

typedef struct MicaForeignFmu MicaForeignFmu;

typedef struct MicaForeignSettings {
  int version;         /* of FMI: 2 or 3 */
  int is_cosimulation; /* or Model Exchange */
  int uses_event_mode; /* of Co-Simulation in FMI 3 */
  const char* library; /* path of the shared object */
  const char* name;    /* of the instance */
  const char* token;   /* guid, or instantiationToken */
  const char* directory; /* of the FMU, unpacked: absolute, without a separator at its end */
  int is_logging;
  void (*say)(void* data, int status, const char* category, const char* text); /* may be null */
  void* data;
} MicaForeignSettings;

/* Null: `problem` says why. */
MicaForeignFmu* mica_foreign_open(const MicaForeignSettings* settings, char* problem, size_t problem_size);
void mica_foreign_close(MicaForeignFmu* fmu); /* frees the instance; the shared object stays loaded */

int mica_foreign_enter_configuration(MicaForeignFmu* fmu);
int mica_foreign_exit_configuration(MicaForeignFmu* fmu);
int mica_foreign_enter_initialization(MicaForeignFmu* fmu, double tolerance /* 0: none */, double start, int has_stop,
                                      double stop);
int mica_foreign_exit_initialization(MicaForeignFmu* fmu);
int mica_foreign_terminate(MicaForeignFmu* fmu);

/* `references` of variables, of which each has one value or, in FMI 3, as many as it has elements. */
int mica_foreign_get(MicaForeignFmu* fmu, MicaFmiType type, const uint32_t* references, size_t reference_count,
                     double* values, size_t value_count);
int mica_foreign_set(MicaForeignFmu* fmu, MicaFmiType type, const uint32_t* references, size_t reference_count,
                     const double* values, size_t value_count);
int mica_foreign_get_string(MicaForeignFmu* fmu, uint32_t reference, const char** text);
int mica_foreign_set_string(MicaForeignFmu* fmu, uint32_t reference, const char* text);

typedef struct MicaForeignEvent {
  int needs_more, terminates, nominals_changed, states_changed, has_next;
  double next;
} MicaForeignEvent;
int mica_foreign_enter_event(MicaForeignFmu* fmu);
int mica_foreign_update_discrete(MicaForeignFmu* fmu, MicaForeignEvent* event);

/* Model Exchange. */
int mica_foreign_enter_continuous(MicaForeignFmu* fmu);
int mica_foreign_counts(MicaForeignFmu* fmu, size_t* states, size_t* indicators); /* FMI 3; in FMI 2 they are left */
int mica_foreign_set_time(MicaForeignFmu* fmu, double time);
int mica_foreign_set_states(MicaForeignFmu* fmu, const double* states, size_t count);
int mica_foreign_get_states(MicaForeignFmu* fmu, double* states, size_t count);
int mica_foreign_get_derivatives(MicaForeignFmu* fmu, double* derivatives, size_t count);
int mica_foreign_get_indicators(MicaForeignFmu* fmu, double* indicators, size_t count);
int mica_foreign_get_nominals(MicaForeignFmu* fmu, double* nominals, size_t count);
int mica_foreign_completed_step(MicaForeignFmu* fmu, int* enters_event, int* terminates);

/* sensitivity := (partial derivatives of unknowns by knowns) * seed. */
int mica_foreign_directional(MicaForeignFmu* fmu, const uint32_t* unknowns, size_t unknown_count,
                             const uint32_t* knowns, size_t known_count, const double* seed, size_t seed_count,
                             double* sensitivity, size_t sensitivity_count);

/* Co-Simulation. */
typedef struct MicaForeignStep {
  int has_event, terminates, is_early;
  double reached;
} MicaForeignStep;
int mica_foreign_enter_step(MicaForeignFmu* fmu); /* FMI 3 with event mode; nothing otherwise */
int mica_foreign_do_step(MicaForeignFmu* fmu, double time, double size, MicaForeignStep* step);

/* The name of the function of the standard that was called last: for messages. */
const char* mica_foreign_last_call(const MicaForeignFmu* fmu);

#ifdef __cplusplus
}
#endif
#endif
