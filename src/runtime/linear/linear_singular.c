/* Runtime: matrices that are singular to working precision. See linear.h. */
#include <math.h>
#include <string.h>

#include "runtime/linear/linear_internal.h"

static int AreFinite(const double* values, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i)
    if (!isfinite(values[i])) return 0;
  return 1;
}

static int IsPossible(const MicaLinear* a) {
  return a->orthogonal.a && a->shape->size > 0 && AreFinite(a->entries, a->shape->entries);
}

/* Of row i of `original` y = scaled_b: the residual; the size of its terms; that of those at `point`, and of one unit
 * of the unknowns. */
static double RowResidual(const MicaLinear* a, size_t i, const double* point, double* size, double* terms) {
  size_t n = a->shape->size, j;
  double r = -a->scaled_b[i];
  *size = fabs(r);
  *terms = 1;
  for (j = 0; j < n; ++j) {
    double entry = a->original[j * n + i];
    r += entry * a->y[j];
    *size += fabs(entry * a->y[j]);
    if (point) *terms += fabs(entry * point[j] / a->column_scale[j]);
  }
  return fabs(r);
}

/* Of the scaled solution y of `original` y = scaled_b, relative to the terms of its row; 0 if it is rounding. Rows are
 * scaled to 1 in units of the unknowns' magnitudes: what is left below rounding of those, and of the terms at the point
 * where the right side was computed, agrees, however small the terms are; so does what a solution of this size cannot
 * be computed to. But not what is small beside the terms of other rows: that of 15 V in a row which an inductance over
 * a short time scales by 1e10 is. */
static double RemainingResidual(const MicaLinear* a, const double* point) {
  size_t n = a->shape->size, i;
  double worst = 0, norm = 0, size, terms;
  for (i = 0; i < n; ++i) {
    (void)RowResidual(a, i, point, &size, &terms);
    if (norm < size) norm = size;
  }
  for (i = 0; i < n; ++i) {
    double r = RowResidual(a, i, point, &size, &terms);
    if (!(r <= MICA_LINEAR_ROUNDING * terms || r <= MICA_LINEAR_SOLVED * norm) && !(r / size <= worst))
      worst = r / size;
  }
  return worst;
}

/* The least-norm solution of the scaled matrix into y. */
static MicaLeastNorm SolveScaled(MicaLinear* a, const double* b, double tolerance, const double* point) {
  size_t n = a->shape->size, i;
  MicaLeastNorm found;
  mica_linear_scaled(a, a->entries, a->original);
  memcpy(a->orthogonal.a, a->original, sizeof(double) * n * n);
  mica_orthogonal_factor(&a->orthogonal, tolerance);
  for (i = 0; i < n; ++i) a->y[i] = a->scaled_b[i] = b[i] * a->row_scale[i];
  mica_orthogonal_solve(&a->orthogonal, a->y);
  found.residual = AreFinite(a->y, n) ? RemainingResidual(a, point) : -1;
  found.rank = a->orthogonal.rank;
  return found;
}

MicaLeastNorm mica_linear_least_norm(MicaLinear* a, double* b, const double* point) {
  MicaLeastNorm found = {-1, 0};
  size_t n = a->shape->size, j;
  if (!IsPossible(a) || !AreFinite(b, n)) return found;
  found = SolveScaled(a, b, MICA_LINEAR_RANK, point);
  for (j = 0; j < n && found.residual >= 0; ++j) b[j] = a->y[j] * a->column_scale[j];
  return found;
}

/* Of (A + e K) x + e q = b the orders of e say: A x0 = b, and U'(K x0 + q) = 0, where U spans what A' takes to zero;
 * that picks x0 = xp + V z among the solutions, where V spans what A takes to zero. Without a solution x = x1/e + ...,
 * A x1 = 0, and U'K x1 = U'b. Neither depends on how U and V are chosen. */
MicaLeastNorm mica_linear_limit(MicaLinear* a, double* b, const double* q, const double* k, const double* point) {
  MicaLeastNorm found = {-1, 0};
  size_t n = a->shape->size, open, i, j, r, c;
  int agrees;
  if (!IsPossible(a) || !AreFinite(b, n) || !AreFinite(q, n) || !AreFinite(k, a->shape->entries)) return found;
  if (a->shape->extended > 0)
    return mica_linear_least_norm(a, b, point); /* the disturbance is one of total derivatives */
  found = SolveScaled(a, b, MICA_LINEAR_VANISHES, point);
  if (found.residual < 0) return found;
  mica_linear_scaled(a, k, a->disturbance);
  agrees = found.residual <= MICA_LINEAR_CONSISTENT;
  /* What the disturbance asks of the solution: -(q + K xp), or b where there is none. */
  for (i = 0; i < n; ++i) {
    double sum = q[i] * a->row_scale[i];
    for (j = 0; j < n; ++j) sum += a->disturbance[j * n + i] * a->y[j];
    a->weight[i] = agrees ? -sum : a->scaled_b[i];
  }
  open = n - found.rank;
  for (r = 0; r < open; ++r) {
    mica_orthogonal_left_null(&a->orthogonal, (uint32_t)r, a->left_null + r * n);
    mica_orthogonal_right_null(&a->orthogonal, (uint32_t)r, a->right_null + r * n);
  }
  for (r = 0; r < open; ++r) {
    const double* u = a->left_null + r * n;
    a->small_b[r] = 0;
    for (i = 0; i < n; ++i) a->small_b[r] += u[i] * a->weight[i];
    for (c = 0; c < open; ++c) {
      double sum = 0;
      for (j = 0; j < n; ++j) {
        double v = a->right_null[c * n + j];
        for (i = 0; i < n && v != 0; ++i) sum += u[i] * a->disturbance[j * n + i] * v;
      }
      a->small.a[c * open + r] = sum;
    }
  }
  if (open > 0) {
    a->small.size = (uint32_t)open;
    mica_orthogonal_factor(&a->small, MICA_LINEAR_RANK);
    mica_orthogonal_solve(&a->small, a->small_b);
    found.rank += a->small.rank;
  }
  for (j = 0; j < n && !agrees; ++j) a->y[j] = 0;
  for (c = 0; c < open; ++c)
    for (j = 0; j < n; ++j) a->y[j] += a->right_null[c * n + j] * a->small_b[c];
  for (j = 0; j < n; ++j) b[j] = a->y[j] * a->column_scale[j];
  return found;
}

uint32_t mica_linear_open_unknowns(MicaLinear* a, uint32_t limit, uint32_t* unknowns) {
  size_t n = a->shape->size, j, k;
  uint32_t count = 0, taken = 0;
  if (!IsPossible(a)) return 0;
  mica_linear_scaled(a, a->entries, a->orthogonal.a);
  mica_orthogonal_factor(&a->orthogonal, MICA_LINEAR_RANK);
  /* How much of an unknown lies in the null space, squared. */
  for (j = 0; j < n; ++j) a->weight[j] = 0;
  for (k = a->orthogonal.rank; k < n; ++k) {
    mica_orthogonal_right_null(&a->orthogonal, (uint32_t)(k - a->orthogonal.rank), a->right_null);
    for (j = 0; j < n; ++j) a->weight[j] += a->right_null[j] * a->right_null[j];
  }
  /* Those of the largest weight; of equal ones the first. They are marked, and listed in their order. */
  for (; taken < limit; ++taken) {
    size_t best = n;
    for (j = 0; j < n; ++j)
      if (a->weight[j] > (best < n ? a->weight[best] : MICA_LINEAR_OPEN * MICA_LINEAR_OPEN)) best = j;
    if (best == n) break;
    a->weight[best] = -1;
  }
  for (j = 0; j < n; ++j)
    if (a->weight[j] == -1) unknowns[count++] = (uint32_t)j;
  return count;
}
