#include "runtime/step/rosenbrock.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/model_code.h"

#define MOST_STAGES 4
#define GAMMA2 0.29289321881345247560

typedef struct Tableau {
  uint32_t stages;
  double gamma;
  double alpha[6], gammas[6]; /* row by row, what stands left of the diagonal */
  double b[MOST_STAGES], node[MOST_STAGES], gamma_sum[MOST_STAGES];
  int evaluates[MOST_STAGES]; /* else the stage has the derivatives of the one before */
} Tableau;

static const Tableau ros2 = {2, GAMMA2, {1}, {-2 * GAMMA2}, {0.5, 0.5}, {0, 1}, {GAMMA2, -GAMMA2}, {1, 1}};
static const Tableau rodas3 = {4,
                               0.5,
                               {0, 1, 0, 0.75, -0.25, 0.5},
                               {1, -0.25, -0.25, 1. / 12, 1. / 12, -2. / 3},
                               {5. / 6, -1. / 6, -1. / 6, 0.5},
                               {0, 0, 1, 1},
                               {0.5, 1.5, 0, 0},
                               {1, 0, 1, 1}};

size_t mica_rosenbrock_doubles(const MicaRosenbrockShape* shape) {
  size_t n = shape->states, sum = (4 + MOST_STAGES) * n;
  return shape->has_tangent
             ? sum
             : sum + shape->jacobian.entries + MICA_SLOPE_JACOBIAN_DOUBLES(n) + mica_linear_doubles(&shape->matrix);
}

size_t mica_rosenbrock_integers(const MicaRosenbrockShape* shape) {
  return shape->has_tangent ? 0 : mica_linear_integers(&shape->matrix);
}

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_rosenbrock_place(MicaRosenbrock* r, const MicaRosenbrockShape* shape, const double* nominal, double* doubles,
                           uint32_t* integers) {
  size_t n = shape->states;
  memset(r, 0, sizeof *r);
  r->shape = shape;
  r->nominal = nominal;
  r->time_slope = Take(&doubles, n);
  r->at = Take(&doubles, n);
  r->sum = Take(&doubles, n);
  r->f = Take(&doubles, n);
  r->stages = Take(&doubles, MOST_STAGES * n);
  if (shape->has_tangent) return;
  r->j = Take(&doubles, shape->jacobian.entries);
  r->memory = Take(&doubles, MICA_SLOPE_JACOBIAN_DOUBLES(n));
  mica_linear_place(&r->linear, &shape->matrix, doubles, integers);
}

static int Slope(MicaBoundedStep* b, double time, const double* states, double* slopes) {
  ++b->evaluations;
  return b->calls.slope(b->calls.self, time, states, slopes);
}

/* The matrix and df/dt at the begin of the step. */
static int Linearise(MicaBoundedStep* b, double gamma, double h) {
  MicaRosenbrock* r = b->rosenbrock;
  const MicaDifferences* d = &r->shape->jacobian;
  double size = fabs(b->begin), ahead, later;
  uint32_t i;
  int status;
  ++b->jacobians;
  if (!r->shape->has_tangent) {
    if (!mica_slope_jacobian(d, b->begin, b->begin_states, b->slope, r->nominal, b->calls.slope, b->calls.self, r->j,
                             r->memory))
      return MICA_FAILED;
    b->evaluations += d->colors;
    for (i = 0; i < d->entries; ++i) r->linear.entries[i] = -gamma * h * r->j[i];
    for (i = 0; i < b->state_count; ++i) r->linear.entries[d->entries + i] = 1;
  }
  /* Within the step, where relations of time are what they are at its begin. */
  ahead = sqrt(DBL_EPSILON) * (size < h ? h : size);
  later = b->begin + (ahead < 0.5 * h ? ahead : 0.5 * h);
  status = Slope(b, later, b->begin_states, r->time_slope);
  if (status != MICA_OK) return status;
  for (i = 0; i < b->state_count; ++i) r->time_slope[i] = (r->time_slope[i] - b->slope[i]) / (later - b->begin);
  return r->shape->has_tangent || mica_linear_factor(&r->linear, r->nominal) ? MICA_OK : MICA_FAILED;
}

/* k := the solution for the right side k + h J sum. */
static int SolveStage(MicaBoundedStep* b, double gamma, double h, double* k) {
  MicaRosenbrock* r = b->rosenbrock;
  const uint32_t *row_begin = r->shape->row_begin, *columns = r->shape->jacobian.columns;
  uint32_t i, e;
  if (r->shape->has_tangent) {
    double gain = gamma * h;
    int status;
    for (i = 0; i < b->state_count; ++i) r->sum[i] = gain * k[i] + h * r->sum[i];
    status = b->calls.tangent(b->calls.self, gain, r->sum, r->at);
    if (status != MICA_OK) return status;
    for (i = 0; i < b->state_count; ++i) k[i] += r->at[i];
    return MICA_OK;
  }
  for (i = 0; i < b->state_count; ++i) {
    double product = 0;
    for (e = row_begin[i]; e < row_begin[i + 1]; ++e) product += r->j[e] * r->sum[columns[e]];
    k[i] += h * product;
  }
  mica_linear_solve(&r->linear, k);
  return MICA_OK;
}

static int Stages(MicaBoundedStep* b, const Tableau* tableau, double h) {
  MicaRosenbrock* r = b->rosenbrock;
  const double *alpha = tableau->alpha, *gammas = tableau->gammas;
  uint32_t i, j, stage, n = b->state_count;
  int status;
  for (i = 0; i < n; ++i) r->f[i] = b->slope[i];
  for (stage = 0; stage < tableau->stages && n > 0; alpha += stage, gammas += stage, ++stage) {
    double* k = r->stages + (size_t)stage * n;
    if (stage > 0 && tableau->evaluates[stage]) {
      for (i = 0; i < n; ++i) r->at[i] = b->begin_states[i];
      for (j = 0; j < stage; ++j)
        for (i = 0; i < n && alpha[j] != 0; ++i) r->at[i] += h * alpha[j] * r->stages[(size_t)j * n + i];
      status = Slope(b, b->begin + tableau->node[stage] * h, r->at, r->f);
      if (status != MICA_OK) return status;
    }
    for (i = 0; i < n; ++i) k[i] = r->f[i] + tableau->gamma_sum[stage] * h * r->time_slope[i];
    for (i = 0; i < n; ++i) r->sum[i] = 0;
    for (j = 0; j < stage; ++j)
      for (i = 0; i < n; ++i) r->sum[i] += gammas[j] * r->stages[(size_t)j * n + i];
    status = SolveStage(b, tableau->gamma, h, k);
    if (status != MICA_OK) return status;
  }
  return MICA_OK;
}

int mica_rosenbrock_step(MicaBoundedStep* b, double h) {
  MicaRosenbrock* r = b->rosenbrock;
  const Tableau* tableau = b->stages == 2 ? &ros2 : &rodas3;
  uint32_t i, stage, n = b->state_count;
  int status;
  /* Rows of the result and events may have moved the model since the end of the last step: the point to return to is
   * computed anew. */
  if (r->shape->has_tangent) b->has_slope = 0;
  status = mica_bounded_step_find_slope(b);
  if (status != MICA_OK) return status;
  if (r->shape->has_tangent) b->calls.keep_point(b->calls.self);
  if (n > 0) status = Linearise(b, tableau->gamma, h);
  if (status == MICA_OK) status = Stages(b, tableau, h);
  if (status != MICA_OK) return status;
  for (i = 0; i < n; ++i) {
    for (stage = 0; stage < tableau->stages; ++stage)
      b->states[i] += h * tableau->b[stage] * r->stages[(size_t)stage * n + i];
    if (!isfinite(b->states[i])) return MICA_FAILED;
  }
  if (b->watched_count == 0) return MICA_OK;
  ++b->evaluations;
  status = b->calls.slope_and_watch(b->calls.self, b->begin + h, b->states, b->slope, b->watched_end);
  b->has_slope = status == MICA_OK;
  return status;
}
