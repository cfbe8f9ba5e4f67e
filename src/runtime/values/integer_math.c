/* Kernels: integer division and its kin (the specification, 3.7.2), without traps: the smallest integer divided by -1
 * wraps around. */
#include "runtime/kernels.h"

static int64_t Negated(int64_t x) { return (int64_t)(0 - (uint64_t)x); }

int64_t mica_div_integer(int64_t x, int64_t y) { return y == -1 ? Negated(x) : x / y; }

int64_t mica_rem_integer(int64_t x, int64_t y) { return y == -1 ? 0 : x % y; }

int64_t mica_mod_integer(int64_t x, int64_t y) {
  int64_t r = mica_rem_integer(x, y);
  return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

/* Integers live in doubles (model_code.h), so that beyond 2^53 a run ends. A product that wraps around could come to
 * lie in that range again: it stops at 2^62 instead, from where sums do not come back unseen. */
int64_t mica_mul_integer(int64_t x, int64_t y) {
  double size = (double)x * (double)y;
  if (size > 4611686018427387904.0) return (int64_t)1 << 62;
  if (size < -4611686018427387904.0) return -((int64_t)1 << 62);
  return x * y;
}

int64_t mica_integer(double x) {
  double whole = floor(x);
  if (!(whole >= -9223372036854775808.0)) return whole != whole ? 0 : INT64_MIN;
  if (whole >= 9223372036854775808.0) return INT64_MAX;
  return (int64_t)whole;
}

double mica_power_integer(double x, int64_t n) {
  uint64_t k = n < 0 ? (uint64_t)0 - (uint64_t)n : (uint64_t)n;
  double power = 1, square = x;
  for (; k != 0; k >>= 1, square *= square)
    if (k & 1) power *= square;
  return n < 0 ? 1 / power : power;
}
