#include "runtime/step/saved_state.h"

#include <string.h>

void mica_state_visit(MicaState* st, void* data, size_t size) {
  if (st->bytes && st->is_restored)
    memcpy(data, st->bytes + st->at, size);
  else if (st->bytes)
    memcpy(st->bytes + st->at, data, size);
  st->at += size;
}

void mica_state_visit_order(MicaState* st, double** parts, uint32_t count, size_t size) {
  double* first = parts[0];
  uint32_t k;
  for (k = 1; k < count; ++k)
    if (parts[k] < first) first = parts[k];
  for (k = 0; k < count; ++k) {
    uint32_t place = size > 0 ? (uint32_t)((size_t)(parts[k] - first) / size) : 0;
    MICA_VISIT(st, place);
    if (st->is_restored) parts[k] = first + place * size;
  }
}

static void VisitMatrix(MicaLinear* a, MicaState* st) {
  MICA_VISIT(st, a->is_factored);
  MICA_VISIT(st, a->sparse.least_pivot);
  MICA_VISIT(st, a->sparse.largest_pivot);
  MICA_VISIT(st, a->sparse.has_pivots);
  MICA_VISIT(st, a->orthogonal.rank);
  MICA_VISIT(st, a->small.size);
  MICA_VISIT(st, a->small.rank);
}

static void VisitNewton(MicaNewton* n, MicaState* st, size_t size) {
  double* parts[7];
  parts[0] = n->r;
  parts[1] = n->r_trial;
  parts[2] = n->d;
  parts[3] = n->d_bar;
  parts[4] = n->x_trial;
  parts[5] = n->scale;
  parts[6] = n->unit;
  mica_state_visit_order(st, parts, 7, size);
  n->r = parts[0];
  n->r_trial = parts[1];
  n->d = parts[2];
  n->d_bar = parts[3];
  n->x_trial = parts[4];
  n->scale = parts[5];
  n->unit = parts[6];
  MICA_VISIT(st, n->last_step);
  MICA_VISIT(st, n->iterations);
  MICA_VISIT(st, n->residuals);
  MICA_VISIT(st, n->jacobians);
}

static void VisitHistory(MicaHistory* h, MicaState* st) {
  mica_state_visit_order(st, h->point, 3, h->size);
  MICA_VISIT(st, h->count);
  MICA_VISIT(st, h->time);
  MICA_VISIT(st, h->has_guesses);
  MICA_VISIT(st, h->uses_parabola);
  MICA_VISIT(st, h->prefers_parabola);
}

void mica_solver_visit(MicaSolver* s, MicaState* st) {
  VisitMatrix(&s->matrix, st);
  VisitNewton(&s->newton, st, s->shape->matrix.size);
  VisitHistory(&s->history, st);
  MICA_VISIT(st, s->has_factors);
  MICA_VISIT(st, s->is_cut_short);
  MICA_VISIT(st, s->was_singular);
  MICA_VISIT(st, s->has_escape);
  MICA_VISIT(st, s->iterations);
  MICA_VISIT(st, s->open_count);
  MICA_VISIT(st, s->open);
  MICA_VISIT(st, s->end);
  MICA_VISIT(st, s->failure_error);
  MICA_VISIT(st, s->failure_open_count);
  MICA_VISIT(st, s->failure_open);
  MICA_VISIT(st, s->solutions);
  MICA_VISIT(st, s->all_iterations);
  MICA_VISIT(st, s->residuals);
  MICA_VISIT(st, s->jacobians);
}

void mica_mixed_visit(MicaMixed* x, MicaState* st) {
  MICA_VISIT(st, x->visited_count);
  MICA_VISIT(st, x->solution_rows);
  MICA_VISIT(st, x->varying_count);
  MICA_VISIT(st, x->failures);
  MICA_VISIT(st, x->tried);
}

void mica_loop_visit(MicaLoop* l, MicaState* st) {
  MICA_VISIT(st, l->index);
  MICA_VISIT(st, l->next_event);
  MICA_VISIT(st, l->is_over);
  MICA_VISIT(st, l->has_next_event);
  MICA_VISIT(st, l->is_event_due);
  MICA_VISIT(st, l->must_select);
  MICA_VISIT(st, l->stands_at_end);
}

void mica_iteration_visit(MicaIteration* e, MicaState* st) {
  MICA_VISIT(st, e->passes);
  MICA_VISIT(st, e->is_unfinished);
  MICA_VISIT(st, e->was_reinitialized);
  MICA_VISIT(st, e->has_open_mode);
}

void mica_handler_visit(MicaHandler* h, MicaState* st) {
  MICA_VISIT(st, h->due_count);
  MICA_VISIT(st, h->has_noise);
  MICA_VISIT(st, h->continues);
  MICA_VISIT(st, h->sides_changed);
  MICA_VISIT(st, h->changed_nothing);
}

void mica_calendar_visit(MicaCalendar* c, MicaState* st) {
  mica_state_visit(st, c->times, sizeof(double) * c->held_count);
  mica_state_visit(st, c->tickers, sizeof(MicaTicker) * c->ticker_count);
}

void mica_watch_visit(MicaWatch* w, MicaState* st) {
  mica_state_visit(st, w->crossings, sizeof(MicaCrossing) * w->count);
  MICA_VISIT(st, w->restart_time);
}

void mica_bounded_step_visit(MicaBoundedStep* b, MicaState* st) {
  double* watched[2];
  watched[0] = b->watched;
  watched[1] = b->watched_end;
  mica_state_visit_order(st, watched, 2, b->watched_count);
  b->watched = watched[0];
  b->watched_end = watched[1];
  MICA_VISIT(st, b->time);
  MICA_VISIT(st, b->begin);
  MICA_VISIT(st, b->has_slope);
  MICA_VISIT(st, b->has_watched);
  MICA_VISIT(st, b->failure_time);
  MICA_VISIT(st, b->steps);
  MICA_VISIT(st, b->evaluations);
  MICA_VISIT(st, b->jacobians);
  MICA_VISIT(st, b->watches);
}

/* Its matrix is factored anew in each step, by the pivots of the one before. */
void mica_rosenbrock_visit(MicaRosenbrock* r, MicaState* st) { VisitMatrix(&r->linear, st); }
