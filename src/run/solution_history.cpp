#include "run/solution_history.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mica::run {

SolutionHistory::SolutionHistory(std::size_t size) {
  for (Point& point : points_) point.values.resize(size);
  for (std::vector<double>& guess : guesses_) guess.resize(size);
}

void SolutionHistory::Add(double time, std::span<const double> solution) {
  if (has_guesses_) Judge(solution);
  if (count_ > 0 && points_[0].time != time) {
    std::rotate(points_.begin(), points_.end() - 1, points_.end());
    count_ = std::min(count_ + 1, 3);
  } else if (count_ == 0) {
    count_ = 1;
  }
  points_[0].time = time;
  std::copy(solution.begin(), solution.end(), points_[0].values.begin());
}

void SolutionHistory::Judge(std::span<const double> solution) {
  double far[2] = {0, 0};
  for (int k = 0; k < 2; ++k)
    for (std::size_t i = 0; i < solution.size(); ++i) far[k] = std::max(far[k], std::abs(guesses_[k][i] - solution[i]) / std::max(std::abs(solution[i]), 1e-300));
  prefers_parabola_ = far[1] < far[0];
  has_guesses_ = false;
}

bool SolutionHistory::Predict(double time, bool is_regular) {
  constexpr double kFarthest = 3;  // in units of the distance of the last two
  has_guesses_ = uses_parabola_ = false;
  if (count_ < 2 || points_[0].time == time) return false;
  double t0 = points_[0].time, t1 = points_[1].time, share = (time - t0) / (t0 - t1);
  if (!(std::abs(share) < kFarthest)) return false;
  const std::vector<double>&a = points_[0].values, &b = points_[1].values, &c = points_[2].values;
  for (std::size_t i = 0; i < a.size(); ++i) guesses_[0][i] = a[i] + share * (a[i] - b[i]);
  double t2 = points_[2].time;
  if (!is_regular || count_ < 3 || t2 == t0 || t2 == t1) return true;
  // Newton's form: the second difference on top of the line.
  double bend = (time - t0) * (time - t1) / (t0 - t2), first = 1 / (t0 - t1), second = 1 / (t1 - t2);
  for (std::size_t i = 0; i < a.size(); ++i) guesses_[1][i] = guesses_[0][i] + bend * ((a[i] - b[i]) * first - (b[i] - c[i]) * second);
  has_guesses_ = true;
  uses_parabola_ = prefers_parabola_;
  return true;
}

}  // namespace mica::run
