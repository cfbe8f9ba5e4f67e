/* See MicaForeignFmu.h. */
#define _GNU_SOURCE
#include "MicaForeignFmu.h"

#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*Function)(void);
typedef void* Component;

/* Functions of the two standards, in pairs that do the same. An empty name: there is none. */
enum {
  kInstantiate,
  kInstantiateStepped,
  kFree,
  kSetup,
  kEnterConfiguration,
  kExitConfiguration,
  kEnterInitialization,
  kExitInitialization,
  kTerminate,
  kEnterEvent,
  kUpdate,
  kEnterContinuous,
  kStateCount,
  kIndicatorCount,
  kSetTime,
  kSetStates,
  kGetStates,
  kGetDerivatives,
  kGetIndicators,
  kGetNominals,
  kCompleted,
  kDirectional,
  kEnterStep,
  kDoStep,
  kRealStatus,
  kBooleanStatus,
  kGetString,
  kSetString,
  kGet,                             /* by type */
  kSet = kGet + MICA_FMI_BOOLEAN + 1, /* likewise */
  kFunctions = kSet + MICA_FMI_BOOLEAN + 1
};

static const char* const kNames[kFunctions][2] = {
    {"fmi2Instantiate", "fmi3InstantiateModelExchange"},
    {"fmi2Instantiate", "fmi3InstantiateCoSimulation"},
    {"fmi2FreeInstance", "fmi3FreeInstance"},
    {"fmi2SetupExperiment", ""},
    {"", "fmi3EnterConfigurationMode"},
    {"", "fmi3ExitConfigurationMode"},
    {"fmi2EnterInitializationMode", "fmi3EnterInitializationMode"},
    {"fmi2ExitInitializationMode", "fmi3ExitInitializationMode"},
    {"fmi2Terminate", "fmi3Terminate"},
    {"fmi2EnterEventMode", "fmi3EnterEventMode"},
    {"fmi2NewDiscreteStates", "fmi3UpdateDiscreteStates"},
    {"fmi2EnterContinuousTimeMode", "fmi3EnterContinuousTimeMode"},
    {"", "fmi3GetNumberOfContinuousStates"},
    {"", "fmi3GetNumberOfEventIndicators"},
    {"fmi2SetTime", "fmi3SetTime"},
    {"fmi2SetContinuousStates", "fmi3SetContinuousStates"},
    {"fmi2GetContinuousStates", "fmi3GetContinuousStates"},
    {"fmi2GetDerivatives", "fmi3GetContinuousStateDerivatives"},
    {"fmi2GetEventIndicators", "fmi3GetEventIndicators"},
    {"fmi2GetNominalsOfContinuousStates", "fmi3GetNominalsOfContinuousStates"},
    {"fmi2CompletedIntegratorStep", "fmi3CompletedIntegratorStep"},
    {"fmi2GetDirectionalDerivative", "fmi3GetDirectionalDerivative"},
    {"", "fmi3EnterStepMode"},
    {"fmi2DoStep", "fmi3DoStep"},
    {"fmi2GetRealStatus", ""},
    {"fmi2GetBooleanStatus", ""},
    {"fmi2GetString", "fmi3GetString"},
    {"fmi2SetString", "fmi3SetString"},
    {"fmi2GetReal", "fmi3GetFloat64"},
    {"", "fmi3GetFloat32"},
    {"", "fmi3GetInt8"},
    {"", "fmi3GetUInt8"},
    {"", "fmi3GetInt16"},
    {"", "fmi3GetUInt16"},
    {"fmi2GetInteger", "fmi3GetInt32"},
    {"", "fmi3GetUInt32"},
    {"", "fmi3GetInt64"},
    {"", "fmi3GetUInt64"},
    {"fmi2GetBoolean", "fmi3GetBoolean"},
    {"fmi2SetReal", "fmi3SetFloat64"},
    {"", "fmi3SetFloat32"},
    {"", "fmi3SetInt8"},
    {"", "fmi3SetUInt8"},
    {"", "fmi3SetInt16"},
    {"", "fmi3SetUInt16"},
    {"fmi2SetInteger", "fmi3SetInt32"},
    {"", "fmi3SetUInt32"},
    {"", "fmi3SetInt64"},
    {"", "fmi3SetUInt64"},
    {"fmi2SetBoolean", "fmi3SetBoolean"},
};

/* fmi2CallbackFunctions and fmi2EventInfo. */
typedef struct Callbacks {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;
typedef struct EventInfo {
  int needs_more, terminates, nominals_changed, states_changed, has_next;
  double next;
} EventInfo;

struct MicaForeignFmu {
  int version, is_cosimulation, uses_event_mode;
  void* library;
  Component component;
  Function functions[kFunctions];
  int last; /* function */
  Callbacks callbacks;
  void (*say)(void* data, int status, const char* category, const char* text);
  void* data;
  void* buffer; /* for values of other types */
  size_t buffer_size;
};

static void OnMessage2(void* environment, const char* instance, int status, const char* category, const char* message,
                       ...) {
  const MicaForeignFmu* fmu = (const MicaForeignFmu*)environment;
  char text[2000];
  va_list arguments;
  (void)instance;
  va_start(arguments, message);
  vsnprintf(text, sizeof text, message ? message : "", arguments);
  va_end(arguments);
  if (fmu && fmu->say) fmu->say(fmu->data, status, category ? category : "", text);
}

static void OnMessage3(void* environment, int status, const char* category, const char* message) {
  const MicaForeignFmu* fmu = (const MicaForeignFmu*)environment;
  if (fmu && fmu->say) fmu->say(fmu->data, status, category ? category : "", message ? message : "");
}

/* Calls of functions that are not there give an error; `last` says which. */
#define FUNCTION(which, types) ((int(*) types)Find(fmu, which))
#define CALL(which, types, arguments) (Has(fmu, which) ? FUNCTION(which, types) arguments : MICA_FMI_ERROR)

static Function Find(MicaForeignFmu* fmu, int which) {
  fmu->last = which;
  return fmu->functions[which];
}
static int Has(MicaForeignFmu* fmu, int which) { return Find(fmu, which) != 0; }

/* A path as a URI (RFC 8089). */
static char* FileUri(const char* path) {
  static const char kDigits[] = "0123456789ABCDEF";
  char* uri = (char*)malloc(3 * strlen(path) + 8);
  char* to = uri;
  if (!uri) return 0;
  to += sprintf(to, "file://");
  for (; *path; ++path) {
    unsigned char c = (unsigned char)*path;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("/-._~", c)) {
      *to++ = (char)c;
    } else {
      *to++ = '%';
      *to++ = kDigits[c >> 4];
      *to++ = kDigits[c & 15];
    }
  }
  *to = 0;
  return uri;
}

static Component Instantiate(MicaForeignFmu* fmu, const MicaForeignSettings* s) {
  Component component = 0;
  char* place = (char*)malloc(strlen(s->directory) + sizeof "/resources/");
  if (!place) return 0;
  sprintf(place, "%s/resources%s", s->directory, s->version == 2 ? "" : "/");
  if (s->version == 2) {
    char* uri = FileUri(place);
    if (uri && Has(fmu, kInstantiate))
      component = ((Component(*)(const char*, int, const char*, const char*, const Callbacks*, int, int))fmu
                       ->functions[kInstantiate])(s->name, s->is_cosimulation ? 1 : 0, s->token, uri, &fmu->callbacks, 0,
                                                  s->is_logging);
    free(uri);
  } else if (s->is_cosimulation) {
    if (Has(fmu, kInstantiateStepped))
      component =
          ((Component(*)(const char*, const char*, const char*, bool, bool, bool, bool, const uint32_t*, size_t, void*,
                         void (*)(void*, int, const char*, const char*), void*))fmu->functions[kInstantiateStepped])(
              s->name, s->token, place, false, s->is_logging != 0, s->uses_event_mode != 0, s->uses_event_mode != 0, 0,
              0, fmu, OnMessage3, 0);
  } else if (Has(fmu, kInstantiate)) {
    component = ((Component(*)(const char*, const char*, const char*, bool, bool, void*,
                               void (*)(void*, int, const char*, const char*)))fmu->functions[kInstantiate])(
        s->name, s->token, place, false, s->is_logging != 0, fmu, OnMessage3);
  }
  free(place);
  return component;
}

MicaForeignFmu* mica_foreign_open(const MicaForeignSettings* s, char* problem, size_t problem_size) {
  int i, mode = RTLD_NOW | RTLD_LOCAL;
  MicaForeignFmu* fmu = (MicaForeignFmu*)calloc(1, sizeof *fmu);
  if (!fmu) {
    snprintf(problem, problem_size, "there is no memory for it");
    return 0;
  }
#if defined(RTLD_DEEPBIND) && !defined(__SANITIZE_ADDRESS__)
  /* What it brings along, such as a solver of its own, is not to be taken from this process instead. */
  mode |= RTLD_DEEPBIND;
#endif
  fmu->library = dlopen(s->library, mode);
  if (!fmu->library) {
    const char* why = dlerror();
    snprintf(problem, problem_size, "its shared object cannot be loaded: %s", why ? why : s->library);
    free(fmu);
    return 0;
  }
  fmu->version = s->version;
  fmu->is_cosimulation = s->is_cosimulation;
  fmu->uses_event_mode = s->uses_event_mode;
  fmu->say = s->say;
  fmu->data = s->data;
  fmu->callbacks.logger = OnMessage2;
  fmu->callbacks.allocate = calloc;
  fmu->callbacks.release = free;
  fmu->callbacks.environment = fmu;
  for (i = 0; i < kFunctions; ++i) {
    const char* name = kNames[i][s->version - 2];
    *(void**)&fmu->functions[i] = *name ? dlsym(fmu->library, name) : 0;
  }
  fmu->component = Instantiate(fmu, s);
  if (!fmu->component) {
    snprintf(problem, problem_size,
             fmu->functions[fmu->last] ? "%s gave no instance" : "its shared object has no function %s",
             mica_foreign_last_call(fmu));
    free(fmu);
    return 0;
  }
  return fmu;
}

void mica_foreign_close(MicaForeignFmu* fmu) {
  if (!fmu) return;
  if (fmu->component && Has(fmu, kFree)) ((void (*)(Component))fmu->functions[kFree])(fmu->component);
  free(fmu->buffer);
  free(fmu);
}

const char* mica_foreign_last_call(const MicaForeignFmu* fmu) { return kNames[fmu->last][fmu->version - 2]; }

static int Simple(MicaForeignFmu* fmu, int which) { return CALL(which, (Component), (fmu->component)); }

int mica_foreign_enter_configuration(MicaForeignFmu* fmu) { return Simple(fmu, kEnterConfiguration); }
int mica_foreign_exit_configuration(MicaForeignFmu* fmu) { return Simple(fmu, kExitConfiguration); }
int mica_foreign_exit_initialization(MicaForeignFmu* fmu) { return Simple(fmu, kExitInitialization); }
int mica_foreign_terminate(MicaForeignFmu* fmu) { return Simple(fmu, kTerminate); }
int mica_foreign_enter_event(MicaForeignFmu* fmu) { return Simple(fmu, kEnterEvent); }
int mica_foreign_enter_continuous(MicaForeignFmu* fmu) { return Simple(fmu, kEnterContinuous); }

int mica_foreign_enter_step(MicaForeignFmu* fmu) {
  return fmu->version == 3 && fmu->uses_event_mode ? Simple(fmu, kEnterStep) : MICA_FMI_OK;
}

int mica_foreign_enter_initialization(MicaForeignFmu* fmu, double tolerance, double start, int has_stop, double stop) {
  if (fmu->version == 3)
    return CALL(kEnterInitialization, (Component, bool, double, double, bool, double),
                (fmu->component, tolerance > 0, tolerance, start, has_stop != 0, stop));
  {
    int status = CALL(kSetup, (Component, int, double, double, int, double),
                      (fmu->component, tolerance > 0, tolerance, start, has_stop, stop));
    if (status > MICA_FMI_WARNING) return status;
  }
  return Simple(fmu, kEnterInitialization);
}

static void* Room(MicaForeignFmu* fmu, size_t bytes) {
  if (bytes > fmu->buffer_size) {
    void* more = realloc(fmu->buffer, bytes);
    if (!more) return 0;
    fmu->buffer = more;
    fmu->buffer_size = bytes;
  }
  return fmu->buffer;
}

/* Of a type that is not double: through the buffer. */
#define THROUGH(type, count)                                                         \
  {                                                                                  \
    type* room = (type*)Room(fmu, (count) * sizeof(type));                           \
    if (!room) return MICA_FMI_ERROR;                                                \
    if (gets) {                                                                      \
      status = Transfer(fmu, which, references, reference_count, room, value_count); \
      for (i = 0; i < value_count; ++i) values[i] = (double)room[i];                 \
    } else {                                                                         \
      for (i = 0; i < value_count; ++i) room[i] = (type)values[i];                   \
      status = Transfer(fmu, which, references, reference_count, room, value_count); \
    }                                                                                \
    return status;                                                                   \
  }

static int Transfer(MicaForeignFmu* fmu, int which, const uint32_t* references, size_t reference_count, void* values,
                    size_t value_count) {
  if (fmu->version == 2)
    return CALL(which, (Component, const uint32_t*, size_t, void*),
                (fmu->component, references, reference_count, values));
  return CALL(which, (Component, const uint32_t*, size_t, void*, size_t),
              (fmu->component, references, reference_count, values, value_count));
}

static int Exchange(MicaForeignFmu* fmu, int gets, MicaFmiType type, const uint32_t* references,
                    size_t reference_count, double* values, size_t value_count) {
  int which = (gets ? kGet : kSet) + (int)type, status;
  size_t i;
  if (reference_count == 0) return MICA_FMI_OK;
  switch (type) {
    case MICA_FMI_FLOAT64:
      return Transfer(fmu, which, references, reference_count, values, value_count);
    case MICA_FMI_FLOAT32:
      THROUGH(float, value_count)
    case MICA_FMI_INT8:
      THROUGH(int8_t, value_count)
    case MICA_FMI_UINT8:
      THROUGH(uint8_t, value_count)
    case MICA_FMI_INT16:
      THROUGH(int16_t, value_count)
    case MICA_FMI_UINT16:
      THROUGH(uint16_t, value_count)
    case MICA_FMI_INT32:
      THROUGH(int32_t, value_count)
    case MICA_FMI_UINT32:
      THROUGH(uint32_t, value_count)
    case MICA_FMI_INT64:
      THROUGH(int64_t, value_count)
    case MICA_FMI_UINT64:
      THROUGH(uint64_t, value_count)
    case MICA_FMI_BOOLEAN:
      if (fmu->version == 2) THROUGH(int, value_count)
      THROUGH(bool, value_count)
  }
  return MICA_FMI_ERROR;
}

int mica_foreign_get(MicaForeignFmu* fmu, MicaFmiType type, const uint32_t* references, size_t reference_count,
                     double* values, size_t value_count) {
  return Exchange(fmu, 1, type, references, reference_count, values, value_count);
}

int mica_foreign_set(MicaForeignFmu* fmu, MicaFmiType type, const uint32_t* references, size_t reference_count,
                     const double* values, size_t value_count) {
  return Exchange(fmu, 0, type, references, reference_count, (double*)values, value_count);
}

int mica_foreign_get_string(MicaForeignFmu* fmu, uint32_t reference, const char** text) {
  return Transfer(fmu, kGetString, &reference, 1, (void*)text, 1);
}

int mica_foreign_set_string(MicaForeignFmu* fmu, uint32_t reference, const char* text) {
  return Transfer(fmu, kSetString, &reference, 1, (void*)&text, 1);
}

int mica_foreign_update_discrete(MicaForeignFmu* fmu, MicaForeignEvent* event) {
  int status;
  memset(event, 0, sizeof *event);
  if (fmu->version == 2) {
    EventInfo info;
    memset(&info, 0, sizeof info);
    status = CALL(kUpdate, (Component, EventInfo*), (fmu->component, &info));
    event->needs_more = info.needs_more;
    event->terminates = info.terminates;
    event->nominals_changed = info.nominals_changed;
    event->states_changed = info.states_changed;
    event->has_next = info.has_next;
    event->next = info.next;
  } else {
    bool flags[5] = {false, false, false, false, false};
    status = CALL(kUpdate, (Component, bool*, bool*, bool*, bool*, bool*, double*),
                  (fmu->component, &flags[0], &flags[1], &flags[2], &flags[3], &flags[4], &event->next));
    event->needs_more = flags[0];
    event->terminates = flags[1];
    event->nominals_changed = flags[2];
    event->states_changed = flags[3];
    event->has_next = flags[4];
  }
  return status;
}

int mica_foreign_counts(MicaForeignFmu* fmu, size_t* states, size_t* indicators) {
  int status;
  if (fmu->version == 2) return MICA_FMI_OK;
  status = CALL(kStateCount, (Component, size_t*), (fmu->component, states));
  return status > MICA_FMI_WARNING ? status
                                   : CALL(kIndicatorCount, (Component, size_t*), (fmu->component, indicators));
}

int mica_foreign_set_time(MicaForeignFmu* fmu, double time) {
  return CALL(kSetTime, (Component, double), (fmu->component, time));
}

static int Numbers(MicaForeignFmu* fmu, int which, double* values, size_t count) {
  return count == 0 ? MICA_FMI_OK : CALL(which, (Component, double*, size_t), (fmu->component, values, count));
}

int mica_foreign_set_states(MicaForeignFmu* fmu, const double* states, size_t count) {
  return Numbers(fmu, kSetStates, (double*)states, count);
}
int mica_foreign_get_states(MicaForeignFmu* fmu, double* states, size_t count) {
  return Numbers(fmu, kGetStates, states, count);
}
int mica_foreign_get_derivatives(MicaForeignFmu* fmu, double* derivatives, size_t count) {
  return Numbers(fmu, kGetDerivatives, derivatives, count);
}
int mica_foreign_get_indicators(MicaForeignFmu* fmu, double* indicators, size_t count) {
  return Numbers(fmu, kGetIndicators, indicators, count);
}
int mica_foreign_get_nominals(MicaForeignFmu* fmu, double* nominals, size_t count) {
  return Numbers(fmu, kGetNominals, nominals, count);
}

int mica_foreign_completed_step(MicaForeignFmu* fmu, int* enters_event, int* terminates) {
  int status;
  *enters_event = *terminates = 0;
  if (fmu->version == 2)
    return CALL(kCompleted, (Component, int, int*, int*), (fmu->component, 1, enters_event, terminates));
  {
    bool enters = false, ends = false;
    status = CALL(kCompleted, (Component, bool, bool*, bool*), (fmu->component, true, &enters, &ends));
    *enters_event = enters;
    *terminates = ends;
  }
  return status;
}

int mica_foreign_directional(MicaForeignFmu* fmu, const uint32_t* unknowns, size_t unknown_count,
                             const uint32_t* knowns, size_t known_count, const double* seed, size_t seed_count,
                             double* sensitivity, size_t sensitivity_count) {
  if (fmu->version == 2)
    return CALL(kDirectional,
                (Component, const uint32_t*, size_t, const uint32_t*, size_t, const double*, double*),
                (fmu->component, unknowns, unknown_count, knowns, known_count, seed, sensitivity));
  return CALL(kDirectional,
              (Component, const uint32_t*, size_t, const uint32_t*, size_t, const double*, size_t, double*, size_t),
              (fmu->component, unknowns, unknown_count, knowns, known_count, seed, seed_count, sensitivity,
               sensitivity_count));
}

/* fmi2StatusKind. */
enum { kLastSuccessfulTime = 2, kTerminated = 3 };

int mica_foreign_do_step(MicaForeignFmu* fmu, double time, double size, MicaForeignStep* step) {
  int status;
  memset(step, 0, sizeof *step);
  step->reached = time + size;
  if (fmu->version == 3) {
    bool flags[3] = {false, false, false};
    status = CALL(kDoStep, (Component, double, double, bool, bool*, bool*, bool*, double*),
                  (fmu->component, time, size, true, &flags[0], &flags[1], &flags[2], &step->reached));
    step->has_event = flags[0];
    step->terminates = flags[1];
    step->is_early = flags[2];
    if (!step->is_early) step->reached = time + size;
    return status;
  }
  status = CALL(kDoStep, (Component, double, double, int), (fmu->component, time, size, 1));
  if (status == MICA_FMI_DISCARD) {
    /* The step was not made to its end: how far, and whether it is over. */
    int ended = 0;
    if (fmu->functions[kBooleanStatus])
      ((int (*)(Component, int, int*))fmu->functions[kBooleanStatus])(fmu->component, kTerminated, &ended);
    if (fmu->functions[kRealStatus])
      ((int (*)(Component, int, double*))fmu->functions[kRealStatus])(fmu->component, kLastSuccessfulTime,
                                                                      &step->reached);
    step->terminates = ended;
    step->is_early = 1;
    if (ended) status = MICA_FMI_OK;
  }
  return status;
}
