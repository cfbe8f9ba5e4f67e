#include "runtime/systems/newton.h"

#include <math.h>
#include <string.h>

/* Of HasSlope, in steps, where the step is by chance much shorter than what rounding makes most: a longer distance. */
#define SLOPE_MANY_STEPS 1e4
/* Of a residual, what a step that removes it leaves at most. A singular solution halves unknowns and quarters residuals
 * in each step. */
#define SMALL_PART 0.5

/* One call: what does not change in it. */
typedef struct Call {
  MicaNewton* w;
  const MicaNewtonProblem* problem;
  const double *nominal, *lower, *upper;
  const MicaNewtonSettings* settings;
  double* x;
  uint32_t n;
} Call;

void mica_newton_place(MicaNewton* newton, uint32_t size, double* memory) {
  memset(newton, 0, sizeof *newton);
  newton->r = memory;
  newton->r_trial = memory + size;
  newton->d = memory + 2 * (size_t)size;
  newton->d_bar = memory + 3 * (size_t)size;
  newton->x_trial = memory + 4 * (size_t)size;
  newton->scale = memory + 5 * (size_t)size;
  newton->unit = memory + 6 * (size_t)size;
}

static double Larger(double a, double b) { return a < b ? b : a; }
static double Smaller(double a, double b) { return b < a ? b : a; }

static void Swap(double** a, double** b) {
  double* kept = *a;
  *a = *b;
  *b = kept;
}

static double Inside(const Call* c, uint32_t i, double x) {
  if (!c->settings->use_bounds || !(c->lower[i] <= c->upper[i])) return x;
  return x < c->lower[i] ? c->lower[i] : c->upper[i] < x ? c->upper[i] : x;
}

static int Evaluate(const Call* c, const double* x, double* r) {
  uint32_t i;
  ++c->w->residuals;
  if (!c->problem->residual(c->problem->self, x, r)) return 0;
  for (i = 0; i < c->n; ++i)
    if (!isfinite(r[i])) return 0;
  return 1;
}

static int IsZero(const Call* c, const double* r) {
  uint32_t i;
  for (i = 0; i < c->n; ++i)
    if (r[i] != 0) return 0;
  return 1;
}

static int Refactor(const Call* c) {
  ++c->w->jacobians;
  return c->problem->factor(c->problem->self);
}

static void Solve(const Call* c, double* b) { c->problem->solve(c->problem->self, b); }

static void SetScale(const Call* c) {
  uint32_t i;
  for (i = 0; i < c->n; ++i) c->w->scale[i] = Larger(fabs(c->x[i]), MICA_NEWTON_NOMINAL_SHARE * c->nominal[i]);
}

/* Not a number stays one. */
static double ScaledNorm(const Call* c, const double* d) {
  double norm = 0;
  uint32_t i;
  for (i = 0; i < c->n; ++i) {
    double part = fabs(d[i]) / c->w->scale[i];
    if (!(part <= norm)) norm = part;
  }
  return norm;
}

/* x + lambda d inside the bounds. */
static void Trial(const Call* c, double lambda) {
  uint32_t i;
  for (i = 0; i < c->n; ++i) c->w->x_trial[i] = Inside(c, i, c->x[i] + lambda * c->w->d[i]);
}

/* At x, with a step of size `norm`. Disturbed data say how large rounding is in each residual. Their changes together
 * are those of a neighbouring point, and may hardly ask for a step; but the rounding of one residual has nothing to do
 * with that of another. Leaves r_trial and d_bar behind. */
static int IsRounding(const Call* c, double norm) {
  MicaNewton* w = c->w;
  uint32_t i;
  uint64_t signs;
  if (!(norm <= MICA_NEWTON_ROUNDED_STEP) || !c->problem->rounded) return 0;
  ++w->residuals;
  if (!c->problem->rounded(c->problem->self, c->x, w->r_trial)) return 0;
  for (signs = 0; signs < MICA_NEWTON_SIGNS; ++signs) {
    for (i = 0; i < c->n; ++i) {
      int is_turned = (int)((signs * (i + 1) * UINT64_C(0x9E3779B97F4A7C15)) >> 63);
      w->d_bar[i] = is_turned ? w->r[i] - w->r_trial[i] : w->r_trial[i] - w->r[i];
    }
    Solve(c, w->d_bar);
    if (norm <= MICA_NEWTON_ROUNDINGS * ScaledNorm(c, w->d_bar)) return 1;
  }
  return 0;
}

/* Where the iteration cannot get on at x although the step d is short: whether the equations change along d as the
 * Jacobian says. A Jacobian that is much too large (the formula of a derivative outside its region, an edge) makes any
 * residual look like rounding. Leaves r_trial, x_trial and d_bar behind. */
static int HasSlope(const Call* c) {
  MicaNewton* w = c->w;
  int k;
  uint32_t i;
  double norm = ScaledNorm(c, w->d);
  for (k = 0; k < 4; ++k) {
    double off = 0, distance = 0, steps = k < 2 ? MICA_NEWTON_SLOPE_STEPS : SLOPE_MANY_STEPS;
    if (k >= 2 && !(norm * steps <= MICA_NEWTON_ROUNDED_STEP)) break;
    Trial(c, k % 2 == 0 ? -steps : steps);
    ++w->residuals;
    if (!c->problem->residual(c->problem->self, w->x_trial, w->r_trial)) continue;
    for (i = 0; i < c->n; ++i) w->d_bar[i] = w->r_trial[i] - w->r[i];
    Solve(c, w->d_bar);
    for (i = 0; i < c->n; ++i) {
      double part;
      distance = Larger(distance, fabs(w->x_trial[i] - c->x[i]) / w->scale[i]);
      part = fabs(w->d_bar[i] - (w->x_trial[i] - c->x[i])) / w->scale[i];
      if (!(part <= off)) off = part;
    }
    if (distance > 0 && off <= MICA_NEWTON_SLOPE_OFF * distance) return 1;
  }
  return 0;
}

/* Where the iteration cannot get on at x although the step d of size `norm` is short: whether x is as good as numbers
 * allow. Where steep equations (closed valves) determine one direction and flat ones another, d is all rounding, and
 * tells nothing of the slope; then what rounding asks for is compared, by the same factors. */
static int IsAtRest(const Call* c, double norm) {
  return norm <= MICA_NEWTON_ACCEPTABLE && (HasSlope(c) || IsRounding(c, norm));
}

/* Where the Jacobian is singular, a short step proves nothing, nor does a residual that is small beside the terms of
 * its row: of a torn system a row may hold the product of a long chain, beside which any residual is small. Each
 * residual of `before` must be gone to a part after the step that led to `after`, or be no more than what rounding
 * makes of it at x. Leaves d_bar behind, and x_trial as the last point evaluated. */
static int IsGone(const Call* c, const double* before, const double* after) {
  MicaNewton* w = c->w;
  int has_noise = 0;
  uint32_t i;
  for (i = 0; i < c->n; ++i) {
    if (fabs(after[i]) <= SMALL_PART * fabs(before[i])) continue;
    if (!has_noise) {
      ++w->residuals;
      if (!c->problem->rounded || !c->problem->rounded(c->problem->self, c->x, w->d_bar)) return 0;
      has_noise = 1;
    }
    if (!(fabs(w->r[i]) <= MICA_NEWTON_ROUNDINGS * fabs(w->d_bar[i] - w->r[i]))) return 0;
  }
  return 1;
}

/* The iteration cannot get on at x, with a singular Jacobian and the step d of size `last_step`. */
static int IsSingularSolution(const Call* c) {
  MicaNewton* w = c->w;
  Trial(c, 1);
  if (w->last_step <= MICA_NEWTON_ACCEPTABLE && Evaluate(c, w->x_trial, w->r_trial) && IsGone(c, w->r, w->r_trial))
    return 1;
  return IsGone(c, w->r, w->r);
}

/* The iteration ends at x, where F is evaluated once more. */
static MicaNewtonEnd EndHere(const Call* c, int is_solution) {
  return is_solution && Evaluate(c, c->x, c->w->r) ? MICA_NEWTON_CONVERGED : MICA_NEWTON_NO_DESCENT;
}

/* From the turn of the Jacobian since the last point: |d_bar - d| (the prediction of NLEQ-ERR). */
static double FirstDamping(const Call* c, double norm, double previous_norm, double previous_bar, double lambda) {
  const MicaNewton* w = c->w;
  double turn = 0;
  uint32_t i;
  for (i = 0; i < c->n; ++i) turn = Larger(turn, fabs(w->d_bar[i] - w->d[i]) / w->scale[i]);
  return Smaller(1.0, turn * norm > 0 ? previous_norm * previous_bar / (turn * norm) * lambda : 1.0);
}

enum { ACCEPTED, REJECTED, ENDED };

/* The step d from x with the damping `lambda`, which is changed until the step is accepted: then x_trial, r_trial and
 * d_bar with its norm belong to it. */
static int Damp(const Call* c, int is_fresh, double norm, double* lambda, double* bar_norm, MicaNewtonEnd* end) {
  MicaNewton* w = c->w;
  int is_enlarged = 0, was_rounding_tried = 0;
  uint32_t i;
  while (*lambda >= MICA_NEWTON_SMALLEST_DAMPING) {
    double bend = 0, estimate;
    Trial(c, *lambda);
    if (!Evaluate(c, w->x_trial, w->r_trial)) {
      if (!is_fresh) return REJECTED;
      *lambda /= 2;
      continue;
    }
    for (i = 0; i < c->n; ++i) w->d_bar[i] = -w->r_trial[i];
    Solve(c, w->d_bar);
    *bar_norm = ScaledNorm(c, w->d_bar);
    /* |d_bar - (1 - lambda) d|: the correction of NLEQ-ERR. */
    for (i = 0; i < c->n; ++i) bend = Larger(bend, fabs(w->d_bar[i] - (1 - *lambda) * w->d[i]) / w->scale[i]);
    estimate = bend > 0 ? 0.5 * norm * *lambda * *lambda / bend : 1.0;
    if (!(*bar_norm <= (1 - *lambda / 4) * norm)) {
      /* Old factors may be to blame. With those of this point it may be rounding: then no better can be had. */
      if (!is_fresh) return REJECTED;
      if (*bar_norm <= MICA_NEWTON_ACCEPTABLE && norm <= MICA_NEWTON_ACCEPTABLE) {
        if (IsAtRest(c, norm)) {
          if (*bar_norm < norm) {
            Trial(c, *lambda); /* no worse than x, and often far better where equations are steep */
            memcpy(c->x, w->x_trial, sizeof(double) * c->n);
          }
          *end = EndHere(c, 1);
        }
        return ENDED;
      }
      if (!was_rounding_tried && norm <= MICA_NEWTON_ROUNDED_STEP) {
        was_rounding_tried = 1;
        if (IsRounding(c, norm)) {
          *end = EndHere(c, 1);
          return ENDED;
        }
        continue; /* with the trial point of before */
      }
      if (!c->settings->damped && isfinite(*bar_norm)) return ACCEPTED;
      *lambda = Smaller(isfinite(estimate) ? estimate : *lambda / 2, *lambda / 2);
      continue;
    }
    if (!is_enlarged && *lambda < 1 && estimate >= MICA_NEWTON_ENLARGEMENT * *lambda) {
      is_enlarged = 1;
      *lambda = Smaller(1.0, estimate);
      continue;
    }
    return ACCEPTED;
  }
  return REJECTED;
}

static MicaNewtonEnd SolveByError(const Call* c) {
  MicaNewton* w = c->w;
  double tolerance = c->settings->tolerance, lambda = 1, previous_norm = 0, previous_bar = 0;
  int is_fresh = 0;                   /* the factors are of the present point */
  int has_previous = 0, has_step = 0; /* the step of this point was found when the last one was judged */
  uint32_t i;
  if (!c->settings->has_factors) {
    /* A point that solves the equations exactly remains the solution, whatever they leave open there (the temperature
     * of a pipe without flow). */
    if (Refactor(c) != MICA_NEWTON_REGULAR) return IsZero(c, w->r) ? MICA_NEWTON_CONVERGED : MICA_NEWTON_IS_SINGULAR;
    is_fresh = 1;
  }
  for (;;) {
    double norm, bar_norm = 0, contraction;
    int outcome, is_near;
    MicaNewtonEnd end = MICA_NEWTON_NO_DESCENT;
    if (++w->iterations > (uint32_t)c->settings->max_iterations) return MICA_NEWTON_TOO_MANY;
    SetScale(c);
    if (has_step) {
      Swap(&w->d, &w->d_bar);
    } else {
      for (i = 0; i < c->n; ++i) w->d[i] = -w->r[i];
      Solve(c, w->d);
    }
    has_step = 0;
    norm = ScaledNorm(c, w->d);
    if (!isfinite(norm)) {
      if (is_fresh || Refactor(c) != MICA_NEWTON_REGULAR) return MICA_NEWTON_IS_SINGULAR;
      is_fresh = 1;
      continue;
    }
    w->last_step = norm;
    w->error = w->d;
    if (norm <= tolerance) return MICA_NEWTON_CONVERGED; /* x itself is good: r was taken there */
    lambda = has_previous && is_fresh && c->settings->damped
                 ? FirstDamping(c, norm, previous_norm, previous_bar, lambda)
                 : 1;
    lambda = Larger(lambda, 10 * MICA_NEWTON_SMALLEST_DAMPING);
    outcome = Damp(c, is_fresh, norm, &lambda, &bar_norm, &end);
    if (outcome == ENDED) return end;
    if (outcome == REJECTED) {
      if (is_fresh) return EndHere(c, IsAtRest(c, norm));
      /* The old Jacobian has served its time: take the one of this point. F must be evaluated here again, for its inner
       * values. */
      if (!Evaluate(c, c->x, w->r) || Refactor(c) != MICA_NEWTON_REGULAR) return MICA_NEWTON_IS_SINGULAR;
      is_fresh = 1;
      has_previous = 0;
      continue;
    }
    memcpy(c->x, w->x_trial, sizeof(double) * c->n);
    Swap(&w->r, &w->r_trial);
    w->last_step = bar_norm;
    w->error = w->d_bar;
    contraction = bar_norm / norm;
    is_near = lambda == 1 && norm <= MICA_NEWTON_FAR_STEP;
    if (is_near && bar_norm <= tolerance) return MICA_NEWTON_CONVERGED;
    if (is_near && is_fresh && bar_norm <= MICA_NEWTON_ACCEPTABLE && norm <= MICA_NEWTON_ACCEPTABLE &&
        contraction > MICA_NEWTON_CONTRACTION)
      return MICA_NEWTON_CONVERGED;
    previous_norm = norm;
    previous_bar = bar_norm;
    if (is_near && contraction < MICA_NEWTON_CONTRACTION &&
        log(tolerance / bar_norm) >= MICA_NEWTON_SIMPLIFIED_STEPS * log(contraction)) {
      is_fresh = has_previous = 0;
      has_step = 1;
      continue;
    }
    if (Refactor(c) != MICA_NEWTON_REGULAR) return MICA_NEWTON_IS_SINGULAR;
    is_fresh = has_previous = 1;
  }
}

/* The residuals in units of their largest term make the merit independent of how an equation is scaled. */
static double Merit(const Call* c, const double* r) {
  double sum = 0;
  uint32_t i;
  for (i = 0; i < c->n; ++i) sum += (r[i] / c->w->unit[i]) * (r[i] / c->w->unit[i]);
  return sum;
}

/* Gauss-Newton with the least-norm step and backtracking on the sum of squares of the residuals, scaled by their row of
 * the Jacobian. */
static MicaNewtonEnd SolveByResiduals(const Call* c) {
  MicaNewton* w = c->w;
  int small_steps = 0, k;
  uint32_t i;
  for (k = 0; k < c->settings->max_iterations; ++k) {
    double before, after, lambda = 1;
    int matrix, is_regular, is_accepted = 0;
    ++w->iterations;
    SetScale(c);
    matrix = Refactor(c);
    if (matrix == MICA_NEWTON_NO_MATRIX) return MICA_NEWTON_IS_SINGULAR;
    is_regular = matrix == MICA_NEWTON_REGULAR;
    for (i = 0; i < c->n; ++i) w->d[i] = -w->r[i];
    if (is_regular)
      Solve(c, w->d);
    else if (!c->problem->least_norm(c->problem->self, w->d))
      return MICA_NEWTON_IS_SINGULAR;
    w->last_step = ScaledNorm(c, w->d);
    w->error = w->d;
    if (!isfinite(w->last_step)) return MICA_NEWTON_IS_SINGULAR;
    c->problem->row_magnitudes(c->problem->self, w->unit);
    before = Merit(c, w->r);
    /* With a singular Jacobian a zero step proves nothing: the residuals must vanish, too. */
    if (w->last_step <= c->settings->tolerance)
      return is_regular ? MICA_NEWTON_CONVERGED
                        : EndHere(c, sqrt(before) <= MICA_NEWTON_ACCEPTABLE && IsSingularSolution(c));
    for (; lambda >= MICA_NEWTON_SMALLEST_DAMPING; lambda /= 2) {
      Trial(c, lambda);
      is_accepted =
          Evaluate(c, w->x_trial, w->r_trial) && Merit(c, w->r_trial) <= (1 - MICA_NEWTON_ARMIJO * lambda) * before;
      if (is_accepted) break;
    }
    if (!is_accepted)
      return EndHere(c, sqrt(before) <= MICA_NEWTON_ACCEPTABLE && (is_regular ? HasSlope(c) : IsSingularSolution(c)));
    memcpy(c->x, w->x_trial, sizeof(double) * c->n);
    Swap(&w->r, &w->r_trial);
    after = Merit(c, w->r);
    small_steps =
        w->last_step * lambda <= MICA_NEWTON_ACCEPTABLE && after <= MICA_NEWTON_ACCEPTABLE * MICA_NEWTON_ACCEPTABLE
            ? small_steps + 1
            : 0;
    if (after == 0) return MICA_NEWTON_CONVERGED;
    if (small_steps >= MICA_NEWTON_SMALL_STEPS && (is_regular || IsGone(c, w->r_trial, w->r)))
      return EndHere(c, !is_regular || HasSlope(c));
  }
  return MICA_NEWTON_TOO_MANY;
}

MicaNewtonEnd mica_newton(MicaNewton* newton, const MicaNewtonProblem* problem, double* x, const double* nominal,
                          const double* lower, const double* upper, const MicaNewtonSettings* settings) {
  Call c;
  uint32_t i;
  c.w = newton;
  c.problem = problem;
  c.nominal = nominal;
  c.lower = lower;
  c.upper = upper;
  c.settings = settings;
  c.x = x;
  c.n = problem->size;
  newton->iterations = newton->residuals = newton->jacobians = 0;
  newton->last_step = INFINITY;
  newton->error = 0;
  for (i = 0; i < c.n; ++i) x[i] = Inside(&c, i, x[i]);
  if (!Evaluate(&c, x, newton->r)) return MICA_NEWTON_NOT_EVALUABLE;
  return settings->least_squares ? SolveByResiduals(&c) : SolveByError(&c);
}
