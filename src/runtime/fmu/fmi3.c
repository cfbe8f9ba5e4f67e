/* Runtime: the functions of FMI 3.0.2 on top of fmu.h. Variables are scalars: Float64, Int64 for Integers and
 * enumerations, Boolean and String. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"

#define FMI __attribute__((visibility("default")))

typedef void* Component;
typedef uint32_t Reference;
typedef void (*Logger)(void* environment, int status, const char* category, const char* message);

static MicaFmu* Of(Component c) {
  MicaFmu* f = (MicaFmu*)c;
  f->worst = MICA_FMU_OK;
  return f;
}

static void Log(MicaFmu* f, int status, const char* category, const char* message) {
  ((Logger)f->logger)(f->environment, status, category, message);
}

/* Whether the phase is one of these, a bit each. */
static int Is(MicaFmu* f, unsigned phases, const char* function) {
  if ((phases >> f->phase) & 1) return 1;
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "%s must not be called now", function);
  return 0;
}
#define IN(phase) (1u << MICA_FMU_##phase)

FMI const char* fmi3GetVersion(void) { return "3.0"; }

FMI int fmi3SetDebugLogging(Component c, bool on, size_t count, const char* const names[]) {
  MicaFmu* f = Of(c);
  size_t i;
  uint32_t k;
  f->logged = MICA_LOG_ERRORS;
  if (on && count == 0) f->logged = MICA_LOG_ALL;
  for (i = 0; on && i < count; ++i)
    for (k = 0; k < 4; ++k)
      if (strcmp(names[i], mica_fmu_categories[k]) == 0) f->logged |= 1u << k;
  return MICA_FMU_OK;
}

static MicaFmu* New(const char* name, const char* token, const char* resources, bool logging, void* environment,
                    Logger logger) {
  MicaFmu* f =
      mica_fmu_new(&mica_fmu_model, name, token, resources, logger ? Log : 0, (void (*)(void))logger, environment);
  if (f && logging) f->logged = MICA_LOG_ALL;
  return f;
}

FMI Component fmi3InstantiateModelExchange(const char* name, const char* token, const char* resources, bool visible,
                                           bool logging, void* environment, Logger logger) {
  (void)visible;
  return New(name, token, resources, logging, environment, logger);
}

FMI Component fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources, bool visible,
                                          bool logging, bool uses_event_mode, bool may_return_early,
                                          const Reference intermediate[], size_t intermediate_count, void* environment,
                                          Logger logger, void (*update)(void)) {
  MicaFmu* f = New(name, token, resources, logging, environment, logger);
  (void)visible, (void)intermediate, (void)intermediate_count, (void)update;
  if (!f) return 0;
  f->is_cosimulation = 1;
  f->uses_event_mode = uses_event_mode && f->model->method == MICA_FMU_CVODE;
  f->may_return_early = may_return_early || uses_event_mode;
  return f;
}

FMI Component fmi3InstantiateScheduledExecution(const char* name, const char* token, const char* resources,
                                                bool visible, bool logging, void* environment, Logger logger,
                                                void (*clock)(void), void (*lock)(void), void (*unlock)(void)) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)clock, (void)lock, (void)unlock;
  if (logger) logger(environment, MICA_FMU_ERROR, "logStatusError", "this FMU has no scheduled execution");
  return 0;
}

FMI void fmi3FreeInstance(Component c) {
  if (c) mica_fmu_free((MicaFmu*)c);
}

FMI int fmi3EnterInitializationMode(Component c, bool has_tolerance, double tolerance, double start, bool has_stop,
                                    double stop) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(INSTANTIATED), "fmi3EnterInitializationMode")) return MICA_FMU_ERROR;
  mica_fmu_experiment(f, has_tolerance, tolerance, start, has_stop, stop);
  f->phase = MICA_FMU_INITIALIZING;
  return MICA_FMU_OK;
}

FMI int fmi3ExitInitializationMode(Component c) {
  MicaFmu* f = Of(c);
  int status;
  if (!Is(f, IN(INITIALIZING), "fmi3ExitInitializationMode")) return MICA_FMU_ERROR;
  status = mica_fmu_exit_initialization(f);
  if (status <= MICA_FMU_WARNING && f->uses_event_mode) f->phase = MICA_FMU_EVENT;
  return status;
}

FMI int fmi3EnterEventMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(CONTINUOUS) | IN(STEP) | IN(EVENT), "fmi3EnterEventMode")) return MICA_FMU_ERROR;
  mica_fmu_enter_event(f);
  f->phase = MICA_FMU_EVENT;
  f->worst = MICA_FMU_OK;
  return MICA_FMU_OK;
}

FMI int fmi3Terminate(Component c) {
  Of(c)->phase = MICA_FMU_TERMINATED;
  return MICA_FMU_OK;
}

FMI int fmi3Reset(Component c) {
  mica_fmu_reset(Of(c));
  return MICA_FMU_OK;
}

#define GET_AND_SET(Type, type)                                                                                      \
  FMI int fmi3Get##Type(Component c, const Reference references[], size_t count, type values[], size_t size) {       \
    MicaFmu* f = Of(c);                                                                                              \
    int status = size < count ? MICA_FMU_ERROR : MICA_FMU_OK;                                                        \
    size_t i;                                                                                                        \
    for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i) {                                                      \
      double value = 0;                                                                                              \
      status = mica_fmu_get(f, references[i], &value);                                                               \
      values[i] = (type)value;                                                                                       \
    }                                                                                                                \
    return status;                                                                                                   \
  }                                                                                                                  \
  FMI int fmi3Set##Type(Component c, const Reference references[], size_t count, const type values[], size_t size) { \
    MicaFmu* f = Of(c);                                                                                              \
    int status = size < count ? MICA_FMU_ERROR : MICA_FMU_OK;                                                        \
    size_t i;                                                                                                        \
    for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i)                                                        \
      status = mica_fmu_set(f, references[i], (double)values[i]);                                                    \
    return status;                                                                                                   \
  }
GET_AND_SET(Float64, double)
GET_AND_SET(Int64, int64_t)
GET_AND_SET(Boolean, bool)

FMI int fmi3GetString(Component c, const Reference references[], size_t count, const char* values[], size_t size) {
  MicaFmu* f = Of(c);
  int status = size < count ? MICA_FMU_ERROR : MICA_FMU_OK;
  size_t i;
  for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i) status = mica_fmu_get_string(f, references[i], &values[i]);
  return status;
}
FMI int fmi3SetString(Component c, const Reference references[], size_t count, const char* const values[],
                      size_t size) {
  MicaFmu* f = Of(c);
  int status = size < count ? MICA_FMU_ERROR : MICA_FMU_OK;
  size_t i;
  for (i = 0; i < count && status <= MICA_FMU_WARNING; ++i) status = mica_fmu_set_string(f, references[i], values[i]);
  return status;
}

/* Types that no variable has. */
#define NO_SUCH_TYPE(Type, type)                                                                                     \
  FMI int fmi3Get##Type(Component c, const Reference references[], size_t count, type values[], size_t size) {       \
    (void)references, (void)values, (void)size;                                                                      \
    return count == 0 ? MICA_FMU_OK : mica_fmu_not_offered(Of(c), "variables of the type " #Type);                   \
  }                                                                                                                  \
  FMI int fmi3Set##Type(Component c, const Reference references[], size_t count, const type values[], size_t size) { \
    (void)references, (void)values, (void)size;                                                                      \
    return count == 0 ? MICA_FMU_OK : mica_fmu_not_offered(Of(c), "variables of the type " #Type);                   \
  }
NO_SUCH_TYPE(Float32, float)
NO_SUCH_TYPE(Int8, int8_t)
NO_SUCH_TYPE(UInt8, uint8_t)
NO_SUCH_TYPE(Int16, int16_t)
NO_SUCH_TYPE(UInt16, uint16_t)
NO_SUCH_TYPE(Int32, int32_t)
NO_SUCH_TYPE(UInt32, uint32_t)
NO_SUCH_TYPE(UInt64, uint64_t)

/* Functions of what the description does not offer. */
#define NOT_OFFERED(name, what, ...) \
  FMI int name(Component c, ##__VA_ARGS__) { return mica_fmu_not_offered(Of(c), what); }
NOT_OFFERED(fmi3GetBinary, "binary variables", const Reference* r, size_t n, size_t* s, const uint8_t** v, size_t k)
NOT_OFFERED(fmi3SetBinary, "binary variables", const Reference* r, size_t n, const size_t* s, const uint8_t* const* v,
            size_t k)
NOT_OFFERED(fmi3GetClock, "clocks", const Reference* r, size_t n, bool* v)
NOT_OFFERED(fmi3SetClock, "clocks", const Reference* r, size_t n, const bool* v)
NOT_OFFERED(fmi3GetNumberOfVariableDependencies, "dependencies of elements", Reference r, size_t* n)
NOT_OFFERED(fmi3GetVariableDependencies, "dependencies of elements", Reference d, size_t* e, Reference* i, size_t* k,
            int* kinds, size_t n)
NOT_OFFERED(fmi3GetDirectionalDerivative, "directional derivatives", const Reference* u, size_t nu, const Reference* k,
            size_t nk, const double* seed, size_t ns, double* s, size_t n)
NOT_OFFERED(fmi3GetAdjointDerivative, "adjoint derivatives", const Reference* u, size_t nu, const Reference* k,
            size_t nk, const double* seed, size_t ns, double* s, size_t n)
NOT_OFFERED(fmi3EnterConfigurationMode, "structural parameters")
NOT_OFFERED(fmi3ExitConfigurationMode, "structural parameters")
NOT_OFFERED(fmi3GetIntervalDecimal, "clocks", const Reference* r, size_t n, double* i, int* q)
NOT_OFFERED(fmi3GetIntervalFraction, "clocks", const Reference* r, size_t n, uint64_t* i, uint64_t* k, int* q)
NOT_OFFERED(fmi3GetShiftDecimal, "clocks", const Reference* r, size_t n, double* s)
NOT_OFFERED(fmi3GetShiftFraction, "clocks", const Reference* r, size_t n, uint64_t* i, uint64_t* k)
NOT_OFFERED(fmi3SetIntervalDecimal, "clocks", const Reference* r, size_t n, const double* i)
NOT_OFFERED(fmi3SetIntervalFraction, "clocks", const Reference* r, size_t n, const uint64_t* i, const uint64_t* k)
NOT_OFFERED(fmi3SetShiftDecimal, "clocks", const Reference* r, size_t n, const double* s)
NOT_OFFERED(fmi3SetShiftFraction, "clocks", const Reference* r, size_t n, const uint64_t* i, const uint64_t* k)
NOT_OFFERED(fmi3GetOutputDerivatives, "derivatives of outputs", const Reference* r, size_t n, const int32_t* o,
            double* v, size_t k)
NOT_OFFERED(fmi3ActivateModelPartition, "scheduled execution", Reference r, double t)

/* A state is its size, then its bytes. */
FMI int fmi3GetFMUState(Component c, void** state) { return mica_fmu_get_state(Of(c), state); }
FMI int fmi3SetFMUState(Component c, void* state) { return mica_fmu_set_state(Of(c), state); }
FMI int fmi3FreeFMUState(Component c, void** state) {
  (void)c;
  if (state) {
    free(*state);
    *state = 0;
  }
  return MICA_FMU_OK;
}
FMI int fmi3SerializedFMUStateSize(Component c, void* state, size_t* size) {
  (void)c;
  memcpy(size, state, sizeof *size);
  return MICA_FMU_OK;
}
FMI int fmi3SerializeFMUState(Component c, void* state, unsigned char bytes[], size_t size) {
  size_t own;
  (void)c;
  memcpy(&own, state, sizeof own);
  if (size < own) return MICA_FMU_ERROR;
  memcpy(bytes, (char*)state + sizeof own, own);
  return MICA_FMU_OK;
}
FMI int fmi3DeserializeFMUState(Component c, const unsigned char bytes[], size_t size, void** state) {
  char* copy = (char*)realloc(*state, sizeof size + size);
  (void)c;
  if (!copy) return MICA_FMU_FATAL;
  memcpy(copy, &size, sizeof size);
  memcpy(copy + sizeof size, bytes, size);
  *state = copy;
  return MICA_FMU_OK;
}

FMI int fmi3EvaluateDiscreteStates(Component c) {
  (void)Of(c);
  return MICA_FMU_OK;
}

FMI int fmi3UpdateDiscreteStates(Component c, bool* needs_more, bool* terminates, bool* nominals_changed,
                                 bool* states_changed, bool* has_next, double* next) {
  MicaFmu* f = Of(c);
  MicaFmuEvent event;
  int status;
  if (!Is(f, IN(EVENT), "fmi3UpdateDiscreteStates")) return MICA_FMU_ERROR;
  status = mica_fmu_handle_event(f, &event);
  *needs_more = *nominals_changed = false;
  *terminates = event.terminates != 0;
  *states_changed = event.states_changed != 0;
  *has_next = event.has_next != 0;
  *next = event.has_next ? event.next : 0;
  return mica_fmu_end(f, status == MICA_FAILED ? MICA_FATAL : status);
}

FMI int fmi3EnterContinuousTimeMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(EVENT), "fmi3EnterContinuousTimeMode")) return MICA_FMU_ERROR;
  f->phase = MICA_FMU_CONTINUOUS;
  return MICA_FMU_OK;
}

FMI int fmi3CompletedIntegratorStep(Component c, bool no_set_state, bool* enters_event, bool* terminates) {
  MicaFmu* f = Of(c);
  int status, wants_event = 0;
  (void)no_set_state;
  if (!Is(f, IN(CONTINUOUS), "fmi3CompletedIntegratorStep")) return MICA_FMU_ERROR;
  status = mica_fmu_step_completed(f, &wants_event);
  *enters_event = wants_event != 0;
  *terminates = f->stepper.loop.is_over != 0;
  return mica_fmu_end(f, status);
}

FMI int fmi3SetTime(Component c, double time) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(CONTINUOUS) | IN(EVENT), "fmi3SetTime")) return MICA_FMU_ERROR;
  mica_fmu_set_time(f, time);
  return MICA_FMU_OK;
}

FMI int fmi3SetContinuousStates(Component c, const double states[], size_t count) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(CONTINUOUS) | IN(EVENT), "fmi3SetContinuousStates")) return MICA_FMU_ERROR;
  return mica_fmu_set_states(f, states, count);
}

FMI int fmi3GetContinuousStateDerivatives(Component c, double derivatives[], size_t count) {
  return mica_fmu_get_states(Of(c), derivatives, count, MICA_FMU_DERIVATIVES);
}
FMI int fmi3GetContinuousStates(Component c, double states[], size_t count) {
  return mica_fmu_get_states(Of(c), states, count, MICA_FMU_STATES);
}
FMI int fmi3GetNominalsOfContinuousStates(Component c, double nominals[], size_t count) {
  return mica_fmu_get_states(Of(c), nominals, count, MICA_FMU_NOMINALS);
}
FMI int fmi3GetEventIndicators(Component c, double indicators[], size_t count) {
  MicaFmu* f = Of(c);
  if (count != f->model->step->code->crossing_count) return MICA_FMU_ERROR;
  return mica_fmu_end(f, mica_fmu_indicators(f, indicators, 0));
}
FMI int fmi3GetNumberOfEventIndicators(Component c, size_t* count) {
  *count = Of(c)->model->step->code->crossing_count;
  return MICA_FMU_OK;
}
FMI int fmi3GetNumberOfContinuousStates(Component c, size_t* count) {
  *count = Of(c)->model->step->places.state_count;
  return MICA_FMU_OK;
}

FMI int fmi3EnterStepMode(Component c) {
  MicaFmu* f = Of(c);
  if (!Is(f, IN(EVENT) | IN(STEP), "fmi3EnterStepMode")) return MICA_FMU_ERROR;
  f->phase = MICA_FMU_STEP;
  mica_fmu_restart(f);
  return MICA_FMU_OK;
}

FMI int fmi3DoStep(Component c, double now, double step, bool no_set_state, bool* needs_event, bool* terminates,
                   bool* is_early, double* last) {
  MicaFmu* f = Of(c);
  MicaFmuStepEnd end;
  int status;
  (void)no_set_state;
  if (!Is(f, IN(STEP), "fmi3DoStep")) return MICA_FMU_ERROR;
  status = mica_fmu_do_step(f, now, step, &end);
  *needs_event = end.has_event != 0;
  *terminates = end.terminates != 0;
  *is_early = end.is_early != 0;
  *last = end.time;
  return status;
}
