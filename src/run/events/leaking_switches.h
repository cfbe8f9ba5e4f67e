// Run stage: which solution of a singular linear system its ideal switches mean.
//
// Four ideal diodes of a bridge that all block leave the potential between them open; two in parallel that both conduct
// leave open how they share a current. Diodes that leak a little determine both, and in the limit of no leakage the
// values no longer depend on how much they leak. That limit is taken here, for whatever is written with conditions: of
// an equation R(x, c) = 0 with the condition c the slightly undecided form is
//   (1 - e)*R(x, c) + e*R(x, not c) = R + e*(R(x, not c) - R(x, c)),
// for a diode i = if off then 0 else s, v = if off then s else 0 just that leakage. So the disturbance of a system is
// Q(x) = sum over its conditions c of R(x, not c) - R(x, c), and LinearSolver::SolveInLimit gives the limit for e -> 0.
// If the equations of the mode contradict each other, the direction in which the solution for a small e leaves says
// which switch must change: what the limit gives then is infinite, and kLeak makes it finite. Conditions are the
// Boolean variables and the held relations in the equations of the system. The limit depends neither on the order of
// equations nor on what was before. Theory: a passive circuit with ideal diodes is a linear complementarity problem
// with a positive semidefinite matrix; with e it is positive definite and has one solution (Cottle, Pang, Stone, The
// linear complementarity problem, 1992, 3.1 and 5.6: Tikhonov regularisation).
#pragma once

#include <span>

#include "run/instance.h"

namespace mica::run {

class LeakingSwitches {
 public:
  static constexpr double kLeak = 1e-9;  // only signs are read from what it gives

  // None in a system of code of its own for a mode, which has its conditions put in.
  LeakingSwitches(Instance& instance, const MicaModelTable& table, const MicaSystem& system)
      : instance_(instance), held_(List(table, system.switch_held)), slots_(List(table, system.switch_slots)) {}

  std::size_t size() const { return held_.size() + slots_.size(); }
  // Turns one condition into its opposite; twice is as before.
  void Toggle(std::size_t which);

 private:
  Instance& instance_;
  std::span<const std::uint32_t> held_;   // relations
  std::span<const std::uint32_t> slots_;  // Boolean variables
};

}  // namespace mica::run
