/* Runtime: what the functions of FMI 2 and FMI 3 have in common. See fmu.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"

void mica_fmu_experiment(MicaFmu* f, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  double length = f->model->step->stop - f->model->step->start;
  if (has_tolerance && tolerance > 0) f->tolerance = tolerance;
  f->start = start;
  f->has_stop = has_stop;
  f->stop = has_stop ? stop : start + length;
  f->is_initialized = 0;
}

MicaFmuStatus mica_fmu_exit_initialization(MicaFmu* f) {
  int status = f->is_initialized ? MICA_OK : mica_fmu_initialize(f);
  MicaFmuStepEnd none;
  if (status != MICA_OK) {
    f->phase = MICA_FMU_FAILED;
    return mica_fmu_end(f, MICA_FATAL);
  }
  f->is_first_event = 1;
  f->phase = MICA_FMU_EVENT;
  memcpy(f->left, f->stepper.instance.reals, sizeof(double) * f->model->step->places.real_count);
  memset(&none, 0, sizeof none);
  if (f->is_cosimulation && !f->uses_event_mode) {
    MicaFmuEvent event;
    status = mica_fmu_handle_event(f, &event);
    f->phase = MICA_FMU_STEP;
    mica_fmu_restart(f);
  }
  return mica_fmu_end(f, status == MICA_FAILED ? MICA_FATAL : status);
}

void mica_fmu_set_time(MicaFmu* f, double time) {
  if (f->stepper.instance.time == time) return;
  f->stepper.instance.time = time;
  mica_fmu_touch(f);
}

static MicaFmuStatus IsCount(MicaFmu* f, size_t count) {
  if (count == f->model->step->places.state_count) return MICA_FMU_OK;
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "the model has %u states",
               (unsigned)f->model->step->places.state_count);
  return MICA_FMU_ERROR;
}

MicaFmuStatus mica_fmu_set_states(MicaFmu* f, const double* states, size_t count) {
  const MicaPlaces* p = &f->model->step->places;
  uint32_t i;
  if (IsCount(f, count) != MICA_FMU_OK) return MICA_FMU_ERROR;
  for (i = 0; i < p->state_count; ++i) f->stepper.instance.reals[p->states[i]] = states[i];
  mica_fmu_touch(f);
  return MICA_FMU_OK;
}

MicaFmuStatus mica_fmu_get_states(MicaFmu* f, double* values, size_t count, int which) {
  const MicaPlaces* p = &f->model->step->places;
  const MicaInstance* x = &f->stepper.instance;
  uint32_t i;
  int status = MICA_OK;
  if (IsCount(f, count) != MICA_FMU_OK) return MICA_FMU_ERROR;
  if (f->phase == MICA_FMU_INITIALIZING && !f->is_initialized) status = mica_fmu_initialize(f);
  if (status == MICA_OK && which == MICA_FMU_DERIVATIVES && f->phase != MICA_FMU_INSTANTIATED)
    status = mica_fmu_need_derivatives(f);
  for (i = 0; i < p->state_count; ++i) {
    values[i] = which == MICA_FMU_STATES        ? x->reals[p->states[i]]
                : which == MICA_FMU_DERIVATIVES ? x->reals[p->derivatives[i]]
                                                : fabs(x->nominal[p->states[i]]);
    if (which == MICA_FMU_NOMINALS && !(values[i] > 0 && isfinite(values[i]))) values[i] = 1;
  }
  return mica_fmu_end(f, status);
}

MicaFmuStatus mica_fmu_do_step(MicaFmu* f, double now, double step, MicaFmuStepEnd* end) {
  int status;
  memset(end, 0, sizeof *end);
  end->time = f->stepper.instance.time;
  if (!(step > 0) || !mica_same_time(now, end->time)) {
    /* Times that an importer adds up differ by rounding. */
    if (!(step > 0) || !(fabs(now - end->time) <= MICA_STEP_SAME_LIMIT * step)) {
      mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "a step from %.17g by %g cannot be made: the model is at %.17g",
                   now, step, end->time);
      return MICA_FMU_ERROR;
    }
  }
  status = mica_fmu_step(f, now + step, end);
  if (status == MICA_OK && end->terminates && !end->has_event) f->phase = MICA_FMU_TERMINATED;
  return mica_fmu_end(f, status);
}

MicaFmuStatus mica_fmu_not_offered(MicaFmu* f, const char* what) {
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "this FMU has no %s", what);
  return MICA_FMU_ERROR;
}

MicaFmuStatus mica_fmu_get_state(MicaFmu* f, void** state) {
  size_t size;
  char* bytes;
  if (f->model->has_foreign_state)
    return mica_fmu_not_offered(f, "state that can be saved, since its external C code has state of its own");
  size = mica_fmu_state_size(f);
  bytes = (char*)realloc(*state, sizeof size + size);
  if (!bytes) return MICA_FMU_FATAL;
  *state = bytes;
  memcpy(bytes, &size, sizeof size);
  return mica_fmu_save(f, bytes + sizeof size, size) ? MICA_FMU_OK : mica_fmu_not_offered(f, "state that can be saved");
}

MicaFmuStatus mica_fmu_set_state(MicaFmu* f, const void* state) {
  size_t size;
  memcpy(&size, state, sizeof size);
  if (mica_fmu_restore(f, (const char*)state + sizeof size, size)) return MICA_FMU_OK;
  mica_fmu_say(f, MICA_FMU_ERROR, MICA_LOG_ERRORS, "these bytes are not a state of this model");
  return MICA_FMU_ERROR;
}
