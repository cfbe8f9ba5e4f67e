/* Kernels: the small C functions that generated code calls, the same in process, in an FMU and on a target. C99, no
 * state but that of the instance, except the thread's current external call (external_guard.c).
 *
 * Memory of results is scratch memory of the instance. Integers are 64 bits wide in registers and in arrays of model
 * code. */
#ifndef MICA_KERNELS_H
#define MICA_KERNELS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "runtime/model_code.h"
#include "runtime/tables/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* host_calls.c: what the host offers, as functions. */
int mica_report(MicaInstance* m, int kind, uint32_t site, const char* message);
int mica_solve(MicaInstance* m, uint32_t system);
double mica_distribution(MicaInstance* m, uint32_t output, double in0, double in1, double x, double positive);
double mica_delay(MicaInstance* m, uint32_t buffer, double value, double delay_time, double delay_max);
void* mica_scratch(MicaInstance* m, int64_t cells); /* cells of 8 bytes, all zero */
int64_t mica_scratch_mark(MicaInstance* m);
void mica_scratch_release(MicaInstance* m, int64_t mark);
const char* mica_keep(MicaInstance* m, const char* text);
/* The file that a `modelica:` address names; the address itself when the host knows none. */
const char* mica_resource_file(MicaInstance* m, const char* uri);
void mica_reinit(MicaInstance* m, uint32_t state, double value);
/* Failures; they return the status to pass on, never MICA_OK. */
int mica_division_failed(MicaInstance* m, uint32_t site);
int mica_left_open(MicaInstance* m, uint32_t site, double rest,
                   const char* variable); /* by rest = 0*variable; fails where rest is not zero */
int mica_subscript_failed(MicaInstance* m, uint32_t site, int64_t subscript, int64_t size);
int mica_size_failed(MicaInstance* m, uint32_t site, int64_t left, int64_t right);

/* integer_math.c: the specification, 3.7.2. The divisor is not zero. */
int64_t mica_div_integer(int64_t x, int64_t y);
int64_t mica_mod_integer(int64_t x, int64_t y);
int64_t mica_mul_integer(int64_t x, int64_t y); /* at most 2^62 in size */
int64_t mica_rem_integer(int64_t x, int64_t y);
int64_t mica_integer(double x); /* the largest integer not greater than x; saturates */
double mica_power_integer(double x, int64_t n);

/* text.c: Strings. */
const char* mica_concat(MicaInstance* m, const char* a, const char* b);
int mica_compare(const char* a, const char* b); /* as strcmp; null is "" */
const char* mica_text_of_real(MicaInstance* m, double x, int64_t significant_digits, int64_t minimum_length,
                              int left_justified);
const char* mica_text_of_integer(MicaInstance* m, int64_t x, int64_t minimum_length, int left_justified);
const char* mica_text_of_boolean(MicaInstance* m, int x, int64_t minimum_length, int left_justified);
const char* mica_text_copy(MicaInstance* m, const char* text); /* in memory that may be written to */
const char* mica_text_padded(MicaInstance* m, const char* text, int64_t minimum_length, int left_justified);
const char* mica_text_of_real_format(MicaInstance* m, double x, const char* format); /* a C format without %,
    as String() takes it */
const char* mica_text_of_integer_format(MicaInstance* m, int64_t x, const char* format);

/* external_guard.c: calls of external functions, which may leave through ModelicaError. */
int mica_guarded(MicaInstance* m, int (*section)(MicaInstance*));
int mica_guarded_array(MicaInstance* m, int (*section)(MicaInstance*, double*), double* values);
const char* mica_full_path_name(const char* name); /* of what need not be there; in memory of ModelicaAllocateString */
void mica_external_begin(MicaInstance* m, uint32_t site); /* the next external call is made at this site */

/* external_data.c: arrays between model code and foreign functions. `rank` sizes; a transposed copy is column-major. */
int* mica_ints_out(MicaInstance* m, const int64_t* cells, int64_t count);
void mica_ints_back(int64_t* cells, const int* ints, int64_t count, int is_boolean);
void mica_put_int(void* structure, int64_t offset, int64_t value); /* an int of a C structure */
int64_t mica_get_int(const void* structure, int64_t offset);
void mica_put_double(void* structure, int64_t offset, double value);
double mica_get_double(const void* structure, int64_t offset);
void mica_put_pointer(void* structure, int64_t offset, const void* value);
void* mica_get_pointer(const void* structure, int64_t offset);
void mica_to_column_major(void* to, const void* from, int64_t rank, const int64_t* sizes, int64_t bytes);
void mica_to_row_major(void* to, const void* from, int64_t rank, const int64_t* sizes, int64_t bytes);

#ifdef __cplusplus
}
#endif
#endif
