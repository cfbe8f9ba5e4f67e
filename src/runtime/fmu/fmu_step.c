/* Runtime: one communication step of Co-Simulation: by an inlined method of fixed step, or by CVODE (fmu_cvode.c), with
 * the events inside. What the importer has set since the last step comes first: inputs that change at events, and
 * parameters, make one; others make the solver begin anew. See fmu.h. */
#include <math.h>
#include <string.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/fixed_step_internal.h"

static int HandleEvent(MicaFmu* f, MicaFmuStepEnd* end) {
  MicaFmuEvent event;
  int status = mica_fmu_handle_event(f, &event);
  end->terminates = event.terminates;
  mica_cvode_restart(f);
  return status;
}

/* With what is new, before the first step. */
static int Begin(MicaFmu* f, MicaFmuStepEnd* end) {
  int status = MICA_OK;
  if (f->has_pending) {
    status = HandleEvent(f, end);
  } else if (f->has_new_inputs) {
    memset(f->is_pending, 0, f->model->table->scalars_count);
    mica_cvode_restart(f);
  }
  if (f->model->method == MICA_FMU_FIXED_STEP && (f->has_new_inputs || f->needs_begin)) mica_stepper_begin(&f->stepper);
  f->needs_begin = f->has_new_inputs = 0;
  return status;
}

static int StepFixed(MicaFmu* f, double target, MicaFmuStepEnd* end) {
  int status;
  mica_fmu_touch(f);
  status = mica_stepper_advance(&f->stepper, target);
  end->terminates = f->stepper.loop.is_over;
  f->has_derivatives = f->has_outputs = 0;
  return status;
}

static int StepCvode(MicaFmu* f, double target, MicaFmuStepEnd* end) {
  MicaStepper* s = &f->stepper;
  int status = MICA_OK;
  while (status == MICA_OK && !end->terminates && s->instance.time < target &&
         !mica_same_time(s->instance.time, target)) {
    MicaStepEnd how = MICA_STEP_AT_LIMIT;
    MicaFmuEvent next;
    double limit;
    int wants_event = 0, is_event;
    mica_fmu_next_event(f, &next);
    limit = next.has_next && next.next < target ? next.next : target;
    if (next.has_next && mica_same_time(s->instance.time, next.next)) {
      s->instance.time = next.next; /* two events that rounding keeps apart */
      mica_fmu_touch(f);
      is_event = 1;
    } else {
      status = mica_cvode_step(f, limit, next.has_next ? next.next : INFINITY, &how);
      if (status != MICA_OK) break;
      is_event = how == MICA_STEP_CROSSED || (how == MICA_STEP_AT_LIMIT && next.has_next && limit == next.next);
    }
    /* At a point of the importer inside a step there is nothing to record. */
    if (!is_event && how == MICA_STEP_AT_LIMIT && s->instance.time < mica_cvode_reached(f)) break;
    status = mica_fmu_step_completed(f, &wants_event);
    if (status != MICA_OK || !(is_event || wants_event)) continue;
    if (f->uses_event_mode && f->may_return_early) {
      end->has_event = 1;
      end->is_early = s->instance.time < target && !mica_same_time(s->instance.time, target);
      break;
    }
    mica_fmu_enter_event(f);
    status = HandleEvent(f, end);
  }
  return status;
}

int mica_fmu_step(MicaFmu* f, double target, MicaFmuStepEnd* end) {
  int status;
  memset(end, 0, sizeof *end);
  status = Begin(f, end);
  if (status == MICA_OK && !end->terminates)
    status = f->model->method == MICA_FMU_FIXED_STEP ? StepFixed(f, target, end) : StepCvode(f, target, end);
  end->time = f->stepper.instance.time;
  /* Between two steps values of before an event are those of now. */
  if (status == MICA_OK && !end->has_event) {
    status = mica_fmu_need_outputs(f);
    memcpy(f->left, f->stepper.instance.reals, sizeof(double) * f->model->step->places.real_count);
  }
  return status == MICA_TERMINATED ? MICA_OK : status;
}

void mica_fmu_restart(MicaFmu* f) {
  f->needs_begin = 1;
  mica_cvode_restart(f);
}
