// Run stage: a system that the runtime solves with bounded work (runtime/systems/bounded_solver.h), with its memory,
// which is taken here.
#pragma once

#include "run/state_bytes.h"
#include "run/systems/solver_shape.h"

namespace mica::run {

class BoundedSystem {
 public:
  BoundedSystem(Instance& instance, const MicaModelTable& table, const MicaSystemCode& code, std::uint32_t system,
                int most_iterations, double tolerance);
  BoundedSystem(const BoundedSystem&) = delete;
  BoundedSystem& operator=(const BoundedSystem&) = delete;

  MicaSolver& solver() { return solver_; }
  const MicaSolver& solver() const { return solver_; }
  void Visit(StateBytes& bytes) {
    bytes.Array(std::span(doubles_));
    bytes.Array(std::span(integers_));
    bytes.Part([&](MicaState* state) { mica_solver_visit(&solver_, state); });
  }

 private:
  SolverShape shape_;
  MicaSolverShape raw_shape_;
  std::vector<double> doubles_;
  std::vector<std::uint32_t> integers_;
  MicaSolver solver_;
};

}  // namespace mica::run
