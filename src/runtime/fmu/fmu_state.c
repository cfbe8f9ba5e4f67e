/* Runtime: everything of an FMU that changes, as one block of bytes without pointers: what the stepper saves, what the
 * importer has set, and what grows while the FMU runs: histories of delays and Strings, each with its length. CVODE
 * begins anew after a restore, so that two restores of one state give the same bits. See fmu.h. */
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/saved_state.h"

typedef struct Own {
  double start, stop, tolerance, left_time;
  int32_t phase, has_stop, has_pending, has_new_inputs, is_initialized, has_event_at_start, is_first_event,
      selects_states;
} Own;

static size_t OwnSize(const MicaFmu* f) {
  size_t scalars = f->model->table->scalars_count, reals = f->model->step->places.real_count;
  return sizeof(Own) + sizeof(double) * (scalars + reals) + 2 * scalars;
}

/* What has a length of its own comes last, behind what every state of the model has. */
typedef struct Growing {
  MicaState state;
  size_t size; /* of the bytes, when they are restored */
  int is_good;
} Growing;

/* A number of things that follow, which is the one at hand or becomes the one that was saved: 0 if that is more than
 * the bytes hold. */
static uint32_t Count(Growing* g, uint32_t count, size_t each) {
  MicaState* st = &g->state;
  if (st->is_restored && g->size - st->at < sizeof count) g->is_good = 0;
  if (!g->is_good) return 0;
  MICA_VISIT(st, count);
  if (st->is_restored && (g->size - st->at) / each < count) g->is_good = 0;
  return g->is_good ? count : 0;
}

/* The oldest first. When they are restored, the memory that the delay has is used, and more is taken where that is too
 * little. */
static void VisitDelay(MicaFmu* f, uint32_t which, Growing* g) {
  MicaDelay* d = &f->stepper.delays.delays[which];
  uint32_t points = Count(g, d->count, sizeof(MicaDelayPoint)), i;
  uint32_t jumps;
  if (g->state.is_restored) {
    d->first = d->count = 0;
    if (points > d->room && !mica_fmu_grow(f, which, 0, points)) g->is_good = 0;
    if (!g->is_good) return;
    d->count = points;
  }
  for (i = 0; i < points; ++i) MICA_VISIT(&g->state, d->points[(d->first + i) % d->room]);
  jumps = Count(g, d->jump_count, sizeof(double));
  if (g->state.is_restored) {
    d->jump_first = d->jump_count = 0;
    if (jumps > d->jump_room && !mica_fmu_grow(f, which, 1, jumps)) g->is_good = 0;
    if (!g->is_good) return;
    d->jump_count = jumps;
  }
  for (i = 0; i < jumps; ++i) MICA_VISIT(&g->state, d->jumps[(d->jump_first + i) % d->jump_room]);
}

/* The text that was saved, which stays the FMU's; or `text` itself, saved. Null: there is none. */
static const char* VisitText(MicaFmu* f, const char* text, Growing* g) {
  uint32_t size = Count(g, text ? (uint32_t)strlen(text) + 1 : 0, 1);
  const unsigned char* bytes = g->state.bytes ? g->state.bytes + g->state.at : 0;
  if (size == 0 || !g->is_good) return 0;
  if (!g->state.is_restored) {
    mica_state_visit(&g->state, (void*)text, size);
    return text;
  }
  if (bytes[size - 1] != 0) {
    g->is_good = 0;
    return 0;
  }
  g->state.at += size;
  text = mica_fmu_keep(f, (const char*)bytes);
  if (!text) g->is_good = 0;
  return text;
}

static void VisitStrings(MicaFmu* f, Growing* g) {
  uint32_t scalars = f->model->table->scalars_count, count = 2 * f->model->step->code->string_count, i;
  for (i = 0; i < count && g->is_good; ++i) {
    const char* text = VisitText(f, f->memory.strings[i], g);
    if (g->state.is_restored && text) f->memory.strings[i] = text;
  }
  for (i = 0; i < scalars && g->is_good; ++i) {
    const char* text = VisitText(f, f->set_strings[i], g);
    char* own = 0;
    if (!g->state.is_restored) continue;
    if (text) own = (char*)malloc(strlen(text) + 1);
    if (text && !own) g->is_good = 0;
    if (own) strcpy(own, text);
    free(f->set_strings[i]);
    f->set_strings[i] = own;
  }
}

static void VisitGrowing(MicaFmu* f, Growing* g) {
  uint32_t i;
  for (i = 0; i < f->stepper.delays.count && g->is_good; ++i) VisitDelay(f, i, g);
  if (g->is_good) VisitStrings(f, g);
}

static size_t FixedSize(MicaFmu* f) { return OwnSize(f) + mica_stepper_state_size(&f->stepper); }

size_t mica_fmu_state_size(MicaFmu* f) {
  Growing g = {{0, 0, 0}, 0, 1};
  VisitGrowing(f, &g);
  return FixedSize(f) + g.state.at;
}

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
  Growing g = {{0, 0, 0}, 0, 1};
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
  if (!mica_stepper_save(&f->stepper, at, size - OwnSize(f))) return 0;
  g.state.bytes = (unsigned char*)bytes + FixedSize(f);
  VisitGrowing(f, &g);
  return g.is_good;
}

int mica_fmu_restore(MicaFmu* f, const void* bytes, size_t size) {
  Own own;
  Growing g = {{0, 0, 1}, 0, 1};
  unsigned char* at = (unsigned char*)bytes; /* is read alone */
  size_t fixed = FixedSize(f);
  if (size < fixed) return 0;
  if (!mica_stepper_restore(&f->stepper, at + OwnSize(f), fixed - OwnSize(f))) return 0;
  g.state.bytes = at + fixed;
  g.size = size - fixed;
  VisitGrowing(f, &g);
  at = Move(at, &own, sizeof own, 1);
  (void)MoveArrays(f, at, 1);
  f->start = own.start;
  f->stop = own.stop;
  f->tolerance = own.tolerance;
  f->left_time = own.left_time;
  f->phase = g.is_good ? (MicaFmuPhase)own.phase : MICA_FMU_FAILED; /* there is no half a state */
  f->has_stop = own.has_stop;
  f->has_pending = own.has_pending;
  f->has_new_inputs = own.has_new_inputs;
  f->is_initialized = own.is_initialized;
  f->has_event_at_start = own.has_event_at_start;
  f->is_first_event = own.is_first_event;
  f->selects_states = own.selects_states;
  mica_fmu_touch(f);
  mica_fmu_restart(f);
  return g.is_good;
}
