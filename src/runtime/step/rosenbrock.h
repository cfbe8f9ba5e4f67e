/* Runtime: Rosenbrock methods for real time: implicit without iteration, the same work in each step.
 *
 * A step from y at t solves s linear systems with one matrix,
 *   (I - gamma h J) k(i) = f(t + alpha(i) h, y + h sum alpha(i,j) k(j)) + h J sum gamma(i,j) k(j) + gamma(i) h df/dt,
 * y' = y + h sum b(i) k(i), where J = df/dy and df/dt belong to its begin. Both methods are L-stable: stages 2  ROS2,
 * order 2, gamma = 1 - 1/sqrt(2)                    (Verwer, Spee, Blom & Hundsdorfer, SIAM J. Sci. Comput. 20, 1999)
 *   stages 4  Rodas3, order 3, three evaluations, gamma = 1/2, stiffly accurate  (Sandu et al., Atmospheric Environment
 * 31, 1997) A model that has its linearised equations solves these for each stage: with D(d) = (I - gamma h J)^-1 J d
 * and the right side r + h J v, k = r + D(gamma h r + h v), exact, with the systems that tearing leaves of them. Of
 * others J is taken by differences (slope_jacobian.h), and one matrix factored in a step, dense or sparse (linear.h).
 * df/dt is a difference. */
#ifndef MICA_ROSENBROCK_H
#define MICA_ROSENBROCK_H

#include "runtime/linear/linear.h"
#include "runtime/step/bounded_step.h"
#include "runtime/step/slope_jacobian.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a model without linearised equations brings along. */
typedef struct MicaRosenbrockShape {
  uint32_t states;
  int32_t has_tangent;      /* the rest is empty */
  MicaDifferences jacobian; /* its entries row by row, `row_begin` where each row starts */
  const uint32_t* row_begin;
  MicaLinearShape matrix; /* I - gamma h J: the entries of J, then the diagonal */
} MicaRosenbrockShape;

typedef struct MicaRosenbrock {
  const MicaRosenbrockShape* shape;
  const double* nominal; /* by state: not 0, and finite */
  MicaLinear linear;
  double *time_slope, *at, *sum, *f, *stages, *j, *memory;
} MicaRosenbrock;

size_t mica_rosenbrock_doubles(const MicaRosenbrockShape* shape);
size_t mica_rosenbrock_integers(const MicaRosenbrockShape* shape);
void mica_rosenbrock_place(MicaRosenbrock* r, const MicaRosenbrockShape* shape, const double* nominal, double* doubles,
                           uint32_t* integers);
/* By h from b->begin: bounded_step.h calls it. */
int mica_rosenbrock_step(MicaBoundedStep* b, double h);

#ifdef __cplusplus
}
#endif
#endif
