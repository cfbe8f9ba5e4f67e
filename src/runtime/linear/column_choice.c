#include "runtime/linear/column_choice.h"

#include <math.h>
#include <string.h>

typedef struct Chooser {
  uint32_t m, n;
  const double* a;
  const int32_t* kind;
  double* work;
  uint32_t *column_of_row, *chosen, *wanted; /* wanted: by column, of its kind */
} Chooser;

/* Rows by their largest entry: constraints have no common scale. */
static void ScaleRows(uint32_t m, uint32_t n, double* a) {
  uint32_t r, c;
  for (r = 0; r < m; ++r) {
    double largest = 0;
    for (c = 0; c < n; ++c)
      if (largest < fabs(a[(size_t)r * n + c])) largest = fabs(a[(size_t)r * n + c]);
    for (c = 0; c < n && largest > 0; ++c) a[(size_t)r * n + c] /= largest;
  }
}

static void Begin(Chooser* x) {
  uint32_t r;
  memcpy(x->work, x->a, sizeof(double) * x->m * x->n);
  for (r = 0; r < x->m; ++r) x->column_of_row[r] = x->n;
}

static void Eliminate(Chooser* x, uint32_t row, uint32_t column) {
  size_t n = x->n;
  double pivot = x->work[row * n + column];
  uint32_t r, c;
  for (c = 0; c < n; ++c) x->work[row * n + c] /= pivot;
  for (r = 0; r < x->m; ++r) {
    double factor = x->work[r * n + column];
    if (r == row || factor == 0) continue;
    for (c = 0; c < n; ++c) x->work[r * n + c] -= factor * x->work[row * n + c];
  }
  x->column_of_row[row] = column;
}

/* work := B^-1 A by Gauss and Jordan. 0: B is singular. */
static int Reduce(Chooser* x, const uint8_t* is_chosen) {
  size_t n = x->n;
  uint32_t r, c;
  Begin(x);
  for (c = 0; c < n; ++c) {
    double largest = 0, pivot;
    uint32_t best = x->m;
    if (!is_chosen[c]) continue;
    for (r = 0; r < x->m; ++r) {
      if (largest < fabs(x->a[r * n + c])) largest = fabs(x->a[r * n + c]);
      if (x->column_of_row[r] == n && (best == x->m || fabs(x->work[r * n + c]) > fabs(x->work[best * n + c])))
        best = r;
    }
    pivot = best == x->m ? 0 : fabs(x->work[best * n + c]);
    if (!(pivot > MICA_COLUMN_SINGULAR * largest) || !isfinite(pivot)) return 0;
    Eliminate(x, best, c);
  }
  return 1;
}

/* How many columns of each kind are to be chosen, at each column of that kind. */
static void CountWanted(Chooser* x, const uint8_t* is_chosen) {
  uint32_t c, k;
  for (c = 0; c < x->n; ++c) {
    x->wanted[c] = x->chosen[c] = 0;
    for (k = 0; k < x->n; ++k)
      if (is_chosen[k] && x->kind[k] == x->kind[c]) ++x->wanted[c];
  }
}

static void Choose(Chooser* x, uint32_t row, uint32_t column) {
  uint32_t c;
  Eliminate(x, row, column);
  x->chosen[column] = 1;
  for (c = 0; c < x->n; ++c)
    if (x->kind[c] == x->kind[column]) --x->wanted[c];
}

/* Columns that stay come first. */
static int WantsFixed(const Chooser* x) {
  uint32_t c;
  for (c = 0; c < x->n; ++c)
    if (x->kind[c] == MICA_COLUMN_FIXED) return x->wanted[c] > 0;
  return 0;
}

/* Complete pivoting among the columns of kinds that still need some. */
static MicaColumnEnd ChooseAnew(Chooser* x, uint8_t* is_chosen) {
  size_t n = x->n;
  uint32_t count, r, c;
  int changed = 0;
  CountWanted(x, is_chosen);
  Begin(x);
  for (count = 0; count < x->m; ++count) {
    int only_fixed = WantsFixed(x);
    uint32_t best_row = x->m, best_column = x->n;
    double best = MICA_COLUMN_SINGULAR;
    for (r = 0; r < x->m; ++r) {
      if (x->column_of_row[r] != n) continue;
      for (c = 0; c < n; ++c) {
        double size = fabs(x->work[r * n + c]);
        if (x->chosen[c] || x->wanted[c] == 0 || (x->kind[c] == MICA_COLUMN_FIXED) != only_fixed ||
            (only_fixed && !is_chosen[c]) || !(size > best))
          continue;
        best = size;
        best_row = r;
        best_column = c;
      }
    }
    if (best_row == x->m) return MICA_COLUMNS_SINGULAR;
    Choose(x, best_row, best_column);
  }
  for (c = 0; c < n; ++c) {
    changed |= (x->chosen[c] != 0) != (is_chosen[c] != 0);
    is_chosen[c] = x->chosen[c] != 0;
  }
  return changed ? MICA_COLUMNS_CHANGED : MICA_COLUMNS_KEPT;
}

MicaColumnEnd mica_choose_columns(uint32_t rows, uint32_t columns, double* a, uint8_t* is_chosen, const int32_t* kind,
                                  double worth, double* doubles, uint32_t* integers) {
  MicaColumnEnd end = MICA_COLUMNS_KEPT;
  size_t n = columns;
  uint32_t swaps, r, c;
  Chooser x;
  x.m = rows;
  x.n = columns;
  x.a = a;
  x.kind = kind;
  x.work = doubles;
  x.column_of_row = integers;
  x.chosen = integers + rows;
  x.wanted = x.chosen + columns;
  ScaleRows(rows, columns, a);
  if (!Reduce(&x, is_chosen)) end = ChooseAnew(&x, is_chosen);
  for (swaps = 0; swaps < 10 * columns + 10 && end != MICA_COLUMNS_SINGULAR; ++swaps) {
    uint32_t best_row = rows, best_column = columns;
    double best = worth;
    for (r = 0; r < rows; ++r)
      for (c = 0; c < columns; ++c) {
        double factor = fabs(x.work[r * n + c]);
        if (is_chosen[c] || kind[c] != kind[x.column_of_row[r]] || kind[c] == MICA_COLUMN_FIXED || !(factor > best))
          continue;
        best = factor;
        best_row = r;
        best_column = c;
      }
    if (best_row == rows) break;
    is_chosen[x.column_of_row[best_row]] = 0;
    is_chosen[best_column] = 1;
    end = Reduce(&x, is_chosen) ? MICA_COLUMNS_CHANGED : MICA_COLUMNS_SINGULAR;
  }
  return end;
}
