/* See MicaTable.h. A mistake in the points ends the simulation through ModelicaFormatError. */
#include "MicaTable.h"

#include <stdlib.h>
#include <string.h>

#include "ModelicaUtilities.h"

typedef struct {
  size_t size;
  double* x;
  double* y;
} Table;

void* MicaTableNew(const double* x, const double* y, size_t size) {
  size_t i;
  Table* table;
  if (size < 2) ModelicaError("A table needs two points or more\n");
  for (i = 1; i < size; ++i)
    if (!(x[i] > x[i - 1])) ModelicaFormatError("Point %lu of the table does not lie to the right of the one before\n", (unsigned long)(i + 1));
  table = malloc(sizeof(Table));
  if (table == NULL) ModelicaError("No memory for a table\n");
  table->size = size;
  table->x = malloc(2 * size * sizeof(double));
  if (table->x == NULL) {
    free(table);
    ModelicaError("No memory for a table\n");
  }
  table->y = table->x + size;
  memcpy(table->x, x, size * sizeof(double));
  memcpy(table->y, y, size * sizeof(double));
  return table;
}

void MicaTableFree(void* object) {
  Table* table = object;
  if (table == NULL) return;
  free(table->x);
  free(table);
}

double MicaTableValue(void* object, double x) {
  const Table* table = object;
  size_t i = 1;
  while (i + 1 < table->size && x > table->x[i]) ++i;
  return table->y[i - 1] + (table->y[i] - table->y[i - 1]) * (x - table->x[i - 1]) / (table->x[i] - table->x[i - 1]);
}
