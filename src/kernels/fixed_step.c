/* Kernels: steps and events of a model with a fixed step. See fixed_step.h; the formulas of the methods are those of run/inline_integrator.h, crossings are
 * watched as in run/crossing_watch.h, events are handled as in run/event_handler.h. */
#include "kernels/fixed_step.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernels/fixed_step_internal.h"

#define GAMMA2 0.29289321881345247560
#define GAMMA3 0.43586652150845899942

typedef struct Tableau {
  int stages;
  double gamma, nodes[5], below[10];
} Tableau;

static const Tableau tableaus[] = {
    {1, 1, {0}, {0}},
    {1, 1, {1}, {0}},
    {2, GAMMA2, {GAMMA2, 1}, {1 - GAMMA2}},
    {3, GAMMA3, {GAMMA3, (1 + GAMMA3) / 2, 1},
     {(1 - GAMMA3) / 2, -(6 * GAMMA3 * GAMMA3 - 16 * GAMMA3 + 1) / 4, (6 * GAMMA3 * GAMMA3 - 20 * GAMMA3 + 5) / 4}},
    {5, 0.25, {0.25, 0.75, 0.55, 0.5, 1},
     {1. / 2, 17. / 50, -1. / 25, 371. / 1360, -137. / 2720, 15. / 544, 25. / 24, -49. / 48, 125. / 16, -85. / 12}},
    {1, 1, {1}, {0}},
};

static int SameTime(double a, double b) {
  double x = fabs(a), y = fabs(b);
  return fabs(a - b) <= 8 * DBL_EPSILON * (x > y ? x : y);
}

/* What model code asks of its host. */
static int OnReport(MicaInstance* m, MicaReportKind kind, uint32_t site, const char* message) {
  MicaStepper* s = (MicaStepper*)m->host_data;
  (void)message;
  if (kind == MICA_REPORT_WARNING || kind == MICA_REPORT_OPEN) return MICA_OK;
  if (kind == MICA_REPORT_TERMINATE) {
    if (m->event != 0) s->is_terminated = 1;
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
static const char* OnKeepString(MicaInstance* m, const char* text) {
  (void)m;
  return text;
}

static int Run(MicaStepper* s, int (*section)(MicaInstance*)) {
  s->scratch_used = 0;
  return section ? section(&s->instance) : MICA_OK;
}

static int Derivatives(MicaStepper* s) { return Run(s, s->model->code->derivatives); }

static int Crossings(MicaStepper* s, double* g) {
  s->scratch_used = 0;
  return s->model->code->crossing_count > 0 ? s->model->code->crossings(&s->instance, g) : MICA_OK;
}

/* Time events */
static double TickTime(const MicaStepper* s, uint32_t i) {
  const MicaStepSampler* sampler = &s->model->samplers[i];
  int64_t count = s->ticks[i] * sampler->step + sampler->first, a = count, b = sampler->denominator;
  if (b == 1) return sampler->start + (double)count * sampler->interval;
  while (b != 0) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return sampler->start + sampler->interval * (double)(count / a) / (double)(sampler->denominator / a);
}

static double NextEvent(const MicaStepper* s) {
  const MicaCode* code = s->model->code;
  double next = INFINITY, time = s->instance.time;
  uint32_t i;
  for (i = 0; i < code->sampler_count; ++i)
    if (TickTime(s, i) > time && TickTime(s, i) < next) next = TickTime(s, i);
  for (i = 0; i < code->held_count; ++i)
    if (s->times[i] > time && s->times[i] < next) next = s->times[i];
  return next;
}

static int RefreshTimes(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->code->held_count; ++i) s->times[i] = INFINITY;
  s->scratch_used = 0;
  return s->model->code->time_events ? s->model->code->time_events(&s->instance, s->times) : MICA_OK;
}

/* Crossings */
static void RestartWatch(MicaStepper* s) {
  uint32_t i;
  for (i = 0; i < s->model->code->crossing_count; ++i) {
    const MicaStepCrossing* crossing = &s->model->crossings[i];
    double size = fabs(s->g[i]), g = s->g[i];
    if (!isfinite(size)) size = 0;
    if (s->largest[i] > s->magnitudes[i]) s->magnitudes[i] = s->largest[i];
    if (size > s->magnitudes[i]) s->magnitudes[i] = size;
    s->largest[i] = size;
    s->bands[i] = 1e-10 * s->magnitudes[i] > 1e-16 ? 1e-10 * s->magnitudes[i] : 1e-16;
    s->sides[i] = g >= s->bands[i] / 10 ? 1 : g <= -s->bands[i] / 10 ? -1 : 0;
    if (s->sides[i] == 0 && crossing->true_side != 0)
      s->sides[i] = (s->instance.held[crossing->held] != 0) == (crossing->true_side > 0) ? 1 : -1;
  }
  s->has_watched = 0;
}

static int Watch(MicaStepper* s, double* values) {
  uint32_t i;
  int status = Crossings(s, values);
  for (i = 0; i < s->model->code->crossing_count; ++i) {
    double excursion = s->sides[i] * values[i];
    if (isfinite(excursion) && excursion > s->largest[i]) s->largest[i] = excursion;
    values[i] = s->sides[i] > 0 ? values[i] + s->bands[i] : s->sides[i] < 0 ? values[i] - s->bands[i] : fabs(values[i]) - s->bands[i];
  }
  return status;
}

/* Events */
static int UpdatePre(MicaStepper* s) {
  uint32_t i;
  int changed = 0;
  for (i = 0; i < s->model->discrete_count; ++i) {
    double now = s->instance.reals[s->model->discrete[i]], before = s->instance.pre[s->model->discrete[i]];
    if (now != before && !(now != now && before != before)) changed = 1;
  }
  memcpy(s->instance.pre, s->instance.reals, sizeof(double) * s->model->code->real_count);
  return changed;
}

/* `ticks`: flags of samplers are up. They are so in the first pass alone (run/event_handler.h). */
static int Iterate(MicaStepper* s, int pre_is_set, int ticks) {
  uint32_t i;
  int pass, done = 0, status = MICA_OK;
  if (!pre_is_set) UpdatePre(s);
  mica_step_note_event(s);
  s->instance.event = 1;
  for (pass = 0; pass < s->model->max_passes && !done && status == MICA_OK; ++pass) {
    int changed, reinitialized = 0;
    status = Run(s, s->model->code->event);
    if (status == MICA_TERMINATED) status = MICA_OK;
    for (i = 0; i < s->model->code->held_count; ++i)
      if (s->instance.held[i] != s->held_before[i]) s->due[i] = 0;
    for (i = 0; i < s->model->code->state_count; ++i)
      if (s->instance.reinit_pending[i]) {
        s->instance.reinit_pending[i] = 0;
        s->instance.reals[s->model->states[i]] = s->instance.reinit[i];
        reinitialized = 1;
      }
    if (ticks)
      for (i = 0; i < s->model->code->sampler_count; ++i) s->instance.reals[s->model->samplers[i].flag] = 0;
    changed = UpdatePre(s) | ticks;
    ticks = 0;
    if (changed) mica_step_note_event(s);
    done = !changed && !reinitialized;
  }
  s->instance.event = 0;
  mica_step_note_event(s);
  if (status == MICA_OK && !done) {
    ++s->passes_reached;
    s->pass_unfinished = 1;
  }
  return status;
}

/* Relations of time that are due but have not changed may be strict: once more, one unit of rounding later. */
static int LookAgain(MicaStepper* s) {
  uint32_t i, before = 0, after = 0;
  double time = s->instance.time;
  int status = RefreshTimes(s);
  if (status != MICA_OK) return status;
  for (i = 0; i < s->model->code->held_count; ++i) {
    if (isfinite(s->times[i]) && s->times[i] > time) s->due[i] = 0;
    before += s->due[i];
  }
  if (before == 0) return MICA_OK;
  s->instance.time = nextafter(time, INFINITY);
  status = Iterate(s, 0, 0);
  for (i = 0; i < s->model->code->held_count; ++i) after += s->due[i];
  if (before == after) s->instance.time = time;
  return status;
}

/* What lies before the event has been computed. An input may be set with it. */
static int HandleEvent(MicaStepper* s, const MicaStepVariable* input, double value) {
  const MicaCode* code = s->model->code;
  double time = s->instance.time;
  uint32_t i;
  int ticks = 0, any_due = 0, status;
  ++s->events;
  s->pass_unfinished = 0;
  for (i = 0; i < code->held_count; ++i) {
    s->held_before[i] = s->instance.held[i];
    s->due[i] = s->times[i] <= time || (isfinite(s->times[i]) && SameTime(s->times[i], time));
  }
  UpdatePre(s);
  if (input) s->instance.reals[input->slot] = input->sign * value;
  for (i = 0; i < code->sampler_count; ++i)
    if (TickTime(s, i) <= time || SameTime(TickTime(s, i), time)) {
      s->instance.reals[s->model->samplers[i].flag] = 1;
      while (TickTime(s, i) <= time || SameTime(TickTime(s, i), time)) ++s->ticks[i];
      ticks = 1;
    }
  status = Iterate(s, 1, ticks);
  for (i = 0; i < code->held_count; ++i) any_due |= s->due[i];
  if (status == MICA_OK && any_due) status = LookAgain(s);
  if (status == MICA_OK) status = RefreshTimes(s);
  if (status == MICA_OK) status = Derivatives(s);
  if (status == MICA_OK) status = Crossings(s, s->g);
  if (status != MICA_OK) return status;
  RestartWatch(s);
  s->next_event = NextEvent(s);
  s->event_due = s->pass_unfinished;
  s->has_slope = 0;
  return MICA_OK;
}

/* Steps */
static int Slope(MicaStepper* s, double* slope) {
  uint32_t i;
  int status = Derivatives(s);
  if (status != MICA_OK) return status;
  for (i = 0; i < s->model->code->state_count; ++i) {
    slope[i] = s->instance.reals[s->model->derivatives[i]];
    if (!isfinite(slope[i])) return MICA_FAILED;
  }
  return MICA_OK;
}

static int ExplicitStep(MicaStepper* s, double end, double h) {
  uint32_t i, n = s->model->code->state_count;
  int status = s->has_slope ? MICA_OK : Slope(s, s->slopes);
  if (status != MICA_OK) return status;
  for (i = 0; i < n; ++i) s->instance.reals[s->model->states[i]] = s->begin[i] + h * s->slopes[i];
  s->instance.time = end;
  status = Slope(s, s->slopes);
  s->has_slope = status == MICA_OK;
  return status;
}

static int ImplicitStep(MicaStepper* s, double begin, double end, double h) {
  const Tableau* tableau = &tableaus[s->model->method];
  const double* row = tableau->below;
  uint32_t i, n = s->model->code->state_count;
  double* reals = s->instance.reals;
  int stage, before, status;
  if (n == 0) {
    s->instance.time = end;
    return Derivatives(s);
  }
  if (s->model->method == MICA_STEP_MIXED && !s->has_slope) {
    status = Slope(s, s->slopes);
    if (status != MICA_OK) return status;
  }
  s->has_slope = 0;
  for (stage = 0; stage < tableau->stages; ++stage) {
    memcpy(s->base, s->begin, sizeof(double) * n);
    /* The explicit states of a mixed method go to the end first. */
    for (i = 0; s->model->method == MICA_STEP_MIXED && i < n; ++i)
      if (s->model->bases[i] == s->model->states[i]) s->base[i] += h * s->slopes[i];
    for (before = 0; before < stage; ++before, ++row)
      for (i = 0; i < n; ++i) s->base[i] += h * *row * s->slopes[(size_t)before * n + i];
    s->instance.time = stage + 1 == tableau->stages ? end : begin + tableau->nodes[stage] * h;
    reals[s->model->gain] = tableau->gamma * h;
    for (i = 0; i < n; ++i) reals[s->model->bases[i]] = s->base[i];
    status = Run(s, s->model->code->stage);
    if (status != MICA_OK) return status;
    for (i = 0; i < n; ++i) {
      s->slopes[(size_t)stage * n + i] = reals[s->model->derivatives[i]];
      if (!isfinite(reals[s->model->states[i]])) return MICA_FAILED;
    }
  }
  s->has_slope = 1;
  return MICA_OK;
}

/* To `limit` at the most; `is_event`: a time event is there. */
static int Advance(MicaStepper* s, double limit, int is_event) {
  const MicaCode* code = s->model->code;
  double begin = s->instance.time;
  uint32_t i;
  int status = MICA_OK, crossed = 0;
  if (!s->has_watched && code->crossing_count > 0) {
    status = Derivatives(s);
    if (status == MICA_OK) status = Watch(s, s->watched);
    if (status != MICA_OK) return status;
  }
  s->has_watched = 1;
  for (i = 0; i < code->state_count; ++i) s->begin[i] = s->instance.reals[s->model->states[i]];
  status = s->model->method == MICA_STEP_EULER ? ExplicitStep(s, limit, limit - begin) : ImplicitStep(s, begin, limit, limit - begin);
  if (status == MICA_OK) status = Watch(s, s->watched_end);
  if (status != MICA_OK) return status;
  for (i = 0; i < code->crossing_count; ++i) {
    if ((s->watched[i] > 0 && s->watched_end[i] <= 0) || (s->watched[i] < 0 && s->watched_end[i] >= 0)) crossed = 1;
    s->watched[i] = s->watched_end[i];
  }
  if (!crossed && !is_event && !s->event_due) return MICA_OK;
  status = Run(s, code->outputs);
  return status == MICA_OK ? HandleEvent(s, 0, 0) : status;
}

static int Step(MicaStepper* s) {
  const MicaStepModel* model = s->model;
  double target = model->start + (double)(s->index + 1) * model->step;
  int status = MICA_OK;
  s->failure_text = 0;
  while (status == MICA_OK && s->instance.time < target && !SameTime(s->instance.time, target)) {
    int is_event = s->next_event <= target + 1e-9 * model->step;
    double limit = is_event ? s->next_event : target;
    if (SameTime(s->instance.time, limit)) {
      status = Derivatives(s);
      if (status == MICA_OK) status = Run(s, model->code->outputs);
      if (status == MICA_OK) status = HandleEvent(s, 0, 0);
    } else {
      status = Advance(s, limit, is_event);
    }
  }
  if (status != MICA_OK) return status;
  ++s->index;
  status = Run(s, model->code->outputs);
  if (status != MICA_OK) return status;
  return s->is_terminated ? MICA_TERMINATED : MICA_OK;
}

static int Start(MicaStepper* s) {
  const MicaStepModel* model = s->model;
  const MicaCode* code = model->code;
  size_t doubles = sizeof(double) * code->real_count;
  uint32_t i;
  int status, ticks = 0;
  memcpy(s->instance.reals, model->reals, doubles);
  memcpy(s->instance.pre, model->pre, doubles);
  memcpy(s->instance.nominal, model->nominal, doubles);
  memcpy(s->instance.min, model->min, doubles);
  memcpy(s->instance.max, model->max, doubles);
  memcpy(s->instance.held, model->held, sizeof(double) * code->held_count);
  for (i = 0; i < code->string_count; ++i) s->instance.strings[i] = s->instance.pre_strings[i] = model->strings[i];
  memset(s->instance.reinit_pending, 0, code->state_count);
  for (i = 0; i < code->crossing_count; ++i) s->largest[i] = s->magnitudes[i] = 0;
  s->instance.time = model->start;
  s->instance.lambda = 1;
  s->instance.initial = s->instance.terminal = s->instance.event = s->instance.solving_held = 0;
  memset(&s->host, 0, sizeof s->host);
  s->host.report = OnReport;
  s->host.solve = mica_step_solve;
  s->host.scratch = OnScratch;
  s->host.scratch_mark = OnScratchMark;
  s->host.scratch_release = OnScratchRelease;
  s->host.keep_string = OnKeepString;
  s->instance.host = &s->host;
  s->instance.host_data = s;
  mica_step_start_systems(s);
  s->index = s->events = s->newton_reached = s->passes_reached = s->modes_reached = 0;
  s->is_terminated = s->has_slope = s->event_due = s->pass_unfinished = 0;
  s->failure_text = 0;
  for (i = 0; i < code->sampler_count; ++i) {
    s->ticks[i] = 0;
    while (TickTime(s, i) < model->start && !SameTime(TickTime(s, i), model->start)) ++s->ticks[i];
    ticks |= TickTime(s, i) <= model->start || SameTime(TickTime(s, i), model->start);
  }
  status = RefreshTimes(s);
  if (status == MICA_OK) status = Derivatives(s);
  if (status == MICA_OK) status = Crossings(s, s->g);
  if (status != MICA_OK) return status;
  RestartWatch(s);
  s->next_event = NextEvent(s);
  status = Run(s, code->outputs);
  if (status == MICA_OK && ticks) status = HandleEvent(s, 0, 0);
  return status;
}

int mica_stepper_start(MicaStepper* s) {
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return Start(s);
}

int mica_stepper_step(MicaStepper* s) {
  if (setjmp(s->escape) != 0) return MICA_FATAL;
  return Step(s);
}

double mica_stepper_get(const MicaStepper* s, uint32_t variable) {
  const MicaStepVariable* v = &s->model->variables[variable];
  return v->sign * s->instance.reals[v->slot];
}

int mica_stepper_set(MicaStepper* s, uint32_t input, double value, int is_discrete) {
  const MicaStepVariable* v = &s->model->inputs[input];
  if (v->sign * s->instance.reals[v->slot] == value) return MICA_OK;
  if (is_discrete) {
    if (setjmp(s->escape) != 0) return MICA_FATAL;
    return HandleEvent(s, v, value);
  }
  s->instance.reals[v->slot] = v->sign * value;
  s->has_slope = 0;
  return MICA_OK;
}
