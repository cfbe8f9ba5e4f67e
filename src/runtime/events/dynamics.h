/* Runtime: what happens to the arrays of an instance around the sections of its code: pre() and reinit() at events, and
 * dynamics that are run a moment ahead.
 *
 * A model may have integrators in its dynamics (`inlined`: states that a switch fixes in one of its modes). These take
 * such a state from its base over the moment `gain`. All that such dynamics compute belongs to one moment: their time,
 * the states that these integrators have, and the others, by a step of Euler's method. Otherwise the difference of a
 * voltage now and one a moment later would be taken for the voltage of a diode. The others are kept in their bases,
 * which the dynamics do not read; those without one (explicit in a mixed method) stay where they are. */
#ifndef MICA_DYNAMICS_H
#define MICA_DYNAMICS_H

#include "runtime/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MICA_NO_SLOT UINT32_MAX

/* Where things are. */
typedef struct MicaPlaces {
  uint32_t real_count, string_count, held_count, state_count, discrete_count, discrete_string_count, inlined_count;
  const uint32_t *states, *derivatives; /* slots, by state */
  const uint32_t* bases; /* of a stage: slots, by state, the state itself where it is explicit; null: there are none */
  const uint32_t *discrete, *discrete_strings; /* slots of what changes at events only */
  const uint32_t* inlined;                     /* numbers of states */
  uint32_t gain_slot,
      steps_time_slot; /* of a stage; of what was computed for a time: for which. MICA_NO_SLOT: there is none */
} MicaPlaces;

typedef int (*MicaSection)(void* self); /* status */

/* pre := the present values. Whether a discrete variable was another. A value that is not a number equals itself here:
 * it must not keep an event going. */
int mica_update_pre(MicaInstance* m, const MicaPlaces* p);
/* Whether there was a reinit. */
int mica_apply_reinits(MicaInstance* m, const MicaPlaces* p);
/* Runs the dynamics: of a model without inlined states once; of others a second time, from states that the equations
 * allow, with slopes that are known. */
int mica_run_derivatives(MicaInstance* m, const MicaPlaces* p, double gain, MicaSection section, void* self);
/* Runs the equations at an event. */
int mica_run_event(MicaInstance* m, const MicaPlaces* p, double gain, MicaSection section, void* self);

#ifdef __cplusplus
}
#endif
#endif
