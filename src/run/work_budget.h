// Run stage: how much work a step may take at the most, for methods that must keep time. Three bounds hold from the
// start of the integration on (initialization is free), each with what happens when it is reached; it is the same in
// every run of equal inputs:
//   Newton iterations of one solution of one nonlinear system, all attempts together: the point where the last one
//   ended is taken passes of one event iteration: it stops, and goes on at the end of the next step modes tried of one
//   mixed system in one pass: the last one is taken as it is
// Every time is counted; the first is reported with its time, the others as a number, when the run ends (W6310, W6311,
// W6312).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/diagnostic.h"

namespace mica::run {

struct Runnable;

struct WorkLimits {
  int newton_iterations = 50;
  int event_passes = 100;
  int mode_trials = 200;
  double newton_tolerance =
      1e-9;  // of the last step of an iteration, relative; no bound, but like them the same in every step
  bool operator==(const WorkLimits&) const = default;
};

class WorkBudget {
 public:
  struct Use {
    int limit = std::numeric_limits<int>::max();
    int most = 0;  // that was needed
    std::uint64_t reached = 0;
    double first_time = 0;     // when the bound was reached
    std::uint32_t system = 0;  // then, of Newton iterations and modes

    void Note(int amount) { most = std::max(most, amount); }
    void Reach(double time, std::uint32_t which = 0) {
      if (reached++ > 0) return;
      first_time = time;
      system = which;
    }
  };

  void Bind(const WorkLimits& limits) {
    newton.limit = limits.newton_iterations;
    passes.limit = limits.event_passes;
    modes.limit = limits.mode_trials;
    newton_tolerance_ = limits.newton_tolerance;
    is_bound_ = true;
  }
  bool is_bound() const { return is_bound_; }
  // How often a bound was reached, of all three.
  std::uint64_t reached() const { return newton.reached + passes.reached + modes.reached; }
  double newton_tolerance() const { return newton_tolerance_; }
  // Tells of bounds that were reached.
  void Report(const Runnable& runnable, DiagnosticSink& sink) const;

  Use newton, passes, modes;

 private:
  bool is_bound_ = false;
  double newton_tolerance_ = 0;
};

}  // namespace mica::run
