/* Runtime: what the parts of fixed_step.h share: fixed_step.c has steps, fixed_step_host.c what model code and event handling ask for, fixed_step_place.c memory. */
#ifndef MICA_FIXED_STEP_INTERNAL_H
#define MICA_FIXED_STEP_INTERNAL_H

#include "kernels/fixed_step.h"

/* Fills the host, and the calls of the parts. */
void mica_step_connect(MicaStepper* s);
/* Solvers and modes as they are before the first solution. */
void mica_step_place_systems(MicaStepper* s);
int mica_step_derivatives(MicaStepper* s);
int mica_step_outputs(MicaStepper* s);
int mica_step_crossings(MicaStepper* s, double* g);

#endif
