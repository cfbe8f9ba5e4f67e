// Run stage: finds state events that follow each other without end.
//
// - A relation switches, and what it switches drives it back at once. Its crossing function never leaves the
// neighbourhood of the band that events are found
//   with. kEvents of these within kSwitchingShare of the simulated time: the band is to become wider
//   (crossing_watch.h), so that the model goes along the edge of the relation in longer steps. Within kStandstillShare,
//   and no wider band possible: the simulation ends. So it does when one relation made all of them within
//   kInstantShare, wherever its function went in between (a system that has more than one solution).
// - Events of one relation come in intervals that shrink like a geometric series, as the bounces of a ball do. Steps
// are cut there, so that none is stepped
//   over; whether one was lost is for accumulation.h to say.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "run/events/crossing_watch.h"

namespace mica::run {

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
  // Events of one crossing in one direction, while their intervals shrink.
  struct History {
    bool has_last = false;
    double last = 0, interval = 0;
    std::size_t shrinking = 0;
  };
  std::deque<Event> recent_;
  std::vector<History> history_;  // 2 * crossing + (1 if it went down)
  double simulated_time_;
};

}  // namespace mica::run
