// Run stage: methods for real time: a fixed step and bounded work in each. The runtime makes the steps
// (runtime/step/bounded_step.h, where the methods are described); here are its memory and the problem that it steps.
// Between points the states are interpolated linearly. No memory is allocated after construction.
#pragma once

#include <optional>

#include "run/integrators/integrator.h"
#include "run/integrators/rosenbrock_shape.h"

namespace mica::run {

struct BoundedMethod {
  MicaStepMethod kind;
  int stages;  // of the tableau

  static const BoundedMethod kEuler /* explicit */, kImplicitEuler, kRungeKutta2, kRungeKutta3, kRungeKutta4,
      kMixedEuler, kRosenbrock2, kRosenbrock3;
};
inline constexpr BoundedMethod BoundedMethod::kEuler{MICA_STEP_EXPLICIT, 1},
    BoundedMethod::kImplicitEuler{MICA_STEP_IMPLICIT, 1}, BoundedMethod::kRungeKutta2{MICA_STEP_IMPLICIT, 2},
    BoundedMethod::kRungeKutta3{MICA_STEP_IMPLICIT, 3}, BoundedMethod::kRungeKutta4{MICA_STEP_IMPLICIT, 5},
    BoundedMethod::kMixedEuler{MICA_STEP_MIXED, 1}, BoundedMethod::kRosenbrock2{MICA_STEP_ROSENBROCK, 2},
    BoundedMethod::kRosenbrock3{MICA_STEP_ROSENBROCK, 4};

class BoundedStepIntegrator final : public Integrator {
 public:
  // `pattern` of the Jacobian of a Rosenbrock method: row i has the states that der(state i) depends on; null: all.
  BoundedStepIntegrator(OdeProblem& problem, BoundedMethod method, double start, double step,
                        const graph::CompressedRows* pattern = nullptr);

  void Restart(double time, std::span<const double> states) override;
  void InputsChanged() override { step_.has_slope = 0; }
  StepEnd Step(double limit) override;
  bool leaves_model_at_end() const override { return mica_bounded_step_stands_at_end(&step_) != 0; }
  double time() const override { return step_.time; }
  std::span<const double> states() const override { return {step_.states, step_.state_count}; }
  void Interpolate(double time, std::span<double> states) override;
  std::span<const std::size_t> crossed() const override { return {crossed_.data(), crossed_count_}; }
  const IntegratorFailure& failure() const override { return failure_; }
  bool Visit(StateBytes& bytes) override;
  IntegratorCounts counts() const override {
    return {step_.steps, step_.evaluations, step_.jacobians, step_.watches, 0, 0};
  }

 private:
  struct Rosenbrock {
    RosenbrockShape shape;
    MicaRosenbrockShape raw_shape;
    std::vector<double> doubles;
    std::vector<std::uint32_t> integers;
    MicaRosenbrock raw;
    Rosenbrock(OdeProblem& problem, const graph::CompressedRows* pattern);
  };

  OdeProblem& problem_;
  std::vector<double> doubles_;
  std::vector<std::uint8_t> is_explicit_;
  std::unique_ptr<Rosenbrock> rosenbrock_;
  MicaBoundedStep step_{};
  std::vector<std::size_t> crossed_;
  std::size_t crossed_count_ = 0;
  IntegratorFailure failure_;
};

}  // namespace mica::run
