// Run stage: the Newton matrix shift*I + scale*df/dy of an OdeProblem whose steps are linearised one by one
// (structure/stage/linearise_dynamics.cpp), for the solvers of SUNDIALS: a SUNMatrix that holds the partial derivatives
// with `scale` and `shift`, and a SUNLinearSolver that solves
//   shift*dx + scale*d(der(x)) = r,    A (dx, dv) = 0
// by KLU, with the increments dv of everything that is computed between the states and their derivatives as further
// unknowns. df/dy, dense where a network couples the states, is never formed; a change of the gain takes another
// factorisation and no evaluation.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <vector>

#include "run/integrators/integrator.h"
#include "run/systems/linear_solver.h"

namespace mica::run {

class DescriptorJacobian {
 public:
  DescriptorJacobian(OdeProblem& problem, SUNContext context);
  ~DescriptorJacobian();
  DescriptorJacobian(const DescriptorJacobian&) = delete;
  DescriptorJacobian& operator=(const DescriptorJacobian&) = delete;

  SUNMatrix matrix() { return matrix_; }
  SUNLinearSolver solver() { return solver_; }

  // As OdeJacobian::Fill.
  int Fill(double t, N_Vector y, double scale, double shift, SUNMatrix jacobian, std::size_t& evaluations);

 private:
  struct Content {
    std::vector<double> entries;
    double scale = 1, shift = 0;
  };
  static Content& Of(SUNMatrix matrix) { return *static_cast<Content*>(matrix->content); }
  SUNMatrix NewMatrix(SUNContext context) const;
  SUNLinearSolver NewSolver(SUNContext context);
  int Factor(const Content& content);
  int Solve(N_Vector x, N_Vector b);

  OdeProblem& problem_;
  std::size_t states_, entries_;
  std::vector<double> slope_signs_;  // by state, as in OdeLinearisation
  LinearSolver system_;
  std::vector<double> values_, magnitudes_, moved_;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
};

}  // namespace mica::run
