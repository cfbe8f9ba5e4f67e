#include "study/measure/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::study {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Second divided difference through rows i-1, i, i+1 where they belong to one smooth piece: no two times are equal.
bool Curvature(std::span<const double> t, std::span<const double> v, std::size_t i, double& curvature) {
  if (i == 0 || i + 1 >= t.size()) return false;
  double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
  if (!(before > 0) || !(after > 0)) return false;
  curvature = ((v[i + 1] - v[i]) / after - (v[i] - v[i - 1]) / before) / (before + after);
  return true;
}

}  // namespace

// Each interval by the mean of the parabolas through it and its neighbours: of order 4 on smooth pieces, of order 2
// beside events, and exact for parabolas. The trapezoid of a parabola with second difference d is h³ d / 6 too large.
double IntegralOf(std::span<const double> t, std::span<const double> v) {
  if (t.empty()) return kNone;
  if (v.size() == 1) return v[0] * (t.back() - t.front());
  double sum = 0;
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    double h = t[i + 1] - t[i];
    if (!(h > 0)) continue;
    double left = 0, right = 0;
    bool has_left = Curvature(t, v, i, left), has_right = Curvature(t, v, i + 1, right);
    double curvature = has_left && has_right ? 0.5 * (left + right) : has_left ? left : has_right ? right : 0;
    sum += 0.5 * h * (v[i] + v[i + 1]) - h * h * h * curvature / 6;
  }
  return sum;
}

double ValueAt(std::span<const double> t, std::span<const double> v, double at) {
  if (t.empty() || at < t.front() || at > t.back()) return kNone;
  if (v.size() == 1) return v[0];
  auto after = static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), at) - t.begin());
  if (after == t.size()) return v.back();
  double h = t[after] - t[after - 1];
  return v[after - 1] + (v[after] - v[after - 1]) * ((at - t[after - 1]) / h);
}

double SettlingTime(std::span<const double> t, std::span<const double> v, double target, double band) {
  if (t.empty()) return kNone;
  if (v.size() == 1) return std::abs(v[0] - target) <= band ? 0 : kNone;
  std::size_t i = v.size();
  while (i > 0 && std::abs(v[i - 1] - target) <= band) --i;
  if (i == 0) return 0;
  if (i == v.size()) return kNone;
  // Row i-1 is outside, row i inside: where the line between them enters the band.
  double edge = target + (v[i - 1] > target ? band : -band), rise = v[i] - v[i - 1];
  double share = rise != 0 ? std::clamp((edge - v[i - 1]) / rise, 0.0, 1.0) : 1;
  return t[i - 1] + share * (t[i] - t[i - 1]) - t.front();
}

double CrossingTime(std::span<const double> t, std::span<const double> v, double level, std::size_t from) {
  if (v.size() != t.size()) return kNone;
  for (std::size_t i = from; i + 1 < t.size(); ++i) {
    double a = v[i] - level, b = v[i + 1] - level;
    if (a == 0) return t[i];
    if ((a < 0) != (b < 0)) return t[i] + (t[i + 1] - t[i]) * (a / (a - b));
  }
  return kNone;
}

}  // namespace mica::study
