/* Kernels: tables as external objects, what the table blocks of the Modelica Standard Library ask of their C interface:
 * functions of one variable, of two, and of time with events.
 *
 * A table does not change once it is made, and its evaluation (table_value.c) keeps nothing: it is constant data in an
 * exported model. table_data.c makes one, from an argument or a file (table_file.c); that takes memory and is no part
 * of an exported model.
 *
 * A function returns MICA_OK or, after a report at the site, what ends the step. `column` counts from 1 among the
 * chosen columns.
 *
 * Between two knots a column is a polynomial of degree 0, 1 or 3. Slopes at the knots are those of Akima (J. ACM 17,
 * 1970), of Akima with the weights that Ionita proposes (2019), for two variables those of Akima (Comm. ACM 17, 1974),
 * of Fritsch and Butland (SIAM J. Sci. Stat. Comput. 5, 1984) or of Steffen (Astron. Astrophys. 239, 1990). */
#ifndef MICA_RUNTIME_TABLES_TABLE_H
#define MICA_RUNTIME_TABLES_TABLE_H

#include <stddef.h>

#include "runtime/model_code.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As Modelica.Blocks.Types counts them. */
enum {
  MICA_TABLE_LINEAR = 1,
  MICA_TABLE_AKIMA,
  MICA_TABLE_CONSTANT,
  MICA_TABLE_FRITSCH_BUTLAND,
  MICA_TABLE_STEFFEN,
  MICA_TABLE_MODIFIED_AKIMA
};
enum { MICA_TABLE_HOLD = 1, MICA_TABLE_LAST_TWO, MICA_TABLE_PERIODIC, MICA_TABLE_NO_EXTRAPOLATION };
enum { MICA_TABLE_EVENTS_ALWAYS = 1, MICA_TABLE_EVENTS_AT_JUMPS, MICA_TABLE_NO_EVENTS };

typedef struct MicaTable {
  int32_t smoothness, extrapolation;
  uint32_t rows, columns; /* of `data`: by rows, the first column has the abscissas; of a table of two variables the
                             first row as well */
  uint32_t chosen_count;
  const double* data;
  const int32_t* chosen; /* columns that are evaluated, from 1 */
  const double* slopes; /* of cubic pieces: by row and chosen column; of two variables, by row and column of the values:
                           d/du1, d/du2, d2/du1du2 */
  /* of time */
  double start, shift; /* zero before `start`; data[0] is at `shift` + data[0] */
  uint32_t break_count;
  const double*
      breaks; /* abscissas after the first one at which there are events; the last one is the end of the table */
} MicaTable;

/* table_value.c, table_surface.c */
int mica_table_value(MicaInstance* m, int site, const MicaTable* table, int column, double u, double* y);
int mica_table_derivative(MicaInstance* m, int site, const MicaTable* table, int column, double u, double der_u,
                          double* y);
int mica_table_second_derivative(MicaInstance* m, int site, const MicaTable* table, int column, double u, double der_u,
                                 double der2_u, double* y);
int mica_table_first_abscissa(MicaInstance* m, int site, const MicaTable* table, double* u);
int mica_table_last_abscissa(MicaInstance* m, int site, const MicaTable* table, double* u);
/* Of time: `next` and `pre_next` are the time of the next event and its left limit; between events both are the end of
 * the piece that time is in. */
int mica_time_table_value(MicaInstance* m, int site, const MicaTable* table, int column, double t, double next,
                          double pre_next, double* y);
int mica_time_table_derivative(MicaInstance* m, int site, const MicaTable* table, int column, double t, double next,
                               double pre_next, double der_t, double* y);
int mica_time_table_second_derivative(MicaInstance* m, int site, const MicaTable* table, int column, double t,
                                      double next, double pre_next, double der_t, double der2_t, double* y);
int mica_time_table_next_event(MicaInstance* m, int site, const MicaTable* table, double t,
                               double* next); /* DBL_MAX: none */
/* Of two variables: the first is that of the rows. */
int mica_table2_value(MicaInstance* m, int site, const MicaTable* table, double u1, double u2, double* y);
int mica_table2_derivative(MicaInstance* m, int site, const MicaTable* table, double u1, double u2, double der_u1,
                           double der_u2, double* y);
int mica_table2_second_derivative(MicaInstance* m, int site, const MicaTable* table, double u1, double u2,
                                  double der_u1, double der_u2, double der2_u1, double der2_u2, double* y);
int mica_table2_first_abscissas(MicaInstance* m, int site, const MicaTable* table, double* u);
int mica_table2_last_abscissas(MicaInstance* m, int site, const MicaTable* table, double* u);

/* table_data.c */
int mica_table_open(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
                    size_t columns, const int* chosen, size_t chosen_count, int smoothness, int extrapolation,
                    int verbose, const char* delimiter, int header_lines, void** table);
int mica_time_table_open(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
                         size_t columns, double start, const int* chosen, size_t chosen_count, int smoothness,
                         int extrapolation, double shift, int events, int verbose, const char* delimiter,
                         int header_lines, void** table);
int mica_table2_open(MicaInstance* m, int site, const char* file, const char* name, const double* data, size_t rows,
                     size_t columns, int smoothness, int extrapolation, int verbose, const char* delimiter,
                     int header_lines, void** table);
int mica_table_close(MicaInstance* m, int site, void* table);

/* table_file.c: the matrix `name` of a file, by rows, to be freed; null after writing what is wrong to `problem`. A
 * text file as the Standard Library describes it ('#1', then 'double name(rows, columns)' and numbers), a MAT file of
 * version 4, or comma-separated values, which have no name. */
double* mica_table_read(const char* file, const char* name, const char* delimiter, int header_lines, size_t* rows,
                        size_t* columns, char* problem, size_t problem_size);

#ifdef __cplusplus
}
#endif
#endif
