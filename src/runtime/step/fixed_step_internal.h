/* Runtime: what the parts of fixed_step.h share: fixed_step.c has steps, fixed_step_host.c what model code and event
 * handling ask for, fixed_step_history.c what is remembered, fixed_step_place.c memory. */
#ifndef MICA_FIXED_STEP_INTERNAL_H
#define MICA_FIXED_STEP_INTERNAL_H

#include "runtime/step/fixed_step.h"

int mica_step_has_mode(const MicaStepSystem* y);
/* All pointers and calls, whatever was there before. */
void mica_step_prepare(MicaStepper* s);
/* Fills the host, and the calls of the parts. */
void mica_step_connect(MicaStepper* s);
/* Solvers and modes as they are before the first solution. */
void mica_step_place_systems(MicaStepper* s);
/* The method before its first step; calls, method and grid are set. */
void mica_step_place_method(MicaStepper* s);
int mica_step_derivatives(MicaStepper* s);
int mica_step_stage(MicaStepper* s);
int mica_step_outputs(MicaStepper* s);
int mica_step_crossings(MicaStepper* s, double* g);
/* What systems know of earlier points no longer holds. */
void mica_step_note_event(MicaStepper* s);

/* fixed_step_history.c: memory, values at the start, what model code asks for, and the present, accepted point (0:
 * there is no room). */
size_t mica_step_history_doubles(const MicaStepModel* m);
void mica_step_place_history(MicaStepper* s, double* doubles, uint32_t* integers, uint8_t* bytes,
                             const MicaStepMemory* memory);
void mica_step_start_history(MicaStepper* s);
double mica_step_on_delay(MicaInstance* m, uint32_t which, double value, double delay_time, double delay_max);
double mica_step_on_distribution(MicaInstance* m, uint32_t output, double in0, double in1, double x,
                                 int positive_velocity);
int mica_step_record(MicaStepper* s, int at_event);

/* fixed_step.c: the values at the start, and external objects made of them, instead of those that there were. */
void mica_step_load(MicaStepper* s);
int mica_step_make_objects(MicaStepper* s);

#endif
