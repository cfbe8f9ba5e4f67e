// Run stage: events that came in ever shorter intervals and then were lost. A ball that bounces less and less comes to
// a bounce that is too small to be seen: for a fixed step one that begins and ends within a step or two, for a variable
// one that does not leave the band of its relation. There is no further event, and the ball falls through the floor.
// With a variable step the run then ends (E6307); one that keeps time goes on, and reports it at its end (W6313).
//
// Seen as: events of one relation in one direction, at each of which a state was reinitialized, in intervals that
// shrink: to kShrunk of the first, or with a fixed step until the next one to be expected has no more than kFewSteps
// steps; then none for kSilence times as long, while the crossing function goes deeper than it ever rose between the
// last two, and a condition of the when-clauses that reinitialize and read the relation still holds. A model that says
// what happens at rest stays where it is, and one whose clause has another condition beside (a limited integrator that
// leaves its limit) has none that holds: both go on. No memory is taken after the start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "run/events/crossing_watch.h"
#include "run/instance.h"

namespace mica::run {

class AccumulationWatch {
 public:
  static constexpr double kFewSteps = 50;  // of the fixed step: shorter intervals do not show that they shrink
  static constexpr double kSilence = 4;    // of the last interval: an event that shrinks on would have come long ago
  static constexpr double kShrunk = 0.01;  // of the first interval: a series that goes on to its end
  static constexpr int kShrinkingEvents = 4;

  // `step`: the fixed one; 0: a variable one. `held_of_crossing`: the relation of each crossing.
  AccumulationWatch(Instance& instance, std::span<const std::uint32_t> held_of_crossing, double step);

  // A state event at `time`: the sides on which its crossings were. Call before the watch restarts.
  void Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch);
  // After the same event: whether a state was reinitialized.
  void Settle(bool is_reinitialized);
  // At the end of a step. The crossing whose events were lost, if it is known now.
  std::optional<std::size_t> Look(double time, const CrossingWatch& watch) {
    return time > earliest_ ? Find(time, watch) : std::nullopt;
  }
  // How far the crossing function rose between the last events.
  double LastRise(std::size_t crossing) const {
    return std::max(histories_[2 * crossing].last_rise, histories_[2 * crossing + 1].last_rise);
  }
  double LastInterval(std::size_t crossing) const {
    return std::max(histories_[2 * crossing].interval, histories_[2 * crossing + 1].interval);
  }
  // What was noted of it does not count any more.
  void Forget(std::size_t crossing) { histories_[2 * crossing] = histories_[2 * crossing + 1] = {}; }
  // Of a run that went on.
  void Report(std::span<const std::uint32_t> held_of_crossing, DiagnosticSink& sink) const;

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  struct History {
    bool has_last = false, is_noted = false;  // is_noted: at the event in hand
    double last = 0, interval = 0, first_interval = 0, ratio = 0;
    double rise = 0, last_rise = 0;  // of the crossing function before the event in hand, before the last that counted
    int shrinking = 0;
  };
  std::optional<std::size_t> Find(double time, const CrossingWatch& watch);
  bool IsLost(std::size_t crossing, const CrossingWatch& watch) const;

  Instance& instance_;
  std::vector<History> histories_;                          // 2 * crossing + (1 if it went down)
  std::vector<double> deadlines_;                           // by crossing: until when it must have made an event again
  std::vector<std::span<const std::uint32_t>> conditions_;  // by crossing: slots of Booleans
  double step_;
  double noted_ = 0, earliest_ = kNever;
  std::size_t count_ = 0, first_ = 0;  // accumulations found; the crossing of the first
  double first_time_ = 0;
};

}  // namespace mica::run
