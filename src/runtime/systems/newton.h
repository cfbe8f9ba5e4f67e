/* Runtime: damped Newton iteration for F(x) = 0. The only one in the tree: variable-step methods, methods with bounded
 * work and exported models call it.
 *
 * Steps d = -J^-1 F are judged by the natural monotonicity test, in the largest norm of the unknowns scaled by s_i =
 * max(|x_i|, MICA_NEWTON_NOMINAL_SHARE*nominal_i): |J(x)^-1 F(x + l*d)| <= (1 - l/4) |d|. It is invariant under scaling
 * of the equations. The damping l starts from an estimate by the affine-invariant Lipschitz constant and is cut until
 * the test holds; where F cannot be evaluated or is not finite, l is halved. Iterates stay inside [lower, upper]: a
 * component that would leave is put on the bound. Converged when the simplified step after a full step is below the
 * tolerance in every component, and the full step was short: the Jacobian of a point far away says nothing about the
 * residuals here. Without damping, full steps are taken as long as F can be evaluated: through the kinks of piecewise
 * linear equations that is the quicker way, for a few steps from a point nearby. While the iteration contracts well in
 * short steps, the factored Jacobian of an earlier point (of an earlier solution, too) serves on. With `least_squares`,
 * steps are the least-norm solution of a Jacobian that may be singular, judged by the size of the residuals. Where no
 * step helps and steps are small, but as large as those that rounding of the data alone would ask for, F is as near to
 * zero as its terms, much larger than itself, allow: a flow that comes to rest between two large pressures. That is
 * converged too.
 *
 * On success the last evaluation of F was at the solution. Each iteration takes one factorisation at most, and as many
 * residuals and solutions as the damping needs: about 30 at most. No memory is taken. Reference: P. Deuflhard, Newton
 * Methods for Nonlinear Problems, Springer 2004, algorithms NLEQ-ERR and QNERR. */
#ifndef MICA_NEWTON_H
#define MICA_NEWTON_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unknown counts as no smaller than this share of its nominal value, which often is the default of 1: much smaller
 * solutions must be found, too. */
#define MICA_NEWTON_NOMINAL_SHARE 1e-4
/* Of scaled steps. Where rounding stops progress, a step below this is good enough, if the equations have a slope
 * there. */
#define MICA_NEWTON_ACCEPTABLE 1e-7
/* Of scaled steps: larger ones are not examined for rounding, since the unknowns are then not determined to any useful
 * number of digits. */
#define MICA_NEWTON_ROUNDED_STEP 1e-4
/* In units of what one disturbance by rounding changed: errors of several terms and operations add up. */
#define MICA_NEWTON_ROUNDINGS 4
/* Residuals are rounded each on its own: so many ways to choose the signs of what rounding makes of them are tried. */
#define MICA_NEWTON_SIGNS 4
/* Of scaled steps. Beyond it the Jacobian of where the step began says nothing about where it ended: past a kink it may
 * be steeper by many orders of magnitude, and any residual is small for it. */
#define MICA_NEWTON_FAR_STEP 1e-2
/* A damping below this means that there is no descent: thirty halvings of a full step. */
#define MICA_NEWTON_SMALLEST_DAMPING 1e-9
/* Simplified steps that an old Jacobian would still need, from its contraction: beyond, a new one is cheaper. */
#define MICA_NEWTON_SIMPLIFIED_STEPS 3
/* Above this contraction an old Jacobian does not serve on, and a fresh one makes no progress (as in QNERR: beyond 1/2
 * the simplified iteration need not converge). */
#define MICA_NEWTON_CONTRACTION 0.5
/* A damping is enlarged once if the estimate is larger by this (as in NLEQ-ERR). */
#define MICA_NEWTON_ENLARGEMENT 4
/* For the test of a slope, in steps: far beside the rounding that ended the iteration, short beside the curvature of
 * equations; and how much the residuals may be off there, of the distance: what rounding adds is
 * 1/MICA_NEWTON_SLOPE_STEPS. */
#define MICA_NEWTON_SLOPE_STEPS 100
#define MICA_NEWTON_SLOPE_OFF 0.5
/* Of the sum of squares: the descent that a least-norm step must bring (Armijo's rule; Nocedal & Wright, Numerical
 * Optimization, 3.1: 1e-4). */
#define MICA_NEWTON_ARMIJO 1e-4
/* Least-norm steps that are acceptable one after the other: then the iteration has come to rest. */
#define MICA_NEWTON_SMALL_STEPS 3

/* What the iteration asks for. Functions return 0 where they cannot be evaluated. */
typedef struct MicaNewtonProblem {
  void* self;
  uint32_t size;
  int (*residual)(void* self, const double* x, double* r);
  /* Residuals at x with everything that they are computed from moved by a few units of its rounding. Null, or 0: not
   * known. */
  int (*rounded)(void* self, const double* x, double* r);
  /* The Jacobian at the point of the last residual, and its factors: MICA_NEWTON_REGULAR, MICA_NEWTON_SINGULAR,
   * MICA_NEWTON_NO_MATRIX. */
  int (*factor)(void* self);
  void (*solve)(void* self, double* b); /* with the factors at hand */
  /* Of the least-squares form alone. b becomes the least-norm solution with the matrix last taken, 0: there is none;
   * the size of the largest term of each of its rows. */
  int (*least_norm)(void* self, double* b);
  void (*row_magnitudes)(void* self, double* magnitudes);
} MicaNewtonProblem;

enum { MICA_NEWTON_REGULAR, MICA_NEWTON_SINGULAR, MICA_NEWTON_NO_MATRIX };

typedef struct MicaNewtonSettings {
  double tolerance; /* of the scaled step */
  int32_t max_iterations;
  int32_t has_factors; /* start with the factors at hand */
  int32_t damped, least_squares, use_bounds;
} MicaNewtonSettings;

typedef enum {
  MICA_NEWTON_CONVERGED,
  MICA_NEWTON_NOT_EVALUABLE /* at the start */,
  MICA_NEWTON_IS_SINGULAR,
  MICA_NEWTON_NO_DESCENT,
  MICA_NEWTON_TOO_MANY
} MicaNewtonEnd;

/* MICA_NEWTON_DOUBLES(size) of memory, and what came out. */
typedef struct MicaNewton {
  double *r, *r_trial, *d, *d_bar, *x_trial, *scale, *unit; /* r: residuals at the point where it ended */
  double last_step;                                         /* scaled norm */
  const double* error; /* that step: how far the point where it ended may be from a solution; null: nothing is known */
  uint32_t iterations, residuals, jacobians;
} MicaNewton;
#define MICA_NEWTON_DOUBLES(n) (7 * (n))

void mica_newton_place(MicaNewton* newton, uint32_t size, double* memory);
/* x: start, then solution (or the point where it ended). `nominal` is positive. */
MicaNewtonEnd mica_newton(MicaNewton* newton, const MicaNewtonProblem* problem, double* x, const double* nominal,
                          const double* lower, const double* upper, const MicaNewtonSettings* settings);

#ifdef __cplusplus
}
#endif
#endif
