/* Runtime: everything of an FMU that changes, as one block of bytes without pointers: what the stepper saves, and what
 * the importer has set. CVODE begins anew after a restore, so that two restores of one state give the same bits. Not
 * for models with delays or with Strings that change, whose description does not offer it. See fmu.h. */
#include <string.h>

#include "runtime/fmu/fmu.h"

typedef struct Own {
  double start, stop, tolerance, left_time;
  int32_t phase, has_stop, has_pending, has_new_inputs, is_initialized, has_event_at_start, is_first_event,
      selects_states;
} Own;

static size_t OwnSize(const MicaFmu* f) {
  size_t scalars = f->model->table->scalars_count, reals = f->model->step->places.real_count;
  return sizeof(Own) + sizeof(double) * (scalars + reals) + 2 * scalars;
}

size_t mica_fmu_state_size(MicaFmu* f) { return OwnSize(f) + mica_stepper_state_size(&f->stepper); }

/* Copies to `bytes`, or from them. */
static unsigned char* Move(unsigned char* bytes, void* data, size_t size, int restored) {
  if (restored)
    memcpy(data, bytes, size);
  else
    memcpy(bytes, data, size);
  return bytes + size;
}

static unsigned char* MoveArrays(MicaFmu* f, unsigned char* at, int restored) {
  size_t scalars = f->model->table->scalars_count;
  at = Move(at, f->set_values, sizeof(double) * scalars, restored);
  at = Move(at, f->left, sizeof(double) * f->model->step->places.real_count, restored);
  at = Move(at, f->is_set, scalars, restored);
  return Move(at, f->is_pending, scalars, restored);
}

int mica_fmu_save(MicaFmu* f, void* bytes, size_t size) {
  Own own;
  unsigned char* at = (unsigned char*)bytes;
  if (size < mica_fmu_state_size(f)) return 0;
  memset(&own, 0, sizeof own);
  own.start = f->start;
  own.stop = f->stop;
  own.tolerance = f->tolerance;
  own.left_time = f->left_time;
  own.phase = f->phase;
  own.has_stop = f->has_stop;
  own.has_pending = f->has_pending;
  own.has_new_inputs = f->has_new_inputs;
  own.is_initialized = f->is_initialized;
  own.has_event_at_start = f->has_event_at_start;
  own.is_first_event = f->is_first_event;
  own.selects_states = f->selects_states;
  at = Move(at, &own, sizeof own, 0);
  at = MoveArrays(f, at, 0);
  return mica_stepper_save(&f->stepper, at, size - OwnSize(f));
}

int mica_fmu_restore(MicaFmu* f, const void* bytes, size_t size) {
  Own own;
  unsigned char* at = (unsigned char*)bytes; /* is read alone */
  if (size < mica_fmu_state_size(f)) return 0;
  if (!mica_stepper_restore(&f->stepper, at + OwnSize(f), size - OwnSize(f))) return 0;
  at = Move(at, &own, sizeof own, 1);
  (void)MoveArrays(f, at, 1);
  f->start = own.start;
  f->stop = own.stop;
  f->tolerance = own.tolerance;
  f->left_time = own.left_time;
  f->phase = (MicaFmuPhase)own.phase;
  f->has_stop = own.has_stop;
  f->has_pending = own.has_pending;
  f->has_new_inputs = own.has_new_inputs;
  f->is_initialized = own.is_initialized;
  f->has_event_at_start = own.has_event_at_start;
  f->is_first_event = own.is_first_event;
  f->selects_states = own.selects_states;
  mica_fmu_touch(f);
  mica_fmu_restart(f);
  return 1;
}
