/* Runtime: what the parts of bounded_solver.h share: bounded_solver.c has nonlinear systems, bounded_linear.c linear
 * ones. */
#ifndef MICA_BOUNDED_SOLVER_INTERNAL_H
#define MICA_BOUNDED_SOLVER_INTERNAL_H

#include "runtime/systems/bounded_solver.h"

/* `self` of these is a MicaSolver. */
int mica_solver_residual(void* self, const double* x, double* r);
/* The entries of the Jacobian at the point of the last residual. */
int mica_solver_jacobian(MicaSolver* s, double* entries);
void mica_solver_keep_failure(MicaSolver* s, MicaSolverEnd end, const double* x, const double* r);
/* The largest residual in units of the largest term of its equation. */
double mica_solver_row_error(const MicaSolver* s, const double* r);
int mica_solver_are_finite(const double* values, size_t count);
int mica_solver_solve_linear(MicaSolver* s);

#endif
