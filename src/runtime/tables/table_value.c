/* Kernels: values and derivatives of tables, see table.h. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "runtime/kernels.h"
#include "runtime/tables/table.h"
#include "runtime/tables/table_internal.h"

/* Of a period: an end of the table that falls on that of a period, up to rounding, belongs to the one before. */
#define OF_PERIOD 1e-9

/* A value with its first two derivatives. */
typedef struct Jet {
  double y, d1, d2;
} Jet;

static double Abscissa(const MicaTable* t, uint32_t row) { return t->data[(size_t)row * t->columns]; }

static int IsCubic(const MicaTable* t) {
  return t->smoothness != MICA_TABLE_LINEAR && t->smoothness != MICA_TABLE_CONSTANT;
}

/* The piece of a rising list that u is in: the largest i in [low, high) with x(i) <= u, low where there is none. O(log
 * n). */
static uint32_t Piece(const double* x, size_t stride, uint32_t low, uint32_t high, double u) {
  while (high > low + 1) {
    uint32_t middle = low + (high - low) / 2;
    if (u < x[middle * stride])
      high = middle;
    else
      low = middle;
  }
  return low;
}

/* Into [first, last] by whole periods, as few as can be: what lies a number of periods after the end comes to the end.
 */
static double Wrapped(double u, double first, double last) {
  double period = last - first;
  if (u < first)
    u -= floor((u - first) / period) * period;
  else if (u > last)
    u -= ceil((u - last) / period) * period;
  return u < first ? first : u > last ? last : u;
}

static int OutOfTable(MicaInstance* m, int site, double u, const char* what, double first, double last) {
  char text[200];
  snprintf(text, sizeof text, "%s = %g is outside the table, which goes from %g to %g and must not be extrapolated",
           what, u, first, last);
  return mica_report(m, MICA_REPORT_ERROR, (uint32_t)site, text) == MICA_TERMINATED ? MICA_TERMINATED : MICA_FAILED;
}

/* The polynomial of the piece after row i, at u. */
static Jet At(const MicaTable* t, uint32_t i, int column, double u) {
  Jet jet = {0, 0, 0};
  size_t at = (size_t)i * t->columns, c = (size_t)t->chosen[column - 1] - 1;
  double x0 = t->data[at], x1 = t->data[at + t->columns], y0 = t->data[at + c], y1 = t->data[at + t->columns + c],
         h = x1 - x0, v = u - x0;
  if (t->smoothness == MICA_TABLE_CONSTANT) {
    jet.y = y0;
  } else if (!IsCubic(t)) {
    jet.d1 = h > 0 ? (y1 - y0) / h : 0;
    jet.y = h > 0 ? y0 + jet.d1 * v : y1;
  } else {
    const double* slope = t->slopes + (size_t)i * t->chosen_count + (size_t)(column - 1);
    double d = (y1 - y0) / h, b = slope[0], s1 = slope[t->chosen_count], c2 = (3 * d - 2 * b - s1) / h,
           c3 = (b + s1 - 2 * d) / (h * h);
    jet.y = y0 + ((c3 * v + c2) * v + b) * v;
    jet.d1 = (3 * c3 * v + 2 * c2) * v + b;
    jet.d2 = 6 * c3 * v + 2 * c2;
  }
  return jet;
}

/* Left of the first abscissa or right of the last one; not periodic. */
static int Outside(MicaInstance* m, int site, const MicaTable* t, int column, double u, int is_right, const char* what,
                   Jet* jet) {
  uint32_t i = is_right ? t->rows - 2 : 0;
  double x0 = Abscissa(t, i), x1 = Abscissa(t, i + 1), x = is_right ? x1 : x0;
  const double *row0 = t->data + (size_t)i * t->columns, *row1 = row0 + t->columns;
  size_t c = (size_t)t->chosen[column - 1] - 1;
  if (t->extrapolation == MICA_TABLE_NO_EXTRAPOLATION)
    return OutOfTable(m, site, u, what, Abscissa(t, 0), Abscissa(t, t->rows - 1));
  jet->y = is_right ? row1[c] : row0[c];
  jet->d1 = jet->d2 = 0;
  if (t->extrapolation == MICA_TABLE_HOLD) return MICA_OK;
  if (IsCubic(t))
    jet->d1 = t->slopes[(size_t)(is_right ? i + 1 : i) * t->chosen_count + (size_t)(column - 1)];
  else
    jet->d1 = x1 > x0 ? (row1[c] - row0[c]) / (x1 - x0) : 0;
  jet->y += jet->d1 * (u - x);
  return MICA_OK;
}

static int Evaluate(MicaInstance* m, int site, const MicaTable* t, int column, double u, Jet* jet) {
  double first = Abscissa(t, 0), last = Abscissa(t, t->rows - 1);
  Jet constant = {0, 0, 0};
  if (t->rows == 1) {
    constant.y = t->data[t->chosen[column - 1] - 1];
    *jet = constant;
    return MICA_OK;
  }
  if (t->extrapolation == MICA_TABLE_PERIODIC) u = Wrapped(u, first, last);
  if (u < first || u > last) return Outside(m, site, t, column, u, u > last, "u", jet);
  if (u == last && t->smoothness == MICA_TABLE_CONSTANT) {
    constant.y = t->data[(size_t)(t->rows - 1) * t->columns + (size_t)t->chosen[column - 1] - 1];
    *jet = constant;
  } else {
    *jet = At(t, Piece(t->data, t->columns, 0, t->rows - 1, u), column, u);
  }
  return MICA_OK;
}

int mica_table_value(MicaInstance* m, int site, const MicaTable* t, int column, double u, double* y) {
  Jet jet = {0, 0, 0};
  int status = Evaluate(m, site, t, column, u, &jet);
  *y = jet.y;
  return status;
}

int mica_table_derivative(MicaInstance* m, int site, const MicaTable* t, int column, double u, double der_u,
                          double* y) {
  Jet jet = {0, 0, 0};
  int status = Evaluate(m, site, t, column, u, &jet);
  *y = jet.d1 * der_u;
  return status;
}

int mica_table_second_derivative(MicaInstance* m, int site, const MicaTable* t, int column, double u, double der_u,
                                 double der2_u, double* y) {
  Jet jet = {0, 0, 0};
  int status = Evaluate(m, site, t, column, u, &jet);
  *y = jet.d2 * der_u * der_u + jet.d1 * der2_u;
  return status;
}

int mica_table_first_abscissa(MicaInstance* m, int site, const MicaTable* t, double* u) {
  (void)m, (void)site;
  *u = Abscissa(t, 0);
  return MICA_OK;
}

int mica_table_last_abscissa(MicaInstance* m, int site, const MicaTable* t, double* u) {
  (void)m, (void)site;
  *u = Abscissa(t, t->rows - 1);
  return MICA_OK;
}

/* Of time. What is continuous lies between two events, and the event that ends it tells which piece it is: up to that
 * event its polynomial holds, however far time has come, so that a relation or a jump is seen by events alone. */
static int EvaluateTime(MicaInstance* m, int site, const MicaTable* t, int column, double time, double next,
                        double pre_next, Jet* jet) {
  const Jet zero = {0, 0, 0};
  double first = Abscissa(t, 0), last = Abscissa(t, t->rows - 1), period = last - first, u = time - t->shift,
         end = next - t->shift, begin, turns = 0;
  uint32_t k, row, after;
  *jet = zero;
  if (time < t->start || (next < DBL_MAX && next == pre_next && t->start >= next)) return MICA_OK;
  if (t->rows == 1) {
    jet->y = t->data[t->chosen[column - 1] - 1];
    return MICA_OK;
  }
  if (t->extrapolation == MICA_TABLE_PERIODIC) {
    turns = ceil((end - first) / period - OF_PERIOD) - 1;
    u -= turns * period;
    end -= turns * period;
  } else if (next >= DBL_MAX) {
    if (u >= last) return Outside(m, site, t, column, u, 1, "time", jet);
    end = last;
  }
  /* The break nearest to the end of the piece. */
  k = Piece(t->breaks, 1, 0, t->break_count, end);
  if (k + 1 < t->break_count && fabs(t->breaks[k + 1] - end) < fabs(t->breaks[k] - end)) ++k;
  begin = k > 0 ? t->breaks[k - 1] : first;
  end = t->breaks[k];
  if (t->extrapolation != MICA_TABLE_PERIODIC && u < first) return Outside(m, site, t, column, u, 0, "time", jet);
  /* Rows: from the last one at its begin to the first one at its end. */
  row = Piece(t->data, t->columns, 0, t->rows - 1, begin);
  if (u > end) u = end;
  if (u < begin) u = begin;
  after = Piece(t->data, t->columns, row, t->rows - 1, u);
  while (after > row && Abscissa(t, after) >= end) --after;
  *jet = At(t, after, column, u);
  return MICA_OK;
}

int mica_time_table_value(MicaInstance* m, int site, const MicaTable* t, int column, double time, double next,
                          double pre_next, double* y) {
  Jet jet;
  int status = EvaluateTime(m, site, t, column, time, next, pre_next, &jet);
  *y = jet.y;
  return status;
}

int mica_time_table_derivative(MicaInstance* m, int site, const MicaTable* t, int column, double time, double next,
                               double pre_next, double der_t, double* y) {
  Jet jet;
  int status = EvaluateTime(m, site, t, column, time, next, pre_next, &jet);
  *y = jet.d1 * der_t;
  return status;
}

int mica_time_table_second_derivative(MicaInstance* m, int site, const MicaTable* t, int column, double time,
                                      double next, double pre_next, double der_t, double der2_t, double* y) {
  Jet jet;
  int status = EvaluateTime(m, site, t, column, time, next, pre_next, &jet);
  *y = jet.d2 * der_t * der_t + jet.d1 * der2_t;
  return status;
}

int mica_time_table_next_event(MicaInstance* m, int site, const MicaTable* t, double time, double* next) {
  double first = Abscissa(t, 0), last = Abscissa(t, t->rows - 1), u = time - t->shift, offset = t->shift;
  uint32_t k;
  (void)m, (void)site;
  *next = DBL_MAX;
  if (time < t->start) {
    *next = t->start;
  } else if (t->rows > 1 && t->extrapolation == MICA_TABLE_PERIODIC) {
    double turns = floor((u - first) / (last - first));
    for (k = Piece(t->breaks, 1, 0, t->break_count, u - turns * (last - first)); *next >= DBL_MAX || *next <= time;
         ++k) {
      if (k == t->break_count) k = 0, turns += 1;
      *next = t->breaks[k] + turns * (last - first) + offset;
    }
  } else if (t->rows > 1) {
    if (u < first && first + offset > time) {
      *next = first + offset;
      return MICA_OK;
    }
    for (k = Piece(t->breaks, 1, 0, t->break_count, u); k < t->break_count; ++k)
      if (t->breaks[k] + offset > time) {
        *next = t->breaks[k] + offset;
        break;
      }
  }
  return MICA_OK;
}

/* Of two variables. On the border of two cells the derivative is that of the one that u goes to. */
int mica_table_cell(MicaInstance* m, int site, const MicaTable* t, const double* x, size_t stride, uint32_t count,
                    double* u, double rate, const char* what, uint32_t* i, int* is_held) {
  double first = x[0], last = x[(count - 1) * stride];
  *is_held = 0;
  *i = 0;
  if (count == 1) return MICA_OK;
  if (t->extrapolation == MICA_TABLE_PERIODIC) *u = Wrapped(*u, first, last);
  if (*u < first || *u > last) {
    if (t->extrapolation == MICA_TABLE_NO_EXTRAPOLATION) return OutOfTable(m, site, *u, what, first, last);
    if (t->extrapolation == MICA_TABLE_HOLD) {
      *u = *u < first ? first : last;
      *is_held = 1;
    }
  }
  if (t->extrapolation == MICA_TABLE_HOLD && ((*u == first && rate < 0) || (*u == last && rate > 0))) *is_held = 1;
  *i = Piece(x, stride, 0, count - 1, *u);
  if (rate < 0 && *i > 0 && *u == x[*i * stride]) --*i;
  return MICA_OK;
}

/* Bilinear in a cell, or its corner at the smaller abscissas, or smooth. */
static int Evaluate2(MicaInstance* m, int site, const MicaTable* t, double u1, double u2, double rate1, double rate2,
                     MicaSurface* s) {
  static const MicaSurface kZero = {0, 0, 0, 0, 0, 0};
  uint32_t i, j, rows = t->rows - 1, columns = t->columns - 1;
  const double *x1 = t->data + t->columns, *x2 = t->data + 1, *a, *b;
  int held1, held2, status, next_i, next_j;
  double h1, h2, v1, v2;
  if (IsCubic(t)) return mica_table_surface(m, site, t, u1, u2, rate1, rate2, s);
  *s = kZero;
  status = mica_table_cell(m, site, t, x1, t->columns, rows, &u1, rate1, "u1", &i, &held1);
  if (status == MICA_OK) status = mica_table_cell(m, site, t, x2, 1, columns, &u2, rate2, "u2", &j, &held2);
  if (status != MICA_OK) return status;
  next_i = rows > 1, next_j = columns > 1;
  if (t->smoothness == MICA_TABLE_CONSTANT) {
    double e1 = x1[(size_t)(rows - 1) * t->columns], e2 = x2[columns - 1];
    int is_inside = (!next_i || (u1 >= x1[0] && u1 <= e1)) && (!next_j || (u2 >= x2[0] && u2 <= e2));
    if (is_inside || t->extrapolation != MICA_TABLE_LAST_TWO) {
      if (u1 >= e1) i = rows - 1;
      if (u2 >= e2) j = columns - 1;
      s->y = t->data[(size_t)(i + 1) * t->columns + j + 1];
      return MICA_OK;
    }
  }
  a = t->data + (size_t)(i + 1) * t->columns + j + 1;
  b = next_i ? a + t->columns : a;
  h1 = next_i ? x1[(size_t)(i + 1) * t->columns] - x1[(size_t)i * t->columns] : 1;
  h2 = next_j ? x2[j + 1] - x2[j] : 1;
  v1 = next_i ? (u1 - x1[(size_t)i * t->columns]) / h1 : 0;
  v2 = next_j ? (u2 - x2[j]) / h2 : 0;
  {
    double a0 = a[0], a1 = next_j ? a[1] : a0, b0 = b[0], b1 = next_j ? b[1] : b0, at_a = a0 + v2 * (a1 - a0),
           at_b = b0 + v2 * (b1 - b0);
    s->y = at_a + v1 * (at_b - at_a);
    s->d1 = held1 ? 0 : (at_b - at_a) / h1;
    s->d2 = held2 ? 0 : ((1 - v1) * (a1 - a0) + v1 * (b1 - b0)) / h2;
    s->d12 = held1 || held2 ? 0 : (b1 - b0 - a1 + a0) / (h1 * h2);
  }
  return MICA_OK;
}

int mica_table2_value(MicaInstance* m, int site, const MicaTable* t, double u1, double u2, double* y) {
  MicaSurface s;
  int status = Evaluate2(m, site, t, u1, u2, 0, 0, &s);
  *y = s.y;
  return status;
}

int mica_table2_derivative(MicaInstance* m, int site, const MicaTable* t, double u1, double u2, double der_u1,
                           double der_u2, double* y) {
  MicaSurface s;
  int status = Evaluate2(m, site, t, u1, u2, der_u1, der_u2, &s);
  *y = s.d1 * der_u1 + s.d2 * der_u2;
  return status;
}

int mica_table2_second_derivative(MicaInstance* m, int site, const MicaTable* t, double u1, double u2, double der_u1,
                                  double der_u2, double der2_u1, double der2_u2, double* y) {
  MicaSurface s;
  int status = Evaluate2(m, site, t, u1, u2, der_u1, der_u2, &s);
  *y =
      s.d11 * der_u1 * der_u1 + 2 * s.d12 * der_u1 * der_u2 + s.d22 * der_u2 * der_u2 + s.d1 * der2_u1 + s.d2 * der2_u2;
  return status;
}

int mica_table2_first_abscissas(MicaInstance* m, int site, const MicaTable* t, double* u) {
  (void)m, (void)site;
  u[0] = t->data[t->columns];
  u[1] = t->data[1];
  return MICA_OK;
}

int mica_table2_last_abscissas(MicaInstance* m, int site, const MicaTable* t, double* u) {
  (void)m, (void)site;
  u[0] = t->data[(size_t)(t->rows - 1) * t->columns];
  u[1] = t->data[t->columns - 1];
  return MICA_OK;
}
