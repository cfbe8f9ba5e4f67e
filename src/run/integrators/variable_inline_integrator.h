// Run stage: a method that is put into the equations, with step-size control and events located inside of steps.
//
// The L-stable, stiffly accurate, diagonally implicit method of order 4 of Hairer & Wanner (Solving Ordinary
// Differential Equations II, table 6.5): five stages with γ = 1/4, each a stage of the model
// (structure/stage/sort_stage.cpp), and the embedded formula of order 3 for the error,
//     err = h (-3/16 k1 - 27/32 k2 + 25/32 k3 + 1/4 k5),   h_new = 0.9 h err^(-1/4)   in units of tolerance·(|x| +
//     nominal).
// For stiff models that is far too much. Where it matters, (I - γhJ)⁻¹ err takes its place (there, IV.8): one more
// stage, from a base that err is added to. It needs no derivatives of states that are known, and so serves models whose
// switches fix some states in one of their modes (structure/stage/inline_switches.h). An event is located by repeating
// the step with other lengths: what is watched belongs to a solution of the equations at each of them. Between the ends
// of a step, states follow the cubic polynomial through both with their slopes.
// A step that fails (a system that cannot be solved) is repeated with a quarter of its length. One-step: after an event
// it goes on with the step size it had.
#pragma once

#include "run/events/inside_search.h"

namespace mica::run {

struct VariableInlineSettings {
  double tolerance = 1e-6;
  double first_step = 0;
  double longest_step = 0;  // 0: no limit
  double smallest_step = 0;
  double look_interval = 0;  // as of SundialsSettings
};

class VariableInlineIntegrator final : public Integrator {
 public:
  VariableInlineIntegrator(OdeProblem& problem, const VariableInlineSettings& settings);

  void Restart(double time, std::span<const double> states) override;
  StepEnd Step(double limit) override;
  double time() const override { return time_; }
  std::span<const double> states() const override { return states_; }
  void Interpolate(double time, std::span<double> states) override;
  double Contradiction(double time, std::span<const double> slopes, double span) override;
  std::span<const std::size_t> crossed() const override { return crossed_; }
  const IntegratorFailure& failure() const override { return failure_; }
  IntegratorCounts counts() const override;

 private:
  static constexpr std::size_t kStages = 5;

  // One step of length h from the point at the beginning; leaves states_ and slopes_.
  bool Try(double h);
  // In units of what the tolerance allows.
  double ErrorOf(double h);
  double Estimate(double h, std::span<const double> weights, double share);
  double Norm(std::span<const double> errors) const;
  bool Crossed() const;
  StepEnd Fail(IntegratorFailure::Kind kind, std::string detail);
  StepEnd Locate(double end);
  bool FindInside(double end);

  OdeProblem& problem_;
  VariableInlineSettings settings_;
  double time_ = 0, begin_ = 0, next_step_ = 0;
  bool has_begun_ = false;  // watched_ and begin_slopes_ belong to time_
  std::vector<double> begin_states_, states_, base_, begin_slopes_, errors_, filtered_, spare_, shifted_;
  std::vector<std::vector<double>> slopes_;  // by stage
  std::vector<double> watched_, watched_end_;
  InsideSearch inside_;
  std::vector<std::size_t> crossed_;
  IntegratorFailure failure_;
  IntegratorCounts counts_;
};

}  // namespace mica::run
