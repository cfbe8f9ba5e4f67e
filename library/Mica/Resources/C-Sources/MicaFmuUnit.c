/* See MicaFmuUnit.h. */
#include "MicaFmuUnit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "MicaForeignFmu.h"
#include "ModelicaUtilities.h"

typedef struct {
  size_t count;
  int* types;
  uint32_t* references;
  double* values;
} Values;

typedef struct {
  MicaForeignFmu* fmu;
  MicaForeignSettings settings;
  char *directory, *library, *name, *token;
  size_t states, indicators;
  Values inputs, sets;
  int is_started;
  double time; /* that Co-Simulation has reached */
  double *start_inputs, start_time, start_next;
  double* start_states;
  char said[1000]; /* the last error of the FMU */
} Unit;

/* Most rounds of one event: as `mica simulate X.fmu` has it. */
enum { kMostRounds = 1000 };

static char* Copy(const char* text) {
  char* copy = (char*)malloc(strlen(text) + 1);
  if (copy) strcpy(copy, text);
  return copy;
}

static void Say(void* data, int status, const char* category, const char* text) {
  Unit* unit = (Unit*)data;
  (void)category;
  if (status >= MICA_FMI_DISCARD) snprintf(unit->said, sizeof unit->said, "%s", text);
}

static void Ask(Unit* unit, int status) {
  if (status > MICA_FMI_WARNING)
    ModelicaFormatError("The FMU %s failed: %s ended with the status %d%s%s\n", unit->name,
                        mica_foreign_last_call(unit->fmu), status, unit->said[0] ? ": " : "", unit->said);
}

static int Take(Values* values, const int* types, const int* references, const double* numbers, size_t count) {
  size_t i;
  values->count = count;
  values->types = (int*)calloc(count + 1, sizeof(int));
  values->references = (uint32_t*)calloc(count + 1, sizeof(uint32_t));
  values->values = (double*)calloc(count + 1, sizeof(double));
  if (!values->types || !values->references || !values->values) return 0;
  for (i = 0; i < count; ++i) {
    values->types[i] = types[i];
    values->references[i] = (uint32_t)references[i];
    values->values[i] = numbers ? numbers[i] : 0;
  }
  return 1;
}

static void Release(Values* values) {
  free(values->types);
  free(values->references);
  free(values->values);
}

static void Set(Unit* unit, const Values* values) {
  size_t i;
  for (i = 0; i < values->count; ++i)
    Ask(unit, mica_foreign_set(unit->fmu, (MicaFmiType)values->types[i], &values->references[i], 1, &values->values[i],
                               1));
}

static void Open(Unit* unit) {
  char problem[1000] = "";
  unit->fmu = mica_foreign_open(&unit->settings, problem, sizeof problem);
  if (!unit->fmu) ModelicaFormatError("The FMU %s cannot be used: %s\n", unit->name, problem);
}

void MicaFmuUnitFree(void* object) {
  Unit* unit = (Unit*)object;
  if (!unit) return;
  if (unit->fmu) {
    if (unit->is_started) mica_foreign_terminate(unit->fmu);
    mica_foreign_close(unit->fmu);
  }
  free(unit->directory);
  free(unit->library);
  free(unit->name);
  free(unit->token);
  Release(&unit->inputs);
  Release(&unit->sets);
  free(unit->start_inputs);
  free(unit->start_states);
  free(unit);
}

void* MicaFmuUnitNew(int version, int is_stepped, const char* directory, const char* library, const char* name,
                     const char* token, int states, int indicators, const int* input_types, const int* input_references,
                     size_t inputs, const int* set_types, const int* set_references, const double* set_values,
                     size_t sets) {
  Unit* unit = (Unit*)calloc(1, sizeof *unit);
  if (!unit) ModelicaError("There is no memory for an FMU\n");
  unit->directory = Copy(directory);
  unit->library = Copy(library);
  unit->name = Copy(name);
  unit->token = Copy(token);
  unit->states = (size_t)states;
  unit->indicators = (size_t)indicators;
  unit->start_inputs = (double*)calloc(inputs + 1, sizeof(double));
  unit->start_states = (double*)calloc(unit->states + 1, sizeof(double));
  if (!Take(&unit->inputs, input_types, input_references, 0, inputs) ||
      !Take(&unit->sets, set_types, set_references, set_values, sets) || !unit->directory || !unit->library ||
      !unit->name || !unit->token || !unit->start_inputs || !unit->start_states) {
    MicaFmuUnitFree(unit);
    ModelicaError("There is no memory for an FMU\n");
  }
  unit->settings.version = version;
  unit->settings.is_cosimulation = is_stepped;
  unit->settings.library = unit->library;
  unit->settings.name = unit->name;
  unit->settings.token = unit->token;
  unit->settings.directory = unit->directory;
  unit->settings.say = Say;
  unit->settings.data = unit;
  return unit;
}

static void SetInputs(Unit* unit, const double* inputs, size_t count) {
  memcpy(unit->inputs.values, inputs, count * sizeof(double));
  Set(unit, &unit->inputs);
}

/* Rounds of event mode; the FMU is in it. */
static double Iterate(Unit* unit) {
  int round;
  MicaForeignEvent event;
  for (round = 0; round < kMostRounds; ++round) {
    Ask(unit, mica_foreign_update_discrete(unit->fmu, &event));
    if (event.terminates) ModelicaFormatError("The FMU %s ends the simulation\n", unit->name);
    if (!event.needs_more) return event.has_next ? event.next : HUGE_VAL;
  }
  ModelicaFormatError("The FMU %s asks for another round of its event again and again\n", unit->name);
  return 0;
}

static void Start(Unit* unit, double time, const double* inputs, size_t count) {
  /* The same question again has the same answer; another one starts from nothing. */
  if (unit->is_started && unit->start_time == time &&
      memcmp(unit->start_inputs, inputs, count * sizeof(double)) == 0)
    return;
  if (unit->fmu) mica_foreign_close(unit->fmu);
  unit->fmu = 0;
  unit->is_started = 0;
  Open(unit);
  Set(unit, &unit->sets);
  Ask(unit, mica_foreign_enter_initialization(unit->fmu, 0, time, 0, 0));
  SetInputs(unit, inputs, count);
  Ask(unit, mica_foreign_exit_initialization(unit->fmu));
  unit->start_next = HUGE_VAL;
  if (!unit->settings.is_cosimulation) {
    unit->start_next = Iterate(unit);
    Ask(unit, mica_foreign_enter_continuous(unit->fmu));
    Ask(unit, mica_foreign_get_states(unit->fmu, unit->start_states, unit->states));
  }
  unit->is_started = 1;
  unit->start_time = unit->time = time;
  memcpy(unit->start_inputs, inputs, count * sizeof(double));
}

void MicaFmuUnitStart(void* object, double time, const double* inputs, size_t input_count, double* states,
                      size_t state_count, double* next_event) {
  Unit* unit = (Unit*)object;
  Start(unit, time, inputs, input_count);
  memcpy(states, unit->start_states, state_count * sizeof(double));
  *next_event = unit->start_next < 1e60 ? unit->start_next : 1e60; /* the largest number of Modelica */
}

/* To a point between events. */
static Unit* Move(void* object, double time, const double* states, size_t state_count, const double* inputs,
                  size_t input_count) {
  Unit* unit = (Unit*)object;
  if (!unit->is_started) Start(unit, time, inputs, input_count);
  Ask(unit, mica_foreign_set_time(unit->fmu, time));
  SetInputs(unit, inputs, input_count);
  Ask(unit, mica_foreign_set_states(unit->fmu, states, state_count));
  return unit;
}

void MicaFmuUnitDerivatives(void* object, int mode, double time, const double* states, size_t state_count,
                            const double* inputs, size_t input_count, double* derivatives, size_t derivative_count) {
  Unit* unit = Move(object, time, states, state_count, inputs, input_count);
  (void)mode;
  Ask(unit, mica_foreign_get_derivatives(unit->fmu, derivatives, derivative_count));
}

void MicaFmuUnitIndicators(void* object, int mode, double time, const double* states, size_t state_count,
                           const double* inputs, size_t input_count, double* indicators, size_t indicator_count) {
  Unit* unit = Move(object, time, states, state_count, inputs, input_count);
  (void)mode;
  Ask(unit, mica_foreign_get_indicators(unit->fmu, indicators, indicator_count));
}

static void Get(Unit* unit, const int* types, const int* references, size_t count, double* values) {
  size_t i;
  for (i = 0; i < count; ++i) {
    uint32_t reference = (uint32_t)references[i];
    Ask(unit, mica_foreign_get(unit->fmu, (MicaFmiType)types[i], &reference, 1, &values[i], 1));
  }
}

void MicaFmuUnitValues(void* object, int mode, double time, const double* states, size_t state_count,
                       const double* inputs, size_t input_count, const int* types, const int* references, size_t count,
                       double* values) {
  Unit* unit = Move(object, time, states, state_count, inputs, input_count);
  (void)mode;
  Get(unit, types, references, count, values);
}

void MicaFmuUnitEvent(void* object, int mode, double time, const double* states, size_t state_count,
                      const double* inputs, size_t input_count, int* new_mode, double* new_states,
                      size_t new_state_count, double* next_event) {
  double next;
  int enters = 0, ends = 0;
  Unit* unit = Move(object, time, states, state_count, inputs, input_count);
  Ask(unit, mica_foreign_completed_step(unit->fmu, &enters, &ends));
  Ask(unit, mica_foreign_enter_event(unit->fmu));
  SetInputs(unit, inputs, input_count);
  next = Iterate(unit);
  Ask(unit, mica_foreign_enter_continuous(unit->fmu));
  Ask(unit, mica_foreign_get_states(unit->fmu, new_states, new_state_count));
  *new_mode = mode + 1;
  *next_event = next < 1e60 ? next : 1e60;
}

int MicaFmuUnitStep(void* object, int step, double time, const double* held, const double* inputs, size_t input_count) {
  Unit* unit = (Unit*)object;
  if (!unit->is_started) Start(unit, time, held, input_count);
  SetInputs(unit, held, input_count);
  while (time > unit->time) {
    MicaForeignStep made;
    double before = unit->time;
    Ask(unit, mica_foreign_do_step(unit->fmu, unit->time, time - unit->time, &made));
    if (made.terminates) ModelicaFormatError("The FMU %s ends the simulation\n", unit->name);
    unit->time = made.is_early ? made.reached : time;
    if (!(unit->time > before)) ModelicaFormatError("The FMU %s does not advance\n", unit->name);
  }
  SetInputs(unit, inputs, input_count);
  return step + 1;
}

void MicaFmuUnitStepped(void* object, int step, double started, const int* types, const int* references, size_t count,
                        double* values) {
  (void)step;
  (void)started;
  Get((Unit*)object, types, references, count, values);
}
