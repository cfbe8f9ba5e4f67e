// Run stage: finds events that follow each other without end.
//
// - A relation switches, and what it switches drives it back at once. Its crossing function never leaves the
// neighbourhood of the band that events are found
//   with. kEvents of these within kSwitchingShare of the simulated time: the band is to become wider
//   (crossing_watch.h), so that the model goes along the edge of the relation in longer steps. Within kStandstillShare,
//   and no wider band possible: the simulation ends. So it does when one relation made all of them within
//   kInstantShare, wherever its function went in between (a system that has more than one solution).
// - Events of one relation come in intervals that shrink like a geometric series, as the bounces of a ball do. Steps
// are cut there, so that none is stepped
//   over; whether one was lost is for accumulation.h to say. Where no state is reinitialized, and for events whose time
//   is known before, the series itself says so, once its intervals have shrunk to a millionth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "run/events/crossing_watch.h"

namespace mica::run {

// Intervals between events of one kind, while they shrink.
class ShrinkingIntervals {
 public:
  static constexpr double kShrinks = 0.98;       // of the interval before: a chirp shrinks slower
  static constexpr std::size_t kManyEvents = 5;  // a series
  static constexpr double kShrunk = 1e-6;        // of its first interval: what is left of time is rounding

  void Note(double time);
  std::size_t count() const { return count_; }  // of intervals that shrank
  double last() const { return last_; }
  double interval() const { return interval_; }
  bool Accumulates() const { return count_ >= kManyEvents && interval_ <= kShrunk * first_; }

 private:
  bool has_last_ = false;
  double last_ = 0, interval_ = 0, first_ = 0;
  std::size_t count_ = 0;
};

class ChatterDetector {
 public:
  static constexpr std::size_t kEvents = 200;
  static constexpr double kSwitchingShare = 1e-2, kStandstillShare = 1e-4, kInstantShare = 1e-8;  // of the run
  static constexpr double kNearBands = 1000;  // excursions below this many bands count as never having left zero

  enum class Finding { kNone, kSwitching, kStandstill };

  ChatterDetector(std::size_t crossing_count, double simulated_time)
      : history_(2 * crossing_count), simulated_time_(simulated_time) {}

  // A state event at `time` by the crossings `crossed`; call before the watch restarts.
  Finding Note(double time, std::span<const std::size_t> crossed, const CrossingWatch& watch);
  // Where intervals shrink, an integrator that starts afresh may step over the next event and back: the time at which
  // it should have a look at the latest, in quarters of the last interval. Infinity if there is nothing to expect.
  double NextLook(double now) const;
  // Whether the last event of the crossing ends a series whose intervals have shrunk to nothing.
  bool Accumulates(std::size_t crossing) const {
    return history_[2 * crossing].Accumulates() || history_[2 * crossing + 1].Accumulates();
  }
  // When the last but one event of the crossing was, at the latest.
  double Before(std::size_t crossing) const {
    const ShrinkingIntervals &up = history_[2 * crossing], &down = history_[2 * crossing + 1];
    return up.Accumulates() ? up.last() - up.interval() : down.last() - down.interval();
  }
  // What was noted so far does not count any more.
  void Forget() { recent_.clear(); }
  // The crossings that took part, most often first.
  std::vector<std::size_t> Culprits() const;

 private:
  struct Event {
    double time;
    std::size_t crossing;
    bool near;  // the crossing function stayed near its band since the last event
  };
  std::deque<Event> recent_;
  std::vector<ShrinkingIntervals>
      history_;  // events of one crossing in one direction: 2 * crossing + (1 if it went down)
  double simulated_time_;
};

}  // namespace mica::run
