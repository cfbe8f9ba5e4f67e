/* Runtime: the continuous solution of one simultaneous system with bounded work, at fixed values of its relations and
 * discrete variables.
 *
 * A linear system takes one step from the present point, r(x) + J d = 0, with up to two refinements; its factors are
 * kept as long as `changes` allows. If J is singular to working precision but the equations agree, the solution is
 * taken that ideal switches among them mean: of an equation R(x, c) = 0 with the condition c the slightly undecided
 * form is R + e*(R(x, not c) - R(x, c)), and its limit for e -> 0 is the solution of a circuit whose switches leak a
 * little (mica_linear_limit; run/events/leaking_switches.h has the theory). What the switches leave open is taken
 * nearest to the present point. A nonlinear system is attempted by Newton iteration (newton.h), all attempts together
 * within `most_iterations`: 1 by a few steps without damping from the extrapolation of the last solutions
 * (solution_history.h) 2 the same from the last solution   3 with damping from the last solution   4 with damping from
 * the start values When the iterations are used up, the point where the last attempt ended is taken, and `is_cut_short`
 * says so. The Jacobian is that of the code; where there is none, or it cannot be evaluated at a point, it is taken by
 * differences. After success the unknowns and all inner variables in `reals` belong to the solution; after failure the
 * unknowns are as before. No memory is taken; pointers of a solver lead into the memory that it was placed in, its
 * shape and its instance. */
#ifndef MICA_BOUNDED_SOLVER_H
#define MICA_BOUNDED_SOLVER_H

#include "runtime/linear/linear.h"
#include "runtime/model_code.h"
#include "runtime/systems/difference_jacobian.h"
#include "runtime/systems/newton.h"
#include "runtime/systems/solution_history.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Newton steps of an attempt without damping: more than these mean that the start is not near. */
#define MICA_SOLVER_FEW_STEPS 12
/* Linear systems. Residuals in units of the largest term of their row, of the size of the solution in nominal values:
 * rounding of one sum of a few terms; what is good enough after a refinement; and the size below which a solution
 * counts as zero. */
#define MICA_SOLVER_LINEAR_ROUNDING (4 * 2.220446049250313e-16)
#define MICA_SOLVER_LINEAR_GOOD 1e-9
#define MICA_SOLVER_LINEAR_NOTHING 1e-6
/* Steps: the solution and two refinements. */
#define MICA_SOLVER_LINEAR_STEPS 3
/* Of a sparse matrix with extended rows neither pivots nor the sizes of rows tell whether its factors are good: only
 * that one more step changes nothing, of the size of the solution. What it changes is rounding in the sequence of the
 * inner steps, which may magnify it 1e7 times (structure/systems/tearing_growth.h). */
#define MICA_SOLVER_UNCHANGED 1e-6
/* What rounding leaves of a vanishing pivot is not a pivot: the answer to a right side of one unit is then beyond this,
 * in nominal values. */
#define MICA_SOLVER_BEYOND_MEASURE 1e13
/* The leakage for which the direction of a solution that does not exist is followed: only signs are read from what it
 * gives. */
#define MICA_SOLVER_LEAK 1e-9
/* Unknowns of a singular system that are listed. */
#define MICA_SOLVER_LISTED 8

enum { MICA_SOLVER_CHANGES_ALWAYS, MICA_SOLVER_CHANGES_AT_EVENTS, MICA_SOLVER_CHANGES_NEVER };

/* What does not change. */
typedef struct MicaSolverShape {
  MicaLinearShape matrix;
  const uint32_t* unknowns; /* slots */
  int32_t is_linear, is_analytic /* the code has the entries of the Jacobian */,
      changes /* when these may become others */;
  /* Columns of the matrix by colour, for differences; without extended rows. */
  uint32_t colors;
  const uint32_t *color_begin, *color_column;
  /* Of a stage, x = base + gain*der(x): pairs of an unknown that is a derivative and the slot of its state. */
  uint32_t slope_count;
  const uint32_t* slopes;
  uint32_t gain_slot;
  /* Conditions in the equations whose opposite is another mode: relations, and slots of Boolean variables. */
  uint32_t switch_held_count, switch_slot_count;
  const uint32_t *switch_held, *switch_slots;
} MicaSolverShape;

typedef enum {
  MICA_SOLVER_SOLVED,
  MICA_SOLVER_NOT_EVALUABLE,
  MICA_SOLVER_SINGULAR,
  MICA_SOLVER_NO_DESCENT,
  MICA_SOLVER_TOO_MANY,
  MICA_SOLVER_INCONSISTENT /* linear */
} MicaSolverEnd;

typedef struct MicaSolver {
  const MicaSolverShape* shape;
  MicaInstance* instance;
  const MicaSystemCode* code;
  uint32_t real_count;
  int32_t most_iterations; /* Newton iterations of one solution */
  double tolerance;        /* of their last step */
  MicaLinear matrix;
  MicaNewton newton;
  MicaHistory history;
  MicaDifferences differences;
  double *starts, *nominal, *lower, *upper;
  double *x, *r, *d, *before, *point, *row_magnitudes, *difference_x, *difference_r, *difference_work;
  double *leak, *leak_entries, *toggled, *toggled_entries, *escape;
  int32_t has_factors; /* they belong to the equations */
  /* Of the last solution. */
  int32_t is_cut_short, was_singular, has_escape;
  int32_t iterations;                            /* of a nonlinear system */
  uint32_t open_count, open[MICA_SOLVER_LISTED]; /* unknowns that a singular system left open, the first time */
  /* Of a failure: the point of the attempt that came nearest, its residuals, the largest of them in units of its row,
   * and what the equations leave open there. */
  MicaSolverEnd end;
  double *failure_x, *failure_r, failure_error;
  uint32_t failure_open_count, failure_open[MICA_SOLVER_LISTED];
  /* Of all solutions. */
  size_t solutions, all_iterations, residuals, jacobians;
} MicaSolver;

size_t mica_solver_doubles(const MicaSolverShape* shape);
size_t mica_solver_integers(const MicaSolverShape* shape);
void mica_solver_place(MicaSolver* s, const MicaSolverShape* shape, MicaInstance* instance, const MicaSystemCode* code,
                       uint32_t real_count, double* doubles, uint32_t* integers);
/* Nominal values and bounds as they are in the instance, and the start values of the unknowns. */
void mica_solver_take_attributes(MicaSolver* s, const double* starts);
/* An event: what was before says nothing about what comes after. */
void mica_solver_note_event(MicaSolver* s);
/* 0: not solved. */
int mica_solver_solve(MicaSolver* s);
/* After a failure of a linear system whose equations contradict each other: the unknowns go where slightly leaking
 * switches would take them, which tells what must change. 0: nothing of the kind is known. */
int mica_solver_take_escape(MicaSolver* s);

#ifdef __cplusplus
}
#endif
#endif
