/* Kernels: the host's offers as plain functions, so that generated code need not know the layout of MicaHost, and the
 * failures that checks of generated code end in. */
#include <stdio.h>

#include "runtime/kernels.h"

int mica_report(MicaInstance* m, int kind, uint32_t site, const char* message) {
  return m->host->report(m, (MicaReportKind)kind, site, message ? message : "");
}

int mica_solve(MicaInstance* m, uint32_t system) { return m->host->solve(m, system); }

double mica_delay(MicaInstance* m, uint32_t buffer, double value, double delay_time, double delay_max) {
  return m->host->delay(m, buffer, value, delay_time, delay_max);
}

double mica_distribution(MicaInstance* m, uint32_t output, double in0, double in1, double x, double positive) {
  return m->host->distribution(m, output, in0, in1, x, positive != 0);
}

void* mica_scratch(MicaInstance* m, int64_t cells) {
  size_t bytes = cells > 0 ? (size_t)cells * 8 : 8;
  void* memory = m->host->scratch(m, bytes);
  memset(memory, 0, bytes);
  return memory;
}

int64_t mica_scratch_mark(MicaInstance* m) { return m->host->scratch_mark ? (int64_t)m->host->scratch_mark(m) : 0; }

void mica_scratch_release(MicaInstance* m, int64_t mark) {
  if (m->host->scratch_release && m->host->scratch_mark) m->host->scratch_release(m, (size_t)mark);
}

const char* mica_keep(MicaInstance* m, const char* text) { return m->host->keep_string(m, text ? text : ""); }

const char* mica_resource_file(MicaInstance* m, const char* uri) {
  const char* file = m->host->resource_file ? m->host->resource_file(m, uri ? uri : "") : NULL;
  return file ? file : mica_keep(m, uri);
}

void mica_reinit(MicaInstance* m, uint32_t state, double value) {
  m->reinit[state] = value;
  m->reinit_pending[state] = 1;
}

static int Failed(int status) { return status == MICA_OK ? MICA_FAILED : status; }

int mica_division_failed(MicaInstance* m, uint32_t site) {
  return Failed(mica_report(m, MICA_REPORT_DIVISION, site, "division by zero"));
}

int mica_left_open(MicaInstance* m, uint32_t site, double rest, const char* variable) {
  return rest == 0 ? mica_report(m, MICA_REPORT_OPEN, site, variable) : mica_division_failed(m, site);
}

int mica_subscript_failed(MicaInstance* m, uint32_t site, int64_t subscript, int64_t size) {
  char text[120];
  snprintf(text, sizeof text, "subscript %lld is outside 1:%lld", (long long)subscript, (long long)size);
  return Failed(mica_report(m, MICA_REPORT_ERROR, site, text));
}

int mica_size_failed(MicaInstance* m, uint32_t site, int64_t left, int64_t right) {
  char text[120];
  snprintf(text, sizeof text, "sizes do not agree: %lld and %lld", (long long)left, (long long)right);
  return Failed(mica_report(m, MICA_REPORT_ERROR, site, text));
}
