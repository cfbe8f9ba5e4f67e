// Run stage: finds state events that follow each other without end.
//
// - Chattering: a relation switches, and what it switches drives it back at once. Its crossing function never leaves the neighbourhood of
//   the band that events are found with, and the time between events is tiny beside the time that is simulated.
// - Zeno: events of one relation come in intervals that shrink like a geometric series and accumulate at a finite time, as the bounces of
//   a ball do; from some point on the crossing function cannot be told from zero within the tolerance of the integration.
// Neither can be integrated through: the model must say what happens there. Both need many events in a row to be called so:
// kChatterEvents within kChatterShare of the simulated time; at least kZenoEvents in one direction whose intervals shrink, to a small
// share of the first.
#pragma once

#include <cstddef>
#include <algorithm>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "run/crossing_watch.h"

namespace mica::run {

class ChatterDetector {
 public:
  static constexpr std::size_t kChatterEvents = 200;
  static constexpr double kChatterShare = 1e-4;
  static constexpr double kChatterBands = 1000;  // excursions below this many bands count as never having left zero
  static constexpr std::size_t kZenoEvents = 4;
  static constexpr double kZenoShrinkage = 0.01;
  static constexpr double kZenoTolerances = 5;  // excursions below this many tolerances, of the largest excursion ever, are noise

  enum class Finding { kNone, kChattering, kZeno };

  ChatterDetector(std::size_t crossing_count, double simulated_time, double tolerance)
      : history_(2 * crossing_count), simulated_time_(simulated_time), zeno_bands_(kZenoTolerances * tolerance / CrossingWatch::kBandShare) {}

  // A state event at `time` by the crossings `crossed`; call before the watch restarts.
  Finding Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch);
  // Where intervals shrink, an integrator that starts afresh may step over the next event and back: the time at which it should have
  // a look at the latest, in quarters of the last interval. Infinity if there is nothing to expect.
  double NextLook(double now) const;
  // What was noted so far does not count any more.
  void Forget() {
    recent_.clear();
    std::fill(history_.begin(), history_.end(), History());
  }
  // The crossings that took part, most often first.
  std::vector<std::size_t> Culprits() const;

 private:
  struct Event {
    double time;
    std::size_t crossing;
    bool near;  // the crossing function stayed near its band since the last event
  };
  // Events of one crossing in one direction, while their intervals shrink.
  struct History {
    bool has_last = false;
    double last = 0, interval = 0, first_interval = 0;
    std::size_t shrinking = 0;
    double excursion = 0;  // of the crossing function since the last event in this direction, in bands
  };
  bool NoteInterval(History& history, double time);
  std::deque<Event> recent_;
  std::vector<History> history_;  // 2 * crossing + (1 if it went down)
  double simulated_time_;
  double zeno_bands_;
};

}  // namespace mica::run
