/* Runtime: the functions of FMI 2.0.5 on top of fmu.h. Types are those of the standard's fmi2TypesPlatform.h: int for
 * Integers and Booleans, double for Reals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"

#define FMI __attribute__((visibility("default")))

typedef void* Component;
typedef unsigned int Reference;
typedef void (*Logger)(void* environment, const char* instance, int status, const char* category, const char* message,
                       ...);
typedef struct Callbacks {
  Logger logger;
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;
typedef struct EventInfo {
  int needs_more, terminates, nominals_changed, states_changed, has_next;
  double next;
} EventInfo;

static MicaFmu* Of(Component c) {
  MicaFmu* f = (MicaFmu*)c;
  f->worst = MICA_FMU_OK;
  return f;
}

static void Log(MicaFmu* f, int status, const char* category, const char* message) {
  ((Logger)f->logger)(f->environment, f->name, status, category, "%s", message);
}

/* Whether the phase is one of these, a bit each. */
static int Is(MicaFmu* f, unsigned phases, const char* function) {
  if ((phases >> f->phase) & 1) return 1;
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "%s must not be called now", function);
  return 0;
}
#define IN(phase) (1u << MICA_FMU_##phase)

FMI const char* fmi2GetTypesPlatform(void) { return "default"; }
FMI const char* fmi2GetVersion(void) { return "2.0"; }

static uint32_t Categories(size_t count, const char* const names[]) {
  uint32_t all = 0, k;
  size_t i;
  if (count == 0) return MICA_LOG_ALL;
  for (i = 0; i < count; ++i)
    for (k = 0; k < 4; ++k)
      if (strcmp(names[i], mica_fmu_categories[k]) == 0) all |= 1u << k;
  return all;
}

FMI int fmi2SetDebugLogging(Component c, int on, size_t count, const char* const names[]) {
  Of(c)->logged = on ? Categories(count, names) : MICA_LOG_ERRORS;
  return MICA_FMU_OK;
}

FMI Component fmi2Instantiate(const char* name, int type, const char* token, const char* resources,
                              const Callbacks* callbacks, int visible, int logging) {
  MicaFmu* f = mica_fmu_new(&mica_fmu_model, name, token, resources, callbacks && callbacks->logger ? Log : 0,
                            callbacks ? (void (*)(void))callbacks->logger : 0, callbacks ? callbacks->environment : 0);
  (void)visible;
  if (!f) return 0;
  f->is_cosimulation = type == 1;
  if (logging) f->logged = MICA_LOG_ALL;
  return f;
}

FMI void fmi2FreeInstance(Component c) {
  if (c) mica_fmu_free((MicaFmu*)c);
}

FMI int fmi2SetupExperiment(Component c, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(INSTANTIATED), "fmi2SetupExperiment")) return MICA_FMU_ERROR;
  mica_fmu_experiment(f, has_tolerance, tolerance, start, has_stop, stop);
  return MICA_FMU_OK;
}

FMI int fmi2EnterInitializationMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(INSTANTIATED), "fmi2EnterInitializationMode")) return MICA_FMU_ERROR;
  f->phase = MICA_FMU_INITIALIZING;
  return MICA_FMU_OK;
}

FMI int fmi2ExitInitializationMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(INITIALIZING), "fmi2ExitInitializationMode")) return MICA_FMU_ERROR;
  return mica_fmu_exit_initialization(f);
}

FMI int fmi2Terminate(Component c) {
  Of(c)->phase = MICA_FMU_TERMINATED;
  return MICA_FMU_OK;
}

FMI int fmi2Reset(Component c) {
  mica_fmu_reset(Of(c));
  return MICA_FMU_OK;
}

#define GET_AND_SET(Type, type)                                                                         \
  FMI int fmi2Get##Type(Component c, const Reference references[], size_t count, type values[]) {       \
    MicaFmu* f = Of(c);                                                                                 \
    int status = MICA_FMU_OK;                                                                           \
    size_t i;                                                                                           \
    for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i) {                                         \
      double value = 0;                                                                                 \
      status = mica_fmu_get(f, references[i], &value);                                                  \
      values[i] = (type)value;                                                                          \
    }                                                                                                   \
    return status;                                                                                      \
  }                                                                                                     \
  FMI int fmi2Set##Type(Component c, const Reference references[], size_t count, const type values[]) { \
    MicaFmu* f = Of(c);                                                                                 \
    int status = MICA_FMU_OK;                                                                           \
    size_t i;                                                                                           \
    for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i)                                           \
      status = mica_fmu_set(f, references[i], (double)values[i]);                                       \
    return status;                                                                                      \
  }
GET_AND_SET(Real, double)
GET_AND_SET(Integer, int)
GET_AND_SET(Boolean, int)

FMI int fmi2GetString(Component c, const Reference references[], size_t count, const char* values[]) {
  MicaFmu* f = Of(c);
  int status = MICA_FMU_OK;
  size_t i;
  for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i) status = mica_fmu_get_string(f, references[i], &values[i]);
  return status;
}
FMI int fmi2SetString(Component c, const Reference references[], size_t count, const char* const values[]) {
  MicaFmu* f = Of(c);
  int status = MICA_FMU_OK;
  size_t i;
  for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i) status = mica_fmu_set_string(f, references[i], values[i]);
  return status;
}

/* A state is its size, then its bytes. */
FMI int fmi2GetFMUstate(Component c, void** state) { return mica_fmu_get_state(Of(c), state); }
FMI int fmi2SetFMUstate(Component c, void* state) { return mica_fmu_set_state(Of(c), state); }
FMI int fmi2FreeFMUstate(Component c, void** state) {
  (void)c;
  if (state) {
    free(*state);
    *state = 0;
  }
  return MICA_FMU_OK;
}
FMI int fmi2SerializedFMUstateSize(Component c, void* state, size_t* size) {
  (void)c;
  memcpy(size, state, sizeof *size);
  return MICA_FMU_OK;
}
FMI int fmi2SerializeFMUstate(Component c, void* state, unsigned char bytes[], size_t size) {
  size_t own;
  (void)c;
  memcpy(&own, state, sizeof own);
  if (size < own) return MICA_FMU_ERROR;
  memcpy(bytes, (char*)state + sizeof own, own);
  return MICA_FMU_OK;
}
FMI int fmi2DeSerializeFMUstate(Component c, const unsigned char bytes[], size_t size, void** state) {
  char* copy = (char*)realloc(*state, sizeof size + size);
  (void)c;
  if (!copy) return MICA_FMU_FATAL;
  memcpy(copy, &size, sizeof size);
  memcpy(copy + sizeof size, bytes, size);
  *state = copy;
  return MICA_FMU_OK;
}

FMI int fmi2GetDirectionalDerivative(Component c, const Reference unknowns[], size_t unknown_count,
                                     const Reference knowns[], size_t known_count, const double seed[],
                                     double sensitivity[]) {
  (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)sensitivity;
  return mica_fmu_not_offered(Of(c), "directional derivatives");
}

FMI int fmi2EnterEventMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(CONTINUOUS) | IN(EVENT), "fmi2EnterEventMode")) return MICA_FMU_ERROR;
  mica_fmu_enter_event(f);
  f->phase = MICA_FMU_EVENT;
  f->worst = MICA_FMU_OK;
  return MICA_FMU_OK;
}

FMI int fmi2NewDiscreteStates(Component c, EventInfo* info) {
  MicaFmu* f = Of(c);
  MicaFmuEvent event;
  int status;
  if (!Is(f, IN(EVENT), "fmi2NewDiscreteStates")) return MICA_FMU_ERROR;
  status = mica_fmu_handle_event(f, &event);
  memset(info, 0, sizeof *info);
  info->terminates = event.terminates;
  info->states_changed = event.states_changed;
  info->has_next = event.has_next;
  info->next = event.next;
  return mica_fmu_end(f, status == MICA_FAILED ? MICA_FATAL : status);
}

FMI int fmi2EnterContinuousTimeMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(EVENT), "fmi2EnterContinuousTimeMode")) return MICA_FMU_ERROR;
  f->phase = MICA_FMU_CONTINUOUS;
  return MICA_FMU_OK;
}

FMI int fmi2CompletedIntegratorStep(Component c, int no_set_state, int* enters_event, int* terminates) {
  MicaFmu* f = Of(c);
  int status;
  (void)no_set_state;
  if (!Is(f, IN(CONTINUOUS), "fmi2CompletedIntegratorStep")) return MICA_FMU_ERROR;
  status = mica_fmu_step_completed(f, enters_event);
  *terminates = f->stepper.loop.is_over;
  return mica_fmu_end(f, status);
}

FMI int fmi2SetTime(Component c, double time) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(CONTINUOUS) | IN(EVENT), "fmi2SetTime")) return MICA_FMU_ERROR;
  mica_fmu_set_time(f, time);
  return MICA_FMU_OK;
}

FMI int fmi2SetContinuousStates(Component c, const double states[], size_t count) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(CONTINUOUS) | IN(EVENT), "fmi2SetContinuousStates")) return MICA_FMU_ERROR;
  return mica_fmu_set_states(f, states, count);
}

FMI int fmi2GetDerivatives(Component c, double derivatives[], size_t count) {
  return mica_fmu_get_states(Of(c), derivatives, count, MICA_FMU_DERIVATIVES);
}
FMI int fmi2GetContinuousStates(Component c, double states[], size_t count) {
  return mica_fmu_get_states(Of(c), states, count, MICA_FMU_STATES);
}
FMI int fmi2GetNominalsOfContinuousStates(Component c, double nominals[], size_t count) {
  return mica_fmu_get_states(Of(c), nominals, count, MICA_FMU_NOMINALS);
}
FMI int fmi2GetEventIndicators(Component c, double indicators[], size_t count) {
  MicaFmu* f = Of(c);
  if (count != f->model->step->code->crossing_count) return MICA_FMU_ERROR;
  return mica_fmu_end(f, mica_fmu_indicators(f, indicators, 0));
}

FMI int fmi2SetRealInputDerivatives(Component c, const Reference references[], size_t count, const int orders[],
                                    const double values[]) {
  (void)references, (void)orders, (void)values;
  return count == 0 ? MICA_FMU_OK : mica_fmu_not_offered(Of(c), "derivatives of inputs");
}
FMI int fmi2GetRealOutputDerivatives(Component c, const Reference references[], size_t count, const int orders[],
                                     double values[]) {
  (void)references, (void)orders, (void)values;
  return count == 0 ? MICA_FMU_OK : mica_fmu_not_offered(Of(c), "derivatives of outputs");
}

FMI int fmi2DoStep(Component c, double now, double step, int no_set_state) {
  MicaFmu* f = Of(c);
  MicaFmuStepEnd end;
  (void)no_set_state;
  if (!Is(f, IN(STEP), "fmi2DoStep")) return MICA_FMU_ERROR;
  return mica_fmu_do_step(f, now, step, &end);
}
FMI int fmi2CancelStep(Component c) { return mica_fmu_not_offered(Of(c), "steps that can be cancelled"); }
FMI int fmi2GetStatus(Component c, int kind, int* value) {
  (void)kind, (void)value;
  return mica_fmu_not_offered(Of(c), "steps beside the importer");
}
FMI int fmi2GetRealStatus(Component c, int kind, double* value) {
  MicaFmu* f = Of(c);
  if (kind != 2) return mica_fmu_not_offered(f, "this status");
  *value = f->stepper.instance.time;
  return MICA_FMU_OK;
}
FMI int fmi2GetIntegerStatus(Component c, int kind, int* value) {
  (void)kind, (void)value;
  return mica_fmu_not_offered(Of(c), "a status that is an Integer");
}
FMI int fmi2GetBooleanStatus(Component c, int kind, int* value) {
  MicaFmu* f = Of(c);
  if (kind != 3) return mica_fmu_not_offered(f, "this status");
  *value = f->stepper.loop.is_over;
  return MICA_FMU_OK;
}
FMI int fmi2GetStringStatus(Component c, int kind, const char** value) {
  (void)kind, (void)value;
  return mica_fmu_not_offered(Of(c), "a status that is a String");
}
