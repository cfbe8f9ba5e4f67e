/* Runtime: the variables of an FMU by their value references. See fmu.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/fixed_step_internal.h"

static const char* NameOf(const MicaFmu* f, uint32_t scalar) {
  return f->model->table->texts + f->model->table->scalars[scalar].name;
}

void mica_fmu_touch(MicaFmu* f) { f->has_derivatives = f->has_outputs = 0; }

int mica_fmu_need_derivatives(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  int status;
  if (f->has_derivatives) return MICA_OK;
  s->failure_text = 0;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  s->instance.event = 0;
  status = mica_step_derivatives(s);
  f->has_derivatives = status == MICA_OK;
  f->has_outputs = 0;
  return status;
}

int mica_fmu_need_outputs(MicaFmu* f) {
  MicaStepper* s = &f->stepper;
  int status = mica_fmu_need_derivatives(f);
  if (status != MICA_OK || f->has_outputs) return status;
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  status = mica_step_outputs(s);
  f->has_outputs = status == MICA_OK || status == MICA_TERMINATED;
  return status;
}

/* Makes the value of a scalar valid. */
static int Need(MicaFmu* f, uint32_t scalar) {
  uint32_t owner = f->model->table->scalars[scalar].owner, setting = f->model->setting[owner];
  switch (f->phase) {
    case MICA_FMU_INSTANTIATED:
    case MICA_FMU_TERMINATED:
    case MICA_FMU_FAILED:
      return MICA_OK;
    case MICA_FMU_INITIALIZING:
      if (f->is_initialized || (setting >= MICA_SET_CONSTANT && setting <= MICA_SET_DISCRETE)) return MICA_OK;
      return mica_fmu_initialize(f);
    default:
      break;
  }
  if (f->model->needs[owner] == MICA_NEEDS_NOTHING) return MICA_OK;
  return f->model->needs[owner] == MICA_NEEDS_DERIVATIVES ? mica_fmu_need_derivatives(f) : mica_fmu_need_outputs(f);
}

static MicaFmuStatus Unknown(MicaFmu* f, uint32_t reference) {
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "there is no variable with the value reference %u of this type",
               (unsigned)reference);
  return MICA_FMU_ERROR;
}

MicaFmuStatus mica_fmu_get(MicaFmu* f, uint32_t reference, double* value) {
  const MicaModelTable* t = f->model->table;
  uint32_t crossings = f->model->step->code->crossing_count;
  int status;
  if (reference < t->scalars_count) {
    const MicaScalar* v = &t->scalars[reference];
    if (v->type == MICA_TYPE_STRING || v->kind == MICA_KIND_OBJECT) return Unknown(f, reference);
    status = Need(f, reference);
    *value = v->sign * f->stepper.instance.reals[v->slot];
    return status == MICA_OK ? MICA_FMU_OK : mica_fmu_end(f, status);
  }
  reference -= t->scalars_count;
  if (reference == crossings) {
    *value = f->phase <= MICA_FMU_INITIALIZING ? f->start : f->stepper.instance.time;
    return MICA_FMU_OK;
  }
  if (reference > crossings) return Unknown(f, reference + t->scalars_count);
  if (f->phase <= MICA_FMU_INITIALIZING && !f->is_initialized) {
    *value = 0;
    return MICA_FMU_OK;
  }
  status = mica_fmu_indicators(f, f->indicators, 0);
  *value = f->indicators[reference];
  return status == MICA_OK ? MICA_FMU_OK : mica_fmu_end(f, status);
}

MicaFmuStatus mica_fmu_get_string(MicaFmu* f, uint32_t reference, const char** value) {
  const MicaModelTable* t = f->model->table;
  int status;
  if (reference >= t->scalars_count || t->scalars[reference].type != MICA_TYPE_STRING) return Unknown(f, reference);
  status = Need(f, reference);
  *value = f->stepper.instance.strings[t->scalars[reference].slot];
  return status == MICA_OK ? MICA_FMU_OK : mica_fmu_end(f, status);
}

/* Whether a variable may be set now; what is wrong is said. */
static int MaySet(MicaFmu* f, uint32_t scalar, uint32_t owner) {
  uint32_t setting = f->model->setting[owner];
  int before = f->phase == MICA_FMU_INSTANTIATED || f->phase == MICA_FMU_INITIALIZING;
  const char* why = 0;
  if (setting == MICA_SET_NEVER)
    why = "the equations of the model determine it";
  else if (setting == MICA_SET_CONSTANT)
    why = "the translation of the model has used its value; give it to the export with --set";
  else if (f->phase == MICA_FMU_TERMINATED || f->phase == MICA_FMU_FAILED)
    why = "the simulation has ended";
  else if (!before && (setting == MICA_SET_FIXED || setting == MICA_SET_START))
    why = "it may be set before initialization only";
  else if (f->phase == MICA_FMU_CONTINUOUS && setting != MICA_SET_INPUT)
    why = "it may change at events only";
  if (!why) return 1;
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "%s cannot be set: %s", NameOf(f, scalar), why);
  return 0;
}

MicaFmuStatus mica_fmu_set(MicaFmu* f, uint32_t reference, double value) {
  const MicaModelTable* t = f->model->table;
  const MicaScalar* v;
  double* place;
  uint32_t owner;
  if (reference >= t->scalars_count) return Unknown(f, reference);
  v = &t->scalars[reference];
  owner = v->owner;
  if (v->type == MICA_TYPE_STRING || v->kind == MICA_KIND_OBJECT) return Unknown(f, reference);
  value *= v->sign;
  place = &f->stepper.instance.reals[v->slot];
  /* Importers set the values of a description once more. */
  if (f->model->setting[owner] == MICA_SET_CONSTANT && value == *place) return MICA_FMU_OK;
  if (!MaySet(f, reference, owner)) {
    f->worst = MICA_FMU_OK;
    return MICA_FMU_ERROR;
  }
  if (f->phase == MICA_FMU_INSTANTIATED || f->phase == MICA_FMU_INITIALIZING) {
    f->set_values[owner] = value;
    f->is_set[owner] = 1;
    f->is_initialized = 0;
  } else if (*place == value) {
    return MICA_FMU_OK;
  } else {
    f->is_pending[owner] = 1;
    if (f->model->setting[owner] != MICA_SET_INPUT) f->has_pending = 1;
    f->has_new_inputs = 1;
  }
  *place = value;
  mica_fmu_touch(f);
  return MICA_FMU_OK;
}

MicaFmuStatus mica_fmu_set_string(MicaFmu* f, uint32_t reference, const char* value) {
  const MicaModelTable* t = f->model->table;
  uint32_t owner;
  char* copy;
  if (reference >= t->scalars_count || t->scalars[reference].type != MICA_TYPE_STRING || !value)
    return Unknown(f, reference);
  owner = t->scalars[reference].owner;
  if (f->model->setting[owner] == MICA_SET_CONSTANT &&
      strcmp(value, f->stepper.instance.strings[t->scalars[reference].slot]) == 0)
    return MICA_FMU_OK;
  if (!MaySet(f, reference, owner)) {
    f->worst = MICA_FMU_OK;
    return MICA_FMU_ERROR;
  }
  value = mica_fmu_file(f, value);
  copy = value ? (char*)malloc(strlen(value) + 1) : 0;
  if (!copy) return MICA_FMU_FATAL;
  strcpy(copy, value);
  f->stepper.instance.strings[t->scalars[reference].slot] = copy;
  free(f->set_strings[owner]);
  f->set_strings[owner] = copy;
  f->is_set[owner] = 1;
  f->is_initialized = 0;
  mica_fmu_touch(f);
  return MICA_FMU_OK;
}

void mica_fmu_apply(MicaFmu* f, int with_starts) {
  const MicaModelTable* t = f->model->table;
  MicaInstance* x = &f->stepper.instance;
  uint32_t i;
  for (i = 0; i < t->scalars_count; ++i) {
    uint32_t setting = f->model->setting[i], slot = t->scalars[i].slot;
    if (!f->is_set[i]) continue;
    if (!with_starts && setting != MICA_SET_FIXED && setting != MICA_SET_TUNABLE) continue;
    if (f->set_strings[i]) {
      x->strings[slot] = f->set_strings[i];
      continue;
    }
    x->reals[slot] = f->set_values[i];
    if (with_starts) x->pre[slot] = f->set_values[i];
  }
}
