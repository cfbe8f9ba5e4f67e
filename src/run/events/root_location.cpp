#include "run/events/root_location.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mica::run {

namespace {

bool Changes(double before, double after) { return (before < 0 && after >= 0) || (before > 0 && after <= 0); }

}  // namespace

std::optional<Root> LocateFirstRoot(double left, double right, std::span<const double> g_left,
                                    std::span<const double> g_right,
                                    const std::function<bool(double, std::span<double>)>& evaluate) {
  std::size_t n = g_left.size();
  bool any = false;
  for (std::size_t i = 0; i < n && !any; ++i) any = Changes(g_left[i], g_right[i]);
  if (!any) return std::nullopt;
  std::vector<double> low(g_left.begin(), g_left.end()), high(g_right.begin(), g_right.end()), middle(n);
  auto any_change = [&](const std::vector<double>& at) {
    for (std::size_t i = 0; i < n; ++i)
      if (Changes(low[i], at[i])) return true;
    return false;
  };
  double a = left, b = right;
  double resolution = 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(left), std::abs(right));
  // Illinois: the values at an end that stays twice count half. A prediction is put off the nearer end by `margin` of
  // the interval, so that the root soon lies between two points that are close; the better predictions are, the less.
  // Where they are bad three times in a row, the interval is halved.
  constexpr double kWidestMargin = 0.01;
  double margin = kWidestMargin, low_weight = 1, high_weight = 1;
  int slow = 0;
  std::optional<bool> moved_high;
  for (int k = 0; k < 200 && b - a > resolution; ++k) {
    double share = 0.5;
    if (slow < 3) {
      // The earliest crossing that a secant predicts among the functions that change.
      double earliest = 1;
      for (std::size_t i = 0; i < n; ++i)
        if (Changes(low[i], high[i]))
          earliest = std::min(earliest, low_weight * low[i] / (low_weight * low[i] - high_weight * high[i]));
      share = std::clamp(earliest, margin, 1 - margin);
    }
    double t = a + share * (b - a);
    if (t <= a || t >= b) t = a + 0.5 * (b - a);
    if (t <= a || t >= b) break;
    if (!evaluate(t, middle)) break;
    bool moves_high = any_change(middle);
    double left_over = moves_high ? t - a : b - t;
    slow = left_over > 0.5 * (b - a) ? slow + 1 : 0;
    margin = left_over < 2 * margin * (b - a)
                 ? std::min(kWidestMargin, std::max(margin * margin, 0.5 * resolution / left_over))
                 : kWidestMargin;
    double stays = moved_high == moves_high ? 0.5 : 1;
    if (moves_high) {
      b = t;
      high.swap(middle);
      low_weight = stays == 1 ? 1 : low_weight * stays;
      high_weight = 1;
    } else {
      a = t;
      low.swap(middle);
      high_weight = stays == 1 ? 1 : high_weight * stays;
      low_weight = 1;
    }
    moved_high = moves_high;
  }
  Root root;
  root.time = b;
  for (std::size_t i = 0; i < n; ++i)
    if (Changes(low[i], high[i])) root.changed.push_back(i);
  return root;
}

}  // namespace mica::run
