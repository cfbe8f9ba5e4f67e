/* Runtime: the memory of an FMU's instance, and what it says. See fmu.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"

const char* const mica_fmu_categories[4] = {"logStatusError", "logStatusWarning", "logEvents", "logMessages"};

/* Never of no bytes: a null pointer means that there is no memory. */
static void* New(size_t count, size_t size) { return calloc(count > 0 ? count : 1, size); }

static char* Copy(const char* text) {
  size_t size = strlen(text) + 1;
  char* copy = (char*)malloc(size);
  if (copy) memcpy(copy, text, size);
  return copy;
}

/* The path that a resource location names: an address or, in FMI 3, a path. */
static char* PathOf(const char* location) {
  char *path, *to;
  const char* from;
  if (!location) return Copy("");
  if (strncmp(location, "file:", 5) != 0) return Copy(location);
  from = location + 5;
  if (strncmp(from, "//", 2) == 0)
    for (from += 2; *from && *from != '/'; ++from) continue; /* the host */
  path = to = Copy(from);
  if (!path) return 0;
  for (from = path; *from; ++from) {
    unsigned code;
    char digits[3] = {0, 0, 0};
    if (*from == '%' && from[1] && from[2]) {
      digits[0] = from[1];
      digits[1] = from[2];
      if (sscanf(digits, "%2x", &code) == 1) {
        *to++ = (char)code;
        from += 2;
        continue;
      }
    }
    *to++ = *from;
  }
  *to = 0;
  return path;
}

static int TakeMemory(MicaFmu* f) {
  const MicaStepModel* m = f->model->step;
  const MicaCode* code = m->code;
  MicaStepMemory* y = &f->memory;
  uint32_t scalars = f->model->table->scalars_count, reals = m->places.real_count;
  y->doubles = (double*)New(mica_stepper_doubles(m), sizeof(double));
  y->integers = (uint32_t*)New(mica_stepper_integers(m), sizeof(uint32_t));
  y->bytes = (uint8_t*)New(mica_stepper_bytes(m), 1);
  y->solvers = (MicaSolver*)New(code->system_count, sizeof(MicaSolver));
  y->mixed = (MicaMixed*)New(code->system_count, sizeof(MicaMixed));
  y->tickers = (MicaTicker*)New(code->sampler_count, sizeof(MicaTicker));
  y->crossings = (MicaCrossing*)New(code->crossing_count, sizeof(MicaCrossing));
  y->delays = (MicaDelay*)New(code->delay_count, sizeof(MicaDelay));
  y->delay_points = (MicaDelayPoint*)New(mica_step_delay_points(m), sizeof(MicaDelayPoint));
  y->distributions = (MicaDistribution*)New(code->distribution_count, sizeof(MicaDistribution));
  y->strings = (const char**)New(2 * (size_t)code->string_count, sizeof(char*));
  y->objects = (void**)New(code->object_count, sizeof(void*));
  f->own_points = (MicaDelayPoint**)New(code->delay_count, sizeof(MicaDelayPoint*));
  f->own_jumps = (double**)New(code->delay_count, sizeof(double*));
  f->set_values = (double*)New(scalars, sizeof(double));
  f->set_strings = (char**)New(scalars, sizeof(char*));
  f->is_set = (uint8_t*)New(scalars, 1);
  f->is_pending = (uint8_t*)New(scalars, 1);
  f->left = (double*)New(reals, sizeof(double));
  f->work = (double*)New((size_t)reals + code->state_count, sizeof(double));
  f->point = (double*)New(reals, sizeof(double));
  f->sampler_values = (double*)New(2 * (size_t)code->sampler_count, sizeof(double));
  f->indicators = (double*)New(code->crossing_count, sizeof(double));
  f->states = (double*)New(2 * (size_t)code->state_count, sizeof(double));
  return y->doubles && y->integers && y->bytes && y->solvers && y->mixed && y->tickers && y->crossings && y->delays &&
         y->delay_points && y->distributions && y->strings && y->objects && f->set_values && f->set_strings &&
         f->own_points && f->own_jumps && f->point && f->sampler_values && f->is_set && f->is_pending && f->left &&
         f->work && f->indicators && f->states;
}

MicaFmu* mica_fmu_new(const MicaFmuModel* model, const char* name, const char* token, const char* resources,
                      void (*log)(MicaFmu*, int, const char*, const char*), void (*logger)(void), void* environment) {
  MicaFmu* f = (MicaFmu*)calloc(1, sizeof *f);
  if (!f) return 0;
  f->model = model;
  f->log = log;
  f->logger = logger;
  f->environment = environment;
  f->logged = MICA_LOG_ERRORS;
  f->name = Copy(name ? name : "");
  f->resources = PathOf(resources);
  if (!f->name || !f->resources || !TakeMemory(f)) {
    mica_fmu_free(f);
    return 0;
  }
  if (!token || strcmp(token, model->token) != 0) {
    mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "the instantiation token is not that of the model %s",
                 model->step->name);
    mica_fmu_free(f);
    return 0;
  }
  mica_fmu_reset(f);
  return f;
}

static void DestroyObjects(MicaFmu* f) {
  if (!f->has_objects || !f->model->step->code->destroy) return;
  f->has_objects = 0;
  f->stepper.scratch_used = 0;
  if (setjmp(f->stepper.escape) == 0) (void)f->model->step->code->destroy(&f->stepper.instance);
  memset(f->memory.objects, 0, sizeof(void*) * f->model->step->code->object_count);
}

void mica_fmu_free(MicaFmu* f) {
  MicaStepMemory* y = &f->memory;
  uint32_t i;
  DestroyObjects(f);
  mica_cvode_free(f);
  if (f->set_strings)
    for (i = 0; i < f->model->table->scalars_count; ++i) free(f->set_strings[i]);
  if (f->own_points && f->own_jumps)
    for (i = 0; i < f->model->step->code->delay_count; ++i) {
      free(f->own_points[i]);
      free(f->own_jumps[i]);
    }
  free((void*)f->own_points);
  free((void*)f->own_jumps);
  mica_fmu_free_scratch(f);
  mica_fmu_free_texts(f, 1);
  free(y->doubles);
  free(y->integers);
  free(y->bytes);
  free(y->solvers);
  free(y->mixed);
  free(y->tickers);
  free(y->crossings);
  free(y->delays);
  free(y->delay_points);
  free(y->distributions);
  free((void*)y->strings);
  free(y->objects);
  free(f->set_values);
  free(f->set_strings);
  free(f->is_set);
  free(f->is_pending);
  free(f->left);
  free(f->work);
  free(f->indicators);
  free(f->point);
  free(f->sampler_values);
  free(f->states);
  free(f->name);
  free(f->resources);
  free(f);
}

void mica_fmu_reset(MicaFmu* f) {
  const MicaStepModel* m = f->model->step;
  MicaInstance* x = &f->stepper.instance;
  uint32_t i;
  DestroyObjects(f);
  mica_cvode_restart(f);
  for (i = 0; i < f->model->table->scalars_count; ++i) {
    free(f->set_strings[i]);
    f->set_strings[i] = 0;
  }
  memset(f->is_set, 0, f->model->table->scalars_count);
  memset(f->is_pending, 0, f->model->table->scalars_count);
  mica_stepper_place(&f->stepper, m, &f->memory);
  f->stepper.connect_more = mica_fmu_connect;
  f->stepper.owner = f;
  memcpy(x->reals, f->model->reals, sizeof(double) * m->places.real_count);
  memcpy(x->pre, f->model->pre, sizeof(double) * m->places.real_count);
  mica_fmu_free_texts(f, 1);
  for (i = 0; i < m->code->string_count; ++i) x->strings[i] = x->pre_strings[i] = mica_fmu_file(f, m->strings[i]);
  f->phase = MICA_FMU_INSTANTIATED;
  f->worst = MICA_FMU_OK;
  f->start = m->start;
  f->stop = m->stop;
  f->tolerance = f->model->tolerance;
  f->has_stop = f->has_pending = f->has_new_inputs = f->is_initialized = f->has_derivatives = f->has_outputs =
      f->has_event_at_start = f->selects_states = 0;
}

void mica_fmu_say(MicaFmu* f, MicaFmuStatus status, uint32_t category, const char* format, ...) {
  va_list arguments;
  uint32_t k = 0;
  if (status > f->worst) f->worst = status;
  if (!f->log || (f->logged & category) == 0) return;
  va_start(arguments, format);
  vsnprintf(f->message, sizeof f->message, format, arguments);
  va_end(arguments);
  while (k < 3 && (category & (1u << k)) == 0) ++k;
  f->log(f, status, mica_fmu_categories[k], f->message);
}

MicaFmuStatus mica_fmu_end(MicaFmu* f, int status) {
  MicaFmuStatus end = status == MICA_OK || status == MICA_TERMINATED ? MICA_FMU_OK
                      : status == MICA_FATAL                         ? MICA_FMU_ERROR
                                                                     : MICA_FMU_DISCARD;
  const MicaStepper* s = &f->stepper;
  if (end >= MICA_FMU_DISCARD)
    mica_fmu_say(f, end, MICA_LOG_ERRORS, "%s cannot be evaluated at time = %.9g%s%s", f->model->step->name,
                 s->instance.time, s->failure_text ? ": " : "", s->failure_text ? s->failure_text : "");
  if (f->worst > end) end = f->worst;
  f->worst = MICA_FMU_OK;
  return end;
}
