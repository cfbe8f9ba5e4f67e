// Run stage: events that a fixed step has lost. A ball that bounces less and less comes to a bounce that begins and ends within a step or two: the point at
// the end of a step lies so deep below the floor that the next bounce does not lead above it. Its relation changes no more, there is no event, and the ball falls.
// The same model integrated with a variable step ends with E6307 (chattering.h); a run that keeps time goes on, and tells of it at its end (W6313).
//
// Seen as: events of one relation in one direction, at each of which a state was reinitialized, in intervals that shrink, until the next one to be expected
// has no more than kFewSteps steps; then none for kSilence times as long. No memory is taken after the start.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "run/crossing_watch.h"
#include "run/runnable.h"

namespace mica::run {

class AccumulationWatch {
 public:
  static constexpr double kFewSteps = 50;
  static constexpr double kSilence = 4;

  AccumulationWatch(std::size_t crossing_count, double step) : histories_(2 * crossing_count), deadlines_(crossing_count, kNever), step_(step) {}

  // A state event at `time`: the sides on which its crossings were. Call before the watch restarts.
  void Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch);
  // After the same event: whether a state was reinitialized.
  void Settle(bool is_reinitialized);
  // At the end of a step.
  void Look(double time) {
    if (time > earliest_) Find(time);
  }
  // `held_of_crossing`: the relation of each crossing.
  void Report(const Runnable& runnable, std::span<const std::uint32_t> held_of_crossing, DiagnosticSink& sink) const;

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  struct History {
    bool has_last = false, is_noted = false;  // is_noted: at the event in hand
    double last = 0, interval = 0, ratio = 0;
    int shrinking = 0;
  };
  void Find(double time);

  std::vector<History> histories_;  // 2 * crossing + (1 if it went down)
  std::vector<double> deadlines_;   // by crossing: until when it must have made an event again
  double step_;
  double noted_ = 0, earliest_ = kNever;
  std::size_t count_ = 0, first_ = 0;  // accumulations found; the crossing of the first
  double first_time_ = 0;
};

}  // namespace mica::run
