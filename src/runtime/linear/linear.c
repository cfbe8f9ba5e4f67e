#include "runtime/linear/linear.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "runtime/linear/linear_internal.h"

double mica_power_of_two(double magnitude) {
  int exponent;
  if (!(magnitude > 0) || !isfinite(magnitude)) return 1;
  frexp(magnitude, &exponent);
  return ldexp(1.0, exponent < -500 ? -500 : exponent > 500 ? 500 : exponent);
}

int mica_linear_is_dense(uint32_t size, uint32_t extended, uint32_t entries, const uint32_t* rows) {
  if (extended == 0) return size <= MICA_LINEAR_DENSE || MICA_LINEAR_FULL * (uint64_t)entries > (uint64_t)size * size;
  return entries > 0 && rows[0] >= size && size <= MICA_LINEAR_DENSE_EXTENDED &&
         (uint64_t)entries * size <= MICA_LINEAR_DENSE_PRODUCTS;
}

static int IsSingularSolved(const MicaLinearShape* s) {
  return s->may_be_singular && s->size <= MICA_LINEAR_SINGULAR_LIMIT;
}

static size_t GradientCount(const MicaLinearShape* s) {
  return s->extended > 0 && (!s->order || IsSingularSolved(s)) ? ((size_t)s->extended + s->size) * s->size : 0;
}

size_t mica_linear_doubles(const MicaLinearShape* s) {
  size_t n = s->size, all = n + s->extended, sum = s->entries + 4 * all + GradientCount(s);
  sum += s->order ? mica_sparse_doubles((uint32_t)all, s->entries, s->lower_room, s->upper_room) : n * n;
  if (IsSingularSolved(s)) sum += 6 * n * n + 10 * n;
  return sum;
}

size_t mica_linear_integers(const MicaLinearShape* s) {
  size_t n = s->size, sum = s->order ? s->entries + mica_sparse_integers(s->size + s->extended, s->entries,
                                                                         s->lower_room, s->upper_room)
                                     : n;
  return IsSingularSolved(s) ? sum + 2 * n : sum;
}

static double* Take(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

void mica_linear_place(MicaLinear* a, const MicaLinearShape* s, double* doubles, uint32_t* integers) {
  size_t n = s->size, all = n + s->extended, i;
  memset(a, 0, sizeof *a);
  a->shape = s;
  a->entries = Take(&doubles, s->entries);
  a->row_scale = Take(&doubles, all);
  a->column_scale = Take(&doubles, all);
  a->work = Take(&doubles, 2 * all);
  a->gradients = Take(&doubles, GradientCount(s));
  for (i = 0; i < all; ++i) a->row_scale[i] = a->column_scale[i] = 1;
  if (s->order) {
    a->place = integers;
    mica_sparse_place(&a->sparse, (uint32_t)all, s->entries, s->rows, s->columns, s->order, s->lower_room,
                      s->upper_room, doubles, integers + s->entries, a->place);
    doubles += mica_sparse_doubles((uint32_t)all, s->entries, s->lower_room, s->upper_room);
    integers += s->entries + mica_sparse_integers((uint32_t)all, s->entries, s->lower_room, s->upper_room);
  } else {
    a->lu = Take(&doubles, n * n);
    a->pivots = integers;
    integers += n;
  }
  if (!IsSingularSolved(s)) return;
  a->orthogonal.size = s->size;
  a->orthogonal.a = Take(&doubles, n * n);
  a->original = Take(&doubles, n * n);
  a->disturbance = Take(&doubles, n * n);
  a->right_null = Take(&doubles, n * n);
  a->left_null = Take(&doubles, n * n);
  a->small.a = Take(&doubles, n * n);
  a->orthogonal.left = Take(&doubles, n);
  a->orthogonal.right = Take(&doubles, n);
  a->orthogonal.y = Take(&doubles, n);
  a->small.left = Take(&doubles, n);
  a->small.right = Take(&doubles, n);
  a->small.y = Take(&doubles, n);
  a->y = Take(&doubles, n);
  a->scaled_b = Take(&doubles, n);
  a->weight = Take(&doubles, n);
  a->small_b = Take(&doubles, n);
  a->orthogonal.column = integers;
  a->small.column = integers + n;
}

/* Total derivatives, forward through the extended rows in their order; by columns. */
static void TotalDerivatives(const MicaLinear* a, double* into_matrix) {
  const MicaLinearShape* s = a->shape;
  size_t n = s->size, k, i, j;
  memset(a->gradients, 0,
         sizeof(double) * (s->extended + n) * n); /* by row: first of the extended ones, then of the others */
  for (k = 0; k < s->entries; ++k) {
    size_t row = s->rows[k], column = s->columns[k];
    double *into, value = a->entries[k];
    if (row == column && row >= n) continue;
    into = a->gradients + (row >= n ? row - n : s->extended + row) * n;
    if (column < n) {
      into[column] += value;
    } else {
      const double* inner = a->gradients + (column - n) * n;
      for (j = 0; j < n; ++j) into[j] += value * inner[j];
    }
  }
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) into_matrix[j * n + i] = a->gradients[(s->extended + i) * n + j];
}

void mica_linear_scaled(const MicaLinear* a, const double* entries, double* matrix) {
  const MicaLinearShape* s = a->shape;
  size_t n = s->size, k, i, j;
  if (s->extended > 0) {
    TotalDerivatives(a, matrix);
    for (j = 0; j < n; ++j)
      for (i = 0; i < n; ++i) matrix[j * n + i] *= a->row_scale[i] * a->column_scale[j];
    return;
  }
  memset(matrix, 0, sizeof(double) * n * n);
  for (k = 0; k < s->entries; ++k)
    matrix[s->columns[k] * n + s->rows[k]] += entries[k] * a->row_scale[s->rows[k]] * a->column_scale[s->columns[k]];
}

static int FactorDense(MicaLinear* a) {
  size_t n = a->shape->size, i, j, k;
  double least = DBL_MAX, largest = 0, *lu = a->lu;
  mica_linear_scaled(a, a->entries, lu);
  for (k = 0; k < n; ++k) {
    double* column = lu + k * n;
    size_t pivot = k;
    for (i = k + 1; i < n; ++i)
      if (fabs(column[i]) > fabs(column[pivot])) pivot = i;
    a->pivots[k] = (uint32_t)pivot;
    if (fabs(column[pivot]) < least) least = fabs(column[pivot]);
    if (fabs(column[pivot]) > largest) largest = fabs(column[pivot]);
    if (column[pivot] == 0) continue;
    if (pivot != k)
      for (j = 0; j < n; ++j) {
        double kept = lu[j * n + k];
        lu[j * n + k] = lu[j * n + pivot];
        lu[j * n + pivot] = kept;
      }
    for (i = k + 1; i < n; ++i) column[i] /= column[k];
    for (j = k + 1; j < n; ++j) {
      double factor = lu[j * n + k];
      if (factor == 0) continue;
      for (i = k + 1; i < n; ++i) lu[j * n + i] -= column[i] * factor;
    }
  }
  return n == 0 || least > MICA_LINEAR_SINGULAR * largest;
}

static void SolveDense(const MicaLinear* a, double* b) {
  size_t n = a->shape->size, i, k;
  for (k = 0; k < n; ++k) {
    double kept = b[k];
    b[k] = b[a->pivots[k]];
    b[a->pivots[k]] = kept;
  }
  for (k = 0; k < n; ++k)
    for (i = k + 1; i < n; ++i) b[i] -= a->lu[k * n + i] * b[k];
  for (k = n; k-- > 0;) {
    b[k] /= a->lu[k * n + k];
    for (i = 0; i < k; ++i) b[i] -= a->lu[k * n + i] * b[k];
  }
}

/* An extended variable is as large as the largest term of the row that gives it, or as the usual nominal value. */
static void ScaleExtended(MicaLinear* a) {
  const MicaLinearShape* s = a->shape;
  uint32_t k = 0;
  while (k < s->entries && s->rows[k] >= s->size) {
    uint32_t row = s->rows[k];
    double largest = 1;
    for (; k < s->entries && s->rows[k] == row; ++k) {
      double term = fabs(a->entries[k]) * a->column_scale[s->columns[k]];
      if (s->columns[k] != row && largest < term) largest = term;
    }
    a->column_scale[row] = mica_power_of_two(largest);
  }
}

/* Row scales from entries as they are, of a matrix of total derivatives from these. 0: one is not finite. */
static int ScaleRows(MicaLinear* a) {
  const MicaLinearShape* s = a->shape;
  size_t n = s->size, all = n + s->extended, i, j, k;
  for (k = 0; k < s->entries; ++k)
    if (!isfinite(a->entries[k])) return 0;
  for (i = 0; i < all; ++i) a->row_scale[i] = 0;
  if (s->extended > 0 && !s->order) {
    TotalDerivatives(a, a->lu);
    for (j = 0; j < n; ++j)
      for (i = 0; i < n; ++i) {
        double size = fabs(a->lu[j * n + i]) * a->column_scale[j];
        if (!isfinite(size)) return 0;
        if (a->row_scale[i] < size) a->row_scale[i] = size;
      }
  } else {
    if (s->extended > 0) ScaleExtended(a);
    for (k = 0; k < s->entries; ++k) {
      double size = fabs(a->entries[k]) * a->column_scale[s->columns[k]];
      if (a->row_scale[s->rows[k]] < size) a->row_scale[s->rows[k]] = size;
    }
  }
  for (i = 0; i < all; ++i) a->row_scale[i] = 1 / mica_power_of_two(a->row_scale[i]);
  return 1;
}

int mica_linear_factor(MicaLinear* a, const double* magnitude) {
  const MicaLinearShape* s = a->shape;
  uint32_t j, k;
  a->is_factored = 0;
  for (j = 0; j < s->size; ++j) a->column_scale[j] = mica_power_of_two(fabs(magnitude[j]));
  if (!ScaleRows(a)) return 0;
  if (!s->order) return a->is_factored = FactorDense(a);
  memset(a->sparse.values, 0, sizeof(double) * s->entries);
  for (k = 0; k < s->entries; ++k)
    a->sparse.values[a->place[k]] += a->entries[k] * a->row_scale[s->rows[k]] * a->column_scale[s->columns[k]];
  if (!mica_sparse_factor(&a->sparse)) return 0;
  /* With extended rows the least pivot may be that of a variable which hardly depends on anything, and says nothing
   * about the unknowns. */
  return a->is_factored = s->extended > 0 || a->sparse.least_pivot > MICA_LINEAR_SINGULAR * a->sparse.largest_pivot;
}

/* work becomes the solution, refined once by its residual. */
static void SolveExtended(const MicaLinear* a) {
  const MicaSparseLu* lu = &a->sparse;
  double* residual = a->work + lu->size;
  uint32_t j, k;
  memcpy(residual, a->work, sizeof(double) * lu->size);
  mica_sparse_solve(lu, a->work);
  for (j = 0; j < lu->size; ++j)
    for (k = lu->column_begin[j]; k < lu->column_begin[j + 1]; ++k) residual[lu->row[k]] -= lu->values[k] * a->work[j];
  mica_sparse_solve(lu, residual);
  for (j = 0; j < lu->size; ++j) a->work[j] += residual[j];
}

void mica_linear_solve(const MicaLinear* a, double* b) {
  const MicaLinearShape* s = a->shape;
  uint32_t i;
  for (i = 0; i < s->size; ++i) b[i] *= a->row_scale[i];
  if (!s->order) {
    SolveDense(a, b);
  } else if (s->extended == 0) {
    mica_sparse_solve(&a->sparse, b);
  } else {
    memset(a->work, 0, sizeof(double) * (s->size + s->extended));
    memcpy(a->work, b, sizeof(double) * s->size);
    SolveExtended(a);
    memcpy(b, a->work, sizeof(double) * s->size);
  }
  for (i = 0; i < s->size; ++i) b[i] *= a->column_scale[i];
}

void mica_linear_row_magnitudes(const MicaLinear* a, double* magnitudes) {
  uint32_t i;
  for (i = 0; i < a->shape->size; ++i) magnitudes[i] = 1 / a->row_scale[i];
}
