/* Kernels: what the parts of the evaluation of tables share, see table.h. */
#ifndef MICA_TABLE_INTERNAL_H
#define MICA_TABLE_INTERNAL_H

#include "runtime/tables/table.h"

/* A value of a table of two variables with its derivatives. */
typedef struct MicaSurface {
  double y, d1, d2, d11, d12, d22;
} MicaSurface;

/* table_value.c: the cell of one variable, `rate` its derivative by time. *u is wrapped or held as the table says; what
 * is continued stays outside of the cell. */
int mica_table_cell(MicaInstance* m, int site, const MicaTable* t, const double* x, size_t stride, uint32_t count,
                    double* u, double rate, const char* what, uint32_t* i, int* is_held);
/* table_surface.c: of a smooth one. */
int mica_table_surface(MicaInstance* m, int site, const MicaTable* t, double u1, double u2, double rate1, double rate2,
                       MicaSurface* s);

#endif
