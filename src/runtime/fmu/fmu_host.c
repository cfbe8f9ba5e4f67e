/* Runtime: what the code of an FMU asks for: solutions, scratch memory that grows, Strings, files, reports. See fmu.h.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/fixed_step_internal.h"

#define SMALLEST_BLOCK ((size_t)1 << 16)

MicaFmu* mica_fmu_of(const MicaStepper* s) { return (MicaFmu*)s->owner; }
static MicaFmu* Of(MicaInstance* m) { return mica_fmu_of((MicaStepper*)m->host_data); }

static int OnReport(MicaInstance* m, MicaReportKind kind, uint32_t site, const char* message) {
  MicaFmu* f = Of(m);
  MicaStepper* s = &f->stepper;
  const MicaStepModel* model = f->model->step;
  const char* place = site < model->site_count ? model->sites[site] : "";
  if (!message) message = "";
  switch (kind) {
    case MICA_REPORT_WARNING:
      mica_fmu_say(f, MICA_FMU_WARNING, MICA_LOG_WARNINGS, "at time = %.9g: %s (%s)", m->time, message, place);
      return MICA_OK;
    case MICA_REPORT_OPEN:
      mica_fmu_say(f, MICA_FMU_OK, MICA_LOG_WARNINGS, "at time = %.9g: %s is left open (%s)", m->time, message, place);
      return MICA_OK;
    case MICA_REPORT_TERMINATE:
      if (m->event != 0) {
        s->loop.is_over = 1;
        mica_fmu_say(f, MICA_FMU_OK, MICA_LOG_EVENTS, "terminated at time = %.9g: %s", m->time, message);
      }
      return MICA_OK;
    default:
      break;
  }
  s->failure_site = site;
  s->failure_time = m->time;
  snprintf(f->failure, sizeof f->failure, "%s%s%s", message, *message ? "; " : "", place);
  s->failure_text = f->failure;
  return MICA_FAILED;
}

/* Blocks one after the other; a place is a number of bytes from the first one on. */
typedef struct MicaFmuBlock {
  struct MicaFmuBlock* next;
  size_t begin, size;
} Block;
#define BLOCK_HEAD ((sizeof(Block) + 15) & ~(size_t)15)

static void* OnScratch(MicaInstance* m, size_t bytes) {
  MicaFmu* f = Of(m);
  MicaStepper* s = &f->stepper;
  Block **link = &f->scratch, *block;
  size_t end = 0;
  bytes = (bytes + 15) & ~(size_t)15;
  for (; (block = *link) != 0; link = &block->next) {
    size_t at = s->scratch_used < block->begin ? block->begin : s->scratch_used;
    end = block->begin + block->size;
    if (at + bytes > end) continue;
    s->scratch_used = at + bytes;
    return (char*)block + BLOCK_HEAD + (at - block->begin);
  }
  {
    size_t size = end < SMALLEST_BLOCK ? SMALLEST_BLOCK : end;
    if (size < bytes) size = bytes;
    block = (Block*)malloc(BLOCK_HEAD + size);
    if (!block) {
      s->failure_text = "there is no memory for the functions of the model";
      longjmp(s->escape, 1);
    }
    block->next = 0;
    block->begin = end;
    block->size = size;
    *link = block;
    s->scratch_used = end + bytes;
    return (char*)block + BLOCK_HEAD;
  }
}

void mica_fmu_free_scratch(MicaFmu* f) {
  while (f->scratch) {
    Block* next = f->scratch->next;
    free(f->scratch);
    f->scratch = next;
  }
}

/* Strings that the code has made: those that no variable has are given back between two calls. */
typedef struct MicaFmuText {
  struct MicaFmuText* next;
  char text[];
} Text;

const char* mica_fmu_keep(MicaFmu* f, const char* text) {
  size_t size = strlen(text) + 1;
  Text* kept = (Text*)malloc(sizeof(Text) + size);
  if (!kept) return 0;
  memcpy(kept->text, text, size);
  kept->next = f->texts;
  f->texts = kept;
  ++f->text_count;
  return kept->text;
}

static const char* OnKeepString(MicaInstance* m, const char* text) {
  MicaFmu* f = Of(m);
  const char* kept = mica_fmu_keep(f, text);
  if (!kept) {
    f->stepper.failure_text = "there is no memory for a String";
    longjmp(f->stepper.escape, 1);
  }
  return kept;
}

static int IsUsed(const MicaFmu* f, const char* text) {
  const MicaStepMemory* y = &f->memory;
  uint32_t i;
  for (i = 0; i < 2 * f->model->step->code->string_count; ++i)
    if (y->strings[i] == text) return 1;
  return 0;
}

void mica_fmu_free_texts(MicaFmu* f, int all) {
  Text** link = &f->texts;
  if (!all && f->text_count <= 64 + 4 * f->model->step->code->string_count) return;
  while (*link) {
    Text* kept = *link;
    if (!all && IsUsed(f, kept->text)) {
      link = &kept->next;
      continue;
    }
    *link = kept->next;
    free(kept);
    --f->text_count;
  }
}

static void OnMessage(MicaInstance* m, const char* text) {
  mica_fmu_say(Of(m), MICA_FMU_OK, MICA_LOG_MESSAGES, "%s", text);
}

/* modelica://Library/path is resources/Library/path. */
const char* mica_fmu_file(MicaFmu* f, const char* text) {
  static const char kScheme[] = "modelica://";
  const char* kept;
  char* full;
  if (strncmp(text, kScheme, sizeof kScheme - 1) != 0 || !*f->resources) return text;
  text += sizeof kScheme - 1;
  full = (char*)malloc(strlen(f->resources) + strlen(text) + 2);
  if (!full) return 0;
  sprintf(full, "%s/%s", f->resources, text);
  kept = mica_fmu_keep(f, full);
  free(full);
  return kept;
}

static const char* OnResourceFile(MicaInstance* m, const char* uri) { return mica_fmu_file(Of(m), uri); }

static double OnDistribution(MicaInstance* m, uint32_t output, double in0, double in1, double x, int positive) {
  const MicaDistribution* d = &Of(m)->stepper.distributions[output / 2];
  if (d->count == 0) return positive ? in0 : in1;
  return mica_distribution_value(d, (int)(output % 2), in0, in1, x, positive);
}

/* Start values where they are not zero, nominal values with a sign elsewhere: a quadratic law has no slope at zero. */
static int SolveFromNominals(MicaSolver* s, double sign) {
  uint32_t i, n = s->shape->matrix.size, changed = 0;
  for (i = 0; i < n; ++i) {
    double* x = &s->instance->reals[s->shape->unknowns[i]];
    *x = s->starts[i];
    if (*x != 0) continue;
    *x = sign * s->nominal[i];
    if (*x < s->lower[i]) *x = s->lower[i];
    if (*x > s->upper[i]) *x = s->upper[i];
    changed += *x != 0;
  }
  return changed > 0 && mica_solver_solve(s) && !s->is_cut_short;
}

/* A solution that was cut short does not count: the importer takes shorter steps. */
static int Solve(MicaFmu* f, uint32_t which) {
  MicaSolver* s = &f->stepper.solvers[which];
  MicaInstance* m = &f->stepper.instance;
  uint32_t i, n = s->shape->matrix.size;
  if (mica_solver_solve(s) && !s->is_cut_short) return 1;
  if (s->shape->is_linear || n == 0 || (m->initial == 0 && m->event == 0)) return 0;
  for (i = 0; i < n; ++i) f->work[i] = s->before[i];
  if (SolveFromNominals(s, 1) || SolveFromNominals(s, -1)) return 1;
  for (i = 0; i < n; ++i) m->reals[s->shape->unknowns[i]] = f->work[i];
  return 0;
}

static const char* NameOfSystem(const MicaFmu* f, uint32_t which) {
  const MicaModelTable* t = f->model->table;
  const MicaSystem* y = &t->systems[which];
  return y->unknown_scalars.count > 0 ? t->texts + t->scalars[t->indices[y->unknown_scalars.first]].name
                                      : "its relations";
}

static int Failed(MicaFmu* f, uint32_t which) {
  MicaStepper* s = &f->stepper;
  if (!s->failure_text) {
    snprintf(f->failure, sizeof f->failure, "the simultaneous equations for %s%s have no solution that was found",
             NameOfSystem(f, which), f->model->table->systems[which].unknowns.count > 1 ? " and others" : "");
    s->failure_text = f->failure;
    s->failure_time = s->instance.time;
  }
  return MICA_FAILED;
}

static int OnSolve(MicaInstance* m, uint32_t which) {
  MicaFmu* f = Of(m);
  MicaStepper* s = &f->stepper;
  MicaMixedEnd end;
  if (m->event == 0 || !mica_step_has_mode(&s->model->systems[which]))
    return Solve(f, which) ? MICA_OK : Failed(f, which);
  end = mica_mixed_solve(&s->mixed[which], s->is_later_pass, s->model->places.inlined_count > 0);
  if (end != MICA_MIXED_SOLVED) return Failed(f, which);
  if (s->solvers[which].was_singular) s->has_open_mode = 1;
  return MICA_OK;
}

static int MixedSolve(void* self) {
  const MicaMixed* x = (const MicaMixed*)self;
  MicaStepper* s = (MicaStepper*)x->instance->host_data;
  return Solve(mica_fmu_of(s), (uint32_t)(x - s->mixed));
}

static int OnGrow(void* self, uint32_t which, int of_jumps) {
  MicaFmu* f = (MicaFmu*)self;
  return mica_fmu_grow(f, which, of_jumps, 0);
}

int mica_fmu_grow(MicaFmu* f, uint32_t which, int of_jumps, uint32_t least) {
  MicaDelay* d = &f->stepper.delays.delays[which];
  uint32_t room = of_jumps ? d->jump_room : d->room, larger = 2 * room + 8, i;
  if (larger < least) larger = least;
  if (of_jumps) {
    double* jumps = (double*)malloc(sizeof(double) * larger);
    if (!jumps) return 0;
    for (i = 0; i < d->jump_count; ++i) jumps[i] = d->jumps[(d->jump_first + i) % room];
    free(f->own_jumps[which]);
    d->jumps = f->own_jumps[which] = jumps;
    d->jump_room = larger;
    d->jump_first = 0;
  } else {
    MicaDelayPoint* points = (MicaDelayPoint*)malloc(sizeof(MicaDelayPoint) * larger);
    if (!points) return 0;
    for (i = 0; i < d->count; ++i) points[i] = d->points[(d->first + i) % room];
    free(f->own_points[which]);
    d->points = f->own_points[which] = points;
    d->room = larger;
    d->first = 0;
  }
  return 1;
}

void mica_fmu_connect(MicaStepper* s) {
  uint32_t i;
  s->host.report = OnReport;
  s->host.solve = OnSolve;
  s->host.scratch = OnScratch;
  s->host.keep_string = OnKeepString;
  s->host.message = OnMessage;
  s->host.resource_file = OnResourceFile;
  s->host.distribution = OnDistribution;
  s->delays.grow = OnGrow;
  s->delays.self = s->owner;
  for (i = 0; i < s->model->code->system_count; ++i) s->mixed[i].calls.solve = MixedSolve;
}
