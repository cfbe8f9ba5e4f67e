// Run stage: crossing functions as formulas of time and states, to bound them over a span of time.
//
// A crossing function that follows from time, states and what stays between events by assignments alone is a formula. Its range over a box, a span of time by
// ranges of the states, is computed with intervals: where that does not hold zero, the function does not cross inside, however fast it is. Of a function
// that comes out of a simultaneous system, an algorithm, a function call or a delay, the range is not known. But what goes into these are formulas again, its
// inputs: how far they move over the box, beside their magnitude, tells how closely the function must be sampled (Movement).
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
  // Some formula, of a function or of an input, has states in it.
  bool reads_states() const { return reads_states_; }
  // Of a formula: where it stays while time is in `time` and state k within low[k] and high[k]. Discrete variables and relations as they are now.
  Interval RangeOf(std::size_t crossing, Interval time, std::span<const double> low, std::span<const double> high);

  // The largest share of its magnitude so far that an input of the functions without a formula covers in the box. Infinite where inputs may do anything: time
  // itself in a call (a table of time), delays, data from outside.
  double Movement(Interval time, std::span<const double> low, std::span<const double> high);

 private:
  static constexpr std::size_t kMostInputNodes = 20'000;  // of all inputs: beyond, the states stand for them

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
  struct Input {
    std::uint32_t node;
    double magnitude = 0;  // the largest so far
  };
  std::vector<Input> inputs_;
  std::vector<std::uint32_t> input_program_;  // the nodes of all inputs, in order
  bool has_free_input_ = false;
  bool reads_states_ = false;
};

}  // namespace mica::run
