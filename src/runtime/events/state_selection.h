/* Runtime: the choice of states within the sets that the compiler left open: a set has variables of which some are
 * states, held in places, and a choice matrix says which variable is in which place.
 *
 * At accepted points the constraints of a set, as linear equations in its variables, are looked at: eliminated columns
 * are put in, columns are scaled by the nominal values of their variables, and column_choice.h says which variables are
 * dummies. When another choice is better by MICA_SELECTION_WORTH, variables change places: the choice matrix and the
 * states are written anew, and the integrator starts afresh. Between changes the choice is constant. */
#ifndef MICA_STATE_SELECTION_H
#define MICA_STATE_SELECTION_H

#include "runtime/linear/column_choice.h"
#include "runtime/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Factor by which the determinant of the dummies' columns must grow: above 1, so that two choices that are as good do
 * not take turns at each step, and small beside what makes a choice bad. */
#define MICA_SELECTION_WORTH 2.5
/* A number in place of a slot: there is none. */
#define MICA_SELECTION_NONE UINT32_MAX

typedef struct MicaSelectionTerm {
  double number;   /* the factor, or the sign of the variable in `slot` which is the factor */
  uint32_t column; /* variables, forced ones, then eliminated ones */
  uint32_t slot;
} MicaSelectionTerm;

typedef struct MicaSelectionSet {
  uint32_t variables, forced, eliminated, constraints;
  const uint32_t* slots;          /* of the variables */
  const double* signs;            /* a variable is the sign times what its slot has */
  const int32_t* kind;            /* of variables, then of forced ones: those of equal kind may change places */
  const uint8_t* starts_as_state; /* by variable */
  const uint32_t* places;         /* slots, by place */
  const uint32_t* choice;         /* slots, variables x places; MICA_SELECTION_NONE where kinds differ */
  const uint32_t* row_begin; /* in `terms`: rows of eliminated ones, each with its own column, then constraints; one
                                more at the end */
  const MicaSelectionTerm* terms;
} MicaSelectionSet;

typedef struct MicaSelection {
  const MicaSelectionSet* sets;
  uint32_t set_count, changes;
  uint32_t* place_of; /* by set and variable */
  uint8_t* is_dummy;  /* by column */
  double *jacobian, *gradient, *doubles;
  uint32_t* integers;
} MicaSelection;

size_t mica_selection_doubles(const MicaSelectionSet* sets, uint32_t count);
size_t mica_selection_integers(const MicaSelectionSet* sets, uint32_t count);
size_t mica_selection_bytes(const MicaSelectionSet* sets, uint32_t count);
/* Each variable in the place of its own number. */
void mica_selection_place(MicaSelection* s, const MicaSelectionSet* sets, uint32_t count, double* doubles,
                          uint32_t* integers, uint8_t* bytes);
/* The places that the choice matrix of an instance has its variables in. */
void mica_selection_read(MicaSelection* s, const MicaInstance* m);
/* All variables must be computed at the present point. Whether a choice changed: then the states have changed their
 * meaning. */
int mica_select_states(MicaSelection* s, MicaInstance* m);

#ifdef __cplusplus
}
#endif
#endif
