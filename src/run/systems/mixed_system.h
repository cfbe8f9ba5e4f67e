// Run stage: the modes of a simultaneous system with relations or discrete unknowns inside
// (runtime/systems/mixed_system.h, which has the algorithm), on top of the solver of its continuous equations; with
// names for reports.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "run/systems/system_solver.h"
#include "runtime/systems/mixed_system.h"

namespace mica::run {

// What the runtime must know of it.
struct MixedShape {
  std::span<const std::uint32_t> held, discrete, solution, unknowns;  // lists of the table
  std::vector<std::uint32_t> inlined;
  bool is_linear = false;

  MicaMixedShape raw() const;  // leads into this
};
MixedShape DescribeMixed(const Instance& instance, std::uint32_t system);

class MixedSystem {
 public:
  MixedSystem(Instance& instance, std::uint32_t system, SystemSolver& solver, WorkBudget& budget);
  MixedSystem(const MixedSystem&) = delete;
  MixedSystem& operator=(const MixedSystem&) = delete;
  // From now on with bounded work: takes the memory for as many modes as the bound allows.
  void Reserve();

  bool has_mode() const { return !shape_.held.empty() || !shape_.discrete.empty(); }
  // At an event. `is_later_pass`: of its iteration, so that the mode of the one before is kept if it can be. False:
  // failure() of the solver tells, with the mode variables added to `failure`.
  bool SolveAtEvent(SystemFailure& failure, bool is_later_pass);

 private:
  void Place();
  void NameModes(SystemFailure& failure) const;

  Instance& instance_;
  SystemSolver& solver_;
  WorkBudget& budget_;
  std::uint32_t index_;
  MixedShape shape_;
  MicaMixedShape raw_shape_;
  std::unique_ptr<double[]> doubles_;  // not touched before it is needed
  std::vector<std::uint32_t> integers_;
  MicaMixed mixed_;
  SystemFailure failure_;  // of the solver, in the first mode that had none
};

}  // namespace mica::run
