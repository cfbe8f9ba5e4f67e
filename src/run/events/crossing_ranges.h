// Run stage: ranges of crossing functions over a span of time.
//
// A crossing function that is a formula of time and states (table/crossing_formulas.h) has a range over a box, a span
// of time by ranges of the states, that is computed with intervals: where that does not hold zero, the function does
// not cross inside, however fast it is. Of other functions the range is not known; how far their inputs move over the
// box, beside their magnitude, tells how closely the function must be sampled (Movement). O(nodes of a formula) for a
// range.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run/events/interval.h"
#include "run/instance.h"

namespace mica::run {

class CrossingRanges {
 public:
  explicit CrossingRanges(Instance& instance);

  bool is_formula(std::size_t crossing) const { return instance_.table().crossing_formulas[crossing].count > 0; }
  // Some formula, of a function or of an input, has states in it.
  bool reads_states() const { return (instance_.table().flags & MICA_MODEL_FORMULAS_OF_STATES) != 0; }
  // Of a formula: where it stays while time is in `time` and state k within low[k] and high[k]. Discrete variables and
  // relations as they are now.
  Interval RangeOf(std::size_t crossing, Interval time, std::span<const double> low, std::span<const double> high);

  // The largest share of its magnitude so far that an input of the functions without a formula covers in the box.
  // Infinite where inputs may do anything: time itself in a call (a table of time), delays, data from outside.
  double Movement(Interval time, std::span<const double> low, std::span<const double> high);

 private:
  Interval Value(const MicaNode& node, Interval time, std::span<const double> low, std::span<const double> high) const;

  Instance& instance_;
  std::vector<Interval> values_;    // by node
  std::vector<double> magnitudes_;  // by input: the largest so far
};

}  // namespace mica::run
