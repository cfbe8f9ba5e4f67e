/* Runtime: what model code and event handling ask of a model with a fixed step. See fixed_step.h. */
#include <math.h>
#include <string.h>

#include "runtime/step/fixed_step_internal.h"

static int OnReport(MicaInstance* m, MicaReportKind kind, uint32_t site, const char* message) {
  MicaStepper* s = (MicaStepper*)m->host_data;
  (void)message;
  if (kind == MICA_REPORT_WARNING || kind == MICA_REPORT_OPEN) return MICA_OK;
  if (kind == MICA_REPORT_TERMINATE) {
    if (m->event != 0) s->loop.is_over = 1;
    return MICA_OK;
  }
  s->failure_site = site;
  s->failure_text = site < s->model->site_count ? s->model->sites[site] : 0;
  s->failure_time = m->time;
  return MICA_FAILED;
}

/* Model code counts on getting what it asks for: when there is no more, it is left. */
static void* OnScratch(MicaInstance* m, size_t bytes) {
  MicaStepper* s = (MicaStepper*)m->host_data;
  void* place;
  bytes = (bytes + 15) & ~(size_t)15;
  if (s->scratch_used + bytes > s->scratch_size) {
    s->failure_text = "the scratch memory of functions is used up";
    s->failure_time = m->time;
    longjmp(s->escape, 1);
  }
  place = s->scratch + s->scratch_used;
  s->scratch_used += bytes;
  return place;
}
static size_t OnScratchMark(MicaInstance* m) { return ((MicaStepper*)m->host_data)->scratch_used; }
static void OnScratchRelease(MicaInstance* m, size_t mark) { ((MicaStepper*)m->host_data)->scratch_used = mark; }

static int IsTextUsed(const MicaStepper* s, const char* text) {
  uint32_t i;
  for (i = 0; i < s->model->code->string_count; ++i)
    if (s->instance.strings[i] == text || s->instance.pre_strings[i] == text) return 1;
  return 0;
}

/* In the next place that no variable has; places are taken in turn, so that what was just kept is not the next to go.
 */
static const char* OnKeepString(MicaInstance* m, const char* text) {
  MicaStepper* s = (MicaStepper*)m->host_data;
  uint32_t count = MICA_STEP_TEXTS(s->model->code->string_count), k;
  size_t length = strlen(text) + 1;
  if (!s->texts || length > MICA_STEP_TEXT) {
    s->failure_text = "a String is longer than an exported model can hold";
    s->failure_time = m->time;
    longjmp(s->escape, 1);
  }
  for (k = 0; k < count; ++k) {
    char* place = s->texts + (size_t)MICA_STEP_TEXT * s->next_text;
    s->next_text = (s->next_text + 1) % count;
    if (IsTextUsed(s, place)) continue;
    memcpy(place, text, length);
    return place;
  }
  return "";
}

static int Solve(MicaStepper* s, uint32_t which) {
  MicaSolver* solver = &s->solvers[which];
  int solved = mica_solver_solve(solver);
  if (solver->is_cut_short) ++s->newton_reached;
  return solved;
}

static int OnSolve(MicaInstance* m, uint32_t which) {
  MicaStepper* s = (MicaStepper*)m->host_data;
  MicaMixedEnd end;
  if (m->event == 0 || !mica_step_has_mode(&s->model->systems[which])) return Solve(s, which) ? MICA_OK : MICA_FAILED;
  end = mica_mixed_solve(&s->mixed[which], s->is_later_pass, s->model->places.inlined_count > 0);
  if (end == MICA_MIXED_CUT_SHORT) ++s->modes_reached;
  if (end != MICA_MIXED_SOLVED && end != MICA_MIXED_CUT_SHORT) return MICA_FAILED;
  if (s->solvers[which].was_singular) s->has_open_mode = 1;
  return MICA_OK;
}

/* `self` of a mixed system is the system; its number is that of its place. */
static MicaStepper* StepperOf(const MicaMixed* x) { return (MicaStepper*)x->instance->host_data; }
static int MixedSolve(void* self) {
  const MicaMixed* x = (const MicaMixed*)self;
  return Solve(StepperOf(x), (uint32_t)(x - StepperOf(x)->mixed));
}
static int MixedEscape(void* self) {
  const MicaMixed* x = (const MicaMixed*)self;
  return mica_solver_take_escape(&StepperOf(x)->solvers[x - StepperOf(x)->mixed]);
}

/* Sides of relation `held` that are formulas: 1 left, 2 right. */
static int SidesOf(const MicaStepper* s, uint32_t held, double* left, double* right) {
  const uint32_t* nodes = s->model->side_nodes + 2 * (size_t)held;
  int known = 0;
  if (nodes[0] != MICA_NONE) {
    *left = mica_formula_value(s->model->formulas, nodes[0], &s->instance);
    known |= 1;
  }
  if (nodes[1] != MICA_NONE) {
    *right = mica_formula_value(s->model->formulas, nodes[1], &s->instance);
    known |= 2;
  }
  return known;
}
static int MixedSides(void* self, uint32_t held, double* left, double* right) {
  return SidesOf(StepperOf((const MicaMixed*)self), held, left, right) == 3;
}
static double HandlerScale(void* self, uint32_t held) {
  const MicaStepper* s = (const MicaStepper*)self;
  return s->model->scale_nodes[held] == MICA_NONE
             ? 0
             : mica_formula_value(s->model->formulas, s->model->scale_nodes[held], &s->instance);
}

static int Run(MicaStepper* s, int (*section)(MicaInstance*)) {
  s->scratch_used = 0;
  return section ? section(&s->instance) : MICA_OK;
}
static int DerivativesSection(void* self) {
  return Run((MicaStepper*)self, ((MicaStepper*)self)->model->code->derivatives);
}
static int EventSection(void* self) { return Run((MicaStepper*)self, ((MicaStepper*)self)->model->code->event); }

int mica_step_derivatives(MicaStepper* s) {
  return mica_run_derivatives(&s->instance, &s->model->places, s->model->look_ahead, DerivativesSection, s);
}
int mica_step_stage(MicaStepper* s) { return Run(s, s->model->code->stage); }
int mica_step_outputs(MicaStepper* s) { return Run(s, s->model->code->outputs); }
int mica_step_crossings(MicaStepper* s, double* g) {
  s->scratch_used = 0;
  return s->model->code->crossing_count > 0 ? s->model->code->crossings(&s->instance, g) : MICA_OK;
}

static int HandlerDerivatives(void* self) { return mica_step_derivatives((MicaStepper*)self); }
static int HandlerCrossings(void* self, double* g) { return mica_step_crossings((MicaStepper*)self, g); }
static int HandlerTimeEvents(void* self, double* times) {
  MicaStepper* s = (MicaStepper*)self;
  uint32_t i;
  for (i = 0; i < s->model->code->held_count; ++i) times[i] = INFINITY;
  s->scratch_used = 0;
  return s->model->code->time_events ? s->model->code->time_events(&s->instance, times) : MICA_OK;
}

static int HandlerRecord(void* self, int at_event) { return mica_step_record((MicaStepper*)self, at_event); }
static void HandlerRestartHistory(void* self, double time) { ((MicaStepper*)self)->delays.restart_time = time; }

static int IterationEvent(void* self) {
  MicaStepper* s = (MicaStepper*)self;
  return mica_run_event(&s->instance, &s->model->places, s->model->look_ahead, EventSection, s);
}
void mica_step_note_event(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->code->system_count; ++i)
    if (s->model->systems[i].is_used) mica_solver_note_event(&s->solvers[i]);
}
static void IterationNote(void* self) { mica_step_note_event((MicaStepper*)self); }
static void IterationLaterPass(void* self, int is_later) { ((MicaStepper*)self)->is_later_pass = is_later; }
static int IterationOpenMode(void* self) {
  int was = ((MicaStepper*)self)->has_open_mode;
  ((MicaStepper*)self)->has_open_mode = 0;
  return was;
}

void mica_step_connect(MicaStepper* s) {
  uint32_t i;
  memset(&s->host, 0, sizeof s->host);
  s->host.report = OnReport;
  s->host.solve = OnSolve;
  s->host.scratch = OnScratch;
  s->host.scratch_mark = OnScratchMark;
  s->host.scratch_release = OnScratchRelease;
  s->host.keep_string = OnKeepString;
  s->host.delay = mica_step_on_delay;
  s->host.distribution = mica_step_on_distribution;
  s->instance.host = &s->host;
  s->instance.host_data = s;
  s->iteration.calls.self = s;
  s->iteration.calls.event = IterationEvent;
  s->iteration.calls.note_event = IterationNote;
  s->iteration.calls.set_later_pass = IterationLaterPass;
  s->iteration.calls.take_open_mode = IterationOpenMode;
  s->handler.calls.self = s;
  s->handler.calls.derivatives = HandlerDerivatives;
  s->handler.calls.crossings = HandlerCrossings;
  s->handler.calls.time_events = HandlerTimeEvents;
  s->handler.calls.scale = HandlerScale;
  s->handler.calls.record = HandlerRecord;
  s->handler.calls.restart_history = HandlerRestartHistory;
  for (i = 0; i < s->model->code->system_count; ++i) {
    MicaMixedCalls* calls = &s->mixed[i].calls;
    calls->self = &s->mixed[i];
    calls->solve = MixedSolve;
    calls->take_escape = MixedEscape;
    calls->sides = MixedSides;
    calls->keep_failure = 0;
  }
  if (s->connect_more) s->connect_more(s);
}
