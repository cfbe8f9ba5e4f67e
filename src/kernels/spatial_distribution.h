/* Kernels: a quantity that is moved along a line, spatialDistribution() of the specification (3.7.4.3):
 *
 *     dz/dt + v(t) dz/dξ = 0 for 0 ≤ ξ ≤ 1,  z(0, t) = in0 while v ≥ 0,  z(1, t) = in1 while v < 0,  dx/dt = v.
 *
 * Its solution moves as it is: z(ξ, t) is a function of ξ - x alone. So points are kept by a = ξ - x, which stays as it is when x moves; a step
 * adds what came in at one end and cuts what went out at the other. Between points the function is linear. Two points of one place are the sides
 * of a jump.
 */
#ifndef MICA_SPATIAL_DISTRIBUTION_H
#define MICA_SPATIAL_DISTRIBUTION_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicaDistribution {
  double *at, *value;  /* points in the order of their places, from `first` on */
  size_t first, count, capacity;
  double x;            /* at the last step */
} MicaDistribution;

/* Begins with `count` > 0 points, places in [0, 1] that do not decrease. 0: no memory. */
int mica_distribution_start(MicaDistribution* d, size_t count, const double* points, const double* values, double x);
/* out0 or out1 at the present x, which the last accepted step need not have reached. */
double mica_distribution_value(const MicaDistribution* d, int output, double in0, double in1, double x, int positive_velocity);
/* A step was accepted at x, with these values at the ends. 0: no memory. */
int mica_distribution_advance(MicaDistribution* d, double in0, double in1, double x, int positive_velocity);
void mica_distribution_free(MicaDistribution* d);

#ifdef __cplusplus
}
#endif
#endif
