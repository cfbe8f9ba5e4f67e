#include "runtime/events/dynamics.h"

#include <math.h>
#include <string.h>

int mica_update_pre(MicaInstance* m, const MicaPlaces* p) {
  uint32_t i;
  int changed = 0;
  for (i = 0; i < p->discrete_count && !changed; ++i) {
    double now = m->reals[p->discrete[i]], before = m->pre[p->discrete[i]];
    changed = now != before && !(now != now && before != before);
  }
  for (i = 0; i < p->discrete_string_count && !changed; ++i)
    changed = strcmp(m->strings[p->discrete_strings[i]], m->pre_strings[p->discrete_strings[i]]) != 0;
  memcpy(m->pre, m->reals, sizeof(double) * p->real_count);
  for (i = 0; i < p->string_count; ++i) m->pre_strings[i] = m->strings[i];
  return changed;
}

int mica_apply_reinits(MicaInstance* m, const MicaPlaces* p) {
  uint32_t i;
  int any = 0;
  for (i = 0; i < p->state_count; ++i) {
    if (!m->reinit_pending[i]) continue;
    m->reinit_pending[i] = 0;
    m->reals[p->states[i]] = m->reinit[i];
    any = 1;
  }
  return any;
}

static int IsInlined(const MicaPlaces* p, uint32_t state) {
  uint32_t k;
  for (k = 0; k < p->inlined_count; ++k)
    if (p->inlined[k] == state) return 1;
  return 0;
}

static int RunOnce(MicaInstance* m, const MicaPlaces* p, double gain, MicaSection section, void* self) {
  uint32_t k;
  if (p->inlined_count > 0) m->reals[p->gain_slot] = gain;
  for (k = 0; k < p->inlined_count; ++k) m->reals[p->bases[p->inlined[k]]] = m->reals[p->states[p->inlined[k]]];
  return section(self);
}

static int Moves(const MicaPlaces* p, uint32_t i) {
  return p->bases && p->bases[i] != p->states[i] && !IsInlined(p, i);
}

static int RunAhead(MicaInstance* m, const MicaPlaces* p, double gain, MicaSection section, void* self) {
  double time = m->time;
  uint32_t i;
  int status;
  m->time = time + gain;
  for (i = 0; i < p->state_count; ++i) {
    double step = gain * m->reals[p->derivatives[i]];
    if (!Moves(p, i)) continue;
    m->reals[p->bases[i]] = m->reals[p->states[i]];
    if (isfinite(step)) m->reals[p->states[i]] += step;
  }
  status = RunOnce(m, p, gain, section, self);
  m->time = time;
  for (i = 0; i < p->state_count; ++i)
    if (Moves(p, i)) m->reals[p->states[i]] = m->reals[p->bases[i]];
  return status;
}

int mica_run_derivatives(MicaInstance* m, const MicaPlaces* p, double gain, MicaSection section, void* self) {
  int status = RunOnce(m, p, gain, section, self);
  return p->inlined_count == 0 || status != MICA_OK ? status : RunAhead(m, p, gain, section, self);
}

int mica_run_event(MicaInstance* m, const MicaPlaces* p, double gain, MicaSection section, void* self) {
  return p->inlined_count == 0 ? section(self) : RunAhead(m, p, gain, section, self);
}
