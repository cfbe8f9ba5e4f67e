// Run stage: crossings inside a step that its ends do not show, for all integrators that interpolate.
//
// An integrator steps as the states allow. A relation of something faster (a sine of time beside a slow state) may
// change and change back in between. Here a step longer than `distance` is divided into cells of at most that length,
// so that of two crossings further apart at least one end of a cell lies between them; and it is halved as long as a
// crossing inside cannot be excluded, down to cells, whose ends are evaluated. What excludes one:
// - the range of its formula over the span of time and of the states (crossing_ranges.h), which holds for any signal;
// - of functions without a formula (solutions of systems, calls): the ends are further from zero than kCurvatures times
// what the chord through them is off,
//   as the last three points show it; then as the points between do. A signal that is faster than the points shows
//   itself by a large second difference; one that is still but for a pulse does not. So a step in which inputs of such
//   functions move is divided first, the more they move beside their magnitude, down to cells: kLooksPerMagnitude parts
//   where one goes from zero to its largest value. Where inputs rest, nothing is evaluated.
// Nothing is evaluated while all functions are excluded over the whole step. The states are taken to stay within the
// values at both ends and the middle, widened by what the middle is off their chord.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "run/events/root_location.h"
#include "run/integrators/integrator.h"

namespace mica::run {

class InsideSearch {
 public:
  static constexpr double kCurvatures = 4;  // of what three points show, which those between may exceed
  // A pulse of a function of x lasts while x moves by what the pulse is wide: those are found that are wider than a
  // hundredth of the largest x.
  static constexpr double kLooksPerMagnitude = 100;

  // `distance`: 0 looks nowhere.
  InsideSearch(OdeProblem& problem, double distance);

  // States at a time of the step in hand. False: not known.
  using StatesAt = std::function<bool(double time, std::span<double> states)>;

  // What came before does not tell how it goes on.
  void Restart();
  // Watched functions that were evaluated elsewhere, at accepted points: kept for the next Find.
  void Note(double time, std::span<const double> watched);
  // The first crossing in the step from `begin` to `end`. `with_ends`: also one that the ends show, which most
  // integrators find themselves.
  std::optional<Root> Find(double begin, double end, const StatesAt& states_at, bool with_ends = false);
  std::size_t watches() const { return watches_; }

 private:
  struct Point {
    double time = 0;
    bool is_known = false;
    std::vector<double> watched;
  };
  bool Watch(double time, std::span<double> watched);
  const std::vector<double>* At(std::size_t k);  // the watched functions at the end of cell k, 0 the begin
  double TimeOf(std::size_t k) const {
    return k == cells_ ? end_ : begin_ + static_cast<double>(k) * (end_ - begin_) / static_cast<double>(cells_);
  }
  bool FindRanges(double from, double to);
  std::size_t PartsOf();
  bool ShowsCurvature(std::size_t i, const Point& before, const Point& first, const Point& last) const;
  std::optional<Root> SearchPart(std::size_t first, std::size_t last, const Point& before);
  // A function that may cross, and what its chord over the span in hand is off by at most, as far as it is known.
  struct Active {
    std::size_t crossing;
    double off;
  };
  // Of the functions in `active`, which may cross between the ends of cells `first` and `last`.
  std::optional<Root> Search(std::size_t first, std::size_t last, const std::vector<Active>& active);
  bool Locates(std::size_t cell, std::optional<Root>& root);

  OdeProblem& problem_;
  double distance_;
  const StatesAt* states_at_ = nullptr;
  double begin_ = 0, end_ = 0;
  std::size_t cells_ = 0, watches_ = 0;
  bool failed_ = false;
  Point before_, last_;        // ends of earlier steps
  std::vector<Point> noted_;   // evaluated by the integrator since
  std::vector<Point> points_;  // by end of a cell
  std::vector<double> states_, from_, middle_, low_, high_;
};

}  // namespace mica::run
