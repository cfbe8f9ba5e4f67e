/* Kernels: makes tables, see table.h: checks what is given, finds slopes at the knots and events. Memory is taken here;
 * the evaluation takes none. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernels.h"
#include "runtime/tables/table.h"

static int Failed(MicaInstance* m, int site, const char* text) {
  int status = mica_report(m, MICA_REPORT_ERROR, (uint32_t)site, text);
  return status == MICA_OK ? MICA_FAILED : status;
}

static int IsGiven(const char* text) {
  if (!text || strcmp(text, "NoName") == 0) return 0;
  while (*text == ' ' || *text == '\t') ++text;
  return *text != 0;
}

/* Of two abscissas, relative: rows that are nearer are one point with a jump. The rule, with its absolute part for
 * abscissas near zero, is that of the tables of the Standard Library, which a model gets in process. */
#define SAME_ABSCISSA 1e-10

static int IsNear(double x, double y) {
  double size = fmax(fmax(fabs(x), fabs(y)), SAME_ABSCISSA);
  return fabs(x - y) < SAME_ABSCISSA * size;
}

int mica_table_close(MicaInstance* m, int site, void* table) {
  MicaTable* t = (MicaTable*)table;
  (void)m, (void)site;
  if (!t) return MICA_OK;
  free((void*)t->data);
  free((void*)t->chosen);
  free((void*)t->slopes);
  free((void*)t->breaks);
  free(t);
  return MICA_OK;
}

/* With its data: from a file, or a copy of the argument. */
static int New(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
               size_t columns, int smoothness, int extrapolation, const char* delimiter, int header_lines,
               MicaTable** made) {
  char problem[400];
  double* copy;
  MicaTable* t;
  *made = NULL;
  if (IsGiven(name) && !IsGiven(file)) {
    snprintf(problem, sizeof problem, "the table %s is to come from the C function usertab, which cannot be used here",
             name);
    return Failed(m, site, problem);
  }
  if (IsGiven(file) && (IsGiven(name) || strlen(file) > 4)) {
    copy = mica_table_read(file, name, delimiter, header_lines, &rows, &columns, problem, sizeof problem);
    if (!copy) return Failed(m, site, problem);
  } else {
    copy = (double*)malloc((rows * columns + 1) * sizeof(double));
    if (copy && rows * columns > 0) memcpy(copy, data, rows * columns * sizeof(double));
  }
  t = (MicaTable*)calloc(1, sizeof(MicaTable));
  if (!t || !copy) {
    free(t);
    free(copy);
    return Failed(m, site, "no memory for a table");
  }
  t->data = copy;
  t->rows = (uint32_t)rows;
  t->columns = (uint32_t)columns;
  t->smoothness = smoothness;
  t->extrapolation = extrapolation;
  *made = t;
  return MICA_OK;
}

static int Choose(MicaInstance* m, int site, MicaTable* t, const int* chosen, size_t count) {
  char text[160];
  size_t i;
  int32_t* copy = (int32_t*)malloc((count + 1) * sizeof(int32_t));
  if (!copy) return Failed(m, site, "no memory for a table");
  t->chosen = copy;
  t->chosen_count = (uint32_t)count;
  if (t->rows < 1 || t->columns < 2) {
    snprintf(text, sizeof text, "a table has at least 1 row and 2 columns, here are %u and %u", t->rows, t->columns);
    return Failed(m, site, text);
  }
  for (i = 0; i < count; ++i) {
    if (chosen[i] < 1 || (uint32_t)chosen[i] > t->columns) {
      snprintf(text, sizeof text, "the table has no column %d but %u", chosen[i], t->columns);
      return Failed(m, site, text);
    }
    copy[i] = chosen[i];
  }
  return MICA_OK;
}

/* Abscissas rise; where `may_repeat`, two may be equal. */
static int CheckRising(MicaInstance* m, int site, const double* x, size_t stride, size_t count, int may_repeat) {
  char text[200];
  size_t i;
  for (i = 0; i + 1 < count; ++i) {
    double a = x[i * stride], b = x[(i + 1) * stride];
    if (a < b || (may_repeat && a == b)) continue;
    snprintf(text, sizeof text, "the abscissas of a table must rise, but %.15g is followed by %.15g", a, b);
    return Failed(m, site, text);
  }
  return MICA_OK;
}

/* Akima's mean of the middle two of four differences, by how much the outer ones differ. */
static double AkimaSlope(const double* d, int is_modified) {
  double left = fabs(d[1] - d[0]), right = fabs(d[3] - d[2]);
  if (is_modified) {
    left += 0.5 * fabs(d[1] + d[0]);
    right += 0.5 * fabs(d[3] + d[2]);
  }
  if (left + right > 0) return d[1] + left / (left + right) * (d[2] - d[1]);
  return is_modified ? 0 : 0.5 * (d[1] + d[2]);
}

/* At a knot between pieces of lengths h0 and h1 with differences d0 and d1. */
static double MonotoneSlope(double h0, double h1, double d0, double d1, int is_steffen) {
  double slope, most;
  if (!(d0 * d1 > 0) && !((d0 > 0 && d1 > 0) || (d0 < 0 && d1 < 0))) return 0;
  if (!is_steffen) return 3 * (h0 + h1) / ((h0 + 2 * h1) / d0 + (h1 + 2 * h0) / d1);
  slope = (d0 * h1 + d1 * h0) / (h0 + h1);
  most = 2 * fmin(fabs(d0), fabs(d1));
  return fabs(slope) > most ? copysign(most, d0) : slope;
}

/* Slopes at the knots of each chosen column. With two rows a table is linear. */
static int FindSlopes(MicaInstance* m, int site, MicaTable* t) {
  uint32_t n = t->rows, i, c;
  double *slopes, *d;
  if (t->smoothness < MICA_TABLE_LINEAR || t->smoothness > MICA_TABLE_MODIFIED_AKIMA)
    return Failed(m, site, "there is no such smoothness of a table");
  if (t->smoothness == MICA_TABLE_LINEAR || t->smoothness == MICA_TABLE_CONSTANT) return MICA_OK;
  if (n < 3) {
    t->smoothness = MICA_TABLE_LINEAR;
    return MICA_OK;
  }
  slopes = (double*)malloc(((size_t)n * t->chosen_count + 1) * sizeof(double));
  d = (double*)malloc(((size_t)n + 3) * sizeof(double)); /* two before the first difference and two after the last */
  t->slopes = slopes;
  if (!slopes || !d) {
    free(d);
    return Failed(m, site, "no memory for a table");
  }
  for (c = 0; c < t->chosen_count; ++c) {
    double* of = slopes + c;
    for (i = 0; i + 1 < n; ++i) {
      const double *row = t->data + (size_t)i * t->columns, *next = row + t->columns;
      d[i + 2] = (next[t->chosen[c] - 1] - row[t->chosen[c] - 1]) / (next[0] - row[0]);
    }
    if (t->smoothness == MICA_TABLE_AKIMA || t->smoothness == MICA_TABLE_MODIFIED_AKIMA) {
      d[1] = 2 * d[2] - d[3];
      d[0] = 2 * d[1] - d[2];
      d[n + 1] = 2 * d[n] - d[n - 1];
      d[n + 2] = 2 * d[n + 1] - d[n];
      for (i = 0; i < n; ++i)
        of[(size_t)i * t->chosen_count] = AkimaSlope(d + i, t->smoothness == MICA_TABLE_MODIFIED_AKIMA);
      continue;
    }
    of[0] = d[2];
    of[(size_t)(n - 1) * t->chosen_count] = d[n];
    for (i = 1; i + 1 < n; ++i) {
      const double* row = t->data + (size_t)i * t->columns;
      double x = row[0], before = t->data[(size_t)(i - 1) * t->columns], after = row[t->columns];
      of[(size_t)i * t->chosen_count] =
          MonotoneSlope(x - before, after - x, d[i + 1], d[i + 2], t->smoothness == MICA_TABLE_STEFFEN);
    }
  }
  free(d);
  return MICA_OK;
}

/* Abscissas with events: all of them, those where the table jumps, or its end alone, as it is where derivatives are
 * continuous and nothing is repeated. */
static int FindBreaks(MicaInstance* m, int site, MicaTable* t, int events) {
  double *breaks = (double*)malloc((size_t)t->rows * sizeof(double)), first = t->data[0],
         last = t->data[(size_t)(t->rows - 1) * t->columns], seen = first;
  uint32_t i;
  if (!breaks) return Failed(m, site, "no memory for a table");
  t->breaks = breaks;
  if (t->slopes && t->extrapolation != MICA_TABLE_PERIODIC) events = MICA_TABLE_NO_EVENTS;
  for (i = 0; events != MICA_TABLE_NO_EVENTS && i + 1 < t->rows; ++i) {
    double a = t->data[(size_t)i * t->columns], b = t->data[(size_t)(i + 1) * t->columns];
    if (b <= seen || IsNear(b, last) || IsNear(a, b) != (events == MICA_TABLE_EVENTS_AT_JUMPS)) continue;
    breaks[t->break_count++] = seen = b;
  }
  breaks[t->break_count++] = last;
  return MICA_OK;
}

/* Gives the table, or frees what there is of it. */
static int Give(MicaInstance* m, int site, MicaTable* t, int status, void** table) {
  if (status != MICA_OK && t) mica_table_close(m, site, t);
  *table = status == MICA_OK ? t : NULL;
  return status;
}

int mica_table_open(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
                    size_t columns, const int* chosen, size_t chosen_count, int smoothness, int extrapolation,
                    int verbose, const char* delimiter, int header_lines, void** table) {
  MicaTable* t;
  int status = New(m, site, file, name, data, rows, columns, smoothness, extrapolation, delimiter, header_lines, &t);
  (void)verbose;
  if (status == MICA_OK) status = Choose(m, site, t, chosen, chosen_count);
  if (status == MICA_OK) status = CheckRising(m, site, t->data, t->columns, t->rows, 0);
  if (status == MICA_OK) status = FindSlopes(m, site, t);
  return Give(m, site, t, status, table);
}

int mica_time_table_open(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
                         size_t columns, double start, const int* chosen, size_t chosen_count, int smoothness,
                         int extrapolation, double shift, int events, int verbose, const char* delimiter,
                         int header_lines, void** table) {
  MicaTable* t;
  int status = New(m, site, file, name, data, rows, columns, smoothness, extrapolation, delimiter, header_lines, &t);
  (void)verbose;
  if (status == MICA_OK) {
    t->start = start;
    t->shift = shift;
    status = Choose(m, site, t, chosen, chosen_count);
  }
  if (status == MICA_OK)
    status = CheckRising(m, site, t->data, t->columns, t->rows,
                         smoothness == MICA_TABLE_LINEAR || smoothness == MICA_TABLE_CONSTANT);
  if (status == MICA_OK && extrapolation == MICA_TABLE_PERIODIC && t->rows > 1 &&
      !(t->data[(size_t)(t->rows - 1) * t->columns] > t->data[0]))
    status = Failed(m, site, "a periodic table needs a period greater than zero");
  if (status == MICA_OK) status = FindSlopes(m, site, t);
  if (status == MICA_OK) status = FindBreaks(m, site, t, events);
  return Give(m, site, t, status, table);
}

/* Two abscissas before the first and two behind the last: as far apart as their neighbours inside. */
static void PadAbscissas(double* x, size_t n) {
  double *first = x + 2, *last = x + n + 1, before = n > 2 ? first[2] - first[1] : first[1] - first[0],
         behind = n > 2 ? last[-1] - last[-2] : last[0] - last[-1];
  first[-1] = first[0] - before;
  first[-2] = first[-1] - (first[1] - first[0]);
  last[1] = last[0] + behind;
  last[2] = last[1] + (last[0] - last[-1]);
}

/* Values there: the slope goes on as it changes from the first piece to the second. z at a distance of `stride`. */
static void PadValues(const double* x, double* z, size_t stride, size_t n) {
  int side;
  for (side = 0; side < 2; ++side) {
    ptrdiff_t go = side == 0 ? 1 : -1, step = go * (ptrdiff_t)stride;
    const double* at = side == 0 ? x + 2 : x + n + 1;
    double* value = side == 0 ? z + 2 * stride : z + (n + 1) * stride;
    double near = (value[step] - value[0]) / (at[go] - at[0]),
           next = n > 2 ? (value[2 * step] - value[step]) / (at[2 * go] - at[go]) : near;
    value[-step] = value[0] - (2 * near - next) * (at[0] - at[-go]);
    value[-2 * step] = value[-step] - (3 * near - 2 * next) * (at[-go] - at[-2 * go]);
  }
}

/* Akima's slope at z, and the weights of the differences before and behind it. */
static double WeightedSlope(const double* x, const double* z, ptrdiff_t stride, double* before, double* behind) {
  double d0 = (z[-stride] - z[-2 * stride]) / (x[-1] - x[-2]), d1 = (z[0] - z[-stride]) / (x[0] - x[-1]),
         d2 = (z[stride] - z[0]) / (x[1] - x[0]), d3 = (z[2 * stride] - z[stride]) / (x[2] - x[1]);
  *before = fabs(d3 - d2);
  *behind = fabs(d1 - d0);
  if (*before + *behind == 0) *before = *behind = 1;
  return (*before * d1 + *behind * d2) / (*before + *behind);
}

/* Slopes of a smooth table of two variables. One abscissa in a direction: nothing changes along it. */
static int FindSurface(MicaInstance* m, int site, MicaTable* t) {
  size_t n1 = t->rows - 1, n2 = t->columns - 1, w = n2 + 4, i, j;
  double *x1 = (double*)malloc((n1 + 4) * sizeof(double)), *x2 = (double*)malloc(w * sizeof(double)),
         *z = (double*)calloc((n1 + 4) * w, sizeof(double)), *slopes = (double*)calloc(3 * n1 * n2, sizeof(double));
  t->slopes = slopes;
  if (!x1 || !x2 || !z || !slopes) {
    free(x1);
    free(x2);
    free(z);
    return Failed(m, site, "no memory for a table");
  }
  for (i = 0; i < n1; ++i) x1[i + 2] = t->data[(i + 1) * t->columns];
  for (j = 0; j < n2; ++j) x2[j + 2] = t->data[j + 1];
  for (i = 0; i < n1; ++i)
    for (j = 0; j < n2; ++j) z[(i + 2) * w + j + 2] = t->data[(i + 1) * t->columns + j + 1];
  if (n1 > 1) PadAbscissas(x1, n1);
  if (n2 > 1) PadAbscissas(x2, n2);
  for (i = 0; i < n1 && n2 > 1; ++i) PadValues(x2, z + (i + 2) * w, 1, n2);
  for (j = n2 > 1 ? 0 : 2; j < (n2 > 1 ? w : 3) && n1 > 1; ++j) PadValues(x1, z + j, w, n1);
  for (i = 0; i < n1; ++i)
    for (j = 0; j < n2; ++j) {
      const double* at = z + (i + 2) * w + j + 2;
      const double *a = x1 + i + 2, *b = x2 + j + 2;
      double* slope = slopes + 3 * (i * n2 + j);
      double before1 = 1, behind1 = 1, before2 = 1, behind2 = 1;
      ptrdiff_t row = (ptrdiff_t)w;
      if (n1 > 1) slope[0] = WeightedSlope(a, at, row, &before1, &behind1);
      if (n2 > 1) slope[1] = WeightedSlope(b, at, 1, &before2, &behind2);
      if (n1 > 1 && n2 > 1) {
        double west = b[0] - b[-1], east = b[1] - b[0], north = a[0] - a[-1], south = a[1] - a[0];
        double nw = (at[0] - at[-1] - at[-row] + at[-row - 1]) / (west * north),
               ne = (at[1] - at[0] - at[1 - row] + at[-row]) / (east * north);
        double sw = (at[row] - at[row - 1] - at[0] + at[-1]) / (west * south),
               se = (at[row + 1] - at[row] - at[1] + at[0]) / (east * south);
        slope[2] = (before1 * (before2 * nw + behind2 * ne) + behind1 * (before2 * sw + behind2 * se)) /
                   ((before1 + behind1) * (before2 + behind2));
      }
    }
  free(x1);
  free(x2);
  free(z);
  return MICA_OK;
}

int mica_table2_open(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
                     size_t columns, int smoothness, int extrapolation, int verbose, const char* delimiter,
                     int header_lines, void** table) {
  MicaTable* t;
  int status = New(m, site, file, name, data, rows, columns, smoothness, extrapolation, delimiter, header_lines, &t);
  (void)verbose;
  if (status == MICA_OK && (t->rows < 2 || t->columns < 2))
    status = Failed(m, site, "a table of two variables has at least 2 rows and 2 columns");
  if (status == MICA_OK) status = CheckRising(m, site, t->data + t->columns, t->columns, t->rows - 1, 0);
  if (status == MICA_OK) status = CheckRising(m, site, t->data + 1, 1, t->columns - 1, 0);
  if (status == MICA_OK && smoothness != MICA_TABLE_LINEAR && smoothness != MICA_TABLE_CONSTANT &&
      smoothness != MICA_TABLE_AKIMA)
    status = Failed(m, site, "there is no such smoothness of a table of two variables");
  /* With two abscissas in both directions, as of one variable. */
  if (status == MICA_OK && smoothness == MICA_TABLE_AKIMA && t->rows <= 3 && t->columns <= 3)
    t->smoothness = MICA_TABLE_LINEAR;
  if (status == MICA_OK && t->smoothness == MICA_TABLE_AKIMA) status = FindSurface(m, site, t);
  return Give(m, site, t, status, table);
}
