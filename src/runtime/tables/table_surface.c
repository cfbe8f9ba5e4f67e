/* Kernels: smooth tables of two variables, see table.h. In a cell the surface is bicubic, by its values at the four
 * corners, both slopes there and their cross derivatives: a product of the cubics of Hermite in both directions.
 * Outside it goes on straight, or stays. */
#include "runtime/tables/table.h"
#include "runtime/tables/table_internal.h"

/* The four cubics in t = (u - begin)/h, for the value at the begin, the value at the end, and the slopes there in units
 * of 1/u; with two derivatives by u. */
typedef struct Basis {
  double value[4], d1[4], d2[4];
} Basis;

static void CubicBasis(double t, double h, Basis* b) {
  double s = 1 - t;
  b->value[0] = s * s * (1 + 2 * t), b->d1[0] = -6 * s * t / h, b->d2[0] = (12 * t - 6) / (h * h);
  b->value[1] = t * t * (3 - 2 * t), b->d1[1] = 6 * s * t / h, b->d2[1] = (6 - 12 * t) / (h * h);
  b->value[2] = h * t * s * s, b->d1[2] = s * (1 - 3 * t), b->d2[2] = (6 * t - 4) / h;
  b->value[3] = -h * t * t * s, b->d1[3] = t * (3 * t - 2), b->d2[3] = (6 * t - 2) / h;
}

/* At u, which is `over` away from the table; one abscissa alone makes a constant. */
static void BasisAt(const MicaTable* t, uint32_t count, double begin, double end, double u, double over, int is_held,
                    Basis* b) {
  static const Basis kConstant = {{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
  int k;
  if (count == 1) {
    *b = kConstant;
    return;
  }
  CubicBasis((u - begin) / (end - begin), end - begin, b);
  for (k = 0; k < 4; ++k) {
    if (over != 0 && t->extrapolation == MICA_TABLE_LAST_TWO) b->value[k] += b->d1[k] * over;
    if (over != 0 || is_held) b->d2[k] = 0;
    if (is_held) b->d1[k] = 0;
  }
}

int mica_table_surface(MicaInstance* m, int site, const MicaTable* t, double u1, double u2, double rate1, double rate2,
                       MicaSurface* s) {
  uint32_t i, j, rows = t->rows - 1, columns = t->columns - 1;
  const double *x1 = t->data + t->columns, *x2 = t->data + 1;
  double over1 = 0, over2 = 0;
  int held1, held2, a, c, status;
  Basis b1, b2;
  s->y = s->d1 = s->d2 = s->d11 = s->d12 = s->d22 = 0;
  status = mica_table_cell(m, site, t, x1, t->columns, rows, &u1, rate1, "u1", &i, &held1);
  if (status == MICA_OK) status = mica_table_cell(m, site, t, x2, 1, columns, &u2, rate2, "u2", &j, &held2);
  if (status != MICA_OK) return status;
  if (rows > 1) {
    double first = x1[0], last = x1[(size_t)(rows - 1) * t->columns], at = u1 < first ? first : u1 > last ? last : u1;
    over1 = u1 - at;
    BasisAt(t, rows, x1[(size_t)i * t->columns], x1[(size_t)(i + 1) * t->columns], at, over1, held1, &b1);
  } else {
    BasisAt(t, rows, 0, 1, 0, 0, 1, &b1);
  }
  if (columns > 1) {
    double first = x2[0], last = x2[columns - 1], at = u2 < first ? first : u2 > last ? last : u2;
    over2 = u2 - at;
    BasisAt(t, columns, x2[j], x2[j + 1], at, over2, held2, &b2);
  } else {
    BasisAt(t, columns, 0, 1, 0, 0, 1, &b2);
  }
  /* By corner: bit 0 of a and c is the far one, bit 1 the slope. */
  for (a = 0; a < 4; ++a)
    for (c = 0; c < 4; ++c) {
      uint32_t row = i + (uint32_t)(a & 1), column = j + (uint32_t)(c & 1);
      const double* node;
      double z;
      if (row >= rows || column >= columns) continue;
      node = t->slopes + 3 * ((size_t)row * columns + column);
      z = a < 2 && c < 2 ? t->data[(size_t)(row + 1) * t->columns + column + 1] : node[c < 2 ? 0 : a < 2 ? 1 : 2];
      s->y += z * b1.value[a] * b2.value[c];
      s->d1 += z * b1.d1[a] * b2.value[c];
      s->d2 += z * b1.value[a] * b2.d1[c];
      s->d11 += z * b1.d2[a] * b2.value[c];
      s->d12 += z * b1.d1[a] * b2.d1[c];
      s->d22 += z * b1.value[a] * b2.d2[c];
    }
  return MICA_OK;
}
