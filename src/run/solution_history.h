// Run stage: the latest solutions of a nonlinear system between events, and where the next one is to be expected: on the straight line or the parabola
// through the last two or three of different times, whichever would have come nearer the last time. No memory is taken after the start.
#pragma once

#include <array>
#include <span>
#include <vector>

namespace mica::run {

class SolutionHistory {
 public:
  explicit SolutionHistory(std::size_t size);

  void Forget() { count_ = 0; }
  bool is_empty() const { return count_ == 0; }
  std::span<const double> latest() const { return points_[0].values; }
  // Keeps the solution; one of the same time as the latest takes its place.
  void Add(double time, std::span<const double> solution);
  // What is expected at `time`. False: too few are known, or it is too far away. Of solutions at irregular times, as step-size control makes them, the
  // line is taken whatever came nearer.
  bool Predict(double time, bool is_regular);
  std::span<const double> predicted() const { return guesses_[uses_parabola_ ? 1 : 0]; }

 private:
  struct Point {
    double time = 0;
    std::vector<double> values;
  };
  // Which of the guesses was better, now that the solution is known.
  void Judge(std::span<const double> solution);

  std::array<Point, 3> points_;  // [0] the latest
  int count_ = 0;
  std::array<std::vector<double>, 2> guesses_;  // by line and by parabola
  bool has_guesses_ = false, uses_parabola_ = false, prefers_parabola_ = false;
};

}  // namespace mica::run
