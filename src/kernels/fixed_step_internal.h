/* Kernels: what the parts of the fixed-step runtime share. fixed_step.c has steps and events, fixed_step_systems.c simultaneous systems. */
#ifndef MICA_FIXED_STEP_INTERNAL_H
#define MICA_FIXED_STEP_INTERNAL_H

#include "kernels/fixed_step.h"

/* Solves system `which` from inside of model code; at an event with its modes. */
int mica_step_solve(MicaInstance* m, uint32_t which);
/* Places the solvers in their memory. */
void mica_step_start_systems(MicaStepper* s);
/* An event has happened: factors that belong to what was before, and earlier solutions, are forgotten. */
void mica_step_note_event(MicaStepper* s);

#endif
