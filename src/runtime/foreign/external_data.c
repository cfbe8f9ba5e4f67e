/* Kernels: arrays between model code (row-major, integers of 64 bits) and foreign functions (C: int; FORTRAN 77:
 * column-major too). */
#include "runtime/kernels.h"

int* mica_ints_out(MicaInstance* m, const int64_t* cells, int64_t count) {
  int* ints = (int*)mica_scratch(m, count / 2 + 1);
  int64_t i;
  for (i = 0; i < count; ++i) ints[i] = (int)cells[i];
  return ints;
}

void mica_ints_back(int64_t* cells, const int* ints, int64_t count, int is_boolean) {
  int64_t i;
  for (i = 0; i < count; ++i) cells[i] = is_boolean ? ints[i] != 0 : ints[i];
}

/* The place in column-major order of the element at `place` in row-major order. */
static int64_t ColumnPlace(int64_t place, int64_t rank, const int64_t* sizes) {
  int64_t column = 0, k;
  int64_t stride = 1, divisor = 1;
  for (k = 0; k < rank; ++k) divisor *= sizes[k];
  for (k = 0; k < rank; ++k) {
    divisor /= sizes[k];
    column += place / divisor % sizes[k] * stride;
    stride *= sizes[k];
  }
  return column;
}

static int64_t Count(int64_t rank, const int64_t* sizes) {
  int64_t count = 1, k;
  for (k = 0; k < rank; ++k) count *= sizes[k];
  return count;
}

void mica_to_column_major(void* to, const void* from, int64_t rank, const int64_t* sizes, int64_t bytes) {
  int64_t count = Count(rank, sizes), i;
  for (i = 0; i < count; ++i)
    memcpy((char*)to + ColumnPlace(i, rank, sizes) * bytes, (const char*)from + i * bytes, (size_t)bytes);
}

void mica_to_row_major(void* to, const void* from, int64_t rank, const int64_t* sizes, int64_t bytes) {
  int64_t count = Count(rank, sizes), i;
  for (i = 0; i < count; ++i)
    memcpy((char*)to + i * bytes, (const char*)from + ColumnPlace(i, rank, sizes) * bytes, (size_t)bytes);
}

void mica_put_int(void* structure, int64_t offset, int64_t value) {
  int number = (int)value;
  memcpy((char*)structure + offset, &number, sizeof number);
}

int64_t mica_get_int(const void* structure, int64_t offset) {
  int number;
  memcpy(&number, (const char*)structure + offset, sizeof number);
  return number;
}

void mica_put_double(void* structure, int64_t offset, double value) {
  memcpy((char*)structure + offset, &value, sizeof value);
}

double mica_get_double(const void* structure, int64_t offset) {
  double number;
  memcpy(&number, (const char*)structure + offset, sizeof number);
  return number;
}

void mica_put_pointer(void* structure, int64_t offset, const void* value) {
  memcpy((char*)structure + offset, &value, sizeof value);
}

void* mica_get_pointer(const void* structure, int64_t offset) {
  void* pointer;
  memcpy(&pointer, (const char*)structure + offset, sizeof pointer);
  return pointer;
}
