#include "run/crossing_watch.h"

#include <algorithm>
#include <cmath>

namespace mica::run {

void CrossingWatch::Restart(std::span<const double> g, std::span<const double> relations, double time) {
  restart_time_ = time;
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    Crossing& crossing = crossings_[i];
    double size = std::isfinite(g[i]) ? std::abs(g[i]) : 0.0;
    crossing.magnitude = std::max({crossing.magnitude, crossing.largest, size});
    // It has left its edge: what comes next is located as well as ever.
    if (crossing.largest > kNeverLarger * crossing.noise) crossing.noise = 0;
    crossing.largest = size;
    crossing.band = std::max({kBandShare * crossing.magnitude, kSideShare * crossing.side_size, kSmallestBand, crossing.noise});
    bool has_side = crossing.true_side != TrueSide::kUnknown;
    double inside = (has_side ? kInsideOfRelation : kInside) * crossing.band;
    crossing.side = g[i] >= inside ? Side::kAbove : g[i] <= -inside ? Side::kBelow : Side::kInside;
    if (crossing.side == Side::kInside && has_side)
      crossing.side = SideOf(relations[i] != 0, crossing.true_side);
    // Just beyond the band, but the relation, which the event evaluated, is that of the other side: rounding is larger than the band.
    if (has_side && crossing.side != SideOf(relations[i] != 0, crossing.true_side) && size <= kFarthestContradiction * crossing.band) {
      crossing.side = SideOf(relations[i] != 0, crossing.true_side);
      crossing.band = kBeyondRounding * size;
    }
    crossing.is_on_edge = size <= crossing.band;
  }
}

bool CrossingWatch::Widen(std::span<const std::size_t> crossings) {
  bool any = false;
  for (std::size_t i : crossings) {
    Crossing& crossing = crossings_[i];
    if (crossing.largest > kNeverLarger * crossing.band) continue;  // it has been elsewhere since its last event
    double small = std::max(crossing.largest, crossing.band), seen = std::max(crossing.magnitude, crossing.largest);
    double wanted = kWiderBy * small;
    if (seen > kNeverLarger * small) wanted = std::min(wanted, kWidestShare * seen);
    if (!(wanted > crossing.band)) continue;
    crossing.noise = wanted;
    any = true;
  }
  return any;
}

bool CrossingWatch::Stays(std::size_t i, double low, double high) const {
  const Crossing& crossing = crossings_[i];
  switch (crossing.side) {
    case Side::kAbove: return low > -crossing.band;
    case Side::kBelow: return high < crossing.band;
    case Side::kInside: return low > -crossing.band && high < crossing.band;
  }
  return false;
}

bool CrossingWatch::Keeps(std::span<const double> g) const {
  for (std::size_t i = 0; i < crossings_.size(); ++i)
    if (!Stays(i, g[i], g[i])) return false;
  return true;
}

void CrossingWatch::Transform(std::span<double> g, bool accepted, double time) {
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    Crossing& crossing = crossings_[i];
    // Only on its own side: an integrator looks beyond the crossing before it goes back to it.
    double excursion = crossing.side == Side::kAbove ? g[i] : crossing.side == Side::kBelow ? -g[i] : 0.0;
    if (accepted && std::isfinite(excursion)) crossing.largest = std::max(crossing.largest, excursion);
    if (crossing.is_on_edge && time == restart_time_ && std::isfinite(excursion) && excursion <= -crossing.band) crossing.band = -kBeyondRounding * excursion;
    switch (crossing.side) {
      case Side::kAbove: g[i] += crossing.band; break;
      case Side::kBelow: g[i] -= crossing.band; break;
      case Side::kInside: g[i] = std::abs(g[i]) - crossing.band; break;
    }
  }
}

}  // namespace mica::run
