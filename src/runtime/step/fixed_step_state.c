/* Runtime: the state of a model with a fixed step as one block of bytes. See fixed_step.h. */
#include <math.h>
#include <string.h>

#include "runtime/step/fixed_step_internal.h"
#include "runtime/step/saved_state.h"

/* What a state belongs to: another model, another step or another machine has other numbers. */
typedef struct Header {
  uint64_t mark; /* also says the order of bytes */
  uint64_t size;
  uint64_t doubles, integers, bytes, delay_points;
  uint32_t reals, states, held, crossings, systems, samplers, strings, distributions;
  uint32_t name; /* a digest of the model's */
  uint32_t version;
  double step;
} Header;

#define STATE_MARK UINT64_C(0x4D69636153746174)
#define STATE_VERSION 3

static Header HeaderOf(const MicaStepper* s, size_t size) {
  const MicaStepModel* m = s->model;
  const MicaCode* code = m->code;
  const char* c;
  Header h;
  memset(&h, 0, sizeof h);
  h.mark = STATE_MARK;
  h.size = size;
  h.doubles = mica_stepper_doubles(m);
  h.integers = mica_stepper_integers(m);
  h.bytes = mica_stepper_bytes(m);
  h.delay_points = mica_step_delay_points(m);
  h.reals = m->places.real_count;
  h.states = code->state_count;
  h.held = code->held_count;
  h.crossings = code->crossing_count;
  h.systems = code->system_count;
  h.samplers = code->sampler_count;
  h.strings = code->string_count;
  h.distributions = code->distribution_count;
  for (c = m->name; *c; ++c) h.name = h.name * 31 + (unsigned char)*c;
  h.version = STATE_VERSION;
  h.step = m->step;
  return h;
}

/* A String that has changed, as its characters: each has a place of its own when it is restored. Without such places
 * the owner of the Strings restores them. */
static int VisitStrings(MicaStepper* s, MicaState* st) {
  uint32_t count = 2 * s->model->code->string_count, i;
  for (i = 0; i < count; ++i) {
    const char **string = &s->memory.strings[i], *first = s->model->strings[i % s->model->code->string_count];
    char text[MICA_STEP_TEXT];
    uint32_t has_changed = st->bytes && !st->is_restored && strcmp(*string, first) != 0;
    MICA_VISIT(st, has_changed);
    memset(text, 0, sizeof text);
    if (has_changed && !st->is_restored && s->texts) {
      if (strlen(*string) >= sizeof text) return 0;
      memcpy(text, *string, strlen(*string));
    }
    if (s->texts) mica_state_visit(st, text, sizeof text);
    if (!st->is_restored) continue;
    *string = first;
    if (!has_changed || !s->texts) continue;
    text[sizeof text - 1] = 0;
    *string = memcpy(s->texts + (size_t)MICA_STEP_TEXT * i, text, sizeof text);
  }
  if (st->is_restored) s->next_text = count % MICA_STEP_TEXTS(s->model->code->string_count);
  return 1;
}

static void VisitHistories(MicaStepper* s, MicaState* st) {
  uint32_t i;
  MICA_VISIT(st, s->delays.restart_time);
  for (i = 0; i < s->delays.count; ++i) {
    MicaDelay* d = &s->delays.delays[i];
    MICA_VISIT(st, d->first);
    MICA_VISIT(st, d->count);
    MICA_VISIT(st, d->jump_first);
    MICA_VISIT(st, d->jump_count);
    MICA_VISIT(st, d->scale);
    MICA_VISIT(st, d->delay);
    MICA_VISIT(st, d->delay_slope);
    MICA_VISIT(st, d->delay_time);
  }
  mica_state_visit(st, s->memory.delay_points, sizeof(MicaDelayPoint) * mica_step_delay_points(s->model));
  for (i = 0; i < s->model->code->distribution_count; ++i) {
    MICA_VISIT(st, s->distributions[i].first);
    MICA_VISIT(st, s->distributions[i].count);
    MICA_VISIT(st, s->distributions[i].x);
  }
  MICA_VISIT(st, s->selection.changes);
}

static void VisitOwn(MicaStepper* s, MicaState* st) {
  MicaInstance* m = &s->instance;
  MICA_VISIT(st, m->time);
  MICA_VISIT(st, m->lambda);
  MICA_VISIT(st, m->initial);
  MICA_VISIT(st, m->terminal);
  MICA_VISIT(st, m->event);
  MICA_VISIT(st, m->solving_held);
  MICA_VISIT(st, s->events);
  MICA_VISIT(st, s->newton_reached);
  MICA_VISIT(st, s->passes_reached);
  MICA_VISIT(st, s->modes_reached);
  MICA_VISIT(st, s->point_time);
  MICA_VISIT(st, s->has_open_mode);
  MICA_VISIT(st, s->is_later_pass);
  mica_loop_visit(&s->loop, st);
}

/* 0: a String is too long. */
static int Visit(MicaStepper* s, MicaState* st) {
  uint32_t i;
  mica_state_visit(st, s->memory.doubles, sizeof(double) * mica_stepper_doubles(s->model));
  mica_state_visit(st, s->memory.integers, sizeof(uint32_t) * mica_stepper_integers(s->model));
  mica_state_visit(st, s->memory.bytes, mica_stepper_bytes(s->model));
  VisitOwn(s, st);
  mica_calendar_visit(&s->calendar, st);
  mica_watch_visit(&s->watch, st);
  mica_iteration_visit(&s->iteration, st);
  mica_handler_visit(&s->handler, st);
  mica_bounded_step_visit(&s->step, st);
  if (s->model->rosenbrock) mica_rosenbrock_visit(&s->rosenbrock, st);
  VisitHistories(s, st);
  for (i = 0; i < s->model->code->system_count; ++i) {
    if (!s->model->systems[i].is_used) continue;
    mica_solver_visit(&s->solvers[i], st);
    if (mica_step_has_mode(&s->model->systems[i])) mica_mixed_visit(&s->mixed[i], st);
  }
  return VisitStrings(s, st);
}

size_t mica_stepper_state_size(const MicaStepper* s) {
  MicaState st = {0, sizeof(Header), 0};
  MicaStepper counted = *s; /* nothing is changed */
  (void)Visit(&counted, &st);
  return st.at;
}

int mica_stepper_save(const MicaStepper* s, void* bytes, size_t size) {
  size_t needed = mica_stepper_state_size(s);
  MicaStepper saved = *s; /* likewise */
  MicaState st = {0, sizeof(Header), 0};
  Header header = HeaderOf(s, needed);
  if (size < needed) return 0;
  st.bytes = (unsigned char*)bytes;
  memcpy(bytes, &header, sizeof header);
  return Visit(&saved, &st);
}

int mica_stepper_restore(MicaStepper* s, const void* bytes, size_t size) {
  MicaState st = {0, sizeof(Header), 1};
  Header header, own;
  if (size < sizeof header) return 0;
  memcpy(&header, bytes, sizeof header);
  mica_step_prepare(s);
  own = HeaderOf(s, mica_stepper_state_size(s));
  if (size < own.size || memcmp(&header, &own, sizeof header) != 0) return 0;
  st.bytes = (unsigned char*)bytes;
  s->failure_text = 0;
  if (s->model->makes_objects && !s->has_objects) {
    mica_step_load(s);
    if (setjmp(s->escape) != 0 || mica_step_make_objects(s) != MICA_OK) return 0;
  }
  return Visit(s, &st);
}
