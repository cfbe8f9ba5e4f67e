#include "foreign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ModelicaUtilities.h"

double foreign_square(double x);

double foreign_cube(double x) { return x * foreign_square(x); }

double foreign_root(double x) {
  if (x < 0) ModelicaFormatError("no root of %g", x);
  return sqrt(x);
}

void* foreign_counter_new(double start) {
  double* counter = (double*)malloc(sizeof(double));
  if (counter) *counter = start;
  return counter;
}

void foreign_counter_free(void* counter) { free(counter); }

double foreign_counter_next(void* counter) { return ++*(double*)counter; }

double foreign_first_number(const char* file) {
  double value = 0;
  FILE* f = fopen(file, "r");
  if (!f) ModelicaFormatError("%s cannot be opened", file);
  if (fscanf(f, "%lf", &value) != 1) value = 0;
  fclose(f);
  return value;
}
