// Run stage: when a crossing function of a held relation makes an event.
//
// A relation changes where its crossing function g passes zero. Watched is not g itself: after an event g is zero up to rounding, and the
// same root would be found again, or missed. Around zero lies a band of half-width b, small beside the size that g had so far. By the
// side of the band on which g was after the last event, watched is the function F, which is not zero there:
//   above:   F = g + b, the event is at g = -b        below: F = g - b, the event is at g = +b
//   inside:  as above or below, by the present value of the relation, where it is known which side belongs to it (kInsideOfRelation of b on either side of
//            zero: there rounding may contradict the relation, which then must not lose its event);
//            else (kInside of b) F = |g| - b, the event is where g leaves the band
// So at an event the relation has changed beyond rounding, and a g that rests at zero makes no event. b is fixed between events.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mica::run {

class CrossingWatch {
 public:
  static constexpr double kBandShare = 1e-10;  // of the largest |g| ever
  static constexpr double kSmallestBand = 1e-16;
  // Of the larger side of a relation x > y: what is left of x - y where both are equal but for the rounding of systems that they come from.
  static constexpr double kSideShare = 1e-12;
  static constexpr double kInside = 0.1, kInsideOfRelation = 0.9;  // of the band
  // A function that made events without end gets a band that is kWiderBy times what it was. One that was larger before, by kNeverLarger, switches back and
  // forth along its edge: it is followed there, no further off than kWidestShare of the largest |g| ever. One that was not is rounding, of any unit.
  static constexpr double kWiderBy = 100, kNeverLarger = 1000, kWidestShare = 1e-4;

  // Which side of its crossing function a relation is true on: x > y above, x < y below (g = x - y); unknown for others.
  enum class TrueSide : std::uint8_t { kUnknown, kAbove, kBelow };

  explicit CrossingWatch(std::size_t count) : crossings_(count) {}
  void SetTrueSide(std::size_t i, TrueSide side) { crossings_[i].true_side = side; }
  // The size of what a crossing function is computed from, the larger side of a relation at least: counts from the next restart on.
  void SetSideSize(std::size_t i, double size) { crossings_[i].side_size = size; }

  std::size_t size() const { return crossings_.size(); }
  // After an event at `time`: chooses sides and bands. `relations`: the value of each crossing's relation.
  void Restart(std::span<const double> g, std::span<const double> relations, double time);
  // Every crossing function is on the side where it was, or still inside: watching can go on as it is.
  bool Keeps(std::span<const double> g) const;
  // A function within these bounds makes no event.
  bool Stays(std::size_t i, double low, double high) const;
  // Crossing functions at `time` to watched ones, in place. `accepted`: the largest |g| since the restart, on its side, is kept.
  // A function that is beyond its band at the very time of the restart shows rounding of what it comes from, which its own size does not tell where it is
  // zero: the band becomes wider than that, so that its next change is seen.
  void Transform(std::span<double> g, bool accepted, double time);

  // Of crossings that made events without end: gives them wider bands, from the next restart on. False: none can become wider.
  bool Widen(std::span<const std::size_t> crossings);
  bool is_widened(std::size_t i) const { return crossings_[i].noise > 0; }

  double side_size(std::size_t i) const { return crossings_[i].side_size; }
  // The largest |g| of all times.
  double magnitude(std::size_t i) const { return std::max(crossings_[i].magnitude, crossings_[i].largest); }
  double band(std::size_t i) const { return crossings_[i].band; }
  // The largest |g| seen since the restart, in units of the band.
  double excursion(std::size_t i) const { return crossings_[i].largest / crossings_[i].band; }
  // g was above the band after the last event.
  bool is_above(std::size_t i) const { return crossings_[i].side == Side::kAbove; }

 private:
  static constexpr double kBeyondRounding = 2;          // of what was seen of it
  static constexpr double kFarthestContradiction = 10;  // in bands

  enum class Side : std::int8_t { kBelow, kInside, kAbove };
  static Side SideOf(bool relation, TrueSide true_side) { return relation == (true_side == TrueSide::kAbove) ? Side::kAbove : Side::kBelow; }
  struct Crossing {
    double magnitude = 0;  // largest |g| ever
    double largest = 0;    // since the restart
    double band = 1e-16;
    double noise = 0;      // a band that is not to be smaller than this
    double side_size = 0;
    bool is_on_edge = false;  // at the restart
    Side side = Side::kInside;
    TrueSide true_side = TrueSide::kUnknown;
  };
  std::vector<Crossing> crossings_;
  double restart_time_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace mica::run
