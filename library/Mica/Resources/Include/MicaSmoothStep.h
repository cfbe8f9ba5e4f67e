/* A step from 0 to 1 with a continuous slope, for Mica.Examples.SmoothStep. */
#ifndef MICA_SMOOTH_STEP_H
#define MICA_SMOOTH_STEP_H

static double MicaSmoothStep(double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * (3 - 2 * x);
}

#endif
