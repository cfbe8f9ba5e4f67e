// Run stage: the Jacobian df/dy of an OdeProblem for the solvers of SUNDIALS, with the matrix and the linear solver
// that go with it.
//
// Analytic through everything between the states and their derivatives where the problem has its steps linearised
// (descriptor_jacobian.h). Otherwise dense with LAPACK-like elimination of SUNDIALS, or sparse with KLU where the
// pattern is known, large and thin. Entries by products of the problem where it has them, else by difference quotients,
// one evaluation for each colour of the columns (graph/coloring.h) in place of one for each state. The increments are
// CVODE's choice:
//   σ_j = max(√ε |y_j|, 1000 h ε n |f| / w_j).
// References: Hindmarsh et al., ACM TOMS 31 (2005); Curtis, Powell & Reid (1974).
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "graph/coloring.h"
#include "run/integrators/descriptor_jacobian.h"
#include "run/integrators/integrator.h"

namespace mica::run {

class OdeJacobian {
 public:
  // `pattern`: row i has the states that der(state i) depends on; null: all. `like`: a vector of the problem's size.
  OdeJacobian(OdeProblem& problem, const graph::CompressedRows* pattern, N_Vector like, SUNContext context);
  ~OdeJacobian();
  OdeJacobian(const OdeJacobian&) = delete;
  OdeJacobian& operator=(const OdeJacobian&) = delete;

  SUNMatrix matrix() { return descriptor_ ? descriptor_->matrix() : matrix_; }
  SUNLinearSolver solver() { return descriptor_ ? descriptor_->solver() : solver_; }

  // `jacobian` := scale * df/dy + shift * I at (t, y), where f is known to be `fy`. 0, or 1 where f cannot be evaluated
  // nearby, -1 for good.
  int Fill(double t, N_Vector y, N_Vector fy, N_Vector weights, double step, double scale, double shift,
           SUNMatrix jacobian, std::size_t& evaluations);

 private:
  Status TakeProduct(double t, std::span<const double> states, std::span<const graph::Index> columns, double scale,
                     double shift, SUNMatrix jacobian);

  OdeProblem& problem_;
  std::unique_ptr<DescriptorJacobian>
      descriptor_;  // if the problem has its steps linearised; all that follows is unused then
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  graph::CompressedRows columns_;  // row j: the derivatives that depend on state j, increasing; the diagonal always
  graph::Coloring coloring_;
  std::vector<double> shifted_, moved_;
};

}  // namespace mica::run
