/* Kernels: a quantity that is moved along a line, spatialDistribution() of the specification (3.7.4.3):
 *
 *     dz/dt + v(t) dz/dξ = 0 for 0 ≤ ξ ≤ 1,  z(0, t) = in0 while v ≥ 0,  z(1, t) = in1 while v < 0,  dx/dt = v.
 *
 * Its solution moves as it is: z(ξ, t) is a function of ξ - x alone. So points are kept by a = ξ - x, which stays as it
 * is when x moves; a step adds what came in at one end and cuts what went out at the other. Between points the function
 * is linear. Two points of one place are the sides of a jump.
 *
 * Memory is that of the caller: `room` for points at `at` and `value`. A call that finds no room for what it adds
 * changes nothing and returns 0.
 */
#ifndef MICA_SPATIAL_DISTRIBUTION_H
#define MICA_SPATIAL_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicaDistribution {
  double *at, *value; /* points in the order of their places, from `first` on */
  uint32_t first, count, room;
  uint32_t spare;
  double x; /* at the last step */
} MicaDistribution;

/* How many points a step may add. */
#define MICA_DISTRIBUTION_STEP 2

/* The caller has given other memory, of `room` points: the points are taken there. */
void mica_distribution_move(MicaDistribution* d, double* at, double* value, uint32_t room);
/* Begins with `count` > 0 points, places in [0, 1] that do not decrease. 0: no room. */
int mica_distribution_start(MicaDistribution* d, uint32_t count, const double* points, const double* values, double x);
/* out0 or out1 at the present x, which the last accepted step need not have reached. */
double mica_distribution_value(const MicaDistribution* d, int output, double in0, double in1, double x,
                               int positive_velocity);
/* A step was accepted at x, with these values at the ends. 0: no room. */
int mica_distribution_advance(MicaDistribution* d, double in0, double in1, double x, int positive_velocity);

#ifdef __cplusplus
}
#endif
#endif
