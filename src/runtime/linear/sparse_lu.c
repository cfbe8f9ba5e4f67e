#include "runtime/linear/sparse_lu.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define NONE UINT32_MAX

size_t mica_sparse_doubles(uint32_t size, uint32_t entries, uint32_t lower_room, uint32_t upper_room) {
  return (size_t)entries + lower_room + upper_room + 3 * (size_t)size;
}

size_t mica_sparse_integers(uint32_t size, uint32_t entries, uint32_t lower_room, uint32_t upper_room) {
  return (size_t)entries + lower_room + upper_room + 3 * ((size_t)size + 1) + 7 * (size_t)size;
}

static uint32_t* Take(uint32_t** at, size_t count) {
  uint32_t* part = *at;
  *at += count;
  return part;
}

static double* TakeDoubles(double** at, size_t count) {
  double* part = *at;
  *at += count;
  return part;
}

/* The matrix by columns, rows increasing: entries sorted by rows, then by columns, each time by counting. Uses `place`
 * and the room of L for the order. */
static uint32_t BuildColumns(MicaSparseLu* lu, uint32_t entries, const uint32_t* rows, const uint32_t* columns,
                             uint32_t* place) {
  uint32_t n = lu->size, k, i, count = 0, before = NONE, *begin = lu->l_begin, *by_row = lu->row, *next = lu->u_begin;
  memset(begin, 0, sizeof(uint32_t) * ((size_t)n + 1));
  for (k = 0; k < entries; ++k) ++begin[rows[k] + 1];
  for (i = 0; i < n; ++i) begin[i + 1] += begin[i];
  for (k = 0; k < entries; ++k) by_row[begin[rows[k]]++] = k;
  memset(next, 0, sizeof(uint32_t) * ((size_t)n + 1));
  for (k = 0; k < entries; ++k) ++next[columns[k] + 1];
  for (i = 0; i < n; ++i) next[i + 1] += next[i];
  /* place: for the moment the entries in their final order. */
  for (k = 0; k < entries; ++k) place[next[columns[by_row[k]]]++] = by_row[k];
  memset(lu->column_begin, 0, sizeof(uint32_t) * ((size_t)n + 1));
  /* by_row: for each entry in that order its number among the distinct ones. */
  for (k = 0; k < entries; ++k) {
    uint32_t entry = place[k];
    if (before == NONE || rows[entry] != rows[before] || columns[entry] != columns[before]) {
      ++count;
      ++lu->column_begin[columns[entry] + 1];
    }
    by_row[k] = count - 1;
    before = entry;
  }
  for (i = 0; i < n; ++i) lu->column_begin[i + 1] += lu->column_begin[i];
  return count;
}

void mica_sparse_place(MicaSparseLu* lu, uint32_t size, uint32_t entries, const uint32_t* rows, const uint32_t* columns,
                       const uint32_t* order, uint32_t lower_room, uint32_t upper_room, double* doubles,
                       uint32_t* integers, uint32_t* place) {
  uint32_t i, j, k;
  memset(lu, 0, sizeof *lu);
  lu->size = size;
  lu->lower_room = lower_room;
  lu->upper_room = upper_room;
  lu->order = order;
  lu->column_begin = Take(&integers, (size_t)size + 1);
  lu->l_begin = Take(&integers, (size_t)size + 1);
  lu->u_begin = Take(&integers, (size_t)size + 1);
  lu->row = Take(&integers, entries);
  lu->l_row = Take(&integers, lower_room);
  lu->u_step = Take(&integers, upper_room);
  lu->step_of_row = Take(&integers, size);
  lu->row_of_step = Take(&integers, size);
  lu->row_size = Take(&integers, size);
  lu->mark = Take(&integers, size);
  lu->reach = Take(&integers, size);
  lu->stack = Take(&integers, size);
  lu->position = Take(&integers, size);
  lu->values = TakeDoubles(&doubles, entries);
  lu->l = TakeDoubles(&doubles, lower_room);
  lu->u = TakeDoubles(&doubles, upper_room);
  lu->pivot = TakeDoubles(&doubles, size);
  lu->x = TakeDoubles(&doubles, size);
  lu->y = TakeDoubles(&doubles, size);
  (void)BuildColumns(lu, entries, rows, columns, place);
  /* place holds entries by their final position, row the number of the position: turn both round. Values are free for
   * it. */
  for (k = 0; k < entries; ++k) lu->values[place[k]] = lu->row[k];
  for (k = 0; k < entries; ++k) place[k] = (uint32_t)lu->values[k];
  for (k = 0; k < entries; ++k) lu->row[place[k]] = rows[k];
  memset(lu->row_size, 0, sizeof(uint32_t) * size);
  for (j = 0; j < size; ++j)
    for (k = lu->column_begin[j]; k < lu->column_begin[j + 1]; ++k) ++lu->row_size[lu->row[k]];
  for (i = 0; i < size; ++i) lu->x[i] = 0;
}

/* Rows that column `column` reaches in the graph of L, from `top` of lu->reach on, in an order in which they can be
 * eliminated. */
static uint32_t Reach(MicaSparseLu* lu, uint32_t column, uint32_t stamp) {
  uint32_t top = lu->size, k;
  for (k = lu->column_begin[column]; k < lu->column_begin[column + 1]; ++k) {
    uint32_t depth = 0;
    if (lu->mark[lu->row[k]] == stamp) continue;
    lu->stack[0] = lu->row[k];
    lu->position[0] = 0;
    lu->mark[lu->row[k]] = stamp;
    for (;;) {
      uint32_t row = lu->stack[depth], step = lu->step_of_row[row], child = NONE;
      if (step != NONE)
        while (lu->l_begin[step] + lu->position[depth] < lu->l_begin[step + 1]) {
          uint32_t next = lu->l_row[lu->l_begin[step] + lu->position[depth]++];
          if (lu->mark[next] == stamp) continue;
          child = next;
          break;
        }
      if (child != NONE) {
        lu->mark[child] = stamp;
        lu->stack[++depth] = child;
        lu->position[depth] = 0;
        continue;
      }
      lu->reach[--top] = row;
      if (depth-- == 0) break;
    }
  }
  return top;
}

static uint32_t ChoosePivot(const MicaSparseLu* lu, uint32_t top) {
  double largest = 0;
  uint32_t best = NONE, p;
  for (p = top; p < lu->size; ++p)
    if (lu->step_of_row[lu->reach[p]] == NONE && fabs(lu->x[lu->reach[p]]) > largest)
      largest = fabs(lu->x[lu->reach[p]]);
  if (!(largest > 0)) return NONE;
  for (p = top; p < lu->size; ++p) {
    uint32_t row = lu->reach[p];
    double size = fabs(lu->x[row]);
    if (lu->step_of_row[row] != NONE || !(size >= MICA_SPARSE_PIVOT * largest)) continue;
    if (best == NONE || lu->row_size[row] < lu->row_size[best])
      best = row;
    else if (lu->row_size[row] == lu->row_size[best] &&
             (size > fabs(lu->x[best]) || (size == fabs(lu->x[best]) && row < best)))
      best = row;
  }
  return best;
}

static void NotePivot(MicaSparseLu* lu, uint32_t step, double pivot) {
  lu->pivot[step] = pivot;
  if (fabs(pivot) < lu->least_pivot) lu->least_pivot = fabs(pivot);
  if (fabs(pivot) > lu->largest_pivot) lu->largest_pivot = fabs(pivot);
}

static int FactorAnew(MicaSparseLu* lu) {
  uint32_t n = lu->size, step, k, p, l_count = 0, u_count = 0;
  for (k = 0; k < n; ++k) {
    lu->step_of_row[k] = NONE;
    lu->mark[k] = NONE;
    lu->x[k] = 0;
  }
  for (step = 0; step < n; ++step) {
    uint32_t column = lu->order[step], top = Reach(lu, column, step), pivot_row;
    lu->l_begin[step] = l_count;
    lu->u_begin[step] = u_count;
    for (k = lu->column_begin[column]; k < lu->column_begin[column + 1]; ++k) lu->x[lu->row[k]] = lu->values[k];
    for (p = top; p < n; ++p) {
      uint32_t earlier = lu->step_of_row[lu->reach[p]];
      double value = lu->x[lu->reach[p]];
      if (earlier == NONE) continue;
      if (u_count == lu->upper_room) return 0;
      lu->u_step[u_count] = earlier;
      lu->u[u_count++] = value;
      for (k = lu->l_begin[earlier]; k < lu->l_begin[earlier + 1]; ++k) lu->x[lu->l_row[k]] -= lu->l[k] * value;
    }
    pivot_row = ChoosePivot(lu, top);
    if (pivot_row == NONE) return 0;
    NotePivot(lu, step, lu->x[pivot_row]);
    lu->step_of_row[pivot_row] = step;
    lu->row_of_step[step] = pivot_row;
    for (p = top; p < n; ++p) {
      uint32_t row = lu->reach[p];
      if (lu->step_of_row[row] == NONE) {
        if (l_count == lu->lower_room) return 0;
        lu->l_row[l_count] = row;
        lu->l[l_count++] = lu->x[row] / lu->pivot[step];
      }
      lu->x[row] = 0;
    }
    lu->l_begin[step + 1] = l_count;
    lu->u_begin[step + 1] = u_count;
  }
  return 1;
}

/* With the pivots and patterns of before. 0: a pivot is too small beside its column. */
static int FactorAgain(MicaSparseLu* lu) {
  uint32_t n = lu->size, step, k, e;
  for (k = 0; k < n; ++k) lu->x[k] = 0;
  for (step = 0; step < n; ++step) {
    uint32_t column = lu->order[step];
    double pivot, largest = 0;
    for (k = lu->column_begin[column]; k < lu->column_begin[column + 1]; ++k) lu->x[lu->row[k]] = lu->values[k];
    for (e = lu->u_begin[step]; e < lu->u_begin[step + 1]; ++e) {
      uint32_t earlier = lu->u_step[e];
      double value = lu->x[lu->row_of_step[earlier]];
      lu->x[lu->row_of_step[earlier]] = 0;
      lu->u[e] = value;
      for (k = lu->l_begin[earlier]; k < lu->l_begin[earlier + 1]; ++k) lu->x[lu->l_row[k]] -= lu->l[k] * value;
    }
    pivot = lu->x[lu->row_of_step[step]];
    lu->x[lu->row_of_step[step]] = 0;
    for (k = lu->l_begin[step]; k < lu->l_begin[step + 1]; ++k) {
      double value = lu->x[lu->l_row[k]];
      lu->x[lu->l_row[k]] = 0;
      if (fabs(value) > largest) largest = fabs(value);
      lu->l[k] = value / pivot;
    }
    if (!(fabs(pivot) > 0) || !(fabs(pivot) >= MICA_SPARSE_KEPT_PIVOT * largest)) return 0;
    NotePivot(lu, step, pivot);
  }
  return 1;
}

static void ForgetPivots(MicaSparseLu* lu) {
  lu->least_pivot = DBL_MAX;
  lu->largest_pivot = 0;
}

int mica_sparse_factor(MicaSparseLu* lu) {
  ForgetPivots(lu);
  if (lu->has_pivots && FactorAgain(lu)) return 1;
  ForgetPivots(lu);
  lu->has_pivots = FactorAnew(lu);
  return lu->has_pivots;
}

void mica_sparse_solve(const MicaSparseLu* lu, double* b) {
  uint32_t n = lu->size, step, k;
  for (step = 0; step < n; ++step) {
    double value = b[lu->row_of_step[step]];
    lu->y[step] = value;
    for (k = lu->l_begin[step]; k < lu->l_begin[step + 1]; ++k) b[lu->l_row[k]] -= lu->l[k] * value;
  }
  for (step = n; step-- > 0;) {
    double value = lu->y[step] / lu->pivot[step];
    lu->y[step] = value;
    for (k = lu->u_begin[step]; k < lu->u_begin[step + 1]; ++k) lu->y[lu->u_step[k]] -= lu->u[k] * value;
  }
  for (step = 0; step < n; ++step) b[lu->order[step]] = lu->y[step];
}
