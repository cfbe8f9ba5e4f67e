/* Runtime: what a model with a fixed step remembers: delays, lines of spatialDistribution(), and which variables are
 * states. See fixed_step.h. */
#include <math.h>
#include <string.h>

#include "runtime/step/fixed_step_internal.h"

static size_t DistributionCells(const MicaStepModel* m) {
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < m->code->distribution_count; ++i) sum += 4 + 2 * (size_t)m->distribution_points[i];
  return sum;
}

size_t mica_step_history_doubles(const MicaStepModel* m) {
  size_t sum = 3 * (size_t)m->code->delay_count + DistributionCells(m) + mica_selection_doubles(m->sets, m->set_count);
  uint32_t i;
  for (i = 0; i < m->code->delay_count; ++i) sum += m->delays[i].jump_room;
  for (i = 0; i < m->code->distribution_count; ++i) sum += 2 * (size_t)m->distributions[i].room;
  return sum;
}

size_t mica_step_delay_points(const MicaStepModel* m) {
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < m->code->delay_count; ++i) sum += m->delays[i].room;
  return sum;
}

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_step_place_history(MicaStepper* s, double* doubles, uint32_t* integers, uint8_t* bytes,
                             const MicaStepMemory* memory) {
  const MicaStepModel* m = s->model;
  MicaDelayPoint* points = memory->delay_points;
  uint32_t i;
  s->delays.delays = memory->delays;
  s->delays.count = m->code->delay_count;
  s->delay_values = Take(&doubles, 3 * (size_t)m->code->delay_count);
  s->distribution_values = Take(&doubles, DistributionCells(m));
  for (i = 0; i < m->code->delay_count; ++i) {
    MicaDelay* d = &memory->delays[i];
    *d = m->delays[i];
    d->points = points;
    d->jumps = Take(&doubles, d->jump_room);
    points += d->room;
  }
  s->distributions = memory->distributions;
  for (i = 0; i < m->code->distribution_count; ++i) {
    MicaDistribution* d = &memory->distributions[i];
    *d = m->distributions[i];
    d->at = Take(&doubles, d->room);
    d->value = Take(&doubles, d->room);
  }
  mica_selection_place(&s->selection, m->sets, m->set_count, doubles, integers, bytes);
}

/* As initialization left it. */
void mica_step_start_history(MicaStepper* s) {
  const MicaStepModel* m = s->model;
  const MicaDelayPoint* point = m->delay_points;
  const double *jump = m->delay_jumps, *place = m->distribution_values;
  uint32_t i;
  for (i = 0; i < m->code->delay_count; ++i) {
    MicaDelay* d = &s->delays.delays[i];
    MicaDelayPoint* points = d->points;
    double* jumps = d->jumps;
    *d = m->delays[i];
    d->points = points;
    d->jumps = jumps;
    memcpy(d->points, point, sizeof *point * d->count);
    memcpy(d->jumps, jump, sizeof *jump * d->jump_count);
    point += d->count;
    jump += d->jump_count;
  }
  s->delays.restart_time = m->delay_restart_time;
  for (i = 0; i < m->code->distribution_count; ++i) {
    MicaDistribution* d = &s->distributions[i];
    d->count = m->distributions[i].count;
    d->x = m->distributions[i].x;
    d->first = (d->room - d->count) / 2;
    memcpy(d->at + d->first, place, sizeof *place * d->count);
    memcpy(d->value + d->first, place + d->count, sizeof *place * d->count);
    place += 2 * (size_t)d->count;
  }
  mica_selection_read(&s->selection, &s->instance);
}

double mica_step_on_delay(MicaInstance* m, uint32_t which, double value, double delay_time, double delay_max) {
  return mica_delay_value(&((MicaStepper*)m->host_data)->delays, which, m->time, value, delay_time, delay_max);
}

double mica_step_on_distribution(MicaInstance* m, uint32_t output, double in0, double in1, double x,
                                 int positive_velocity) {
  const MicaDistribution* d = &((MicaStepper*)m->host_data)->distributions[output / 2];
  return mica_distribution_value(d, (int)(output % 2), in0, in1, x, positive_velocity);
}

static int IsFull(MicaStepper* s, const char* text) {
  s->failure_text = text;
  s->failure_time = s->instance.time;
  return 0;
}

int mica_step_record(MicaStepper* s, int at_event) {
  const MicaCode* code = s->model->code;
  const double* at = s->distribution_values;
  uint32_t i;
  s->scratch_used = 0;
  if (code->distribution_count > 0 && code->distributions(&s->instance, s->distribution_values) != MICA_OK) return 0;
  for (i = 0; i < code->distribution_count; at += 4 + 2 * (size_t)s->model->distribution_points[i++])
    if (!mica_distribution_advance(&s->distributions[i], at[0], at[1], at[2], at[3] != 0))
      return IsFull(s, "the memory of spatialDistribution() is full");
  if (code->delay_count == 0) return 1;
  s->scratch_used = 0;
  if (code->delays(&s->instance, s->delay_values) != MICA_OK) return 0;
  return mica_delays_record(&s->delays, s->instance.time, s->delay_values, at_event) ||
         IsFull(s, "the history of a delay is full");
}
