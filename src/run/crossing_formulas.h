// Run stage: crossing functions as formulas of time and states, to bound them over a span of time.
//
// A crossing function that follows from time, states and what stays between events by assignments alone is a formula. Its range over a box, a span of time by
// ranges of the states, is computed with intervals: where that does not hold zero, the function does not cross inside, however fast it is. Of a function
// that comes out of a simultaneous system, an algorithm, a function call or a delay, nothing is known here.
// A chain of assignments is shared by the functions that need it; O(nodes of a formula) for a range. Formulas of more than kMostNodes count as unknown: to
// bound them would cost as much as to evaluate the model.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "run/instance.h"
#include "run/interval.h"

namespace mica::run {

class CrossingFormulas {
 public:
  static constexpr std::size_t kMostNodes = 400;

  explicit CrossingFormulas(Instance& instance);

  bool is_formula(std::size_t crossing) const { return !programs_[crossing].empty(); }
  // Some formula has states in it.
  bool reads_states() const { return reads_states_; }
  // Of a formula: where it stays while time is in `time` and state k within low[k] and high[k]. Discrete variables and relations as they are now.
  Interval RangeOf(std::size_t crossing, Interval time, std::span<const double> low, std::span<const double> high);

 private:
  enum class Leaf : std::uint8_t { kNone, kNumber, kTime, kState, kSlot /* stays between events */, kHeld };
  struct Node {
    Op op{};
    Leaf leaf = Leaf::kNone;
    std::uint32_t place = 0;  // state, slot or relation
    double number = 0;        // of kNumber; the sign of an alias
    std::uint32_t args[3] = {};
  };
  struct Builder;
  Interval Value(const Node& node, Interval time, std::span<const double> low, std::span<const double> high) const;

  Instance& instance_;
  std::vector<Node> nodes_;  // arguments before users
  std::vector<std::vector<std::uint32_t>> programs_;  // by crossing: its nodes in order, the result last; empty: no formula
  std::vector<Interval> values_;  // by node
  bool reads_states_ = false;
};

}  // namespace mica::run
