// Run stage: bodies at rest. A clause takes speed from a body at each event, as the floor does from a ball; the events
// accumulate, and after the last that can be seen nothing would keep the body where it is. Or it puts a state back to
// its bound whenever the state passes it, without end. The motion has a limit: many small impacts in no time act like a
// force, as large as it takes to stay. So what the clause reinitializes is kept from there on, as long as it is driven
// against the edge, and the run goes on.
//
// That is the limit where
//  - the states that the clause reinitialized go to zero, slower by kSlow after the last impact than after the first,
//  or
//    are given the same value again and again,
//  - with them at that value what they drive stands still (those states take the values of the last impact), and so
//    does the crossing function: an edge that moves by itself has another limit,
//  - the equations drive the states against the direction of the impacts.
// It ends where they drive it away, which the driver of the run finds (simulation.h), and where a clause moves it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "run/instance.h"

namespace mica::run {

class Resting {
 public:
  static constexpr double kSlow = 0.1;    // of the speed after the first impact
  static constexpr double kStill = 1e-6;  // of a slope after the last impact: what the speed alone drives
  static constexpr double kStays =
      0.1;  // of what the body rose before: how far the edge may be, and may move meanwhile

  explicit Resting(Instance& instance) : instance_(instance) {}

  // An event of the crossing at which states were reinitialized. `before`: the states that it found; the instance has
  // those after.
  void NoteImpact(std::size_t crossing, std::span<const double> before);
  // States at rest: what the equations say of their derivatives does not count.
  const std::vector<std::size_t>& states() const { return states_; }
  // Impacts of this crossing were lost at `time`, with the states `now`; before, the crossing function rose by `rise`
  // in `interval`. The states from which the run goes on, if it can; the instance has been elsewhere.
  std::optional<std::vector<double>> Begin(std::size_t crossing, double time, std::span<const double> now, double rise,
                                           double interval);
  bool has_impacts(std::size_t crossing) const { return impacts_.contains(crossing); }
  bool any() const { return !bodies_.empty(); }
  // At the point that the instance has, evaluated: a body is driven away, or has been given speed.
  bool IsDrivenAway() const;
  void Release();

  struct Rest {  // for the report
    std::size_t crossing;
    double since;
    std::vector<std::size_t> states;
  };
  const std::vector<Rest>& rests() const { return rests_; }

 private:
  struct Impact {
    std::map<std::size_t, double> jumps;            // by state that the last one reinitialized
    std::vector<double> after, after_last_but_one;  // all states
    std::map<std::size_t, double> values;           // at rest, of the states that it reinitialized
  };
  std::optional<double> LimitOf(const Impact& impact, std::size_t state) const;
  bool IsReleased(const Impact& body) const;
  bool Evaluate(double time, std::span<const double> states, std::vector<double>& g);
  void Collect();
  double Slope(std::size_t state) const { return instance_.reals()[instance_.derivative_slots()[state]]; }

  Instance& instance_;
  std::map<std::size_t, double> first_;    // by state: its size after its first impact, whichever crossing made it
  std::map<std::size_t, Impact> impacts_;  // by crossing
  std::map<std::size_t, Impact> bodies_;   // at rest
  std::vector<Rest> rests_;
  std::vector<std::size_t> states_;
};

}  // namespace mica::run
