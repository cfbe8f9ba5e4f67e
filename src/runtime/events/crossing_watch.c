#include "runtime/events/crossing_watch.h"

#include <math.h>

static double Larger(double a, double b) { return a < b ? b : a; }

static int32_t SideOf(const MicaCrossing* c, double relation) { return (relation != 0) == (c->true_side > 0) ? 1 : -1; }

void mica_watch_start(MicaWatch* w) {
  uint32_t i;
  for (i = 0; i < w->count; ++i) {
    MicaCrossing* c = &w->crossings[i];
    c->magnitude = c->largest = c->noise = c->side_size = 0;
    c->band = MICA_WATCH_SMALLEST_BAND;
    c->is_on_edge = c->side = c->spare = 0;
  }
  w->restart_time = NAN;
}

void mica_watch_restart(MicaWatch* w, const double* g, const double* relations, double time) {
  uint32_t i;
  w->restart_time = time;
  for (i = 0; i < w->count; ++i) {
    MicaCrossing* c = &w->crossings[i];
    double size = isfinite(g[i]) ? fabs(g[i]) : 0, inside;
    c->magnitude = Larger(Larger(c->magnitude, c->largest), size);
    /* It has left its edge: what comes next is located as well as ever. */
    if (c->largest > MICA_WATCH_NEVER_LARGER * c->noise) c->noise = 0;
    c->largest = size;
    c->band = Larger(Larger(MICA_WATCH_BAND * c->magnitude, MICA_WATCH_SIDE * c->side_size),
                     Larger(MICA_WATCH_SMALLEST_BAND, c->noise));
    inside = (c->true_side != 0 ? MICA_WATCH_INSIDE_OF_RELATION : MICA_WATCH_INSIDE) * c->band;
    c->side = g[i] >= inside ? 1 : g[i] <= -inside ? -1 : 0;
    if (c->side == 0 && c->true_side != 0) c->side = SideOf(c, relations[i]);
    /* Just beyond the band, but the relation, which the event evaluated, is that of the other side: rounding is larger
     * than the band. */
    if (c->true_side != 0 && c->side != SideOf(c, relations[i]) && size <= MICA_WATCH_CONTRADICTION * c->band) {
      c->side = SideOf(c, relations[i]);
      c->band = MICA_WATCH_BEYOND_ROUNDING * size;
    }
    c->is_on_edge = size <= c->band;
  }
}

int mica_watch_widen(MicaWatch* w, uint32_t i) {
  MicaCrossing* c = &w->crossings[i];
  double small = Larger(c->largest, c->band), seen = Larger(c->magnitude, c->largest), wider = MICA_WATCH_WIDER * small;
  if (c->largest > MICA_WATCH_NEVER_LARGER * c->band) return 0; /* it has been elsewhere since its last event */
  if (seen > MICA_WATCH_NEVER_LARGER * small && MICA_WATCH_WIDEST * seen < wider) wider = MICA_WATCH_WIDEST * seen;
  if (!(wider > c->band)) return 0;
  c->noise = wider;
  return 1;
}

int mica_watch_stays(const MicaWatch* w, uint32_t i, double low, double high) {
  const MicaCrossing* c = &w->crossings[i];
  if (c->side > 0) return low > -c->band;
  if (c->side < 0) return high < c->band;
  return low > -c->band && high < c->band;
}

int mica_watch_keeps(const MicaWatch* w, const double* g) {
  uint32_t i;
  for (i = 0; i < w->count; ++i)
    if (!mica_watch_stays(w, i, g[i], g[i])) return 0;
  return 1;
}

void mica_watch_transform(MicaWatch* w, double* g, int accepted, double time) {
  uint32_t i;
  for (i = 0; i < w->count; ++i) {
    MicaCrossing* c = &w->crossings[i];
    /* Only on its own side: an integrator looks beyond the crossing before it goes back to it. */
    double excursion = c->side > 0 ? g[i] : c->side < 0 ? -g[i] : 0;
    if (accepted && isfinite(excursion)) c->largest = Larger(c->largest, excursion);
    if (c->is_on_edge && time == w->restart_time && isfinite(excursion) && excursion <= -c->band)
      c->band = -MICA_WATCH_BEYOND_ROUNDING * excursion;
    g[i] = c->side > 0 ? g[i] + c->band : c->side < 0 ? g[i] - c->band : fabs(g[i]) - c->band;
  }
}
