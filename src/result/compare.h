// Compares a result with a reference, by the rule of the reference trajectories of the Standard Library:
//
//   A signal agrees at a sample if the values it takes at that time (both sides of an event) reach into [low - e, high
//   + e], with e = 0.002 · (range of the reference signal) + 10⁻⁵ · (its largest magnitude) + 10⁻⁹. It agrees as a
//   whole if it does at 99 % of the samples or more. A result is verified when it reaches the end of the reference, and
//   every signal is there and agrees.
#pragma once

#include <string>
#include <vector>

#include "result/reference.h"
#include "result/trajectory.h"

namespace mica {

enum class SignalVerdict : std::uint8_t { kAgrees, kLeaves, kMissing };

struct SignalComparison {
  std::string name;
  SignalVerdict verdict = SignalVerdict::kMissing;
  std::size_t samples = 0;
  std::size_t agreeing = 0;
  double tolerance = 0;
  // Where the result is farthest from its band [worst_low, worst_high]; at worst_distance 0 it is never outside.
  double worst_time = 0;
  double worst_value = 0;
  double worst_low = 0;
  double worst_high = 0;
  double worst_distance = 0;

  double share() const { return samples == 0 ? 0 : static_cast<double>(agreeing) / static_cast<double>(samples); }
};

struct Comparison {
  bool verified = false;
  bool complete = false;  // the result reaches the end of the reference; otherwise no signal was looked at
  double result_end = 0;  // its last time
  double reference_end = 0;
  std::vector<SignalComparison> signals;  // in the order of the reference
};

Comparison Compare(const Trajectory& result, const Reference& reference);

// The comparison as a person reads it: the verdict, then a line for every signal that does not agree (all signals with
// `every`).
std::string FormatComparison(const Comparison& comparison, bool every = false);

}  // namespace mica
