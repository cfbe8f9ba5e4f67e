/* Runtime: an FMU without CVODE. See fmu.h. */
#include "runtime/fmu/fmu.h"

int mica_cvode_is_there(void) { return 0; }
int mica_cvode_step(MicaFmu* f, double limit, double stop, MicaStepEnd* end) {
  (void)limit;
  (void)stop;
  (void)end;
  f->stepper.failure_text = "this FMU was built without a solver";
  return MICA_FATAL;
}
void mica_cvode_restart(MicaFmu* f) { (void)f; }
double mica_cvode_reached(const MicaFmu* f) { return f->stepper.instance.time; }
void mica_cvode_free(MicaFmu* f) { (void)f; }
