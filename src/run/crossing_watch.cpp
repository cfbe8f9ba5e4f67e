#include "run/crossing_watch.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

void CrossingWatch::Restart(std::span<const double> g, std::span<const double> relations) {
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    Crossing& crossing = crossings_[i];
    double size = std::isfinite(g[i]) ? std::abs(g[i]) : 0.0;
    crossing.magnitude = std::max({crossing.magnitude, crossing.largest, size});
    crossing.largest = size;
    crossing.band = std::max({kBandShare * crossing.magnitude, kSmallestBand, crossing.noise});
    crossing.side = g[i] >= crossing.band / 10 ? Side::kAbove : g[i] <= -crossing.band / 10 ? Side::kBelow : Side::kInside;
    if (crossing.side == Side::kInside && crossing.true_side != TrueSide::kUnknown)
      crossing.side = (relations[i] != 0) == (crossing.true_side == TrueSide::kAbove) ? Side::kAbove : Side::kBelow;
  }
}

bool CrossingWatch::IgnoreNoise(std::span<const std::size_t> crossings) {
  bool any = false;
  for (std::size_t i : crossings) {
    Crossing& crossing = crossings_[i];
    constexpr double kWider = 100;
    if (std::max(crossing.magnitude, crossing.largest) > kLargestNoise || crossing.noise >= kWidestNoise) continue;
    crossing.noise = std::min(kWider * std::max(crossing.largest, crossing.band), kWidestNoise);
    any = true;
  }
  return any;
}

bool CrossingWatch::Keeps(std::span<const double> g) const {
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    const Crossing& crossing = crossings_[i];
    bool keeps = crossing.side == Side::kAbove   ? g[i] > -crossing.band
                 : crossing.side == Side::kBelow ? g[i] < crossing.band
                                                 : g[i] > -crossing.band && g[i] < crossing.band;
    if (!keeps) return false;
  }
  return true;
}

void CrossingWatch::Transform(std::span<double> g, bool accepted) {
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    Crossing& crossing = crossings_[i];
    // Only on its own side: an integrator looks beyond the crossing before it goes back to it.
    double excursion = crossing.side == Side::kAbove ? g[i] : crossing.side == Side::kBelow ? -g[i] : 0.0;
    if (accepted && std::isfinite(excursion)) crossing.largest = std::max(crossing.largest, excursion);
    switch (crossing.side) {
      case Side::kAbove: g[i] += crossing.band; break;
      case Side::kBelow: g[i] -= crossing.band; break;
      case Side::kInside: g[i] = std::abs(g[i]) - crossing.band; break;
    }
  }
}

}  // namespace mica::run
