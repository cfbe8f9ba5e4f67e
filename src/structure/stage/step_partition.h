// Mixed-mode integration: which states a step computes implicitly, by formulas among the equations of the stage, and
// which explicitly, from the derivatives at its begin. Chosen by a trial run (run/partition/state_partition.h) and by
// the user; the pass sort-stage goes by it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mica::structure {

struct StateMethod {
  enum class Why : std::uint8_t {
    kStable,  // explicit: all its modes stay stable
    kStiff,   // implicit: without it a mode of the step would grow
    kAsked,   // either: the user said so
    kSwitch,  // implicit: a switch fixes it in one of its modes
    kSet,     // implicit: which variable it is, is chosen while running
  };

  std::string state;
  bool is_implicit = true;
  Why why = Why::kStiff;
  double rate = 0, frequency = 0;  // 1/s: real and imaginary part of the fastest mode that it has a part in

  bool operator==(const StateMethod&) const = default;
};

struct StepPartition {
  double step = 0;                  // s, that it was chosen for
  std::vector<StateMethod> states;  // in the order of the block model; empty: there is no partition

  std::size_t ImplicitCount() const;
  const StateMethod* Find(const std::string& state) const;
  bool operator==(const StepPartition&) const = default;
};

// '-5e4', '-20 ± 3000i'; 1/s.
std::string ModeText(const StateMethod& state);
std::string_view WhyText(const StateMethod& state);
// '2 of 5 states are implicit with a step of 0.001 s'
std::string SummaryText(const StepPartition& partition);
// The summary, then a line for each state: implicit ones first, the fastest first.
std::string PartitionText(const StepPartition& partition);
// In that order.
std::vector<const StateMethod*> InOrder(const StepPartition& partition);

}  // namespace mica::structure
