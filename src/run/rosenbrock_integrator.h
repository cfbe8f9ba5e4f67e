// Run stage: Rosenbrock methods for real time: implicit without iteration, the same work in each step.
//
// A step from y at t solves s linear systems with one matrix,
//   (I - γ h J) k(i) = f(t + α(i) h, y + h Σ α(i,j) k(j)) + h J Σ γ(i,j) k(j) + γ(i) h df/dt,    y' = y + h Σ b(i) k(i),
// where J = df/dy and df/dt belong to its begin. Both methods are L-stable:
//   order 2  ROS2, two stages, γ = 1 - 1/√2                     (Verwer, Spee, Blom & Hundsdorfer, SIAM J. Sci. Comput. 20, 1999)
//   order 3  Rodas3, four stages, three evaluations, γ = 1/2, stiffly accurate  (Sandu et al., Atmospheric Environment 31, 1997)
// A model that has its linearised equations (structure/sort_tangent.h) solves these for each stage: with D(δ) = (I - γ h J)⁻¹ J δ and the right side r + h J v,
// k = r + D(γ h r + h v), exact, with the systems that tearing leaves of them. Of others J is taken by differences, an evaluation for each colour
// (coloured_jacobian.h), and one matrix factored in a step, dense or sparse (kernels/linear.h). df/dt is a difference.
// No memory is allocated after construction.
#pragma once

#include "run/bounded_step_integrator.h"
#include "run/bounded_system.h"
#include "run/coloured_jacobian.h"

namespace mica::run {

class RosenbrockIntegrator final : public BoundedStepIntegrator {
 public:
  // `pattern` of J: row i has the states that der(state i) depends on; null: all.
  RosenbrockIntegrator(OdeProblem& problem, int order, double start, double step, const graph::CompressedRows* pattern);

  bool leaves_model_at_end() const override { return has_slope_; }

 private:
  struct Tableau;
  static const Tableau& TableauOf(int order);

  bool Advance(double h) override;
  bool Evaluate(double time, std::span<const double> states, std::span<double> slopes);
  bool Linearise(double h);
  // k := the solution for the right side k + h J sum_.
  bool SolveStage(double h, std::vector<double>& k);

  const Tableau& tableau_;
  std::optional<ColouredJacobian> jacobian_;  // of a problem without a tangent; so is the solver
  std::optional<BoundedMatrix> solver_;
  std::vector<double> j_, entries_;  // J by entry of its pattern; the matrix: likewise, then the diagonal
  std::vector<double> time_slope_, at_, sum_, f_;
  std::vector<std::vector<double>> stages_;
};

}  // namespace mica::run
