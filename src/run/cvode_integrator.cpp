#include "run/cvode_integrator.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_types.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <numeric>

#include "graph/coloring.h"

namespace mica::run {

namespace {

constexpr std::size_t kSparseLimit = 50;

class CvodeIntegrator final : public Integrator {
 public:
  CvodeIntegrator(OdeProblem& problem, const CvodeSettings& settings);
  ~CvodeIntegrator() override;
  CvodeIntegrator(const CvodeIntegrator&) = delete;
  CvodeIntegrator& operator=(const CvodeIntegrator&) = delete;

  void Restart(double time, std::span<const double> states) override;
  StepEnd Step(double limit) override;
  double time() const override { return time_; }
  std::span<const double> states() const override { return {N_VGetArrayPointer(y_), problem_.state_count()}; }
  void Interpolate(double time, std::span<double> states) override;
  std::span<const std::size_t> crossed() const override { return crossed_; }
  const IntegratorFailure& failure() const override { return failure_; }
  IntegratorCounts counts() const override;

 private:
  template <class Call>
  static int Guard(void* self, Call&& call);
  static int OnDerivatives(double t, N_Vector y, N_Vector ydot, void* self);
  static int OnRoots(double t, N_Vector y, double* g, void* self);
  static int OnJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix jacobian, void* self, N_Vector, N_Vector, N_Vector);
  static void OnMessage(int code, const char* module, const char* function, char* message, void* self);
  int FillJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix jacobian);
  void SetUpLinearSolver();
  void AddCounts();
  void KeepFailure(int flag);

  OdeProblem& problem_;
  CvodeSettings settings_;
  SUNContext context_ = nullptr;
  void* memory_ = nullptr;
  N_Vector y_ = nullptr, absolute_ = nullptr, weights_ = nullptr, errors_ = nullptr, shifted_ = nullptr, scratch_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver linear_ = nullptr;
  graph::Coloring coloring_;
  graph::CompressedRows columns_;  // row j: the derivatives that depend on state j, increasing
  double time_ = 0;
  bool started_ = false, fresh_ = false;
  bool evaluation_failed_ = false;  // in the present step
  std::string message_;
  std::vector<std::size_t> crossed_;
  std::vector<int> root_info_;
  IntegratorFailure failure_;
  IntegratorCounts counts_;  // without what CVODE counts itself since the last restart
  std::exception_ptr caught_;
};

CvodeIntegrator::CvodeIntegrator(OdeProblem& problem, const CvodeSettings& settings)
    : problem_(problem), settings_(settings), root_info_(problem.crossing_count()) {
  Check(problem.state_count() > 0, "CVODE without states");
  Check(SUNContext_Create(nullptr, &context_) == 0, "SUNDIALS gave no context");
  auto n = static_cast<sunindextype>(problem.state_count());
  y_ = N_VNew_Serial(n, context_);
  for (N_Vector* v : {&absolute_, &weights_, &errors_, &shifted_, &scratch_}) *v = N_VClone(y_);
  N_VConst(0.0, y_);
  for (sunindextype i = 0; i < n; ++i)
    NV_Ith_S(absolute_, i) = settings.tolerance * std::max(std::abs(problem.nominal()[static_cast<std::size_t>(i)]), 1e-100);
  memory_ = CVodeCreate(CV_BDF, context_);
  Check(memory_ != nullptr, "CVODE gave no memory");
}

CvodeIntegrator::~CvodeIntegrator() {
  CVodeFree(&memory_);
  if (linear_) SUNLinSolFree(linear_);
  if (matrix_) SUNMatDestroy(matrix_);
  for (N_Vector v : {y_, absolute_, weights_, errors_, shifted_, scratch_}) N_VDestroy(v);
  SUNContext_Free(&context_);
}

void CvodeIntegrator::SetUpLinearSolver() {
  auto n = static_cast<sunindextype>(problem_.state_count());
  const graph::CompressedRows* pattern = settings_.pattern;
  bool colored = false, sparse = false;
  if (pattern) {
    // The Newton matrix needs its diagonal whether or not J has it.
    std::vector<std::pair<graph::Index, graph::Index>> pairs;
    for (graph::Index i = 0; i < pattern->row_count(); ++i)
      for (graph::Index j : pattern->row(i)) pairs.emplace_back(i, j);
    for (graph::Index i = 0; i < pattern->row_count(); ++i) pairs.emplace_back(i, i);
    graph::CompressedRows rows = graph::CompressedRows::FromPairs(pattern->row_count(), pattern->column_count(), pairs).WithoutRepeats();
    columns_ = rows.Transpose();
    coloring_ = graph::ColorColumns(rows);
    sparse = problem_.state_count() >= kSparseLimit &&
             4 * static_cast<std::size_t>(rows.entry_count()) < problem_.state_count() * problem_.state_count();
    colored = sparse || coloring_.size() < static_cast<graph::Index>(n);
  }
  if (sparse) {
    matrix_ = SUNSparseMatrix(n, n, columns_.entry_count(), CSC_MAT, context_);
    linear_ = SUNLinSol_KLU(y_, matrix_, context_);
  } else {
    matrix_ = SUNDenseMatrix(n, n, context_);
    linear_ = SUNLinSol_Dense(y_, matrix_, context_);
  }
  Check(CVodeSetLinearSolver(memory_, linear_, matrix_) == 0, "CVODE refused its linear solver");
  if (colored) CVodeSetJacFn(memory_, &OnJacobian);
}

void CvodeIntegrator::Restart(double time, std::span<const double> states) {
  time_ = time;
  std::copy(states.begin(), states.end(), N_VGetArrayPointer(y_));
  crossed_.clear();
  failure_ = {};
  fresh_ = true;
  if (started_) {
    AddCounts();
    Check(CVodeReInit(memory_, time, y_) == 0, "CVODE did not restart");
    return;
  }
  started_ = true;
  Check(CVodeInit(memory_, &OnDerivatives, time, y_) == 0, "CVODE did not start");
  CVodeSetUserData(memory_, this);
  CVodeSetErrHandlerFn(memory_, &OnMessage, this);
  Check(CVodeSVtolerances(memory_, settings_.tolerance, absolute_) == 0, "CVODE refused its tolerances");
  CVodeSetMaxErrTestFails(memory_, 20);
  CVodeSetMaxConvFails(memory_, 30);
  CVodeSetMaxHnilWarns(memory_, -1);
  if (settings_.longest_step > 0) CVodeSetMaxStep(memory_, settings_.longest_step);
  if (settings_.shortest_step > 0) CVodeSetMinStep(memory_, settings_.shortest_step);
  SetUpLinearSolver();
  if (problem_.crossing_count() > 0) {
    CVodeRootInit(memory_, static_cast<int>(problem_.crossing_count()), &OnRoots);
    CVodeSetNoInactiveRootWarn(memory_);
  }
}

StepEnd CvodeIntegrator::Step(double limit) {
  crossed_.clear();
  for (int attempt = 0;; ++attempt) {
    evaluation_failed_ = false;
    message_.clear();
    CVodeSetStopTime(memory_, limit);
    double reached = time_;
    int flag = CVode(memory_, limit, y_, &reached, CV_ONE_STEP);
    if (caught_) std::rethrow_exception(std::exchange(caught_, nullptr));
    if (flag >= 0) {
      time_ = reached;
      fresh_ = false;
      if (flag == CV_ROOT_RETURN) {
        CVodeGetRootInfo(memory_, root_info_.data());
        for (std::size_t i = 0; i < root_info_.size(); ++i)
          if (root_info_[i] != 0) crossed_.push_back(i);
        return StepEnd::kCrossing;
      }
      if (flag == CV_TSTOP_RETURN || time_ >= limit) {
        time_ = limit;
        return StepEnd::kLimit;
      }
      return StepEnd::kStep;
    }
    bool may_retry = attempt == 0 && !fresh_ && (flag == CV_ERR_FAILURE || flag == CV_CONV_FAILURE || flag == CV_REPTD_RHSFUNC_ERR ||
                                                 flag == CV_LSETUP_FAIL || flag == CV_UNREC_RHSFUNC_ERR);
    if (!may_retry) {
      KeepFailure(flag);
      return StepEnd::kFailed;
    }
    // From the last good point, with order 1: what came before may no longer tell how it goes on.
    CVodeGetCurrentTime(memory_, &time_);
    if (CVodeGetDky(memory_, time_, 0, y_) != CV_SUCCESS) {
      KeepFailure(flag);
      return StepEnd::kFailed;
    }
    AddCounts();
    CVodeReInit(memory_, time_, y_);
    fresh_ = true;
  }
}

void CvodeIntegrator::Interpolate(double time, std::span<double> states) {
  if (fresh_ || CVodeGetDky(memory_, time, 0, scratch_) != CV_SUCCESS) {
    std::copy(this->states().begin(), this->states().end(), states.begin());
    return;
  }
  const double* from = N_VGetArrayPointer(scratch_);
  std::copy(from, from + states.size(), states.begin());
}

void CvodeIntegrator::KeepFailure(int flag) {
  failure_ = {};
  failure_.time = time_;
  failure_.detail = message_;
  double present = time_;
  if (CVodeGetCurrentTime(memory_, &present) == CV_SUCCESS) failure_.time = present;
  bool evaluation = flag == CV_RHSFUNC_FAIL || flag == CV_FIRST_RHSFUNC_ERR || flag == CV_REPTD_RHSFUNC_ERR || flag == CV_UNREC_RHSFUNC_ERR ||
                    flag == CV_RTFUNC_FAIL;
  if (evaluation || evaluation_failed_) failure_.kind = IntegratorFailure::Kind::kEvaluation;
  else if (flag == CV_ERR_FAILURE) failure_.kind = IntegratorFailure::Kind::kStepTooSmall;
  else if (flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL || flag == CV_LSOLVE_FAIL) failure_.kind = IntegratorFailure::Kind::kConvergence;
  else failure_.kind = IntegratorFailure::Kind::kOther;
  if (CVodeGetErrWeights(memory_, weights_) != CV_SUCCESS || CVodeGetEstLocalErrors(memory_, errors_) != CV_SUCCESS) return;
  std::size_t n = problem_.state_count();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto error = [&](std::size_t i) {
    double e = std::abs(N_VGetArrayPointer(errors_)[i] * N_VGetArrayPointer(weights_)[i]);
    return std::isfinite(e) ? e : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return error(a) > error(b); });
  constexpr std::size_t kShown = 5;
  for (std::size_t i : order)
    if (failure_.suspects.size() < kShown && error(i) > 0.01) failure_.suspects.push_back(i);
}

void CvodeIntegrator::AddCounts() {
  long steps = 0, jacobians = 0, errors = 0, convergence = 0;
  CVodeGetNumSteps(memory_, &steps);
  CVodeGetNumJacEvals(memory_, &jacobians);
  CVodeGetNumErrTestFails(memory_, &errors);
  CVodeGetNumStepSolveFails(memory_, &convergence);
  counts_.steps += static_cast<std::size_t>(steps);
  counts_.jacobians += static_cast<std::size_t>(jacobians);
  counts_.error_failures += static_cast<std::size_t>(errors);
  counts_.convergence_failures += static_cast<std::size_t>(convergence);
}

IntegratorCounts CvodeIntegrator::counts() const {
  CvodeIntegrator& self = const_cast<CvodeIntegrator&>(*this);
  IntegratorCounts kept = counts_;
  if (started_) self.AddCounts();
  return std::exchange(self.counts_, kept);
}

template <class Call>
int CvodeIntegrator::Guard(void* self, Call&& call) {
  auto& integrator = *static_cast<CvodeIntegrator*>(self);
  try {
    return call(integrator);
  } catch (...) {
    integrator.caught_ = std::current_exception();
    return -1;
  }
}

int CvodeIntegrator::OnDerivatives(double t, N_Vector y, N_Vector ydot, void* self) {
  return Guard(self, [&](CvodeIntegrator& me) {
    std::size_t n = me.problem_.state_count();
    ++me.counts_.evaluations;
    Status status = me.problem_.Evaluate(t, {N_VGetArrayPointer(y), n}, {N_VGetArrayPointer(ydot), n});
    if (status == Status::kOk) return 0;
    me.evaluation_failed_ = true;
    return status == Status::kFailed ? 1 : -1;
  });
}

int CvodeIntegrator::OnRoots(double t, N_Vector y, double* g, void* self) {
  return Guard(self, [&](CvodeIntegrator& me) {
    ++me.counts_.watches;
    return me.problem_.Watch(t, {N_VGetArrayPointer(y), me.problem_.state_count()}, {g, me.problem_.crossing_count()}) == Status::kOk ? 0 : -1;
  });
}

int CvodeIntegrator::OnJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix jacobian, void* self, N_Vector, N_Vector, N_Vector) {
  return Guard(self, [&](CvodeIntegrator& me) { return me.FillJacobian(t, y, fy, jacobian); });
}

// One shifted evaluation for each colour; entry (i, j) is then the difference in row i divided by the shift of the one column j of the
// colour that has an entry in this row.
int CvodeIntegrator::FillJacobian(double t, N_Vector y, N_Vector fy, SUNMatrix jacobian) {
  std::size_t n = problem_.state_count();
  CVodeGetErrWeights(memory_, weights_);
  double h = 0;
  CVodeGetCurrentStep(memory_, &h);
  const double* state = N_VGetArrayPointer(y);
  const double* f = N_VGetArrayPointer(fy);
  const double* weight = N_VGetArrayPointer(weights_);
  double* shifted = N_VGetArrayPointer(shifted_);
  double* g = N_VGetArrayPointer(scratch_);
  constexpr double kUnit = std::numeric_limits<double>::epsilon();
  double root = std::sqrt(kUnit), norm = N_VWrmsNorm(fy, weights_);
  double least = norm != 0 ? 1000 * std::abs(h) * kUnit * static_cast<double>(n) * norm : 1.0;
  std::copy(state, state + n, shifted);
  SUNMatZero(jacobian);
  bool sparse = SUNMatGetID(jacobian) == SUNMATRIX_SPARSE;
  if (sparse) {
    sunindextype* begin = SUNSparseMatrix_IndexPointers(jacobian);
    sunindextype* row = SUNSparseMatrix_IndexValues(jacobian);
    for (graph::Index j = 0; j <= columns_.row_count(); ++j) begin[j] = j < columns_.row_count() ? columns_.row_begin(j) : columns_.entry_count();
    for (graph::Index k = 0; k < columns_.entry_count(); ++k) row[k] = columns_.entry(k);
  }
  auto shift = [&](std::size_t j) { return std::max(root * std::abs(state[j]), least / weight[j]); };
  for (graph::Index color = 0; color < coloring_.size(); ++color) {
    for (graph::Index j : coloring_.groups.row(color)) {
      auto column = static_cast<std::size_t>(j);
      shifted[column] = state[column] + shift(column);
    }
    ++counts_.evaluations;
    Status status = problem_.Evaluate(t, {shifted, n}, {g, n});
    if (status != Status::kOk) return status == Status::kFailed ? 1 : -1;
    for (graph::Index j : coloring_.groups.row(color)) {
      auto column = static_cast<std::size_t>(j);
      double step = shifted[column] - state[column];
      shifted[column] = state[column];
      for (graph::Index k = columns_.row_begin(j); k < columns_.row_end(j); ++k) {
        auto i = static_cast<std::size_t>(columns_.entry(k));
        double value = (g[i] - f[i]) / step;
        if (sparse) SUNSparseMatrix_Data(jacobian)[k] = value;
        else SM_ELEMENT_D(jacobian, static_cast<sunindextype>(i), j) = value;
      }
    }
  }
  return 0;
}

void CvodeIntegrator::OnMessage(int code, const char*, const char*, char* message, void* self) {
  if (code < 0 && message) static_cast<CvodeIntegrator*>(self)->message_ = message;
}

}  // namespace

std::unique_ptr<Integrator> MakeCvodeIntegrator(OdeProblem& problem, const CvodeSettings& settings) {
  return std::make_unique<CvodeIntegrator>(problem, settings);
}

}  // namespace mica::run
