#include "run/integrators/descriptor_jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace mica::run {

namespace {

// Rows: those of the states, shift*dx + scale*d(der(x)), then those of the linearisation. Entries in this order: for
// each state the diagonal and, if it has one, its slope, then the partial derivatives.
std::vector<MatrixEntry> Pattern(const OdeLinearisation& linear, std::size_t states) {
  std::vector<MatrixEntry> pattern;
  for (std::uint32_t i = 0; i < states; ++i) {
    pattern.push_back({i, i});
    if (linear.slopes[i].sign != 0) pattern.push_back({i, linear.slopes[i].column});
  }
  for (MatrixEntry entry : linear.entries)
    pattern.push_back({entry.row + static_cast<std::uint32_t>(states), entry.column});
  return pattern;
}

}  // namespace

DescriptorJacobian::DescriptorJacobian(OdeProblem& problem, SUNContext context)
    : problem_(problem),
      states_(problem.state_count()),
      entries_(problem.linearisation()->entries.size()),
      system_(states_, Pattern(*problem.linearisation(), states_),
              problem.linearisation()->magnitudes.size() - states_),
      magnitudes_(problem.linearisation()->magnitudes),
      moved_(states_) {
  for (const OdeLinearisation::Slope& slope : problem.linearisation()->slopes) slope_signs_.push_back(slope.sign);
  values_.resize(system_.entry_count());
  matrix_ = NewMatrix(context);
  solver_ = NewSolver(context);
}

DescriptorJacobian::~DescriptorJacobian() {
  SUNLinSolFree(solver_);
  SUNMatDestroy(matrix_);
}

SUNMatrix DescriptorJacobian::NewMatrix(SUNContext context) const {
  SUNMatrix matrix = SUNMatNewEmpty(context);
  Check(matrix != nullptr, "SUNDIALS gave no matrix");
  matrix->content = new Content{std::vector<double>(entries_), 1, 0};
  matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix->ops->clone = [](SUNMatrix from) -> SUNMatrix {
    SUNMatrix made = SUNMatNewEmpty(from->sunctx);
    if (!made) return nullptr;
    SUNMatCopyOps(from, made);
    made->content = new Content(Of(from));
    return made;
  };
  matrix->ops->destroy = [](SUNMatrix old) {
    delete static_cast<Content*>(old->content);
    SUNMatFreeEmpty(old);
  };
  matrix->ops->zero = [](SUNMatrix of) {
    Of(of).scale = Of(of).shift = 0;
    return 0;
  };
  matrix->ops->copy = [](SUNMatrix from, SUNMatrix to) {
    Of(to) = Of(from);
    return 0;
  };
  // A := c A + I
  matrix->ops->scaleaddi = [](double c, SUNMatrix of) {
    Of(of).scale *= c;
    Of(of).shift = c * Of(of).shift + 1;
    return 0;
  };
  return matrix;
}

SUNLinearSolver DescriptorJacobian::NewSolver(SUNContext context) {
  SUNLinearSolver solver = SUNLinSolNewEmpty(context);
  Check(solver != nullptr, "SUNDIALS gave no linear solver");
  solver->content = this;
  solver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver->ops->initialize = [](SUNLinearSolver) { return 0; };
  solver->ops->setup = [](SUNLinearSolver s, SUNMatrix a) {
    return static_cast<DescriptorJacobian*>(s->content)->Factor(Of(a));
  };
  solver->ops->solve = [](SUNLinearSolver s, SUNMatrix, N_Vector x, N_Vector b, double) {
    return static_cast<DescriptorJacobian*>(s->content)->Solve(x, b);
  };
  solver->ops->free = [](SUNLinearSolver s) {
    SUNLinSolFreeEmpty(s);
    return 0;
  };
  return solver;
}

int DescriptorJacobian::Fill(double t, N_Vector y, double scale, double shift, SUNMatrix jacobian,
                             std::size_t& evaluations) {
  Content& content = Of(jacobian);
  const double* state = N_VGetArrayPointer(y);
  // Where a derivative does not exist (a root at zero), one nearby serves as well.
  constexpr double kNearby = 1e-6;  // of the states
  for (double distance : {0.0, kNearby, -kNearby}) {
    for (std::size_t i = 0; i < states_; ++i)
      moved_[i] = state[i] + distance * (std::abs(state[i]) + problem_.nominal()[i]);
    ++evaluations;
    Status status = problem_.Linearise(t, moved_, content.entries);
    if (status == Status::kFatal || status == Status::kTerminated) return -1;
    if (status != Status::kOk ||
        !std::ranges::all_of(content.entries, [](double value) { return std::isfinite(value); }))
      continue;
    content.scale = scale;
    content.shift = shift;
    return 0;
  }
  return 1;
}

int DescriptorJacobian::Factor(const Content& content) {
  std::size_t k = 0;
  for (double sign : slope_signs_) {
    values_[k++] = content.shift;
    if (sign != 0) values_[k++] = content.scale * sign;
  }
  std::ranges::copy(content.entries, values_.begin() + static_cast<std::ptrdiff_t>(k));
  return system_.Factor(values_, magnitudes_) ? 0 : 1;
}

int DescriptorJacobian::Solve(N_Vector x, N_Vector b) {
  if (!system_.is_factored()) return 1;
  std::span<double> solution(N_VGetArrayPointer(x), states_);
  std::copy_n(N_VGetArrayPointer(b), states_, solution.begin());
  system_.Solve(solution);
  return 0;
}

}  // namespace mica::run
