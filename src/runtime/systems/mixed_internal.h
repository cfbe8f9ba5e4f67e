/* Runtime: what the parts of mixed_system.h share: mixed_system.c has the iteration, mixed_search.c what is tried when
 * it does not help, mixed_sides.c how far relations are from their edges. */
#ifndef MICA_MIXED_INTERNAL_H
#define MICA_MIXED_INTERNAL_H

#include "runtime/systems/mixed_system.h"

void mica_mixed_read(const MicaMixed* x, double* mode);
void mica_mixed_write(MicaMixed* x, const double* mode);
int mica_mixed_is_mode(const MicaMixed* x, const double* mode);
int mica_mixed_are_equal(const double* a, const double* b, uint32_t count);
int mica_mixed_may_try(const MicaMixed* x);
int mica_mixed_solve_continuous(MicaMixed* x);
/* Relations and discrete unknowns from the solution; discrete unknowns alone; these with the relations as they stand.
 */
int mica_mixed_recompute(MicaMixed* x);
int mica_mixed_recompute_discrete(MicaMixed* x);
int mica_mixed_follow_relations(MicaMixed* x);

/* At the solution of `mode`, of which x->next becomes what follows from it: how far relations are from their edges, and
 * what of that is rounding. 0: it cannot be evaluated. `is_solution`: where it is the direction in which a solution
 * leaves, nothing of it is rounding. `has_computed_states`: states that a switch may fix come from an earlier pass. */
int mica_mixed_find_contradictions(MicaMixed* x, const double* mode, int is_solution, int has_computed_states);
int mica_mixed_contradicts(const MicaMixed* x, uint32_t i, const double* mode);
int mica_mixed_is_on_edge(const MicaMixed* x, uint32_t i);

int mica_mixed_pivot(MicaMixed* x);
int mica_mixed_search(MicaMixed* x);
int mica_mixed_rests_on_edge(MicaMixed* x);
int mica_mixed_latch(MicaMixed* x);
int mica_mixed_nearby(MicaMixed* x, int keeps_start);

#endif
