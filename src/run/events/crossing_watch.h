// Run stage: when a crossing function of a held relation makes an event: the watch of the runtime
// (runtime/events/crossing_watch.h, where bands and sides are described), with memory of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/events/crossing_watch.h"

namespace mica::run {

class CrossingWatch {
 public:
  // Which side of its crossing function a relation is true on: x > y above, x < y below (g = x - y); unknown for
  // others.
  enum class TrueSide : std::int8_t { kBelow = -1, kUnknown, kAbove };

  explicit CrossingWatch(std::size_t count)
      : crossings_(count), watch_{crossings_.data(), static_cast<std::uint32_t>(count), 0} {
    mica_watch_start(&watch_);
  }
  CrossingWatch(const CrossingWatch&) = delete;
  CrossingWatch& operator=(const CrossingWatch&) = delete;

  MicaWatch& raw() { return watch_; }
  void SetTrueSide(std::size_t i, TrueSide side) { crossings_[i].true_side = static_cast<std::int32_t>(side); }
  // The size of what a crossing function is computed from, the larger side of a relation at least: counts from the next
  // restart on.
  void SetSideSize(std::size_t i, double size) { crossings_[i].side_size = size; }

  std::size_t size() const { return crossings_.size(); }
  // After an event at `time`: chooses sides and bands. `relations`: the value of each crossing's relation.
  void Restart(std::span<const double> g, std::span<const double> relations, double time) {
    mica_watch_restart(&watch_, g.data(), relations.data(), time);
  }
  // A function within these bounds makes no event.
  bool Stays(std::size_t i, double low, double high) const {
    return mica_watch_stays(&watch_, static_cast<std::uint32_t>(i), low, high) != 0;
  }
  // Crossing functions at `time` to watched ones, in place. `accepted`: the largest |g| since the restart, on its side,
  // is kept.
  void Transform(std::span<double> g, bool accepted, double time) {
    mica_watch_transform(&watch_, g.data(), accepted ? 1 : 0, time);
  }

  // Of crossings that made events without end: gives them wider bands, from the next restart on. False: none can become
  // wider.
  bool Widen(std::span<const std::size_t> crossings) {
    bool any = false;
    for (std::size_t i : crossings) any = mica_watch_widen(&watch_, static_cast<std::uint32_t>(i)) != 0 || any;
    return any;
  }
  bool is_widened(std::size_t i) const { return crossings_[i].noise > 0; }

  double side_size(std::size_t i) const { return crossings_[i].side_size; }
  // The largest |g| of all times.
  double magnitude(std::size_t i) const { return std::max(crossings_[i].magnitude, crossings_[i].largest); }
  double band(std::size_t i) const { return crossings_[i].band; }
  // The largest |g| seen since the restart, in units of the band.
  double excursion(std::size_t i) const { return crossings_[i].largest / crossings_[i].band; }
  // g was above the band after the last event.
  bool is_above(std::size_t i) const { return crossings_[i].side > 0; }

 private:
  std::vector<MicaCrossing> crossings_;
  MicaWatch watch_;
};

}  // namespace mica::run
