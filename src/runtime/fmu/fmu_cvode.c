/* Runtime: CVODE inside an FMU (Hindmarsh et al., ACM TOMS 31, 2005): BDF of variable order and step, with a dense
 * matrix. The Jacobian by differences, one evaluation for each colour of its columns. Tolerances: relative, and
 * absolute by the nominal value of each state. Crossings by CVODE's own search, on the functions of crossing_watch.h,
 * which are not zero right after an event. See fmu.h. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "runtime/fmu/fmu.h"
#include "runtime/step/fixed_step_internal.h"

/* With crossings, a step is no longer than so many communication steps: what changes twice in between goes unseen. */
#define LONGEST_STEP 4
/* The second step after a restart is known from one step of order 1 only: CVODE's own 10^4 is too much. */
#define FIRST_GROWTH 10
/* Of the error test, which sees a small part of a correction only; as in process. */
#define NEWTON_SHARE 0.01

typedef struct MicaFmuCvode {
  SUNContext context;
  N_Vector y, at, absolute;
  void* memory;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  double *jacobian, *work, *nominal;
  double reached; /* the end of the last step, or a crossing in it: `y` belongs to it */
  int32_t is_running, is_crossed, is_ahead;
} Cvode;

int mica_cvode_is_there(void) { return 1; }
double mica_cvode_reached(const MicaFmu* f) {
  return f->cvode && f->cvode->is_running ? f->cvode->reached : f->stepper.instance.time;
}

static void SetPoint(MicaFmu* f, double time, const double* states) {
  const MicaPlaces* p = &f->model->step->places;
  uint32_t i;
  f->stepper.instance.time = time;
  for (i = 0; i < p->state_count; ++i) f->stepper.instance.reals[p->states[i]] = states[i];
  mica_fmu_touch(f);
}

static int Evaluate(void* self, double time, const double* states, double* slopes) {
  MicaFmu* f = (MicaFmu*)self;
  const MicaPlaces* p = &f->model->step->places;
  uint32_t i;
  int status;
  SetPoint(f, time, states);
  status = mica_fmu_need_derivatives(f);
  if (status != MICA_OK) return status;
  for (i = 0; i < p->state_count; ++i) {
    slopes[i] = f->stepper.instance.reals[p->derivatives[i]];
    if (!isfinite(slopes[i])) return MICA_FAILED;
  }
  return MICA_OK;
}

static int AsFlag(int status) { return status == MICA_OK ? 0 : status == MICA_FAILED ? 1 : -1; }

static int OnDerivatives(double t, N_Vector y, N_Vector slopes, void* self) {
  return AsFlag(Evaluate(self, t, N_VGetArrayPointer(y), N_VGetArrayPointer(slopes)));
}

static int OnCrossings(double t, N_Vector y, double* g, void* self) {
  MicaFmu* f = (MicaFmu*)self;
  int status = Evaluate(self, t, N_VGetArrayPointer(y), f->states);
  return status == MICA_OK ? AsFlag(mica_fmu_indicators(f, g, 0)) : AsFlag(status);
}

static int OnJacobian(double t, N_Vector y, N_Vector slopes, SUNMatrix matrix, void* self, N_Vector a, N_Vector b,
                      N_Vector c) {
  MicaFmu* f = (MicaFmu*)self;
  Cvode* v = f->cvode;
  const MicaDifferences* d = &f->model->newton->jacobian;
  uint32_t k;
  (void)a;
  (void)b;
  (void)c;
  if (!mica_slope_jacobian(d, t, N_VGetArrayPointer(y), N_VGetArrayPointer(slopes), v->nominal, Evaluate, f,
                           v->jacobian, v->work))
    return 1;
  for (k = 0; k < d->entries; ++k) SM_ELEMENT_D(matrix, d->rows[k], d->columns[k]) = v->jacobian[k];
  return 0;
}

static void OnMessage(int code, const char* module, const char* function, char* message, void* self) {
  (void)module;
  (void)function;
  if (code < 0) mica_fmu_say((MicaFmu*)self, MICA_FMU_OK, MICA_LOG_WARNINGS, "CVODE: %s", message);
}

/* 0: there is no memory. */
static int Make(MicaFmu* f) {
  uint32_t n = f->model->step->places.state_count;
  Cvode* v = f->cvode = (Cvode*)calloc(1, sizeof *v);
  if (!v || SUNContext_Create(0, &v->context) != 0) return 0;
  v->y = N_VNew_Serial(n, v->context);
  v->at = N_VNew_Serial(n, v->context);
  v->absolute = N_VNew_Serial(n, v->context);
  v->matrix = SUNDenseMatrix(n, n, v->context);
  v->memory = CVodeCreate(CV_BDF, v->context);
  v->jacobian = (double*)calloc(f->model->newton->jacobian.entries + 1, sizeof(double));
  v->work = (double*)calloc(MICA_SLOPE_JACOBIAN_DOUBLES(n) + 1, sizeof(double));
  v->nominal = (double*)calloc(n + 1, sizeof(double));
  if (!v->y || !v->at || !v->absolute || !v->matrix || !v->memory || !v->jacobian || !v->work || !v->nominal) return 0;
  v->solver = SUNLinSol_Dense(v->y, v->matrix, v->context);
  return v->solver && CVodeInit(v->memory, OnDerivatives, f->stepper.instance.time, v->y) == CV_SUCCESS;
}

static int Start(MicaFmu* f) {
  const MicaPlaces* p = &f->model->step->places;
  Cvode* v;
  uint32_t i;
  int is_new = !f->cvode;
  if (is_new && !Make(f)) {
    f->stepper.failure_text = "there is no memory for CVODE";
    return MICA_FATAL;
  }
  v = f->cvode;
  for (i = 0; i < p->state_count; ++i) {
    double nominal = fabs(f->stepper.instance.nominal[p->states[i]]);
    v->nominal[i] = nominal > 0 && isfinite(nominal) ? nominal : 1;
    NV_Ith_S(v->absolute, i) = f->tolerance * v->nominal[i];
    NV_Ith_S(v->y, i) = f->stepper.instance.reals[p->states[i]];
  }
  if (CVodeReInit(v->memory, f->stepper.instance.time, v->y) != CV_SUCCESS) return MICA_FATAL;
  CVodeSVtolerances(v->memory, f->tolerance, v->absolute);
  if (is_new) {
    CVodeSetUserData(v->memory, f);
    CVodeSetErrHandlerFn(v->memory, OnMessage, f);
    CVodeSetMaxErrTestFails(v->memory, 20);
    CVodeSetMaxConvFails(v->memory, 30);
    CVodeSetMaxHnilWarns(v->memory, -1);
    CVodeSetEtaMaxFirstStep(v->memory, FIRST_GROWTH);
    if (CVodeSetLinearSolver(v->memory, v->solver, v->matrix) != CV_SUCCESS) return MICA_FATAL;
    CVodeSetJacFn(v->memory, OnJacobian);
    CVodeSetMaxNonlinIters(v->memory, 5);
    CVodeSetNonlinConvCoef(v->memory, NEWTON_SHARE);
    if (f->stepper.watch.count > 0 && CVodeRootInit(v->memory, (int)f->stepper.watch.count, OnCrossings) != CV_SUCCESS)
      return MICA_FATAL;
    CVodeSetNoInactiveRootWarn(v->memory);
  }
  v->is_running = 1;
  v->is_crossed = v->is_ahead = 0;
  v->reached = f->stepper.instance.time;
  return MICA_OK;
}

static int HasInputs(const MicaFmu* f) {
  uint32_t i;
  for (i = 0; i < f->model->table->scalars_count; ++i)
    if (f->model->setting[i] == MICA_SET_INPUT) return 1;
  return 0;
}

/* One step of CVODE from where it stands. */
static int StepOnce(MicaFmu* f, double limit, double stop) {
  Cvode* v = f->cvode;
  /* Beyond a communication point inputs may be others. */
  double end = HasInputs(f) ? limit : stop;
  int flag;
  if (isfinite(end))
    CVodeSetStopTime(v->memory, end);
  else
    CVodeSetStopTime(v->memory, v->reached + 1e3 * fabs(limit - v->reached) + 1);
  CVodeSetMaxStep(v->memory, f->stepper.watch.count > 0 ? LONGEST_STEP * (limit - v->reached) : 0);
  flag = CVode(v->memory, limit, v->y, &v->reached, CV_ONE_STEP);
  if (flag < 0) {
    if (!f->stepper.failure_text) f->stepper.failure_text = "CVODE cannot make its step";
    return MICA_FAILED;
  }
  v->is_crossed = flag == CV_ROOT_RETURN;
  v->is_ahead = 1;
  return MICA_OK;
}

int mica_cvode_step(MicaFmu* f, double limit, double stop, MicaStepEnd* end) {
  Cvode* v;
  int status = MICA_OK;
  /* Without states there is nothing to integrate, and crossings are seen at the ends of steps. */
  if (f->model->step->places.state_count == 0) {
    f->stepper.instance.time = limit;
    mica_fmu_touch(f);
    *end = MICA_STEP_AT_LIMIT;
    return MICA_OK;
  }
  if (!f->cvode || !f->cvode->is_running) status = Start(f);
  v = f->cvode;
  if (status == MICA_OK && !v->is_ahead) status = StepOnce(f, limit, stop);
  if (status != MICA_OK) return status;
  if (v->reached > limit && !mica_same_time(v->reached, limit)) {
    if (CVodeGetDky(v->memory, limit, 0, v->at) != CV_SUCCESS) return MICA_FAILED;
    SetPoint(f, limit, N_VGetArrayPointer(v->at));
    *end = MICA_STEP_AT_LIMIT;
    return MICA_OK;
  }
  v->is_ahead = 0;
  *end = v->is_crossed ? MICA_STEP_CROSSED : mica_same_time(v->reached, limit) ? MICA_STEP_AT_LIMIT : MICA_STEP_DONE;
  SetPoint(f, *end == MICA_STEP_AT_LIMIT ? limit : v->reached, N_VGetArrayPointer(v->y));
  return MICA_OK;
}

void mica_cvode_restart(MicaFmu* f) {
  if (f->cvode) f->cvode->is_running = 0;
}

void mica_cvode_free(MicaFmu* f) {
  Cvode* v = f->cvode;
  if (!v) return;
  if (v->memory) CVodeFree(&v->memory);
  if (v->solver) SUNLinSolFree(v->solver);
  if (v->matrix) SUNMatDestroy(v->matrix);
  if (v->y) N_VDestroy(v->y);
  if (v->at) N_VDestroy(v->at);
  if (v->absolute) N_VDestroy(v->absolute);
  if (v->context) SUNContext_Free(&v->context);
  free(v->jacobian);
  free(v->work);
  free(v->nominal);
  free(v);
  f->cvode = 0;
}
