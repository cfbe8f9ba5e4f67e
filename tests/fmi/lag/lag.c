/* An FMU of FMI 2.0 that Mica did not make, for tests: der(x) = k*(u - x), with a state event (n counts how often x
 * rises through 0.5), a time event (x becomes 0 at time 1), directional derivatives (`products` counts their calls), and
 * trouble on request from time 0.5 on. Co-Simulation steps by the exact solution for an input that is held. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  void (*logger)(void*, const char*, int, const char*, const char*, ...);
  void* (*allocate)(size_t, size_t);
  void (*release)(void*);
  void (*step_finished)(void*, int);
  void* environment;
} Callbacks;
typedef struct {
  int more, terminates, nominals, states, has_next;
  double next;
} EventInfo;
/* Value references: Real 0 x, 1 der(x), 2 u, 3 k; Integer 0 n, 1 trouble, 2 products. */
typedef struct {
  double real[4];
  int integer[3];
  double time;
  int is_above, is_reset;
  Callbacks callbacks;
} Lag;
enum { kX, kDer, kU, kK, kN = 0, kTrouble, kProducts };
enum { kOk, kWarning, kDiscard, kError };

static int Trouble(Lag* l) {
  if (l->time < 0.5) return kOk;
  if (l->integer[kTrouble] == 1) *(volatile int*)8 = 1;
  if (l->integer[kTrouble] == 2) exit(7);
  if (l->integer[kTrouble] == 3) {
    l->callbacks.logger(l->callbacks.environment, "lag", kError, "logStatusError", "%s is %d", "trouble", 3);
    return kError;
  }
  if (l->integer[kTrouble] == 4) abort();
  if (l->integer[kTrouble] == 5) {
    l->callbacks.logger(l->callbacks.environment, "lag", kWarning, "logStatusWarning", "it is half past");
    l->integer[kTrouble] = 0;
  }
  return kOk;
}

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }
void* fmi2Instantiate(const char* name, int type, const char* token, const char* resources, const Callbacks* callbacks,
                      int visible, int logging) {
  Lag* l;
  (void)name, (void)type, (void)visible, (void)logging;
  if (strcmp(token, "{lag}") != 0 || strncmp(resources, "file:///", 8) != 0) return 0;
  l = (Lag*)calloc(1, sizeof *l);
  l->real[kK] = 2;
  l->callbacks = *callbacks;
  return l;
}
void fmi2FreeInstance(void* c) { free(c); }
int fmi2SetupExperiment(void* c, int has, double tolerance, double start, int has_stop, double stop) {
  (void)has, (void)tolerance, (void)has_stop, (void)stop;
  ((Lag*)c)->time = start;
  return kOk;
}
int fmi2EnterInitializationMode(void* c) { return (void)c, kOk; }
int fmi2ExitInitializationMode(void* c) { return ((Lag*)c)->is_above = ((Lag*)c)->real[kX] > 0.5, kOk; }
int fmi2Terminate(void* c) { return (void)c, kOk; }
int fmi2Reset(void* c) { return (void)c, kError; }
int fmi2GetReal(void* c, const unsigned* vr, size_t n, double* values) {
  Lag* l = (Lag*)c;
  size_t i;
  l->real[kDer] = l->real[kK] * (l->real[kU] - l->real[kX]);
  for (i = 0; i < n; ++i) values[i] = l->real[vr[i]];
  return kOk;
}
int fmi2SetReal(void* c, const unsigned* vr, size_t n, const double* values) {
  size_t i;
  for (i = 0; i < n; ++i) ((Lag*)c)->real[vr[i]] = values[i];
  return kOk;
}
int fmi2GetInteger(void* c, const unsigned* vr, size_t n, int* values) {
  size_t i;
  for (i = 0; i < n; ++i) values[i] = ((Lag*)c)->integer[vr[i]];
  return kOk;
}
int fmi2SetInteger(void* c, const unsigned* vr, size_t n, const int* values) {
  size_t i;
  for (i = 0; i < n; ++i) ((Lag*)c)->integer[vr[i]] = values[i];
  return kOk;
}
int fmi2GetDirectionalDerivative(void* c, const unsigned* unknowns, size_t unknown_count, const unsigned* knowns,
                                 size_t known_count, const double* seed, double* sensitivity) {
  Lag* l = (Lag*)c;
  size_t i, j;
  ++l->integer[kProducts];
  for (i = 0; i < unknown_count; ++i) {
    sensitivity[i] = 0;
    for (j = 0; j < known_count && unknowns[i] == kDer; ++j)
      sensitivity[i] += (knowns[j] == kX ? -l->real[kK] : knowns[j] == kU ? l->real[kK] : 0) * seed[j];
  }
  return kOk;
}
int fmi2EnterEventMode(void* c) { return (void)c, kOk; }
static void Event(Lag* l) {
  if (l->real[kX] > 0.5 && !l->is_above) ++l->integer[kN];
  l->is_above = l->real[kX] > 0.5;
}
int fmi2NewDiscreteStates(void* c, EventInfo* info) {
  Lag* l = (Lag*)c;
  memset(info, 0, sizeof *info);
  Event(l);
  if (l->time >= 1 && !l->is_reset) {
    l->is_reset = info->states = 1;
    l->real[kX] = 0;
    info->more = 1; /* x has left the side above */
  }
  info->has_next = !l->is_reset;
  info->next = 1;
  return kOk;
}
int fmi2EnterContinuousTimeMode(void* c) { return (void)c, kOk; }
int fmi2CompletedIntegratorStep(void* c, int no_set, int* enter, int* ends) {
  (void)no_set;
  *enter = *ends = 0;
  return Trouble((Lag*)c);
}
int fmi2SetTime(void* c, double time) { return ((Lag*)c)->time = time, kOk; }
int fmi2SetContinuousStates(void* c, const double* x, size_t n) { return (void)n, ((Lag*)c)->real[kX] = x[0], kOk; }
int fmi2GetContinuousStates(void* c, double* x, size_t n) { return (void)n, x[0] = ((Lag*)c)->real[kX], kOk; }
int fmi2GetDerivatives(void* c, double* d, size_t n) {
  const Lag* l = (const Lag*)c;
  return (void)n, d[0] = l->real[kK] * (l->real[kU] - l->real[kX]), kOk;
}
int fmi2GetEventIndicators(void* c, double* z, size_t n) { return (void)n, z[0] = ((Lag*)c)->real[kX] - 0.5, kOk; }
int fmi2GetNominalsOfContinuousStates(void* c, double* x, size_t n) { return (void)c, (void)n, x[0] = 1, kOk; }
int fmi2DoStep(void* c, double time, double step, int no_set) {
  Lag* l = (Lag*)c;
  double u = l->real[kU];
  (void)no_set;
  l->real[kX] = u + (l->real[kX] - u) * exp(-l->real[kK] * step);
  l->time = time + step;
  Event(l);
  return Trouble(l);
}
int fmi2GetRealStatus(void* c, int kind, double* value) { return (void)kind, *value = ((Lag*)c)->time, kOk; }
int fmi2GetBooleanStatus(void* c, int kind, int* value) { return (void)c, (void)kind, *value = 0, kOk; }
