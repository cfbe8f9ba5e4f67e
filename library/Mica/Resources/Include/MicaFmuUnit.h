/* An FMU as a component of a Modelica model, for the external functions of imported models. Each function brings the FMU to the
 * point that its arguments give, so that its result depends on nothing else: `mode` counts the events, and stands for the
 * discrete state. Failures end the run through ModelicaFormatError. */
#ifndef MICA_FMU_UNIT_H
#define MICA_FMU_UNIT_H

#include <stddef.h>

void* MicaFmuUnitNew(int version, int is_stepped, const char* directory, const char* library, const char* name,
                     const char* token, int states, int indicators, const int* input_types, const int* input_references,
                     size_t inputs, const int* set_types, const int* set_references, const double* set_values,
                     size_t sets);
void MicaFmuUnitFree(void* unit);

/* Initializes the FMU, again where it is asked for with other inputs. */
void MicaFmuUnitStart(void* unit, double time, const double* inputs, size_t input_count, double* states,
                      size_t state_count, double* next_event);

/* Model Exchange. */
void MicaFmuUnitDerivatives(void* unit, int mode, double time, const double* states, size_t state_count,
                            const double* inputs, size_t input_count, double* derivatives, size_t derivative_count);
void MicaFmuUnitIndicators(void* unit, int mode, double time, const double* states, size_t state_count,
                           const double* inputs, size_t input_count, double* indicators, size_t indicator_count);
void MicaFmuUnitValues(void* unit, int mode, double time, const double* states, size_t state_count, const double* inputs,
                       size_t input_count, const int* types, const int* references, size_t count, double* values);
void MicaFmuUnitEvent(void* unit, int mode, double time, const double* states, size_t state_count, const double* inputs,
                      size_t input_count, int* new_mode, double* new_states, size_t new_state_count,
                      double* next_event);

/* Co-Simulation: to `time` from where it is, with the inputs `held`; from there on they are `inputs`. Gives the number of
 * the step. `started` is what MicaFmuUnitStart gave: it says that this was before. */
int MicaFmuUnitStep(void* unit, int step, double time, const double* held, const double* inputs, size_t input_count);
void MicaFmuUnitStepped(void* unit, int step, double started, const int* types, const int* references, size_t count,
                        double* values);

#endif
