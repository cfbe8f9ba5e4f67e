// Run stage: methods for real time, with a fixed step and bounded work in each.
//
// The implicit ones are L-stable, stiffly accurate, diagonally implicit Runge-Kutta methods with one coefficient γ on the diagonal: each stage solves
// x = base + γ h der(x), which stands among the equations of the model (structure/sort_stage.cpp), and the last stage is the new point.
//   order 1  implicit Euler, γ = 1
//   order 2  two stages, γ = 1 - 1/√2     (Alexander 1977)
//   order 3  three stages, γ ≈ 0.4359     (Alexander 1977)
//   order 4  five stages, γ = 1/4         (Hairer & Wanner, Solving Ordinary Differential Equations II, table 6.5)
// The mixed one is implicit Euler for some states and explicit Euler for the others (state_partition.h): a step first takes the explicit states to its
// end, by the derivatives at its begin, and then solves for the implicit ones there, which gives the derivatives for the next step: one stage a step.
// The explicit one evaluates derivatives and watched functions together at the end of a step, where the next one begins: one evaluation a step.
// No memory is allocated after construction.
#pragma once

#include "run/bounded_step_integrator.h"

namespace mica::run {

enum class InlineMethod : std::uint8_t { kEuler /* explicit */, kImplicitEuler, kRungeKutta2, kRungeKutta3, kRungeKutta4, kMixedEuler };

class InlineIntegrator final : public BoundedStepIntegrator {
 public:
  InlineIntegrator(OdeProblem& problem, InlineMethod method, double start, double step);

  bool leaves_model_at_end() const override { return method_ != InlineMethod::kEuler || has_slope_; }

 private:
  bool Advance(double h) override;
  bool Explicit(double h);
  bool Mixed(double h);
  bool Implicit(double h);

  InlineMethod method_;
  std::vector<double> base_;
  std::vector<std::vector<double>> slopes_;  // by stage of an implicit method
};

}  // namespace mica::run
