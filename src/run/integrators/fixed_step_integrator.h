// Run stage: explicit methods of fixed step, Mica's own.
//
// Euler: y' = y + h f(t, y), order 1. RK4: the classical method of Kutta (1901), order 4, four evaluations a step.
// Stable for h|λ| < 2 and h|λ| < 2.78 on the negative real axis; there is no error control: the step is the user's
// choice. Steps end at start + k h; an event in between shortens the step that leads to it and the one after it. Inside
// a step the states are interpolated by the cubic through states and derivatives of both ends (Hermite), and crossings
// are located on it. A model without states is served, too: the steps then are where its crossings are looked for.
#pragma once

#include "run/events/inside_search.h"

namespace mica::run {

enum class ExplicitMethod : std::uint8_t { kEuler, kRungeKutta4 };

class FixedStepIntegrator final : public Integrator {
 public:
  FixedStepIntegrator(OdeProblem& problem, ExplicitMethod method, double start, double step, double look_interval = 0);

  void Restart(double time, std::span<const double> states) override;
  StepEnd Step(double limit) override;
  double time() const override { return time_; }
  std::span<const double> states() const override { return states_; }
  void Interpolate(double time, std::span<double> states) override;
  std::span<const std::size_t> crossed() const override { return crossed_; }
  const IntegratorFailure& failure() const override { return failure_; }
  IntegratorCounts counts() const override;

 private:
  bool Evaluate(double time, std::span<const double> states, std::vector<double>& derivatives);
  bool Advance(double h);
  StepEnd Fail(double time);

  OdeProblem& problem_;
  ExplicitMethod method_;
  double start_, step_;
  double time_ = 0;
  std::vector<double> states_;
  bool has_derivatives_ = false;  // end_derivatives_ and watched_ belong to time_
  double begin_ = 0, end_ = 0;    // the last full step, of which [begin_, time_] is shown
  std::vector<double> begin_states_, end_states_, begin_derivatives_, end_derivatives_;
  std::vector<double> k1_, k2_, k3_, k4_, stage_, watched_, watched_end_;
  InsideSearch inside_;
  std::vector<std::size_t> crossed_;
  IntegratorFailure failure_;
  IntegratorCounts counts_;
};

}  // namespace mica::run
