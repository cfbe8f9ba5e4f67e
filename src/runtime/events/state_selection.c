#include "runtime/events/state_selection.h"

#include <math.h>
#include <string.h>

static size_t Larger(size_t a, size_t b) { return a < b ? b : a; }
static uint32_t Width(const MicaSelectionSet* set) { return set->variables + set->forced; }

/* What the work on one set needs: its Jacobian, the gradients of eliminated ones, and the choice of columns. */
static size_t Jacobian(const MicaSelectionSet* set) { return (size_t)set->constraints * Width(set); }
static size_t Gradient(const MicaSelectionSet* set) { return (size_t)set->eliminated * Width(set); }

static void Largest(const MicaSelectionSet* sets, uint32_t count, size_t* jacobian, size_t* gradient, size_t* integers,
                    size_t* bytes) {
  uint32_t i;
  *jacobian = *gradient = *integers = *bytes = 0;
  for (i = 0; i < count; ++i) {
    *jacobian = Larger(*jacobian, Jacobian(&sets[i]));
    *gradient = Larger(*gradient, Gradient(&sets[i]));
    *integers = Larger(*integers, MICA_COLUMN_INTEGERS(sets[i].constraints, Width(&sets[i])));
    *bytes = Larger(*bytes, Width(&sets[i]));
  }
}

static size_t Variables(const MicaSelectionSet* sets, uint32_t count) {
  size_t sum = 0;
  uint32_t i;
  for (i = 0; i < count; ++i) sum += sets[i].variables;
  return sum;
}

size_t mica_selection_doubles(const MicaSelectionSet* sets, uint32_t count) {
  size_t jacobian, gradient, integers, bytes;
  Largest(sets, count, &jacobian, &gradient, &integers, &bytes);
  return 2 * jacobian + gradient;
}

size_t mica_selection_integers(const MicaSelectionSet* sets, uint32_t count) {
  size_t jacobian, gradient, integers, bytes;
  Largest(sets, count, &jacobian, &gradient, &integers, &bytes);
  return Variables(sets, count) + integers;
}

size_t mica_selection_bytes(const MicaSelectionSet* sets, uint32_t count) {
  size_t jacobian, gradient, integers, bytes;
  Largest(sets, count, &jacobian, &gradient, &integers, &bytes);
  return bytes;
}

void mica_selection_place(MicaSelection* s, const MicaSelectionSet* sets, uint32_t count, double* doubles,
                          uint32_t* integers, uint8_t* bytes) {
  size_t jacobian, gradient, most_integers, most_bytes;
  uint32_t i, k, *place = integers;
  Largest(sets, count, &jacobian, &gradient, &most_integers, &most_bytes);
  s->sets = sets;
  s->set_count = count;
  s->changes = 0;
  s->place_of = integers;
  s->integers = integers + Variables(sets, count);
  s->is_dummy = bytes;
  s->jacobian = doubles;
  s->doubles = doubles + jacobian;
  s->gradient = doubles + 2 * jacobian;
  for (i = 0; i < count; ++i)
    for (k = 0; k < sets[i].variables; ++k) *place++ = k;
}

void mica_selection_read(MicaSelection* s, const MicaInstance* m) {
  uint32_t i, j, k, *place_of = s->place_of;
  for (i = 0; i < s->set_count; place_of += s->sets[i++].variables)
    for (j = 0; j < s->sets[i].variables; ++j)
      for (k = 0; k < s->sets[i].variables; ++k) {
        uint32_t entry = s->sets[i].choice[(size_t)j * s->sets[i].variables + k];
        if (entry != MICA_SELECTION_NONE && m->reals[entry] != 0) place_of[j] = k;
      }
}

/* Adds a row, with eliminated ones put in, to `into`, but for the column `but`, whose factor is returned. */
static double AddRow(const MicaSelection* s, const MicaSelectionSet* set, const MicaInstance* m, uint32_t row,
                     uint32_t but, double* into) {
  uint32_t width = Width(set), k, c;
  double pivot = 0;
  for (k = set->row_begin[row]; k < set->row_begin[row + 1]; ++k) {
    const MicaSelectionTerm* term = &set->terms[k];
    double factor = term->slot != MICA_SELECTION_NONE ? term->number * m->reals[term->slot] : term->number;
    if (term->column == but) {
      pivot = factor;
    } else if (term->column < width) {
      into[term->column] += factor;
    } else {
      const double* of = s->gradient + (size_t)(term->column - width) * width;
      for (c = 0; c < width; ++c) into[c] += factor * of[c];
    }
  }
  return pivot;
}

/* Rows are the constraints, columns the variables and the forced ones; row-major. 0: a number is not finite. */
static int FillJacobian(MicaSelection* s, const MicaSelectionSet* set, const MicaInstance* m) {
  uint32_t width = Width(set), k, c, j;
  size_t i;
  memset(s->gradient, 0, sizeof(double) * Gradient(set));
  memset(s->jacobian, 0, sizeof(double) * Jacobian(set));
  for (k = 0; k < set->eliminated; ++k) {
    double *into = s->gradient + (size_t)k * width, pivot = AddRow(s, set, m, k, width + k, into);
    for (c = 0; c < width; ++c) into[c] /= -pivot;
  }
  for (k = 0; k < set->constraints; ++k)
    (void)AddRow(s, set, m, set->eliminated + k, MICA_SELECTION_NONE, s->jacobian + (size_t)k * width);
  for (j = 0; j < set->variables; ++j) {
    double nominal = fabs(m->nominal[set->slots[j]]);
    if (nominal > 0 && isfinite(nominal))
      for (k = 0; k < set->constraints; ++k) s->jacobian[(size_t)k * width + j] *= nominal;
  }
  for (i = 0; i < Jacobian(set); ++i)
    if (!isfinite(s->jacobian[i])) return 0;
  return 1;
}

static void Write(const MicaSelectionSet* set, const uint32_t* place_of, MicaInstance* m) {
  uint32_t count = set->variables, j, i;
  for (j = 0; j < count; ++j) {
    for (i = 0; i < count; ++i) {
      uint32_t entry = set->choice[(size_t)j * count + i];
      if (entry != MICA_SELECTION_NONE) m->reals[entry] = place_of[j] == i ? 1 : 0;
    }
    m->reals[set->places[place_of[j]]] = set->signs[j] * m->reals[set->slots[j]];
  }
}

/* Variables that become dummies change places with ones of their kind that become states; the others stay where they
 * are. */
static int Change(MicaSelection* s, const MicaSelectionSet* set, uint32_t* place_of, MicaInstance* m) {
  uint32_t j, k;
  int changed = 0;
  for (j = 0; j < set->variables; ++j) {
    if (!s->is_dummy[j] || !set->starts_as_state[place_of[j]]) continue;
    for (k = 0; k < set->variables; ++k) {
      uint32_t place = place_of[j];
      if (s->is_dummy[k] || set->starts_as_state[place_of[k]] || set->kind[k] != set->kind[j]) continue;
      place_of[j] = place_of[k];
      place_of[k] = place;
      changed = 1;
      ++s->changes;
      break;
    }
  }
  if (changed) Write(set, place_of, m);
  return changed;
}

int mica_select_states(MicaSelection* s, MicaInstance* m) {
  uint32_t i, k, *place_of = s->place_of;
  int any = 0;
  for (i = 0; i < s->set_count; place_of += s->sets[i++].variables) {
    const MicaSelectionSet* set = &s->sets[i];
    if (!FillJacobian(s, set, m)) continue;
    for (k = 0; k < set->variables; ++k) s->is_dummy[k] = !set->starts_as_state[place_of[k]];
    for (; k < Width(set); ++k) s->is_dummy[k] = 1;
    /* Nothing better, or all of them singular: the solver reports it if it is too bad. */
    if (mica_choose_columns(set->constraints, Width(set), s->jacobian, s->is_dummy, set->kind, MICA_SELECTION_WORTH,
                            s->doubles, s->integers) != MICA_COLUMNS_CHANGED)
      continue;
    if (Change(s, set, place_of, m)) any = 1;
  }
  return any;
}
