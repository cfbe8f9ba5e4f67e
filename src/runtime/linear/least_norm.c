#include "runtime/linear/least_norm.h"

#include <math.h>

/* The reflection I - t v v', v = (1, ...), that takes (head, x) to (h, 0): x becomes the rest of v. Returns t; *head
 * becomes h. */
static double Reflect(double* head, double* x, size_t count, size_t stride) {
  double largest = fabs(*head), sum = 0, norm, t, alpha = *head;
  size_t i;
  int is_zero = 1;
  for (i = 0; i < count; ++i) {
    if (x[i * stride] != 0) is_zero = 0;
    if (fabs(x[i * stride]) > largest) largest = fabs(x[i * stride]);
  }
  if (is_zero) return 0;
  for (i = 0; i < count; ++i) sum += (x[i * stride] / largest) * (x[i * stride] / largest);
  sum += (alpha / largest) * (alpha / largest);
  norm = largest * sqrt(sum);
  *head = alpha > 0 ? -norm : norm;
  t = (*head - alpha) / *head;
  for (i = 0; i < count; ++i) x[i * stride] /= alpha - *head;
  return t;
}

/* The squared length of what is left of column j from row k on; scaled matrices are of size 1. */
static double Remainder(const double* a, size_t n, size_t j, size_t k) {
  double sum = 0;
  size_t i;
  for (i = k; i < n; ++i) sum += a[j * n + i] * a[j * n + i];
  return sum;
}

static void ExchangeColumns(MicaOrthogonal* o, size_t j, size_t k) {
  size_t n = o->size, i;
  uint32_t kept = o->column[j];
  if (j == k) return;
  o->column[j] = o->column[k];
  o->column[k] = kept;
  for (i = 0; i < n; ++i) {
    double value = o->a[j * n + i];
    o->a[j * n + i] = o->a[k * n + i];
    o->a[k * n + i] = value;
  }
}

void mica_orthogonal_factor(MicaOrthogonal* o, double tolerance) {
  size_t n = o->size, rank = 0, i, j, k;
  double* a = o->a;
  for (j = 0; j < n; ++j) o->column[j] = (uint32_t)j;
  for (k = 0; k < n; ++k) {
    double most = -1;
    size_t best = k;
    for (j = k; j < n; ++j) {
      double left = Remainder(a, n, j, k);
      if (left > most) {
        most = left;
        best = j;
      }
    }
    ExchangeColumns(o, k, best);
    o->left[k] = Reflect(&a[k * n + k], &a[k * n + k + 1], n - k - 1, 1);
    for (j = k + 1; j < n; ++j) {
      double sum = a[j * n + k];
      for (i = k + 1; i < n; ++i) sum += a[k * n + i] * a[j * n + i];
      sum *= o->left[k];
      a[j * n + k] -= sum;
      for (i = k + 1; i < n; ++i) a[j * n + i] -= sum * a[k * n + i];
    }
  }
  while (rank < n && fabs(a[rank * n + rank]) > tolerance * fabs(a[0])) ++rank;
  o->rank = (uint32_t)rank;
  if (rank == n) return;
  for (k = rank; k-- > 0;) {
    o->right[k] = Reflect(&a[k * n + k], &a[rank * n + k], n - rank, n);
    for (i = 0; i < k; ++i) {
      double sum = a[k * n + i];
      for (j = rank; j < n; ++j) sum += a[j * n + i] * a[j * n + k];
      sum *= o->right[k];
      a[k * n + i] -= sum;
      for (j = rank; j < n; ++j) a[j * n + i] -= sum * a[j * n + k];
    }
  }
}

static void ReflectFromLeft(const MicaOrthogonal* o, size_t k, double* b) {
  size_t n = o->size, i;
  double sum = b[k];
  for (i = k + 1; i < n; ++i) sum += o->a[k * n + i] * b[i];
  sum *= o->left[k];
  b[k] -= sum;
  for (i = k + 1; i < n; ++i) b[i] -= sum * o->a[k * n + i];
}

/* y := Z'y, then back to the order of columns. */
static void FromRight(const MicaOrthogonal* o, double* x) {
  size_t n = o->size, rank = o->rank, j, k;
  double* y = o->y;
  for (k = 0; k < rank && rank < n; ++k) {
    double sum = y[k];
    for (j = rank; j < n; ++j) sum += o->a[j * n + k] * y[j];
    sum *= o->right[k];
    y[k] -= sum;
    for (j = rank; j < n; ++j) y[j] -= sum * o->a[j * n + k];
  }
  for (j = 0; j < n; ++j) x[o->column[j]] = y[j];
}

void mica_orthogonal_solve(const MicaOrthogonal* o, double* b) {
  size_t n = o->size, rank = o->rank, i, k;
  for (k = 0; k < n; ++k) ReflectFromLeft(o, k, b);
  for (k = rank; k-- > 0;) {
    b[k] /= o->a[k * n + k];
    for (i = 0; i < k; ++i) b[i] -= o->a[k * n + i] * b[k];
  }
  for (k = 0; k < n; ++k) o->y[k] = k < rank ? b[k] : 0;
  FromRight(o, b);
}

void mica_orthogonal_right_null(const MicaOrthogonal* o, uint32_t which, double* x) {
  size_t n = o->size, k;
  for (k = 0; k < n; ++k) o->y[k] = k == o->rank + which ? 1 : 0;
  FromRight(o, x);
}

void mica_orthogonal_left_null(const MicaOrthogonal* o, uint32_t which, double* x) {
  size_t n = o->size, k;
  for (k = 0; k < n; ++k) x[k] = k == o->rank + which ? 1 : 0;
  for (k = n; k-- > 0;) ReflectFromLeft(o, k, x);
}
