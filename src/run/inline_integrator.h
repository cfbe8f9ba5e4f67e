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
// A relation that changes within a step is an event at its end: nothing is located, no step is repeated. A step that ends at a time event is shorter.
// The explicit one evaluates derivatives and watched functions together at the end of a step, where the next one begins: one evaluation a step.
// No memory is allocated after construction.
#pragma once

#include "run/integrator.h"

namespace mica::run {

enum class InlineMethod : std::uint8_t { kEuler /* explicit */, kImplicitEuler, kRungeKutta2, kRungeKutta3, kRungeKutta4, kMixedEuler };

class InlineIntegrator final : public Integrator {
 public:
  InlineIntegrator(OdeProblem& problem, InlineMethod method, double start, double step);

  void Restart(double time, std::span<const double> states) override;
  void InputsChanged() override { has_slope_ = false; }
  StepEnd Step(double limit) override;
  bool leaves_model_at_end() const override { return method_ != InlineMethod::kEuler || has_slope_; }
  double time() const override { return time_; }
  std::span<const double> states() const override { return states_; }
  void Interpolate(double time, std::span<double> states) override;
  std::span<const std::size_t> crossed() const override { return {crossed_.data(), crossed_count_}; }
  const IntegratorFailure& failure() const override { return failure_; }
  IntegratorCounts counts() const override { return counts_; }

 private:
  bool starts_from_slope() const { return method_ == InlineMethod::kEuler || method_ == InlineMethod::kMixedEuler; }
  bool FindSlope();
  bool Explicit(double h);
  bool Mixed(double h);
  bool Implicit(double h);
  bool Crossed();
  StepEnd Fail(double time);

  OdeProblem& problem_;
  InlineMethod method_;
  double start_, step_;
  double time_ = 0, begin_ = 0;
  bool has_watched_ = false;  // watched_ belongs to time_
  bool has_slope_ = false;    // of methods that are explicit in part: slopes_[0] belongs to time_
  std::vector<double> begin_states_, states_, base_;
  std::vector<std::vector<double>> slopes_;  // by stage
  std::vector<double> watched_, watched_end_;
  std::vector<std::size_t> crossed_;
  std::size_t crossed_count_ = 0;
  IntegratorFailure failure_;
  IntegratorCounts counts_;
};

}  // namespace mica::run
