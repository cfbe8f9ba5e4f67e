/* A table of points with straight lines between them, for Mica.Examples.TableObject. */
#ifndef MICA_TABLE_H
#define MICA_TABLE_H

#include <stddef.h>

void* MicaTableNew(const double* x, const double* y, size_t size);
void MicaTableFree(void* table);
double MicaTableValue(void* table, double x);

#endif
