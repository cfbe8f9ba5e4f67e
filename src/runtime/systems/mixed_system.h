/* Runtime: simultaneous systems with relations or discrete unknowns inside, solved at events (mixed systems).
 *
 * The mode of such a system is the value of its held relations and discrete unknowns. Between events it does not
 * change. At an event: 0 At initialization, where nothing is held yet, the mode is that of the start values. Later the
 * discrete unknowns follow from the values before the event and from what lies outside, with the relations that they
 * read; the others are those of before. In a later pass of the same event iteration the mode of the pass before is kept
 * if its relations hold up to rounding. 1 Fixed-point iteration: solve the continuous equations in the present mode,
 * recompute the mode from the solution, until it stays. 2 If a mode comes again whose solution is the same (a relation
 * on the edge, decided by rounding), that of before is taken if its relations hold up to rounding, else the one that
 * contradicts itself least. 3 If it cycles otherwise, or a mode has no solution, one relation at a time is changed, the
 * first that contradicts (Murty, Note on a Bard-type scheme for solving the complementarity problem, 1974). For ideal
 * diodes in a passive circuit that comes to its end, whatever the start. A mode whose equations contradict each other
 * tells by its leaking limit (bounded_solver.h) which relation contradicts. 4 If that does not help, combinations of
 * its relations are searched, those that changed before the others, nearest to the present mode first, for one that
 *     reproduces itself; at most MICA_MIXED_LARGEST_SEARCH of them. Discrete unknowns follow from the relations (a
 * system without relations is searched over its discrete unknowns). 5 If no mode fits pre() as it is, the one that the
 * mode of before leads to counts if it fits itself as pre(): a hysteresis whose output takes its input back across the
 * edge stays switched, though within this pass of the event iteration both values contradict themselves. The next pass
 * has it as pre().
 *   6 If nothing fits, a mode counts that fits itself after the numbers which the equations read are moved by
 *     MICA_MIXED_NEARBY of themselves. Properties of media that two formulas give for either side of a boiling curve
 * meet on it to eight digits only: in between, each side refers to the other. The first pass takes a mode other than
 * that of before, which the event has found to be past its edge, if there is one; later passes keep it. Ties are broken
 * by the order of relations and discrete unknowns. At most `most_modes` are tried in all, and the last one is taken
 * when they are used up.
 *
 * How far the sides of a relation are apart, and how much of that may be rounding: ideal switches come to rest on their
 * edge, without current and without voltage. What is computed for them then is rounding, whose sign says nothing, and
 * whose size does not follow from the sides alone: a current of 1e-17 A beside others of 1 A, or the voltage of an
 * inductor with that current over the moment that an event looks ahead. So it is found by trying: all numbers that the
 * equations read are disturbed by a few units in the last place, the system is solved again, and what that changes is
 * rounding. States that a switch may fix may be rounding themselves where an earlier pass of the same event computed
 * them: these are disturbed by as much of their nominal value. No memory is taken. */
#ifndef MICA_MIXED_SYSTEM_H
#define MICA_MIXED_SYSTEM_H

#include "runtime/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Passes of the fixed-point iteration: as many modes are remembered. */
#define MICA_MIXED_MOST_ITERATIONS 200
/* Combinations of one search: 2^12. */
#define MICA_MIXED_LARGEST_SEARCH 4096
/* Failures of the solver of a nonlinear system in one search. Each takes many iterations: where one mode after the
 * other has no solution, the mode is not what is wrong. */
#define MICA_MIXED_MOST_FAILURES 4
/* Changes of one relation at a time: seldom more than relations, in contrived cases 2^n (Murty 1978); the search takes
 * over then. */
#define MICA_MIXED_MOST_PIVOTS 50
#define MICA_MIXED_PIVOTS_PER_RELATION 10
/* Two solutions are the same: of the larger of their values and the nominal value. Newton iterations end at 1e-9 of
 * that or below. */
#define MICA_MIXED_SAME 1e-9
/* Both sides of a relation are equal up to rounding: of the larger side, as what is left of a located event. */
#define MICA_MIXED_ON_EDGE 1e-10
/* Of the largest side: what is rounding at least. Some hundred units in the last place, of a system that is not too
 * ill-conditioned. */
#define MICA_MIXED_ROUNDING 1e-13
/* Of numbers that the equations read: how far away a mode that contradicts itself may be consistent. Above the steps
 * between formulas that are meant to meet, far below the tolerances of integration. */
#define MICA_MIXED_NEARBY 1e-8
#define MICA_MIXED_NEARBY_TRIALS 4
/* In units of what a disturbance changed: one disturbance may leave a relation nearly as it was. */
#define MICA_MIXED_OF_DISTURBANCE 8

typedef struct MicaMixedShape {
  uint32_t held_count, discrete_count, solution_count, unknown_count, inlined_count;
  const uint32_t *held, *discrete; /* relations; slots of discrete unknowns */
  const uint32_t*
      solution; /* slots that tell two solutions apart: the unknowns; where formulas give all, what these give */
  const uint32_t* unknowns; /* slots */
  const uint32_t* inlined;  /* pairs of slots: a state that a switch may fix, and its base */
  int32_t is_linear;
} MicaMixedShape;

/* Functions return 0 for failure. */
typedef struct MicaMixedCalls {
  void* self;
  int (*solve)(void* self);       /* the continuous equations in the present mode */
  int (*take_escape)(void* self); /* after a failure: the unknowns go where they lead (mica_solver_take_escape) */
  int (*sides)(void* self, uint32_t held, double* left,
               double* right);      /* both sides of a relation of Reals. 0: it is not one */
  void (*keep_failure)(void* self); /* that of the last solve counts if there is no mode at all. May be null */
} MicaMixedCalls;

typedef struct MicaMixed {
  const MicaMixedShape* shape;
  MicaMixedCalls calls;
  MicaInstance* instance;
  const MicaSystemCode* code;
  uint32_t real_count;
  int32_t most_modes;
  uint32_t width, rows; /* of a mode; modes that are remembered */
  uint32_t visited_count, solution_rows;
  double *visited, *solutions;
  double *start, *present, *candidate, *expected, *next, *point, *residuals, *pre, *seen, *distances, *noise,
      *reals_here;
  uint32_t *seen_count, *varying, *digits, varying_count, failures;
  uint8_t* on_edge;
  int32_t tried; /* modes, in this solution */
} MicaMixed;

typedef enum {
  MICA_MIXED_SOLVED,
  MICA_MIXED_CUT_SHORT /* the last mode was taken */,
  MICA_MIXED_SOLVER_FAILED,
  MICA_MIXED_NO_MODE
} MicaMixedEnd;

size_t mica_mixed_doubles(const MicaMixedShape* shape, uint32_t real_count, int32_t most_modes);
size_t mica_mixed_integers(const MicaMixedShape* shape);
void mica_mixed_place(MicaMixed* x, const MicaMixedShape* shape, const MicaMixedCalls* calls, MicaInstance* instance,
                      const MicaSystemCode* code, uint32_t real_count, int32_t most_modes, double* doubles,
                      uint32_t* integers);
/* At an event, of a system that has a mode. `is_later_pass`: of its iteration, so that the mode of the one before is
 * kept if it can be. `switches_fix_states`: there are such switches in the model, and pivoting comes first. */
MicaMixedEnd mica_mixed_solve(MicaMixed* x, int is_later_pass, int switches_fix_states);

#ifdef __cplusplus
}
#endif
#endif
