// Run stage: what all methods for real time share: points on a grid of fixed step, and events at the ends of steps.
//
// A relation that changes within a step is an event at its end: nothing is located, no step is repeated. A step that ends at a time event is shorter.
// Between points the states are interpolated linearly. No memory is allocated after construction.
#pragma once

#include "run/integrator.h"

namespace mica::run {

class BoundedStepIntegrator : public Integrator {
 public:
  void Restart(double time, std::span<const double> states) override;
  void InputsChanged() override { has_slope_ = false; }
  StepEnd Step(double limit) override;
  double time() const override { return time_; }
  std::span<const double> states() const override { return states_; }
  void Interpolate(double time, std::span<double> states) override;
  std::span<const std::size_t> crossed() const override { return {crossed_.data(), crossed_count_}; }
  const IntegratorFailure& failure() const override { return failure_; }
  IntegratorCounts counts() const override { return counts_; }

 protected:
  // `starts_from_slope`: a step begins with the derivatives at its begin.
  BoundedStepIntegrator(OdeProblem& problem, bool starts_from_slope, double start, double step);

  // From begin_ and begin_states_, which states_ equal, to begin_ + h: states_, watched_end_ and, if it is known, slope_ with has_slope_.
  virtual bool Advance(double h) = 0;
  // slope_ at the begin of the step; has_slope_ is false after it.
  bool FindSlope();

  OdeProblem& problem_;
  double begin_ = 0;
  std::vector<double> begin_states_, states_;
  bool has_slope_ = false;  // slope_ belongs to time()
  std::vector<double> slope_, watched_end_;
  IntegratorCounts counts_;

 private:
  bool Crossed();
  StepEnd Fail(double time);

  bool starts_from_slope_;
  double start_, step_, time_ = 0;
  bool has_watched_ = false;  // watched_ belongs to time_
  std::vector<double> watched_;
  std::vector<std::size_t> crossed_;
  std::size_t crossed_count_ = 0;
  IntegratorFailure failure_;
};

}  // namespace mica::run
