/* Runtime: what changes of a part of the runtime while it runs, as bytes that may be moved, stored and sent. One
 * function of each part visits it, for its size, to save and to restore it: so the three cannot differ. Pointers are
 * not part of it: memory is placed first, then its contents are restored. */
#ifndef MICA_SAVED_STATE_H
#define MICA_SAVED_STATE_H

#include "runtime/step/rosenbrock.h"
#include "runtime/step/step_loop.h"
#include "runtime/systems/bounded_solver.h"
#include "runtime/systems/mixed_system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MicaState {
  unsigned char* bytes; /* null: they are only counted */
  size_t at;
  int is_restored; /* from the bytes; else they are written */
} MicaState;

void mica_state_visit(MicaState* st, void* data, size_t size);
/* Parts of `size` numbers that lie one after the other in memory, in an order that changes. */
void mica_state_visit_order(MicaState* st, double** parts, uint32_t count, size_t size);
#define MICA_VISIT(st, field) mica_state_visit(st, &(field), sizeof(field))

/* Without the numbers and indices in the memory of the caller. */
void mica_solver_visit(MicaSolver* s, MicaState* st);
void mica_mixed_visit(MicaMixed* x, MicaState* st);
void mica_loop_visit(MicaLoop* l, MicaState* st);
void mica_iteration_visit(MicaIteration* e, MicaState* st);
void mica_handler_visit(MicaHandler* h, MicaState* st);
void mica_bounded_step_visit(MicaBoundedStep* b, MicaState* st);
void mica_rosenbrock_visit(MicaRosenbrock* r, MicaState* st);
/* With their arrays. */
void mica_calendar_visit(MicaCalendar* c, MicaState* st);
void mica_watch_visit(MicaWatch* w, MicaState* st);

#ifdef __cplusplus
}
#endif
#endif
